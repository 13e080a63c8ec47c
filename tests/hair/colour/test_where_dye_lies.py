"""Light dye on dark hair of real pictures: on the hair alone, with the contrast of light hair, along the strands."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.hair import analysis
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view

from tests.benchmarks import dye


@pytest.mark.parametrize("key", ["c03a", "c03b"])
def test_dye_ends_where_the_hair_ends(
    key: str, portraits: Portraits, portraits_folder: Path, catalogue: Catalogue
) -> None:
    truth = cv2.imread(str(portraits_folder / "truth" / "c03_hair.png"), cv2.IMREAD_GRAYSCALE)
    assert truth is not None
    portrait = portraits.of(codec.decode(next(portraits_folder.glob(f"{key}*")).read_bytes()))
    row = catalogue.hair_colours.get("platinum_blonde")
    assert row is not None
    after = dye.dyed(portrait, row)
    leak, far = dye.leaked(dye.changes(portrait.picture.rgb8, after), truth > 127)
    assert leak <= dye.MOST_LEAK
    assert far == 0
    lab = oklab.from_srgb(after[truth > 127].astype(np.float32) / np.float32(255))
    assert 0.04 < float(lab[:, 0].std()) < 0.16
    assert not (dye.changes(portrait.picture.rgb8, after)[dye.face_of(portrait)] > 0.03).any()


@pytest.mark.parametrize("key", ["d02", "d05", "d30"])
@pytest.mark.sampled(1)
def test_lifted_strands_lie_as_the_hair_does(key: str, portraits: Portraits, portraits_folder: Path) -> None:
    """Noise has no direction: the relief changes more across the strands than along them."""
    portrait = view(portraits.of(codec.decode(next(portraits_folder.glob(f"{key}*")).read_bytes())), longest=1400)
    hair = analysis.analyse_hair(portrait)
    relief = cv2.GaussianBlur(hair.relief.plane.astype(np.float32) / np.float32(65535), (0, 0), 0.7)
    size = (relief.shape[1], relief.shape[0])
    x, y = hair.lie.streams.onward
    height, width = hair.lie.mask.shape
    columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    way = np.dstack([x - columns, y - rows])
    lines = cv2.resize(way / (np.linalg.norm(way, axis=2, keepdims=True) + 1e-6), size, interpolation=cv2.INTER_NEAREST)
    across, down = cv2.Sobel(relief, cv2.CV_32F, 1, 0), cv2.Sobel(relief, cv2.CV_32F, 0, 1)
    along = np.abs(across * lines[..., 0] + down * lines[..., 1])
    beside = np.abs(across * lines[..., 1] - down * lines[..., 0])
    core = cv2.erode((hair.mask > 64000).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    assert beside[core].mean() > 1.5 * along[core].mean()
    assert hair.relief.seen > 0.3
