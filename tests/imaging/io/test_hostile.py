"""Small files that were made to cost time are refused or opened at once: what they can cost is counted before it is paid."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import PIL.Image
import pytest
from catchlight.core.errors import CatchlightError, ImageTooLarge, UnsupportedImage
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.io import codec, deadline, xmp
from catchlight.imaging.io.codec import DecodeLimits

from tests.imaging.io import variants
from tests.imaging.io.variants import chunk

CEILING = 20
"""Seconds in which a process must have decoded such a file, its start included; the faults took minutes."""
_PHOTO = variants.photo()
_PNG = variants.png(_PHOTO)
_ZEROS = zlib.compress(bytes(300_000_000), 9)


def progressive(scans: int, width: int = 2000, height: int = 1500) -> bytes:
    out = io.BytesIO()
    PIL.Image.new("RGB", (width, height), (120, 130, 140)).save(out, "JPEG", progressive=True)
    data = out.getvalue()
    last = data[data.rindex(b"\xff\xc4") : -2]
    return data[:-2] + last * (scans - 10) + b"\xff\xd9"


def pages(count: int, loop: bool = False) -> bytes:
    """A TIFF of ``count`` directories for the same 64 x 64 pixels."""
    start, size = 8 + 64 * 64, 2 + 9 * 12 + 4
    entries = [(256, 64), (257, 64), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, 64), (279, 4096)]
    table = struct.pack("<H", 9) + b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries)
    end = start if loop else 0
    following = [start + size * (n + 1) if n < count - 1 else end for n in range(count)]
    return (
        b"II*\0" + struct.pack("<I", start) + bytes(4096) + b"".join(table + struct.pack("<I", to) for to in following)
    )


def claiming(width: int, height: int) -> bytes:
    """A TIFF whose directory names another size than its 4096 bytes of pixels have."""
    data = pages(1)
    for tag, value in ((256, width), (257, height)):
        data = data.replace(struct.pack("<HHII", tag, 4, 1, 64), struct.pack("<HHII", tag, 4, 1, value))
    return data


def overlapping() -> bytes:
    """1000 directories that name 32 further ones of 4000 fields each, all in the same bytes."""
    count, size = 1000, 18
    below = 8 + count * size
    base = below + count * 128
    out, arrays = bytearray(b"II*\0\x08\0\0\0"), bytearray()
    for n in range(count):
        after = 8 + size * (n + 1) if n < count - 1 else 0
        out += struct.pack("<H", 1) + struct.pack("<HHII", 330, 4, 32, below + 128 * n) + struct.pack("<I", after)
        arrays += b"".join(struct.pack("<I", base + 2 * (n * 32 + k)) for k in range(32))
    return bytes(out + arrays) + struct.pack("<H", 4000) * 200_000


def exif_overlapping() -> bytes:
    entries = b"".join(struct.pack("<HHII", 0x9000 + n, 7, 500_000, 8) for n in range(4000))
    return b"II*\0\x08\0\0\0" + struct.pack("<H", 4000) + entries + bytes(600_000)


def packet(inside: bytes) -> bytes:
    return variants.png(_PHOTO, chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + inside))


REFUSED: dict[str, Callable[[], bytes]] = {
    "JPEG of 2000 scans": lambda: progressive(2000),
    "small JPEG of 2000 scans": lambda: progressive(2000, 400, 300),
    "JPEG of a million segments": lambda: (
        b"\xff\xd8" + b"\xff\xe5\0\2" * 1_000_000 + variants.saved(_PHOTO, "JPEG")[2:]
    ),
    "TIFF of 20,000 pages": lambda: pages(20_000),
    "TIFF of overlapping directories": overlapping,
    "TIFF without fields": lambda: b"II*\0\x08\0\0\0\0\0\0\0\0\0",
    "TIFF that claims what it has not": lambda: claiming(9000, 64),
    "PNG of a million chunks": lambda: _PNG[:33] + chunk(b"tEXt", b"") * 1_000_000 + _PNG[33:],
    "PNG of a million data chunks": lambda: _PNG[:33] + chunk(b"IDAT", b"") * 1_000_000 + _PNG[33:],
    "WebP of 200,000 chunks": lambda: variants.saved(_PHOTO, "WEBP") + b"JUNK\0\0\0\0" * 200_000,
    "AVIF of 200,000 boxes": lambda: variants.saved(_PHOTO, "AVIF") + b"\0\0\0\x08free" * 200_000,
}
OPENED: dict[str, Callable[[], bytes]] = {
    "pixel data without end": lambda: _PNG[:33] + chunk(b"IDAT", _ZEROS) + chunk(b"IEND", b""),
    "packet without end": lambda: variants.png(_PHOTO, chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + _ZEROS)),
    "profile without end": lambda: variants.png(_PHOTO, chunk(b"iCCP", b"x\0\0" + _ZEROS)),
    "a megabyte of begun records": lambda: packet(b"<catchlight:Record>" * 55_000),
    "a megabyte of entities": lambda: packet(b"<catchlight:Record>" + b"&#" * 500_000 + b"</catchlight:Record>"),
    "a megabyte of digits": lambda: packet(b"<catchlight:Record>&#" + b"1" * 1_000_000 + b";</catchlight:Record>"),
    "a megabyte of brackets": lambda: packet(
        b'<catchlight:Record>{"steps":' + b"[" * 1_000_000 + b"</catchlight:Record>"
    ),
    "Exif of overlapping fields": lambda: variants.png(_PHOTO, chunk(b"eXIf", exif_overlapping())),
    "Exif in a megabyte of spaces": lambda: variants.png(_PHOTO, chunk(b"tEXt", SPACED)),
    "pages in a loop": lambda: pages(3, loop=True),
    "a megabyte of fill bytes": lambda: b"\xff\xd8" + b"\xff" * 1_000_000 + variants.saved(_PHOTO, "JPEG")[2:],
}
SPACED = b"Raw profile type exif\0\nexif\n 9\n" + b"0 " * 500_000
ALONE = """
import sys
from pathlib import Path
from catchlight.imaging.io import codec
from catchlight.core.errors import UnsupportedImage
try:
    codec.decode(Path(sys.argv[1]).read_bytes(), name="photo")
    print("opened")
