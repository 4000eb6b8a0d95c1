"""Two bodies without a world, bodies that keep their shape, files."""
import pickle

import numpy as np
import pytest
import tact

from conftest import box, grid

FAR, NEAR = [9, 0, 0, 0, 0, 0, 1], [0.5, 0.5, 0.5, 0, 0, 0, 1]


@pytest.mark.parametrize("make", [tact.PairTracker, tact.BoxTreeQuery])
def test_two_shapes_pose_after_pose(make, cube):
    shape = tact.Shape(*cube)
    pair = make(shape, shape)
    assert not pair.touching(None, FAR)
    assert pair.touching(None, NEAR)
    expected = tact.collide(*cube, *cube, pose_b=NEAR)
    assert pair.collide(None, NEAR, detail="pairs").primitives.tolist() == expected.tolist()
    with pytest.raises(tact.BadPose):
        pair.touching(None, np.full((4, 4), np.nan))


def test_tracker_distances_and_batches(cube):
    shape = tact.Shape(*cube)
    tracker = tact.PairTracker(shape, shape, coherence=0.01)
    assert tracker.distance(None, [3, 0, 0, 0, 0, 0, 1]).distance == 2
    poses = np.tile(np.eye(4), (50, 1, 1))
    poses[:, 0, 3] = np.linspace(0, 3, 50)
    free = tact.touching(shape, shape, np.eye(4), poses)
    assert free.dtype == bool and free.tolist() == [x <= 1 for x in poses[:, 0, 3]]
    with pytest.raises(tact.BadArgument):
        tact.PairTracker(shape, shape, coherence=-1)
    with pytest.raises(TypeError):
        tact.PairTracker(shape, shape, speed=1)
    assert shape.builds > 0 and shape == shape and shape != tact.Shape(*cube)


def test_box_tree_in_parts(cube):
    shape = tact.Shape(*cube)
    query = tact.BoxTreeQuery(shape, shape)
    with pytest.raises(tact.BadArgument):
        query.advance()
    query.begin(None, NEAR)
    assert query.advance(most=0).verdict == "open"
    assert query.advance().verdict == "touching"
    witness = query.witness(None, NEAR)
    assert witness.edge[0] != witness.edge[1] and witness.point.shape == (3,)
    assert query.witness(None, FAR) is None
    assert query.count(None, NEAR) == len(tact.collide(*cube, *cube, pose_b=NEAR))


def test_polygons():
    square = tact.Shape.of_polygons([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2, 3]])
    assert square.triangle_count == 2 and square.face_of(1) == 0
    with pytest.raises(IndexError):
        square.face_of(2)
    with pytest.raises(tact.BadMesh):
        tact.Shape.of_polygons([[0, 0, 0], [1, 0, 0]], [[0, 1]])


def test_shapes_are_shared(cube):
    shape = tact.Shape(*grid(20))
    world = tact.World(method="obb")
    for k in range(20):
        world.add(tact.rigid(shape, pose=[2.0 * k, 0, 0, 0, 0, 0, 1]))
    world.collide()
    assert shape.builds == 1


def test_a_body_keeps_its_shape():
    v, f = box()
    body = tact.ShapeBody(v, f, mode="rigid")
    seen = body.positions
    rest = seen.copy()
    body.set_velocities(np.tile([1.0, 0, 0], (8, 1)))
    for _ in range(10):
        body.step(0.01)
    assert np.allclose(seen, rest + [0.1, 0, 0])
    assert not seen.flags.writeable
    body.pin(0)
    body.step(0.01, gravity=[0, 0, -9.81])
    assert seen[0].tolist() == body.positions[0].tolist()
    for wrong in (dict(mode="bendy"), dict(stiffness=2.0), dict(colour=1)):
        with pytest.raises((ValueError, TypeError)):
            tact.ShapeBody(v, f, **wrong)
    with pytest.raises(tact.BadArgument):
        body.place(v[:3])


def test_a_simulation_keeps_momentum_and_bodies():
    v, f = box()
    simulation = tact.Simulation(gravity=[0, 0, 0], level=0, seconds=0.01)
    body = tact.ShapeBody(v, f)
    simulation.add(body)
    simulation.add(tact.ShapeBody(v + [1.05, 0.3, 0.2], f))
    body.set_velocities(np.tile([1.0, 0, 0], (8, 1)))
    before = simulation.energy().momentum
    contacts = sum(simulation.step().contacts for _ in range(40))
    assert contacts > 0
    assert np.allclose(simulation.energy().momentum, before, atol=1e-9)
    assert len(simulation) == 2 and np.shares_memory(simulation[0].positions, body.positions)
    with pytest.raises(tact.BadArgument):
        simulation.add(body)
    with pytest.raises(IndexError):
        simulation[2]


def test_a_body_falls_onto_a_wall():
    v, f = box((0, 0, 0.05), (1, 1, 1.05))
    simulation = tact.Simulation(level=0)
    simulation.add_wall([0, 0, 1])
    body = tact.ShapeBody(v, f)
    simulation.add(body)
    for _ in range(200):
        simulation.step()
    assert abs(body.positions[:, 2].min()) < 0.05
    with pytest.raises(tact.BadArgument):
        simulation.add_wall([0, 0, 2])


def test_files_come_back_with_every_bit(tmp_path):
    v = np.random.default_rng(3).random((30, 3)) * 1e-3 + 1 / 3
    mesh = tact.Mesh(v, np.arange(30).reshape(-1, 3))
    for name in ("a.obj", "a.ply", "a.off"):
        tact.save(tmp_path / name, mesh)
        again = tact.load(tmp_path / name)
        assert (again.vertices == v).all() and (again.faces == mesh.faces).all()
    with pytest.raises(tact.BadFile) as error:
        tact.load(tmp_path / "none.obj")
    assert isinstance(error.value, OSError) and "none.obj" in str(error.value)
    copy = pickle.loads(pickle.dumps(mesh))
    assert (copy.vertices == v).all()
    assert not mesh.vertices.flags.writeable


def test_sequences_and_caches(tmp_path):
    v, f = grid(4)
    tact.save(tmp_path / "m.obj", tact.Mesh(v, f))
    writer = tact.PointCacheWriter(tmp_path / "m.pc2", len(v), 3)
    for k in range(3):
        writer.add(v + k)
    writer.commit()
    sequence = tact.Sequence(f"{tmp_path / 'm.obj'}:{tmp_path / 'm.pc2'}")
    assert len(sequence) == 3
    assert (sequence[2] == (v + 2).astype(np.float32)).all() and sequence[-1].dtype == np.float32
    assert [frame[0, 0] for frame in sequence] == [0, 1, 2]
    with pytest.raises(IndexError):
        sequence[3]
    assert len(tact.PointCache(tmp_path / "m.pc2")) == 3
    with pytest.raises(tact.BadFile):
        tact.PointCache(tmp_path / "m.obj")
