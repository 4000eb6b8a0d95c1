"""A cloth sinks onto itself: which of its triangles touch, frame after frame. Positions are read in place."""
import numpy as np
import tact

n = 40
x, y = np.meshgrid(np.linspace(-1, 1, n + 1), np.linspace(0, 1, n + 1), indexing="ij")
i, j = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
a = (i * (n + 1) + j).ravel()
faces = np.concatenate([np.stack([a, a + n + 1, a + 1], 1), np.stack([a + 1, a + n + 1, a + n + 2], 1)])
positions = np.zeros((x.size, 3), np.float32)

world = tact.World()
cloth = None
for frame in range(11):
    fold = np.pi * frame / 10  # the right half turns over the left one, and in the end into it
    right = x > 0
    positions[:, 0] = np.where(right, x * np.cos(fold), x).ravel()
    positions[:, 2] = np.where(right, x * np.sin(fold), 0.1 * np.sin(6 * x)).ravel()
    positions[:, 1] = y.ravel()
    if cloth is None:
        cloth = world.add(tact.deforming(positions, faces, self=True, name="cloth"))
    else:
        world.move(cloth, positions)
    result = world.collide()
    print(f"frame {frame:2}: {result.verdict:8} {len(result):5} contacts")
