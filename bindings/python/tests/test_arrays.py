"""Which arrays are read in place, and what becomes of those that cannot be."""
import gc
import weakref

import numpy as np
import pytest
import tact

from conftest import box, grid


def brute(v, f):
    """The same answer by the program's slowest method."""
    world = tact.World(method="brute")
    world.add(tact.deforming(np.array(v, dtype=float), np.array(f), self=True))
    return world.collide(detail="pairs").primitives


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("index", [np.int32, np.int64, np.uint32, np.uint64])
def test_reads_in_place_what_lies_in_rows(dtype, index, sheet):
    v, f = sheet[0].astype(dtype), sheet[1].astype(index)
    assert not tact.deforming(v, f).copied
    wide = np.zeros((len(v), 5), dtype)
    wide[:, 1:4] = v
    assert not tact.deforming(wide[:, 1:4], f).copied
    assert not tact.deforming(v[::2], f[:0]).copied


@pytest.mark.parametrize("change", [np.asfortranarray, lambda v: v.astype(np.float16), lambda v: v.astype(">f8"),
                                    lambda v: v[::-1], lambda v: v.tolist()])
def test_says_what_was_copied(change, sheet):
    v, f = sheet
    assert tact.deforming(change(v), f).copied


def test_every_layout_gives_the_same_answer():
    random = np.random.default_rng(1)
    v = random.random((150, 3)).astype(np.float32)
    f = np.arange(150).reshape(-1, 3)
    expected = tact.self_collide(v, f).tolist()
    assert len(expected) > 10
    assert expected == brute(v, f).tolist()
    strided = np.zeros((150, 7), np.float32)
    strided[:, 2:5] = v
    for positions in (v.astype(float), np.asfortranarray(v), strided[:, 2:5], v.tolist(), v.astype(">f4")):
        for faces in (f.astype(np.int32), f.astype(np.uint64), np.asfortranarray(f), f.tolist(), f.astype(np.int16)):
            assert tact.self_collide(positions, faces).tolist() == expected


def test_a_change_of_the_array_counts_after_move(cube):
    v, f = cube
    world = tact.World()
    world.add(tact.rigid(*box((5, 0, 0), (6, 1, 1))))
    body = world.add(tact.deforming(v, f))
    assert not world.any()
    v += [4.5, 0, 0]
    world.move(body, v)
    assert world.any()


def test_a_copy_does_not_follow_the_array(cube):
    v, f = cube
    world = tact.World()
    world.add(tact.rigid(*box((5, 0, 0), (6, 1, 1))))
    body = world.add(tact.deforming(v, f, copy=True))
    moved = v + [4.5, 0, 0]
    world.move(body, moved, copy=True)
    moved[:] = 1e9
    assert world.any()


def test_arrays_live_as_long_as_they_are_borrowed(cube):
    world = tact.World()
    v, f = cube[0].copy(), cube[1].copy()
    seen = weakref.ref(v), weakref.ref(f)
    body = world.add(tact.deforming(v, f, self=True))
    del v, f
    gc.collect()
    assert all(r() is not None for r in seen)
    next_positions = cube[0] + 1
    world.move(body, next_positions)
    gc.collect()
    assert seen[1]() is not None, "faces are still read"
    world.collide()
    world.remove(body)
    gc.collect()
    assert all(r() is None for r in seen)


def test_faces_outlive_many_moves(cube):
    world = tact.World()
    faces = cube[1].copy()
    seen = weakref.ref(faces)
    body = world.add(tact.deforming(cube[0].copy(), faces))
    del faces
    for i in range(5):
        world.move(body, cube[0] + i)
        gc.collect()
    assert seen() is not None
    world.move(body, cube[0] + 9)
    assert world.collide(body, body) is not None


def test_a_borrowed_array_cannot_be_resized(cube):
    v, f = cube[0].copy(), cube[1].copy()
    body = tact.deforming(v, f)
    for array in (v, f):
        with pytest.raises(ValueError):
            array.resize((1, 3), refcheck=False)
    del body
    v.resize((1, 3), refcheck=False)


def test_a_failed_move_keeps_the_old_arrays(cube):
    v, f = cube[0].copy(), cube[1]
    world = tact.World()
    world.add(tact.rigid(*box((0.5, 0, 0), (1.5, 1, 1))))
    body = world.add(tact.deforming(v, f))
    before = world.collide(detail="pairs").primitives.tolist()
    bad = v.copy()
    bad[3, 1] = np.nan
    with pytest.raises(tact.BadMesh) as error:
        world.move(body, bad)
    assert (error.value.code, error.value.vertex) == ("bad_mesh", 3)
    del bad
    gc.collect()
    assert world.collide(detail="pairs").primitives.tolist() == before


def test_results_are_views(sheet):
    v, f = grid(8)
    other = grid(8, scale=0.9)[0]
    result = tact.World()
    a = result.add(tact.deforming(v, f))
    result.add(tact.deforming(other, f))
    answer = result.collide()
    contacts = answer.contacts
    assert len(contacts) == len(answer) > 0
    assert contacts.base is answer and not contacts.flags.writeable
    assert answer.primitives.base is answer
    first = answer[0]
    assert contacts[0]["primitive_a"] == first.primitive_a
    assert tuple(contacts[0]["body_a"]) == (a.slot, a.generation, a.world)
    assert (contacts["segment"]["from"][0] == first.segment[0]).all()
    kept = answer.primitives[:, 0].copy()
    del answer, contacts
    result.collide()
    assert (kept == result.collide().primitives[:, 0]).all()


@pytest.mark.parametrize("v, f, error", [
    (np.zeros((4, 2)), [[0, 1, 2]], ValueError),
    (np.zeros(12), [[0, 1, 2]], ValueError),
    (np.zeros((4, 3), complex), [[0, 1, 2]], TypeError),
    (np.zeros((4, 3)), np.zeros((1, 3)), TypeError),
    (np.zeros((4, 3)), [[0, 1]], ValueError),
    (np.zeros((4, 3)), [[0, 1, 4]], tact.BadMesh),
    (np.zeros((4, 3)), np.array([[0, 1, -1]]), tact.BadMesh),
    (np.array([["a"] * 3]), [[0, 0, 0]], TypeError),
    (None, [[0, 1, 2]], TypeError),
    (object(), [[0, 1, 2]], TypeError),
])
def test_wrong_arrays(v, f, error):
    with pytest.raises(error):
        tact.self_collide(v, f)
