"""World, Query and the one-off questions say what C++ says."""
import pickle
import threading

import numpy as np
import pytest
import tact

from conftest import box, grid


def moved(cube, by):
    return cube[0] + np.asarray(by, float), cube[1]


def test_bodies_and_their_properties(cube):
    world = tact.World()
    a = world.add(tact.rigid(*cube, name="left", user=7, group=2, mask=3))
    b = world.add(tact.points([[0, 0, 0]], 0.5))
    assert (len(world), a in world, world.name(a), world.user(a)) == (2, True, "left", 7)
    assert (world.kind(a), world.kind(b)) == (tact.BodyKind.rigid, tact.BodyKind.points)
    assert (world.group(a), world.mask(a), world.self(a)) == (2, 3, False)
    assert world.bodies() == [a, b] and len({a, b}) == 2
    assert (world.extent(b) == [[-0.5] * 3, [0.5] * 3]).all()
    world.remove(a)
    assert a not in world
    for question in (world.remove, world.kind, world.pose, lambda x: world.move(x, np.eye(4))):
        with pytest.raises(tact.UnknownBody):
            question(a)
    with pytest.raises(tact.UnknownBody):
        tact.World().kind(b)
    with pytest.raises(tact.UnknownBody):
        world.kind(tact.BodyId())


def test_every_method_gives_the_list_of_brute_force():
    random = np.random.default_rng(5)
    soup = random.random((240, 3))
    faces = np.arange(240).reshape(-1, 3)
    lists = {}
    for info in tact.methods():
        world = tact.World(method=info.name)
        try:
            for k in range(2):
                world.add(tact.deforming(soup[:120] + 0.1 * k, faces[:40], self=True))
        except tact.Unsupported:
            continue
        lists[info.name] = world.collide(detail="pairs").pairs.tolist()
    assert len(lists) > 8 and len(lists["brute"]) > 20
    assert all(found == lists["brute"] for found in lists.values())


def test_poses_in_every_form(cube):
    world = tact.World()
    world.add(tact.rigid(*cube))
    body = world.add(tact.rigid(*cube, pose=[3, 0, 0, 0, 0, 0, 1]))
    matrix = np.eye(4)
    matrix[0, 3] = 0.5
    far = tact.Transform.from_translation([9, 0, 0])
    for near in (matrix, matrix[:3], matrix.astype(np.float32), tact.Transform(matrix), [0.5, 0, 0, 0, 0, 0, 1],
                 ([0, 0, 0, 1], [0.5, 0, 0]), (np.eye(3), [0.5, 0, 0]), np.asfortranarray(matrix)):
        world.move(body, far)
        assert not world.any()
        world.move(body, near)
        assert world.any()
        assert np.allclose(world.pose(body).matrix, matrix)
    for wrong in (2 * np.eye(4), np.full((4, 4), np.nan), [0, 0, 0, 0, 0, 0, 0]):
        with pytest.raises(tact.BadPose):
            world.move(body, wrong)
    with pytest.raises(ValueError):
        world.move(body, np.eye(3))


def test_transforms_compose():
    turn = tact.Transform.from_axis_angle([0, 0, 1], np.pi / 2, [1, 2, 3])
    both = turn * tact.Transform.from_translation([1, 0, 0])
    assert np.allclose(both.apply([[0, 0, 0]]), turn.apply([[1, 0, 0]]))
    assert np.allclose((turn * turn.inverse()).matrix, np.eye(4))
    assert pickle.loads(pickle.dumps(turn)) == turn
    assert np.allclose(np.asarray(turn), turn.matrix)


def test_a_breaking_body_grows(cube):
    world = tact.World()
    world.add(tact.rigid(*box((0, 0, 3), (1, 1, 4))))
    body = world.add(tact.breaking(*cube))
    assert not world.any()
    v = np.concatenate([cube[0], cube[0] + [0, 0, 2.5]])
    f = np.concatenate([cube[1], cube[1] + 8])
    world.move(body, v, f)
    assert world.collide().primitives[:, 1].min() >= 12
    with pytest.raises(tact.BadMesh):
        world.move(body, v[:8], f)


def test_points_have_radii():
    world = tact.World()
    a = world.add(tact.points([[0, 0, 0], [5, 0, 0]], [1, 2]))
    world.add(tact.points([[2.5, 0, 0]], np.array([0.5], np.float32)))
    assert world.collide().primitives.tolist() == [[1, 0]]
    world.move(a, [[0, 0, 0]], radii=[2.0])
    assert world.collide().primitives.tolist() == [[0, 0]]


