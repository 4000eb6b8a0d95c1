"""CollisionManager behaves as users of trimesh expect it."""
import numpy as np
import pytest
import tact

from conftest import box


class Mesh:
    """What such users have: vertices and faces."""

    def __init__(self, lo=(0, 0, 0), hi=(1, 1, 1)):
        self.vertices, self.faces = box(lo, hi)


def at(x, y=0, z=0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


@pytest.fixture
def manager():
    m = tact.CollisionManager()
    m.add_object("a", Mesh())
    m.add_object("b", Mesh(), at(3))
    m.add_object("c", Mesh(), at(0.5, 0.3, 0.2))
    return m


def test_single(manager):
    assert manager.in_collision_single(Mesh(), at(0.9, 0.1, 0.1))
    assert not manager.in_collision_single(Mesh(), at(-5))
    hit, names = manager.in_collision_single(Mesh(), at(2.5, 0.1, 0.1), return_names=True)
    assert hit and names == {"b"}
    hit, names, data = manager.in_collision_single(Mesh(), at(2.5, 0.1, 0.1), return_names=True, return_data=True)
    assert data and all(d.names == {"b", "__external"} for d in data)
    assert 0 <= data[0].index("b") < 12 and data[0].point.shape == (3,)
    hit, data = manager.in_collision_single(Mesh(), at(-5), return_data=True)
    assert not hit and data == []


def test_internal(manager):
    assert manager.in_collision_internal()
    assert manager.in_collision_internal(return_names=True) == (True, {("a", "c")})
    hit, names, data = manager.in_collision_internal(True, True)
    assert hit and all(d.names == {"a", "c"} for d in data)
    manager.set_transform("c", at(-4))
    assert not manager.in_collision_internal()


def test_other(manager):
    other = tact.CollisionManager()
    other.add_object("x", Mesh(), at(3.2, 0.4, 0.4))
    other.add_object("y", Mesh(), at(20))
    assert manager.in_collision_other(other)
    hit, names, data = manager.in_collision_other(other, True, True)
    assert names == {("b", "x")} and data[0].names == {"b", "x"} and 0 <= data[0].index("x") < 12
    other.remove_object("x")
    assert not manager.in_collision_other(other)
    assert manager.min_distance_other(other, True)[1] == ("b", "y")
    assert manager.min_distance_other(other) == 16


def test_distances(manager):
    manager.remove_object("c")
    assert manager.min_distance_internal() == 2
    distance, names, data = manager.min_distance_internal(True, True)
    assert set(names) == {"a", "b"} and data.distance == 2
    assert data.point("a")[0] == 1 and data.point("b")[0] == 3
    distance, name = manager.min_distance_single(Mesh(), at(0, 5), return_name=True)
    assert (distance, name) == (4, "a")
    assert manager.min_distance_single(Mesh(), at(0.5)) == 0
    assert tact.CollisionManager().min_distance_internal() == float("inf")


def test_against_all_pairs():
    random = np.random.default_rng(4)
    manager = tact.CollisionManager()
    poses = [at(*p) for p in random.uniform(0, 6, (25, 3))]
    for i, pose in enumerate(poses):
        manager.add_object(str(i), Mesh(), pose)
    expected, least = set(), float("inf")
    for i in range(25):
        for j in range(i + 1, 25):
            gap = np.maximum(np.abs(poses[i][:3, 3] - poses[j][:3, 3]) - 1, 0)
            inner = (np.abs(poses[i][:3, 3] - poses[j][:3, 3]) < 1).all()
            if inner:
                expected.add(tuple(sorted((str(i), str(j)))))
            least = min(least, np.linalg.norm(gap))
    assert manager.in_collision_internal(return_names=True)[1] == expected
    assert np.isclose(manager.min_distance_internal(), least)


def test_names(manager):
    for wrong in (lambda: manager.remove_object("z"), lambda: manager.set_transform("z", at(0))):
        with pytest.raises(ValueError):
            wrong()
    manager.add_object("a", Mesh(), at(50))
    assert not manager.in_collision_internal()
