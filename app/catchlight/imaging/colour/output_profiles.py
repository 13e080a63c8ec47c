"""ICC profiles of screens and printers: what a file says of itself, and whether it can be used for what it was chosen for."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message, mark
from catchlight.imaging.colour.srgb import srgb_profile
from catchlight.imaging.io import icc

Use = Literal["display", "proof", "printer"]
"""A screen's, a printer's to be shown, a printer's whose numbers are sent to it: those are RGB."""
_DISPLAY_CLASSES = (b"mntr", b"spac")
_PRINTER_CLASSES = (b"prtr", b"mntr", b"spac")
"""Photo laboratories name sRGB or Adobe RGB as the profile of their printers."""
_PRINTER_SPACES = {b"RGB ": "RGB", b"CMYK": "CMYK", b"GRAY": "L"}
_MOST_BYTES = 64_000_000


@dataclass(frozen=True)
class OutputProfile:
    """A usable profile. mode: Pillow's name of the device's colours: RGB, CMYK or L. srgb: whether it is sRGB itself."""

    data: bytes
    name: str
    mode: str
    srgb: bool


def read_output_profile(file: Path, use: Use) -> OutputProfile:
    """The profile in a file. Raises InvalidRequest with what is wrong and what to choose instead."""
    try:
        data = file.read_bytes() if file.stat().st_size <= _MOST_BYTES else b""
    except OSError as fault:
        raise InvalidRequest(
            Message("The profile {name} cannot be read. Choose it again, or another one.", name=file.name)
        ) from fault
    return check_output_profile(data, file.name, use)


@lru_cache(maxsize=16)
def check_output_profile(data: bytes, name: str, use: Use) -> OutputProfile:
    """The profile, tried out. name: of its file, for the sentence. Raises InvalidRequest as ``read_output_profile``.

    The header's fields are those of ICC.1:2022, 7.2: class at byte 12, colour space at byte 16.
    """
    if len(data) < 132 or data[36:40] != b"acsp":
        raise _refused(mark("{name} is not an ICC profile, or it is damaged. Choose another file."), name)
    kind, space = data[12:16], data[16:20]
    if kind == b"link":
        raise _refused(
            mark("{name} is a device link, which joins two devices. Choose the profile of one device."), name
        )
    if kind == b"scnr":
        raise _refused(
            mark("{name} is the profile of a scanner or a camera. Choose one of a screen or a printer."), name
        )
    if use == "display" and space != b"RGB ":
        raise _refused(mark("{name} is not for RGB. A screen needs an RGB profile: choose the one made for it."), name)
    if use == "display" and kind not in _DISPLAY_CLASSES:
        raise _refused(mark("{name} is not the profile of a screen. Choose the one made for your screen."), name)
    if use != "display" and (kind not in _PRINTER_CLASSES or space not in _PRINTER_SPACES):
        raise _refused(mark("{name} is not the profile of a printer. Choose one of your printer and paper."), name)
    if use == "printer" and space != b"RGB ":
        raise _refused(
            mark("{name} is not for RGB, which printers take from here. Choose the RGB profile of your printer."), name
        )
    mode = _PRINTER_SPACES[space]
    return OutputProfile(data, _described(data, name, mode), mode, mode == "RGB" and icc.is_srgb(data))


def _described(data: bytes, name: str, mode: str) -> str:
    """What the profile calls itself, its file's name where it says nothing; raises InvalidRequest where it does not work."""
    from PIL import ImageCms

    try:
        profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
        source = ImageCms.ImageCmsProfile(io.BytesIO(srgb_profile()))
        ImageCms.buildTransform(source, profile, "RGB", mode)
        said = (profile.profile.profile_description or "").strip()
    except (ImageCms.PyCMSError, OSError) as fault:
        raise _refused(
            mark("{name} is damaged, or has no tables that lead to the device. Choose another profile."), name
        ) from fault
    return said or Path(name).stem


def _refused(template: str, name: str) -> InvalidRequest:
    return InvalidRequest(Message(template, name=name))
