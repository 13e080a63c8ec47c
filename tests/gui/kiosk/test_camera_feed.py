"""The camera of a session: lost, looked for, and taken up again without a restart."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from catchlight.camera.live import webcam
from catchlight.camera.live.open_live import open_live_camera
from catchlight.camera.live.turning import encode_take
from catchlight.camera.port import CameraPicture
from catchlight.core.progress import Cancelled, Progress
from catchlight.gui.kiosk.machine.camera_feed import CameraFeed, FeedNews, FoundNews, LostNews
from catchlight.imaging.io import codec
from catchlight.kiosk.guidance.port import Guidance, Oval

from tests.camera.live.films import COLOURS, network_camera, plain

T = TypeVar("T")
OVAL = Oval(0.5, 0.45, 0.17, 0.3)


def feed_of(kind: str, device: str) -> CameraFeed:
    feed = CameraFeed(
        partial(open_live_camera, kind, device, 640, 480, 0),  # type: ignore[arg-type]  # kinds as a test names them
        lambda _frame: Guidance((), OVAL, OVAL, 0.0),
        retry_s=0.1,
    )
    feed.watching.set()
    return feed


def next_of(kind: type[T], feed: CameraFeed, news: Iterator[FeedNews]) -> T:
    """The next news of a kind; frames in between are shown at once."""
    until = time.monotonic() + 20
    for one in news:
        feed.shown.set()
        if isinstance(one, kind):
            return one
        assert time.monotonic() < until, "waited in vain"
    raise AssertionError("the feed ended")


def test_a_silent_webcam_is_told_and_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webcam, "_READ_MS", 500)
    progress = Progress()
    with network_camera() as (address, stalled):
        feed = feed_of("webcam", address)
        news = feed.news(progress)
        assert next_of(FoundNews, feed, news).live
        next_of(np.ndarray, feed, news)
        stalled.set()
        assert "Connect it again" in next_of(LostNews, feed, news).why
        stalled.clear()
        next_of(FoundNews, feed, news)
        feed.release()
        assert codec.decode(next_of(CameraPicture, feed, news).data).width == 160
        progress.cancel()
        with pytest.raises(Cancelled):
            next(news)


def test_a_folder_that_goes_away_is_told_at_every_try_and_taken_up_again(tmp_path: Path) -> None:
    folder, progress = tmp_path / "pictures", Progress()
    feed = feed_of("folder", str(folder))
    news = feed.news(progress)
    assert "pictures" in next_of(LostNews, feed, news).why
    assert "pictures" in next_of(LostNews, feed, news).why
    folder.mkdir()
    (folder / "a.jpg").write_bytes(encode_take(plain(COLOURS[0], (160, 96)), "a.jpg").data)
    assert next_of(FoundNews, feed, news).name == "pictures"
    (folder / "a.jpg").unlink()
    next_of(LostNews, feed, news)
    progress.cancel()
    with pytest.raises(Cancelled):
        next(news)
