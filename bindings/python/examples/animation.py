"""Which frames of an animation touch? Writes one, reads it back as a sequence, and plots where Matplotlib is there."""
import pathlib
import tempfile

import numpy as np
import tact


def ring(n=48, m=16, radius=1.0, tube=0.3):
    u, v = np.meshgrid(np.arange(n), np.arange(m), indexing="ij")
    a, b = 2 * np.pi * u / n, 2 * np.pi * v / m
    points = np.stack([(radius + tube * np.cos(b)) * np.cos(a), (radius + tube * np.cos(b)) * np.sin(a),
                       tube * np.sin(b)], -1).reshape(-1, 3)
    at = lambda i, j: ((i % n) * m + j % m).ravel()  # noqa: E731
    quads = at(u, v), at(u + 1, v), at(u + 1, v + 1), at(u, v + 1)
    return points, np.concatenate([np.stack([quads[0], quads[1], quads[2]], 1), np.stack([quads[0], quads[2], quads[3]], 1)])


points, faces = ring()
with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    tact.save(folder / "ring.obj", tact.Mesh(points, faces))
    cache = tact.PointCacheWriter(folder / "ring.pc2", len(points), 20)
    for frame in range(20):
        cache.add(points + [4 - 0.3 * frame, 0, 0])
    cache.commit()

    moving = tact.Sequence(f"{folder / 'ring.obj'}:{folder / 'ring.pc2'}")
    world = tact.World()
    world.add(tact.rigid(points, faces, name="still"))
    body = world.add(tact.deforming(moving[0], moving.mesh.faces, name="moving"))
    counts = []
    for frame in range(len(moving)):
        world.move(body, moving[frame])
        counts.append(len(world.collide(detail="pairs")))
first = next(i for i, count in enumerate(counts) if count)
print(f"first contact in frame {first}, most in frame {int(np.argmax(counts))}: {max(counts)} pairs")

try:
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError:
    print("no Matplotlib, no plot")
else:
    plt.plot(counts)
    plt.xlabel("frame")
    plt.ylabel("pairs that touch")
    with tempfile.TemporaryDirectory() as folder:
        plt.savefig(pathlib.Path(folder) / "contacts.png")
