"""No call ends the process: random calls with wrong shapes, types and values, freed arrays, worlds that are gone."""
import gc
import os
import random

import numpy as np
import tact

from conftest import box

CALLS = int(os.environ.get("TACT_RANDOM_CALLS", 4000))
REFUSALS = (tact.Error, TypeError, ValueError, IndexError, OverflowError)


def array(r):
    """Mostly positions of a box, in some layout; sometimes anything else."""
    v = box()[0] + r.random() * 2
    choice = r.randrange(14)
    if choice < 5:
        return v
    if choice == 5:
        return v.astype(r.choice(["f4", "f2", ">f8", "i4", "c16"]))
    if choice == 6:
        v[r.randrange(8), r.randrange(3)] = r.choice([np.nan, np.inf, 1e308, -0.0, 5e-324])
        return v
    return [np.asfortranarray(v), v[::-1], v[:, :2], v[:r.randrange(9)], v.tolist(), None, np.zeros(24), "text"][choice - 7 if
            choice - 7 < 8 else 0]


def indices(r):
    f = box()[1]
    choice = r.randrange(10)
    if choice < 5:
        return f
    if choice == 5:
        f = f.copy()
        f[r.randrange(12), r.randrange(3)] = r.choice([-1, 8, 2**31, 7])
        return f
    return [f.astype("u8"), f.astype("f8"), np.asfortranarray(f), f[: r.randrange(13)]][choice - 6]


def pose(r):
    p = np.eye(4)
    p[:3, 3] = [r.uniform(-2, 2) for _ in range(3)]
    return r.choice([p, p, p, p[:3], [0, 0, 0, 0, 0, 0, 1], np.full((4, 4), np.nan), 3, "x", None, 2 * p])


def body_of(r, shapes):
    kind = r.choice([tact.rigid, tact.deforming, tact.breaking, tact.points])
    if kind is tact.points:
        return kind(array(r), r.choice([None, 0.1, -1, np.full(8, 0.2), np.full(3, 0.1), "r"]))
    if kind is tact.rigid and shapes and r.random() < 0.4:
        return kind(r.choice(shapes), pose=pose(r))
    return kind(array(r), indices(r), self=r.random() < 0.5, copy=r.random() < 0.3)


def change(r, world, ids):
    body = r.choice(ids) if ids else tact.BodyId()
    other = r.choice(ids) if ids else tact.BodyId()
    step = r.randrange(9)
    if step == 0:
        world.remove(body)
    elif step == 1:
        world.move(body, pose(r))
    elif step == 2:
        world.move(body, array(r), copy=r.random() < 0.5)
    elif step == 3:
        world.move(body, array(r), indices(r))
    elif step == 4:
        world.move(body, array(r), radii=r.choice([0.1, [0.1] * 8, None]))
    elif step == 5:
        world.set_group(body, r.randrange(4), r.randrange(4))
    elif step == 6:
        r.choice([world.exclude, world.include])(body, other)
    elif step == 7:
        world.method = r.choice(["auto", "dbvh", "swiper", "boxes", "obb", "stream", "none"])
    else:
        world.set_self(body, r.random() < 0.5)


def ask(r, world, ids, kept):
    options = r.choice([{}, {}, {"tolerance": 0.3}, {"tolerance": float("nan")}, {"at_most": 2}, {"seconds": 0.0},
                        {"neighbours": True, "detail": "pairs"}, {"detail": "all"}, {"threads": 2}])
    step = r.randrange(5)
    if step == 0 and ids:
        kept.append(world.separation(r.choice(ids), r.choice(ids)))
    elif step == 1 and ids:
        kept.append(world.collide(r.choice(ids), r.choice(ids), **options))
    elif step == 2:
        kept.append(tact.Query(world).collide(**options))
    else:
        result = world.collide(**options)
        kept += [result.contacts, result.primitives, list(result)[:3]]


def test_nothing_ends_the_process():
    r = random.Random(11)
    worlds, kept, shapes = [], [], []
    refused = 0
    for call in range(CALLS):
        try:
            if not worlds or r.random() < 0.02:
                worlds.append((tact.World(), []))
                if len(worlds) > 4:
                    del worlds[r.randrange(len(worlds))]
            world, ids = r.choice(worlds)
            step = r.random()
            if step < 0.25 and len(ids) < 12:
                ids.append(world.add(body_of(r, shapes)))
            elif step < 0.65:
                change(r, world, ids)
            elif step < 0.67:
                shapes = shapes[-3:] + [tact.Shape(array(r), indices(r))]
            else:
                ask(r, world, ids, kept)
        except REFUSALS:
            refused += 1
        if call % 200 == 0:
            kept = kept[-5:]
            gc.collect()
    assert CALLS * 0.1 < refused < CALLS * 0.9


def test_pickle_and_fork_behave():
    import pickle
    world = tact.World()
    body = world.add(tact.rigid(*box()))
    for thing in (world, world.collide(), body, tact.Query(world)):
        try:
            pickle.dumps(thing)
        except TypeError:
            continue
        raise AssertionError(f"{type(thing)} can be pickled, but to what?")
    child = os.fork()
    if child == 0:
        ok = tact.self_collide(*box()).shape == (0, 2)
        os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0
