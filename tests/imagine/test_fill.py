"""A picture with an area painted by an engine: what is sent, what is kept, what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.generators.onnx_file import OnnxInpainter
from catchlight.imagine.fill import NOTE_RESIZED, FillTask, Imagine
from catchlight.imaging.inpaint import fill_smoothly
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.retouch.area import Area

from tests.imagine.engines import ToldEngine, repainted
from tests.tiny_inpainter import write_inpainter


def task(depth: type = np.uint8, **more: Any) -> FillTask:
    """A wall with a black post that is taken away."""
    y, x = np.mgrid[:600, :900].astype(np.float32)
    colours = np.stack([0.4 + 0.2 * x / 900, 0.5 + 0.1 * y / 600, 0.55 - 0.1 * x / 900], 2)
    colours += np.random.default_rng(2).standard_normal(colours.shape).astype(np.float32) * 0.008
    colours[150:350, 400:460] = 0.05
    mask = np.zeros((240, 100), np.float32)
    mask[10:-10, 10:-10] = 1
    import cv2

    area = Area((380, 130, 480, 370), np.asarray(cv2.GaussianBlur(mask, (0, 0), 3), np.float32))
    free = 1 - np.asarray(area.on((600, 900)) > 0, np.float32)
    plate = fill_smoothly(np.asarray(colours, np.float32), free)
    top = np.iinfo(depth).max
    pixels, filled = (np.round(np.clip(one, 0, 1) * top).astype(depth) for one in (colours, plate))
    return FillTask(pixels, filled, area, "a wall", "person", 7, **more)


def outside(wish: FillTask) -> np.ndarray:
    return wish.area.trimmed().on(wish.pixels.shape[:2]) <= 0


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
def test_an_engine_that_repaints_all_changes_the_hole_alone(depth: type, models: Models) -> None:
    engine = ToldEngine(repainted)
    wish = task(depth)
    made = Imagine(engine, models).fill(wish, Progress())
    assert np.array_equal(made.pixels[outside(wish)], wish.pixels[outside(wish)])
    top = np.iinfo(depth).max
    inside = (slice(200, 300), slice(410, 450))
    assert np.abs(made.pixels[inside].mean((0, 1)) - wish.plate[inside].mean((0, 1))).max() / top < 0.02
    assert made.facts["engine"] == "told"
    assert made.facts["prompt"] == "a wall"
    assert made.facts["seed"] == 7
    assert 0 < made.facts["maskShare"] < 0.05
    assert made.facts.get("depth") == (8 if depth is np.uint16 else None)


def test_the_window_alone_is_sent_with_the_hole_filled(models: Models) -> None:
    engine = ToldEngine()
    wish = task()
    Imagine(engine, models).fill(wish, Progress())
    sent = engine.requests[0]
    assert (sent.width, sent.height) == (512, 512)
    assert sent.picture.min() > 60  # the black post is not sent
    assert not sent.picture.flags.writeable


def test_an_onnx_file_fills_and_gets_no_words(tmp_path: Path, models: Models) -> None:
    engine = OnnxInpainter("lama", write_inpainter(tmp_path / "lama.onnx"), 1)
    wish = task()
    made = Imagine(engine, models).fill(wish, Progress())
    assert np.array_equal(made.pixels[outside(wish)], wish.pixels[outside(wish)])
    assert made.pixels[150:350, 400:460].min() > 60
    assert (made.facts["prompt"], made.facts["seed"]) == ("", 0)


def test_an_answer_is_painted_once_for_the_same_wish(models: Models) -> None:
    engine = ToldEngine()
    imagine = Imagine(engine, models)
    first, again = (imagine.fill(task(), Progress()) for _ in range(2))
    assert len(engine.requests) == 1
    assert np.array_equal(first.pixels, again.pixels)


def test_what_does_not_join_at_its_rim_is_dropped(models: Models) -> None:
    def white(request: Any) -> np.ndarray:
        picture = request.picture.copy()
        picture[request.mask > 0] = 255
        return picture

    with pytest.raises(CatchlightError, match="edge") as failed:
        Imagine(ToldEngine(white), models).fill(task(), Progress())
    assert failed.value.code == "imagining_failed"


def test_a_second_face_is_dropped(models: Models, sample: Picture) -> None:
    import cv2

    def haunted(request: Any) -> np.ndarray:
        picture = request.picture.copy()
        face = cv2.resize(sample.rgb8[0:230, 110:340], (140, 140), interpolation=cv2.INTER_AREA)
        rows, columns = np.nonzero(request.mask)
        y, x = int(rows.mean()) - 70, int(columns.mean()) - 70
        picture[y : y + 140, x : x + 140] = face
        return picture

    wish = task(seam=False)
    mask = np.ones((300, 300), np.float32)
    wish = FillTask(wish.pixels, wish.plate, Area((280, 100, 580, 400), mask), "", "", 0, seam=False)
    with pytest.raises(CatchlightError, match="another face") as failed:
        Imagine(ToldEngine(haunted), models).fill(wish, Progress())
    assert failed.value.code == "imagining_failed"


def test_another_size_is_resampled_and_told_and_no_picture_is_refused(models: Models) -> None:
    made = Imagine(ToldEngine(lambda request: request.picture[::2, ::2]), models).fill(task(), Progress())
    assert made.notes == (NOTE_RESIZED,)
    with pytest.raises(CatchlightError, match="no picture"):
        Imagine(ToldEngine(lambda request: request.picture[:3, :3]), models).fill(task(), Progress())


def test_an_engine_without_words_cannot_add(models: Models) -> None:
    with pytest.raises(CatchlightError, match="takes no words") as refused:
        Imagine(ToldEngine(words=False), models).fill(task(needs_words=True), Progress())
    assert refused.value.code == "engine_unsuited"
