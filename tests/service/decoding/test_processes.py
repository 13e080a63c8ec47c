"""Heavy files are decoded in a process that can be killed: by the file, by whoever waits no longer, or when it takes too long."""

from __future__ import annotations

import io
import os
import signal
import struct
import threading
from collections.abc import Iterator

import numpy as np
import pytest
from catchlight.core.errors import CatchlightError, ImageTooLarge, UnsupportedImage
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.io import codec
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.service.decoding import processes as module
from catchlight.service.decoding.cost import is_heavy
from catchlight.service.decoding.processes import DecodingProcesses
from PIL import Image

from tests.doubles import eventually

LIMITS = DecodeLimits()


def saved(kind: str, size: tuple[int, int] = (300, 200), **options: object) -> bytes:
    noise = np.random.default_rng(3).integers(0, 255, (size[1], size[0], 3), np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).save(out, kind, **options)
    return out.getvalue()


@pytest.fixture(scope="module")
def warm() -> Iterator[DecodingProcesses]:
    """One set for the module: a process takes a second to start."""
    made = DecodingProcesses()
    yield made
    made.close()
    assert made.processes == []


def test_what_is_cheap_by_its_header_is_decoded_at_once(warm: DecodingProcesses) -> None:
    for kind in ("jpeg", "png", "bmp"):
        data = saved(kind)
        assert not is_heavy(data)
        assert np.array_equal(warm.decode(data, LIMITS, "it").pixels, codec.decode(data).pixels)
    assert not is_heavy(b"")
    assert not is_heavy(b"\xff\xd8\xff\xe0 and then nothing")
    assert warm.processes == []


def test_what_may_cost_much_is_heavy() -> None:
    large_png = saved("png")[:16] + struct.pack(">II", 10_000, 8_000) + saved("png")[24:]
    size = struct.pack(">HH", 200, 300)
    many_scans = saved("jpeg", progressive=True).replace(size, struct.pack(">HH", 8000, 8000), 1)
    for data in (large_png, many_scans, *(saved(kind) for kind in ("webp", "tiff", "avif"))):
        assert is_heavy(data)


def test_a_heavy_file_is_the_same_picture_as_decoded_here(warm: DecodingProcesses) -> None:
    for kind in ("webp", "tiff"):
        data = saved(kind, dpi=(300, 300)) if kind == "tiff" else saved(kind, lossless=True)
        there, here = warm.decode(data, LIMITS, "it"), codec.decode(data, LIMITS, "it")
        assert np.array_equal(there.pixels, here.pixels)
        assert (there.dpi, there.metadata, there.digest) == (here.dpi, here.metadata, here.digest)
        assert not there.pixels.flags.writeable
    assert len(warm.processes) == 1


@pytest.mark.parametrize(
    ("file", "limits"),
    [
        (saved("tiff")[:-4000], LIMITS),
        (saved("tiff"), DecodeLimits(max_pixels=1000)),
        (saved("tiff"), DecodeLimits(min_side=250)),
        (b"RIFF\x10\0\0\0WEBPVP8 ", LIMITS),
    ],
    ids=["cut off", "too large", "too small", "a head alone"],
)
def test_what_the_decoder_says_is_said(warm: DecodingProcesses, file: bytes, limits: DecodeLimits) -> None:
    assert is_heavy(file)
    said = []
    for decode in (warm.decode, codec.decode):
        try:
            said.append((None, str(decode(file, limits, "it").metadata.notes)))
        except CatchlightError as fault:
            said.append((type(fault), str(fault.message)))
    assert said[0] == said[1]


def test_the_bytes_are_judged_before_anything_is_started(warm: DecodingProcesses) -> None:
    with pytest.raises(ImageTooLarge):
        warm.decode(saved("tiff"), DecodeLimits(max_bytes=100), "it")


def stopped(warm: DecodingProcesses) -> int:
    """The process that waits, stopped as one that hangs in a decoder; its id."""
    warm.decode(saved("webp"), LIMITS, "it")
    (process,) = warm.processes
    os.kill(process, signal.SIGSTOP)
    return process


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_process_that_dies_costs_its_file_alone(warm: DecodingProcesses) -> None:
    process = stopped(warm)
    killer = threading.Thread(
        target=lambda: eventually(lambda: not warm.processes) and os.kill(process, signal.SIGKILL)
    )
    killer.start()
    with pytest.raises(UnsupportedImage, match="cannot be decoded"):
        warm.decode(saved("webp"), LIMITS, "it")
    killer.join()
    assert warm.decode(saved("webp"), LIMITS, "it").width == 300


def test_who_waits_no_longer_ends_the_process(warm: DecodingProcesses) -> None:
    process, progress = stopped(warm), Progress()
    leaving = threading.Thread(target=lambda: eventually(lambda: not warm.processes) and progress.cancel())
    leaving.start()
    with pytest.raises(Cancelled):
        warm.decode(saved("webp"), LIMITS, "it", progress)
    leaving.join()
    assert is_gone(process)


def test_what_takes_too_long_ends_with_its_process(warm: DecodingProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    process = stopped(warm)
    monkeypatch.setattr(module, "SECONDS", 0.0)
    monkeypatch.setattr(module, "SECONDS_A_MEGAPIXEL", 0.0)
    with pytest.raises(UnsupportedImage, match="far too long"):
        warm.decode(saved("webp"), LIMITS, "it")
    assert is_gone(process)
