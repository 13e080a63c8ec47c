import threading

import pytest
from catchlight.core.progress import Cancelled, Progress


def test_reports_reach_the_listener_and_never_fall() -> None:
    heard: list[tuple[float, str]] = []
    progress = Progress(lambda fraction, step: heard.append((fraction, step)))
    progress.report(0.5, "matting")
    progress.report(0.2, "late")
    progress.report(7.0, "done")
    assert heard == [(0.5, "matting"), (0.5, "late"), (1.0, "done")]


def test_a_part_maps_its_own_range() -> None:
    heard: list[float] = []
    part = Progress(lambda fraction, _: heard.append(fraction)).part(0.2, 0.6)
    part.report(0.0, "a")
    part.report(0.5, "b")
    part.report(1.0, "c")
    assert heard == pytest.approx([0.2, 0.4, 0.6])


def test_cancelling_from_another_thread_stops_whole_and_part() -> None:
    progress = Progress()
    part = progress.part(0, 1)
    canceller = threading.Thread(target=progress.cancel)
    canceller.start()
    canceller.join()
    with pytest.raises(Cancelled):
        part.report(0.1, "never")
    with pytest.raises(Cancelled):
        progress.check()
    assert part.cancelled


def test_a_named_progress_says_one_step_and_is_cancelled_with_the_whole() -> None:
    heard: list[tuple[float, str]] = []
    whole = Progress(lambda fraction, step: heard.append((fraction, step)))
    part = whole.part(0.2, 0.6).named("cropping")
    part.report(0.5, "anything")
    assert heard == [(pytest.approx(0.4), "cropping")]
    part.cancel()
    with pytest.raises(Cancelled):
        whole.check()
