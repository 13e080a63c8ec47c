"""The store keeps what it was given, and forgets what it may: on one computer and in a lab."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from catchlight.core.errors import UnknownEntry
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record, Step
from catchlight.store.generation import Generation
from catchlight.store.generations import Generations
from catchlight.store.ids import generation_id, is_generation_id, uuid7
from catchlight.store.settings.resource_limits import StoreLimits

from tests.simulators.s3 import S3Server
from tests.store.places import Place


def _picture(shade: int, side: int = 80) -> Picture:
    return Picture(np.full((side, side, 3), shade, np.uint8))


def _entry(picture: Picture, source: Picture | None = None, parent: str | None = None, size: int = 3) -> Generation:
    return Generation(
        id=generation_id(), operation="id_photo", parent=parent, source=source.digest if source else None,
        result=picture.digest, media_type="image/png", width=picture.width, height=picture.height, bytes=size,
        created=datetime.now(UTC),
    )  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def _s3_runs(s3: S3Server) -> None:
    """Its threads start here, not within a test."""


@pytest.fixture
def store(place: Place) -> Iterator[Generations]:
    generations = place.open()
    yield generations
    generations.close()


def test_uuid7_has_the_layout_of_the_rfc() -> None:
    moment = 0x017F22E279B0 * 1_000_000  # the example of RFC 9562, appendix A.6
    number = uuid7(moment)
    assert number >> 80 == 0x017F22E279B0
    assert number >> 76 & 0xF == 7
    assert number >> 62 & 0b11 == 0b10
    assert uuid7(moment + 500_000) >> 64 & 0xFFF == 2048
    assert is_generation_id(generation_id())


def test_ids_sort_by_time() -> None:
    ids = [generation_id() for _ in range(50)]
    assert [entry[:16] for entry in ids] == sorted(entry[:16] for entry in ids)


def test_a_generation_comes_back_as_it_was_stored(store: Generations) -> None:
    source, result = _picture(10), _picture(20)
    step = Step(operation="id_photo", parameters={"hd": True}, kind="geometry", source=source.digest)
    entry = _entry(result, source).model_copy(
        update={"record": Record(steps=(step,)), "details": {"dpi": 300, "verdict": {"checks": []}}, "name": "Ünï.jpg"}
    )
    store.add(entry, result, b"abc")
    assert store.find(entry.id) == entry
    assert store.data(entry.id) == b"abc"
    assert max(codec.decode(store.thumbnail(entry.id)).pixels.shape[:2]) == 80
    assert store.bytes == 3


def test_thumbnails_keep_alpha_and_shape(store: Generations) -> None:
    pixels = np.zeros((600, 1200, 4), np.uint16)
    pixels[..., 3] = 40_000
    picture = Picture(pixels)
    entry = _entry(picture)
    store.add(entry, picture, b"abc")
    small = codec.decode(store.thumbnail(entry.id))
    assert (small.width, small.height, small.has_alpha, small.depth) == (256, 128, True, 8)


def test_the_list_is_newest_first_in_pages(store: Generations) -> None:
    ids = [store.upload(_picture(shade), b"x").id for shade in range(7)]
    seen, before = [], None
    while True:
        page = store.page(3, before)
        assert len(page.generations) <= 3
        seen += [entry.id for entry in page.generations]
        before = page.next
        if before is None:
            break
    assert seen == ids[::-1]


def test_deleting_takes_the_file_along(store: Generations, place: Place) -> None:
    entry = store.upload(_picture(1), b"x")
    assert len(place.pictures()) == 1
    store.delete(entry.id)
    assert place.pictures() == []
    for gone in (store.find, store.data, store.thumbnail, store.delete):
        with pytest.raises(UnknownEntry) as fault:
            gone(entry.id)
        assert fault.value.code == "unknown_generation"


def test_history_is_found_again_by_the_pixels_of_the_source(store: Generations) -> None:
    source, first, second, other = _picture(1), _picture(2), _picture(3), _picture(4)
    one = _entry(first, source)
    store.add(one, first, b"1")
    two = _entry(second, first, parent=one.id)
    store.add(two, second, b"2")
    branch = _entry(other, source)
    store.add(branch, other, b"3")
    stranger = _entry(_picture(9), _picture(8))
    store.add(stranger, _picture(9), b"4")
    assert [entry.id for entry in store.history(source.digest)] == [one.id, two.id, branch.id]
    assert [entry.id for entry in store.history(first.digest)] == [two.id]
    assert store.with_result(second.digest)[0].id == two.id
    assert store.history("nothing") == ()


def test_an_edit_that_changes_nothing_does_not_loop(store: Generations) -> None:
    picture = _picture(1)
    entry = _entry(picture, picture)
    store.add(entry, picture, b"1")
    assert store.history(picture.digest) == (entry,)


def test_the_parent_is_known_by_pixels_or_by_record(store: Generations) -> None:
    picture = _picture(1)
    assert store.parent_of(picture) is None
    entry = store.upload(picture, b"x")
    assert store.parent_of(picture) == entry.id
    steps = tuple(
        Step(operation="id_photo", parameters={}, kind="geometry", source="-", generation=name)
        for name in (entry.id, "gen_from_another_computer")
    )
    assert store.parent_of(_picture(2).with_(record=Record(steps=steps))) == entry.id


def test_retention_forgets_by_age(place: Place) -> None:
    clock = [datetime(2026, 1, 1, tzinfo=UTC)]
    store = place.open(StoreLimits(keep_days=30), now=lambda: clock[0])
    try:
        old = store.upload(_picture(1), b"old")
        clock[0] += timedelta(days=29)
        young = store.upload(_picture(2), b"young")
        assert store.prune() == 0
        clock[0] += timedelta(days=2)
        assert store.prune() == 1
        assert [entry.id for entry in store.page().generations] == [young.id]
        assert len(place.pictures()) == 1
        assert store.data(young.id) == b"young"
        with pytest.raises(UnknownEntry):
            store.find(old.id)
        clock[0] += timedelta(days=300)
        assert store.prune(StoreLimits(keep_days=None)) == 0
    finally:
        store.close()


def test_many_threads_and_two_stores_at_one_place(store: Generations, place: Place) -> None:
    other = place.open()
    faults: list[Exception] = []

    def work(target: Generations, shade: int) -> None:
        try:
            for turn in range(4):
                entry = target.upload(_picture(shade + turn), bytes([shade]))
                assert target.data(entry.id) == bytes([shade])
                target.page(2)
                if turn % 2:
                    target.delete(entry.id)
        except Exception as fault:  # noqa: BLE001 - a thread's fault belongs to the test
            faults.append(fault)

    threads = [threading.Thread(target=work, args=((store, other)[n % 2], n * 4)) for n in range(8)]
    for thread in threads:
        thread.start()
    place.open().close()  # cleaning up meanwhile takes nothing away
    for thread in threads:
        thread.join()
    other.close()
    assert faults == []
    assert len(store.page(100).generations) == 16
    data = [store.data(entry.id) for entry in store.page(100).generations]
    assert len(place.pictures()) == len(set(data) if place.by_digest else data)
