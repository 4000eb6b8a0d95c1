"""tact: which primitives touch, exactly, every frame.

>>> import numpy as np, tact
>>> v = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype=float)
>>> f = np.array([[0, 1, 2]])
>>> tact.collide(v, f, v + [0, 0, 0.5], f, pose_b=[0, 0, -0.5, 0, 0, 0, 1])
array([[0, 0]], dtype=uint32)
"""
from ._core import *  # noqa: F401,F403
from ._core import __version__, _collide, _primitive_pairs, _self_collide, build_features  # noqa: F401
from .manager import CollisionManager, ContactData, DistanceData  # noqa: F401


def _two_meshes(arguments):
    """(a, faces of a, b, faces of b) of what collide() was given: meshes, or vertices and faces."""
    given = list(arguments)
    out = []
    for _ in range(2):
        if not given:
            raise TypeError("two meshes are needed: vertices and faces of each, or a Mesh")
        mesh = given.pop(0)
        whole = hasattr(mesh, "vertices") and hasattr(mesh, "faces")
        if not whole and not given:
            raise TypeError("faces are missing")
        out += [mesh, None if whole else given.pop(0)]
    if given:
        raise TypeError("two meshes are enough")
    return out


def collide(*meshes, pose_a=None, pose_b=None, **options):
    """Which triangles of two meshes touch: an (n, 2) array, sorted.

    collide(va, fa, vb, fb) or collide(mesh_a, mesh_b); by name: pose_a, pose_b, tolerance, at_most, threads.
    A bound that ended the search before anything was found raises Undecided.
    """
    options.setdefault("detail", "pairs")
    result = _collide(*_two_meshes(meshes), pose_a, pose_b, **options)
    result.touching  # raises where nothing is known
    return _primitive_pairs(result)


def self_collide(vertices, faces=None, topology=None, **options):
    """Which triangles of one mesh touch each other: an (n, 2) array, sorted, a < b.

    Neighbours are left out; with neighbours=True, folds and doubled triangles are found.

    >>> import numpy as np, tact
    >>> v = np.array([[0, 0, 0], [2, 0, 0], [0, 2, 0], [.5, .5, -1], [.5, .5, 1], [1, .5, 0]])
    >>> tact.self_collide(v, [[0, 1, 2], [3, 4, 5]])
    array([[0, 1]], dtype=uint32)
    """
    options.setdefault("detail", "pairs")
    result = _self_collide(vertices, faces, topology, **options)
    result.touching
    return _primitive_pairs(result)
