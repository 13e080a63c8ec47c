"""Where the forehead's skin may be made anew, little by little above the brows, so that no border is seen; and what it keeps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.head.ellipsoid import project_skull
from catchlight.hair.removal import hairline_shade
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.portrait import Portrait


def test_the_forehead_begins_little_by_little_above_the_brows(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    # Far from all hair, so that nothing but the height decides.
    freed = hairline_shade.face_change_limit(known, np.zeros(known.shape, bool))
    x, brows = (int(known.marks.xy[[105, 334], axis].mean()) for axis in (0, 1))
    face = freed[:, x][known.oval[:, x] > 0.5]
    assert face[0] == 1
    assert face[-1] == 0
    assert freed[brows + 2, x] == 0
    assert np.abs(np.diff(face)).max() < 1 / known.cm


def test_skin_keeps_its_moles_when_the_shade_is_taken_from_it(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    ball = project_skull(known.head, known.marks.ring(mesh.OVAL))
    row, column = (int(value) for value in known.marks.xy[9][::-1])
    rgb = np.full_like(known.rgb, 90)
    rgb[row, column] = 40
    plate = np.full((*known.rgb[ball.part].shape[:2], 3), (180, 140, 120), np.float32)
    lifted = hairline_shade.remove_shade(replace(known, rgb=rgb), plate, ball)
    y, x = row - ball.part[0].start, column - ball.part[1].start
    assert np.abs(np.median(lifted, axis=(0, 1)) - plate[0, 0]).max() < 1
    assert (lifted[y, x] < plate[0, 0] - 40).all()


def test_beside_new_hair_skin_has_the_shade_of_the_photo_again(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    ball = project_skull(known.head, known.marks.ring(mesh.OVAL))
    photo = np.asarray(known.rgb[ball.part], np.float32)
    # A photo that is nowhere darker than the plate has no shade; one at half its light has half everywhere that skin is seen.
    whole = 255 / hairline_shade.MOST_SHADE_RATIO
    assert (np.abs(hairline_shade.photo_shade(known, photo, ball) - whole) < 4).mean() > 0.99
    half = hairline_shade.photo_shade(replace(known, rgb=known.rgb // 2), photo, ball)
    x, y = (known.marks.xy[9] - (ball.part[1].start, ball.part[0].start)).astype(int) // 4
    assert np.abs(half[y, x] - whole / 2).max() < 4
    # What is as bright but bluer is so again.
    bluer = photo * np.array([1.05, 1.05, 0.8], np.float32)
    assert hairline_shade.photo_shade(known, bluer, ball)[y, x, 2] > 1.1 * whole
    worn, zone = np.zeros(known.shape, np.float32), np.ones(known.shape, np.float32)
    column = int(known.marks.xy[9, 0])
    worn[:, : column - round(0.5 * known.cm)] = 1
    row = int(known.marks.xy[9, 1])
    near, far = (row, column), (row, column + round(4 * known.cm))
    part = known.rgb.copy()
    dims = hairline_shade.restore_shade(part, ball, half, zone, worn, known.cm)
    assert 0.4 < dims[near] < 0.6
    np.testing.assert_allclose(part[near], known.rgb[near] * (1 - dims[near]), atol=3)
    assert dims[far] < 0.001
    np.testing.assert_array_equal(part[far], known.rgb[far])
    part = known.rgb.copy()
    less = hairline_shade.restore_shade(part, ball, half, zone, worn, known.cm, 0.35)
    np.testing.assert_allclose(less, 0.35 * dims, atol=1e-6)
    np.testing.assert_allclose(part[near], known.rgb[near] * (1 - less[near]), atol=3)
    untouched = known.rgb.copy()
    assert not hairline_shade.restore_shade(untouched, ball, half, 0 * zone, worn, known.cm).any()
    np.testing.assert_array_equal(untouched, known.rgb)
