"""A recorded edit: id before, parent found, result stored, nothing of what failed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home
from catchlight.service.editor import EditRequest, LocalEditor
from catchlight.service.lazy import LazyGenerations
from catchlight.service.recording import RecordingEditor
from catchlight.store.generations import Generations

from tests.doubles import EchoEditor, FailingEditor


@pytest.fixture
def store(home: Home) -> Iterator[Generations]:
    generations = Generations(home.store)
    yield generations
    generations.close()


def _request(picture: Picture, **fields: Any) -> EditRequest:
    return EditRequest("id_photo", OPERATIONS["id_photo"].params(**fields), (picture,))


def test_the_result_is_stored_under_the_id_that_the_editor_saw(store: Generations, sample: Picture) -> None:
    inner = EchoEditor()
    result = RecordingEditor(inner, store).run(_request(sample, hd=True), Progress())
    assert result.generation == inner.requests[0].generation
    kept = store.find(result.generation or "")
    assert (kept.operation, kept.parameters, kept.details) == ("id_photo", {"hd": True}, {"echo": True})
    assert (kept.source, kept.name, kept.parent) == (sample.digest, "astronaut.png", None)
    assert store.data(kept.id) == result.file.data


def test_a_store_that_opens_late_serves_the_same(home: Home, sample: Picture) -> None:
    opened: list[Generations] = []

    def open_store() -> Generations:
        opened.append(Generations(home.store))
        return opened[-1]

    late = LazyGenerations(open_store)
    assert not home.store.exists()
    assert late.notices == ()
    result = RecordingEditor(EchoEditor(), late).run(_request(sample), Progress())
    assert [entry.id for entry in late.history(sample.digest)] == [result.generation]
    assert late.data(result.generation or "") == result.file.data
    late.close()
    assert len(opened) == 1


def test_progress_never_falls_and_names_the_storing(store: Generations, sample: Picture) -> None:
    seen: list[tuple[float, str]] = []
    editor = RecordingEditor(EchoEditor(), store)
    editor.run(_request(sample), Progress(lambda fraction, step: seen.append((fraction, step))))
    assert seen == sorted(seen)
    assert seen[-1][1] == "storing"


@pytest.mark.parametrize("fault", [UnusablePicture("no"), Cancelled(), RuntimeError("bug")])
def test_what_fails_leaves_nothing(store: Generations, sample: Picture, fault: Exception) -> None:
    with pytest.raises(type(fault)):
        RecordingEditor(FailingEditor(fault), store).run(_request(sample), Progress())
    assert store.page().generations == ()


def test_a_cancel_just_before_storing_leaves_nothing(store: Generations, sample: Picture) -> None:
    progress = Progress(lambda fraction, step: progress.cancel() if step == "echoing" else None)
    with pytest.raises(Cancelled):
        RecordingEditor(EchoEditor(), store).run(_request(sample), progress)
    assert store.page().generations == ()


def test_the_record_in_the_file_leads_back_to_the_parent(
    store: Generations, sample: Picture, portraits: Any, catalogue: Any
) -> None:
    editor = RecordingEditor(LocalEditor(portraits, catalogue), store)
    photo = editor.run(_request(sample, background="document", output_format="jpeg"), Progress())
    reopened = codec.decode(photo.file.data)  # other pixels than the result: JPEG
    assert reopened.digest != photo.picture.digest
    assert reopened.record.steps[-1].generation == photo.generation
    layout = EditRequest("layout", OPERATIONS["layout"].params(), (reopened,))
    sheet = editor.run(layout, Progress())
    assert store.find(sheet.generation or "").parent == photo.generation
    assert [entry.id for entry in store.history(sample.digest)] == [photo.generation, sheet.generation]