except UnsupportedImage as refusal:
    print("refused", refusal.message)
"""


def decoded_alone(data: bytes, folder: Path) -> str:
    """What a process of its own says of the file within the ceiling, with an error stream that stays empty."""
    file = folder / "photo"
    file.write_bytes(data)
    done = subprocess.run([sys.executable, "-c", ALONE, str(file)], capture_output=True, text=True, timeout=CEILING)
    assert not done.stderr
    return done.stdout


@pytest.mark.parametrize("made", REFUSED.values(), ids=REFUSED.keys())
def test_files_of_too_many_parts_are_refused_in_plain_words(made: Callable[[], bytes], tmp_path: Path) -> None:
    said = decoded_alone(made(), tmp_path)
    assert said.startswith("refused photo ")
    assert said.strip().endswith(".")


@pytest.mark.parametrize("made", OPENED.values(), ids=OPENED.keys())
def test_information_that_was_made_to_cost_time_does_not(made: Callable[[], bytes], tmp_path: Path) -> None:
    assert decoded_alone(made(), tmp_path).startswith("opened")


@pytest.mark.parametrize("scans", [12, 60])
def test_sound_files_of_many_scans_are_opened(scans: int) -> None:
    assert codec.decode(progressive(scans, 300, 200)).pixels.shape == (200, 300, 3)


def test_sound_files_of_many_pages_and_chunks_are_opened() -> None:
    assert codec.decode(pages(400)).metadata.notes == ("Only the first of 400 frames or pages was opened.",)
    body = _PNG[41:-16]
    begin = zlib.decompress(body)
    packed = zlib.compress(begin, 0)
    pieces = b"".join(chunk(b"IDAT", packed[place : place + 64]) for place in range(0, len(packed), 64))
    assert np.array_equal(codec.decode(_PNG[:33] + pieces + chunk(b"IEND", b"")).pixels, _PHOTO)


def test_a_record_is_found_behind_much_else() -> None:
    from catchlight.imaging.record import Record, Step

    record = Record(steps=(Step(operation="adjust", parameters={}, kind="pixels", source="s"),))
    assert xmp.record(b"<a>" * 300_000 + xmp.packet(record)) == record
    assert xmp.record(b"<a>" * 3_000_000 + xmp.packet(record)) is None


def test_what_takes_too_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    with pytest.raises(UnsupportedImage, match="takes longer than 0 s"):
        deadline.run_with_deadline(over.wait, 0.2, "photo")
    progress = Progress()
    threading.Timer(0.2, progress.cancel).start()
    with pytest.raises(Cancelled):
        deadline.run_with_deadline(over.wait, 60, "photo", progress)
    over.set()
    assert deadline.run_with_deadline(lambda: 7, 1, "photo") == 7


def test_only_so_many_decoders_are_left_behind() -> None:
    over = threading.Event()
    for _ in range(deadline.MOST_LEFT):
        with pytest.raises(UnsupportedImage):
            deadline.run_with_deadline(over.wait, 0.05, "photo")

    def third() -> str:
        over.wait()
        return "waited for"

    threading.Timer(0.5, over.set).start()
    assert deadline.run_with_deadline(third, 5, "photo") == "waited for"
    last = threading.Event()
    with pytest.raises(UnsupportedImage):
        deadline.run_with_deadline(last.wait, 0.05, "photo")
    last.set()


def test_decoding_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    import simplejpeg

    over, progress = threading.Event(), Progress()

    def slow(*args: object, **options: object) -> None:
        progress.cancel()
        over.wait()

    monkeypatch.setattr(simplejpeg, "decode_jpeg", slow)
    with pytest.raises(Cancelled):
        codec.decode(variants.saved(_PHOTO, "JPEG"), progress=progress)
    over.set()


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 60000, 60000, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", b""),
        variants.saved(_PHOTO, "JPEG").replace(b"\x00\xdc\x00\xc6\x03", b"\xff\xdc\xff\xc6\x03"),
        claiming(1 << 20, 1 << 20),
    ],
    ids=["png", "jpeg", "tiff"],
)
def test_a_declared_size_is_refused_before_a_pixel_is_decoded(data: bytes) -> None:
    with pytest.raises(ImageTooLarge, match="megapixels"):
        codec.decode(data)


def test_a_refusal_for_size_names_the_size_and_the_setting() -> None:
    local = DecodeLimits(1_000_000_000, 40_000, 64, "localLimits")
    with pytest.raises(ImageTooLarge) as refusal:
        codec.decode(_PNG, local, "photo.png")
    assert refusal.value.message == (
        "photo.png has 198 x 220 pixels (0.044 megapixels); the limit is 0.04. "
        "Save a smaller copy, or raise localLimits.maxPixels in settings.json."
    )
    with pytest.raises(CatchlightError, match=r"0\.1 MB; the limit is 0\.05 MB.*localLimits\.maxBytes"):
        codec.decode(_PNG, DecodeLimits(50_000, setting="localLimits"))
