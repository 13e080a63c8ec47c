"""Strokes from a file of JSON: done to the picture, or refused in words that name the file and what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from catchlight.imaging.io import codec

from tests.cli.conftest import Run

EDIT = {"tool": "dodge", "strokes": [{"points": [[100, 100], [120, 100]], "radius": 12}]}


@pytest.mark.parametrize("written", [[EDIT], {"edits": [EDIT]}])
def test_the_edits_of_a_file_are_done(catchlight: Run, photo: Path, written: object) -> None:
    strokes, out = photo.with_name("strokes.json"), photo.with_name("out.png")
    strokes.write_text(json.dumps(written), encoding="utf-8")
    ran = catchlight("brush", photo, out, "--strokes", strokes)
    assert ran.code == 0, ran.err
    before, after = codec.decode(photo.read_bytes()), codec.decode(out.read_bytes())
    rows, columns = np.nonzero((before.pixels[..., :3] != after.pixels[..., :3]).any(axis=2))
    assert (rows.min(), rows.max()) == pytest.approx((88, 111), abs=3)
    assert (columns.min(), columns.max()) == pytest.approx((88, 131), abs=3)
    assert after.record.steps[-1].facts["tools"] == {"dodge": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not json", "is not JSON"),
        ('{"edit": []}', "it takes edits, and face"),
        ('[{"tool": "clone", "strokes": [{"points": [[1, 2]], "radius": 3}]}]', "needs its source"),
        ('[{"tool": "paint"}]', "tool"),
    ],
)
def test_a_file_that_says_nothing_is_refused(catchlight: Run, photo: Path, text: str, said: str) -> None:
    strokes = photo.with_name("strokes.json")
    strokes.write_text(text, encoding="utf-8")
    ran = catchlight("brush", photo, photo.with_name("out.png"), "--strokes", strokes)
    assert ran.code == 2
    told = " ".join(ran.err.split())
    assert said in told
    assert "--strokes" in told
    ran = catchlight("brush", photo, photo.with_name("out.png"), "--strokes", photo.with_name("none.json"))
    assert "cannot be read" in " ".join(ran.err.split())
