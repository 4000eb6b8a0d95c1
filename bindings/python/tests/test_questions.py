"""Questions about whole bodies and about motion say what they should of boxes."""
import numpy as np
import pytest
import tact

from conftest import box, grid


def at(x, y=0, z=0):
    return [x, y, z, 0, 0, 0, 1]


def test_impacts_between_two_places():
    world = tact.World()
    sheet, faces = grid(4)
    world.add(tact.rigid(sheet, faces))
    v, f = box((0.4, 0.4, 1), (0.6, 0.6, 1.2))
    bullet = world.add(tact.deforming(v, f))
    world.move(bullet, v - [0, 0, 3], from_=v)
    assert not world.any()
    found = world.impacts()
    assert len(found) > 0 and all(0 <= i.time_lo <= i.time_hi <= 1 for i in found)
    first = world.impacts(which="earliest")
    assert len(first) == 1 and np.isclose(first[0].time_lo, 1 / 3, atol=1e-6)
    assert first[0].time_lo - 2**-20 <= world.free_step() <= first[0].time_lo
    assert first[0].a.kind in ("vertex", "edge", "triangle") and np.isclose(sum(first[0].a.weights), 1)
    assert len(world.impacts(at_most=2)) == 2
    world.move(bullet, v)
    assert world.impacts() == [] and world.free_step() == 1
    for wrong in (dict(which="last"), dict(width=0.0)):
        with pytest.raises(ValueError):
            world.impacts(**wrong)
    with pytest.raises(tact.BadMesh):
        world.move(bullet, v, from_=v[:3])


def test_rays():
    world = tact.World()
    a = world.add(tact.rigid(*box()))
    b = world.add(tact.deforming(*box((0, 0, 2), (1, 1, 3))))
    origins = np.array([[0.3, 0.4, 5.0], [0.3, 0.4, -1], [9, 9, 9]])
    directions = np.array([[0, 0, -1.0], [0, 0, 1], [0, 0, -1]])
    hits = world.cast(origins, directions)
    assert [len(h) for h in hits] == [1, 1, 0]
    assert (hits[0][0].body, hits[0][0].t, hits[1][0].body, hits[1][0].t) == (b, 2, a, 1)
    t, body, primitive = world.first_hits(origins, directions)
    assert t.tolist() == [2, 1, float("inf")] and body.tolist() == [b.slot, a.slot, -1] and primitive[2] == -1
    assert [h.t for h in world.cast(origins[:1], directions[:1], mode="all")[0]] == [2, 3, 4, 5]
    assert world.cast(origins[:1], directions[:1], t_max=1.5) == [[]]
    for wrong in (lambda: world.cast(origins, directions[:1]), lambda: world.cast(origins, 0 * directions),
                  lambda: world.cast(origins, directions, mode="last")):
        with pytest.raises(ValueError):
            wrong()


def test_clearance_and_regions():
    world = tact.World()
    a = world.add(tact.rigid(*box()))
    b = world.add(tact.rigid(*box(), pose=at(3)))
    c = world.add(tact.points([[0.5, 0.5, 4.0]], 0.5))
    found = world.clearance()
    assert found.distance == 2 and {found.body_a, found.body_b} == {a, b}
    assert world.clearance(a, c).distance == 2.5
    assert world.clearance(c).distance == 2.5 and world.clearance(up_to=1.0).distance == float("inf")
    near = world.nearest([1.5, 0.5, 0.5])
    assert near.distance == 0.5 and near.body == a and near.point.tolist() == [1, 0.5, 0.5]
    assert {body for body, _ in world.in_box([0.5, 0.5, 0.9], [3.5, 0.6, 1.1])} == {a, b}
    assert world.in_ball([0.5, 0.5, 3.2], 0.3) == [(c, 0)]
    assert tact.World().nearest([0, 0, 0]) is None
    with pytest.raises(tact.BadArgument):
        world.in_ball([0, 0, 0], -1)


def test_solids():
    world = tact.World()
    outer = world.add(tact.rigid(*box(), solid=True))
    inner = world.add(tact.rigid(*box((0.2, 0.2, 0.2), (0.4, 0.4, 0.4)), solid=True))
    assert world.solid(outer) and world.relate(inner, outer) == tact.Relation.a_inside_b
    result = world.collide()
    assert len(result) == 0 and result.touching and result.contained == [(inner, outer)]
    assert world.sides_of(outer, [[0.5, 0.5, 0.5], [1, 0.5, 0.5], [2, 0, 0]]).tolist() == [1, 0, -1]
    v, f = box()
    with pytest.raises(tact.BadMesh):
        world.add(tact.rigid(v, f[1:], solid=True))
    surface = world.add(tact.rigid(v, f))
    with pytest.raises(tact.Unsupported):
        world.relate(surface, outer)