def test_bounds_tolerance_and_verdicts(cube):
    world = tact.World()
    world.add(tact.rigid(*cube))
    world.add(tact.rigid(*moved(cube, [0.5, 0.2, 0.1])))
    everything = world.collide()
    assert everything.verdict == "touching" and everything.complete and bool(everything)
    some = world.collide(at_most=3)
    assert (len(some), some.stopped, some.complete) == (3, "count", False)
    undecided = world.collide(seconds=0)
    assert undecided.verdict == "undecided"
    with pytest.raises(tact.Undecided):
        bool(undecided)
    world.move(world.bodies()[1], [1.25, 0, 0, 0, 0, 0, 1])
    assert not world.collide()
    near = world.collide(tolerance=0.8)
    assert near and {c.kind for c in near} == {tact.ContactKind.near}
    with pytest.raises(tact.BadArgument):
        world.collide(tolerance=-1)
    with pytest.raises(TypeError):
        world.collide(tolerence=1)


def test_rules_and_filters(cube):
    world = tact.World()
    a, b, c = (world.add(tact.rigid(*moved(cube, [0.2 * k, 0.1 * k, 0]))) for k in range(3))
    assert world.tests(a, b) and len(world.tested_pairs()) == 3
    world.exclude(a, b)
    assert world.excluded(b, a) and not world.tests(a, b)
    world.set_filter(lambda x, y: {x, y} != {b, c})
    assert {(k.body_a, k.body_b) for k in world.collide()} == {(a, c)}

    def breaks(x, y):
        raise KeyError("mine")
    world.set_filter(breaks)
    with pytest.raises(KeyError):
        world.collide()
    world.set_filter(lambda x, y: world.any())
    with pytest.raises(tact.InUse):
        world.collide()
    world.set_filter(None)
    world.include(a, b)
    assert len({(k.body_a, k.body_b) for k in world.collide()}) == 3


def test_separation(cube):
    world = tact.World()
    a = world.add(tact.rigid(*cube))
    b = world.add(tact.rigid(*moved(cube, [3, 0, 0])))
    found = world.separation(a, b)
    assert found.distance == 2 and found.point_a[0] == 1 and found.point_b[0] == 3
    with pytest.raises(tact.BadArgument):
        world.separation(a, a)


def test_threads_ask_through_queries():
    v, f = grid(24)
    world = tact.World(threads=1)
    world.add(tact.rigid(v, f))
    world.add(tact.rigid(*grid(24, scale=0.9)))
    expected = world.collide(detail="pairs").primitives.tolist()
    world.update()
    answers = []

    def ask():
        query = tact.Query(world)
        for _ in range(5):
            answers.append(query.collide(detail="pairs").primitives.tolist())
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(answers) == 20 and all(found == expected for found in answers)


def test_threads_may_share_a_world(cube):
    world = tact.World()
    body = world.add(tact.deforming(*cube))
    world.add(tact.rigid(*cube))
    errors = []

    def work(seed):
        try:
            for i in range(50):
                world.move(body, cube[0] + seed * 0.01 * i, copy=True)
                world.collide()
        except Exception as error:  # noqa: BLE001
            errors.append(error)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert errors == []


def test_a_query_of_a_changed_world(cube):
    world = tact.World()
    body = world.add(tact.rigid(*cube))
    query = tact.Query(world)
    with pytest.raises(tact.BadArgument):
        query.collide()
    world.update()
    del world
    assert len(query.collide()) == 0
    assert body is not None


def test_one_off_questions(cube):
    a, b = moved(cube, [0, 0, 0]), moved(cube, [0.5, 0.5, 0.5])
    pairs = tact.collide(*a, *b)
    assert pairs.shape[1] == 2 and len(pairs) > 0
    assert (tact.collide(tact.Mesh(*a), tact.Mesh(*b)) == pairs).all()
    assert len(tact.collide(*a, *b, pose_b=[9, 0, 0, 0, 0, 0, 1])) == 0
    with pytest.raises(tact.Undecided):
        tact.collide(*a, *b, seconds=0)
    for wrong in ((a[0],), (a[0], a[1], b[0]), (*a, *b, 1)):
        with pytest.raises(TypeError):
            tact.collide(*wrong)


def test_objects_say_what_they_are(cube):
    world = tact.World()
    world.add(tact.rigid(*cube))
    world.add(tact.rigid(*moved(cube, [0.5, 0.3, 0.2])))
    result = world.collide()
    assert repr(result).startswith("Result(touching, ")
    assert "crossing" in repr(result[0]) or "touching" in repr(result[0])
    assert "bounds_tests" in repr(result.stats) and "update=" in repr(result.times)
    assert "12 triangles" in repr(tact.Mesh(*cube))
    with pytest.raises(IndexError):
        result[len(result)]
    assert result[-1].primitive_a == result.primitives[-1, 0]


def test_names_and_methods():
    with pytest.raises(tact.UnknownName):
        tact.World(method="nonesuch")
    world = tact.World()
    world.method = "dbvh"
    assert world.method == "dbvh"
    with pytest.raises(LookupError):
        world.method = "nonesuch"
    assert world.method == "dbvh"
