import numpy as np
import pytest


def grid(n, height=0.0, scale=1.0):
    """(n+1)² vertices in a plane, 2n² triangles."""
    x, y = np.meshgrid(np.linspace(0, scale, n + 1), np.linspace(0, scale, n + 1), indexing="ij")
    v = np.stack([x, y, np.full_like(x, height)], axis=-1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    a = (i * (n + 1) + j).ravel()
    b, c, d = a + 1, a + n + 1, a + n + 2
    return v, np.concatenate([np.stack([a, c, b], 1), np.stack([b, c, d], 1)])


def box(lo=(0, 0, 0), hi=(1, 1, 1)):
    """Eight corners, twelve triangles, outward."""
    v = np.array([[(lo, hi)[i >> k & 1][k] for k in range(3)] for i in range(8)], dtype=float)
    quads = [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
    return v, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


@pytest.fixture
def sheet():
    return grid(16)


@pytest.fixture
def cube():
    return box()
