"""An arm of three links is sampled by its joints: which configurations are free? Neighbouring links are excluded.

The meshes come from a URDF where one is given (python arm.py robot.urdf), else three boxes stand in.
"""
import pathlib
import sys
import xml.etree.ElementTree as tree

import numpy as np
import tact


def link_meshes(urdf):
    """The collision mesh of each link that has one."""
    folder = pathlib.Path(urdf).parent
    found = [m.get("filename") for m in tree.parse(urdf).iterfind("link/collision/geometry/mesh")]
    return [tact.load(folder / name.removeprefix("package://")) for name in found]


def box(lo, hi):
    corners = np.array([[(lo, hi)[i >> k & 1][k] for k in range(3)] for i in range(8)], float)
    quads = [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
    return tact.Mesh(corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def poses_of(joints, length=1.0):
    """Forward kinematics of a planar chain."""
    pose = tact.Transform()
    for angle in joints:
        pose = pose * tact.Transform.from_axis_angle([0, 0, 1], angle)
        yield pose
        pose = pose * tact.Transform.from_translation([length, 0, 0])


links = link_meshes(sys.argv[1]) if len(sys.argv) > 1 else [box((0, -0.1, -0.1), (1, 0.1, 0.1))] * 3
world = tact.World(threads=1)
arm = [world.add(tact.rigid(tact.Shape(mesh), name=f"link {i}")) for i, mesh in enumerate(links)]
for a, b in zip(arm, arm[1:]):
    world.exclude(a, b)
world.add(tact.rigid(box((1.2, 0.6, -1), (1.6, 1.4, 1)), name="obstacle"))

random = np.random.default_rng(0)
free = 0
for _ in range(1000):
    for link, pose in zip(arm, poses_of(random.uniform(-2.5, 2.5, len(arm)))):
        world.move(link, pose)
    free += not world.any()
print(f"{free} of 1000 configurations are free")
