"""A chain that goes under the hair goes on over the rebuilt neck, and behind it; where there is none, none is put."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.removal import clean_plate
from catchlight.hair.removal.neck import chains
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view


def _changed(known: HairScene, monkeypatch: pytest.MonkeyPatch) -> tuple[np.ndarray, np.ndarray]:
    """How much brighter each pixel of the plate is for its chains, and where skin of the neck is rebuilt."""
    after = clean_plate.build_clean_plate(known)
    with monkeypatch.context() as without:
        without.setattr(chains, "extend_chains", lambda *_: None)
        before = clean_plate.build_clean_plate(known)
    change = after.plate.astype(int).mean(axis=-1) - before.plate.astype(int).mean(axis=-1)
    return change, after.torso.skin > 0.1


def _read(portraits: Portraits, folder: Path, head: str) -> HairScene:
    photo = codec.decode(next(folder.glob(f"{head}_*")).read_bytes())
    return styling_scene.read_scene(view(portraits.of(photo), longest=1500))


def test_chains_go_on_to_the_outline_of_the_neck(
    portraits: Portraits, portraits_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = _read(portraits, portraits_folder, "d33")
    change, neck = _changed(known, monkeypatch)
    laid = np.abs(change) > 4
    rows, columns = np.nonzero(laid)
    assert neck[laid].all()
    # On the side of two chains that hair hid, up to where the neck meets the shoulder.
    assert (columns < known.middle).all()
    assert 3 < np.ptp(rows) / known.cm < 7
    lit = change > 8
    assert lit[rows.min() : rows.max()].any(axis=1).mean() > 0.9
    assert np.median(lit.sum(axis=1)[lit.any(axis=1)]) < 0.5 * known.cm


@pytest.mark.parametrize("head", ["d02", "d08"])
def test_none_are_put_on_a_neck_without(
    head: str, portraits: Portraits, portraits_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, _ = _changed(_read(portraits, portraits_folder, head), monkeypatch)
    assert not change.any()
