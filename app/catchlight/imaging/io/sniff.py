"""The type of a file by its first bytes."""

from __future__ import annotations

EXTENSIONS = {
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/webp": ".webp",
    "image/tiff": ".tif",
    "image/bmp": ".bmp",
    "image/heic": ".heic",
    "image/heif": ".heif",
    "image/avif": ".avif",
}
"""Readable types and the suffix each is written with; a camera's raw file is read, and never written."""
RAW = "image/x-raw"
"""What a camera's raw file of any kind is called; many are shaped like a TIFF, which the first bytes alone say then."""
_TIFF = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
_HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx")
_GENERIC_BRANDS = (b"mif1", b"msf1", b"heif")
_RAWS = (
    (0, b"IIRO", "Olympus ORF"),
    (0, b"IIRS", "Olympus ORF"),
    (0, b"IIU\x00", "Panasonic RW2"),
    (0, b"FUJIFILMCCD-RAW", "Fujifilm RAF"),
    (0, b"FOVb", "Sigma X3F"),
    (0, b"\x00MRM", "Minolta MRW"),
    (4, b"ftypcrx ", "Canon CR3"),
)
"""Where a camera's raw file that is not shaped like a TIFF carries its mark, and what it is called."""


def sniff(data: bytes) -> str | None:
    """Media type by the first bytes; None when it is no picture we know. GIF is known, but not readable."""
    head = data[:32]
    if raw_name(head):
        return RAW
    if head.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[:4] in _TIFF:
        return "image/tiff"
    if head.startswith(b"BM"):
        return "image/bmp"
    if head.startswith(b"GIF8"):
        return "image/gif"
    return _sniff_boxes(data) if head[4:8] == b"ftyp" else None


def _sniff_boxes(data: bytes) -> str | None:
    """The type of a file of boxes by its brands (ISO/IEC 14496-12, 4.3); the first brand decides where it is specific."""
    brand = data[8:12]
    if brand in (b"avif", b"avis"):
        return "image/avif"
    if brand in _HEIF_BRANDS:
        return "image/heic"
    if brand in _GENERIC_BRANDS:
        return "image/avif" if b"avif" in data[16:64] else "image/heif"
    return None


def raw_name(data: bytes) -> str | None:
    """What a camera's raw file is called where its first bytes tell it; those shaped like a TIFF are told by their tags."""
    return next((name for place, mark, name in _RAWS if data[place : place + len(mark)] == mark), None)


def is_picture_head(head: bytes) -> bool:
    """Whether a file that begins so is of a type that is read. head: its first 64 bytes at least, where it has as many."""
    return sniff(head) in (*EXTENSIONS, RAW)
