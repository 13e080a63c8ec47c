"""What a picture's colours are called, for people to read; nothing is decided by it."""

from __future__ import annotations

import io

from catchlight.imaging.io import cicp
from catchlight.imaging.io.source import ColourEncoding

_CICP = {1: "sRGB", 2: "sRGB", 9: "BT.2020", 11: "DCI-P3", 12: "Display P3"}


def profile_name(said: ColourEncoding) -> str:
    """``sRGB`` where the file says nothing."""
    if said.cicp is not None and said.cicp != cicp.SRGB:
        curve = {cicp.PQ: " PQ", cicp.HLG: " HLG", 8: " linear"}.get(said.cicp[1], "")
        return _CICP.get(said.cicp[0], f"H.273 primaries {said.cicp[0]}") + curve
    if said.icc:
        return icc_name(said.icc)
    if said.gamma is not None and abs(said.gamma - 2.2) > 0.03 and not said.srgb:
        return f"gamma {said.gamma:.2g}"
    return "Adobe RGB (1998)" if said.adobe_rgb and not said.srgb else "sRGB"


def icc_name(profile: bytes) -> str:
    """Description in a profile; ``unreadable`` where Little CMS does not take it. Whose profile it is does not matter: what is
    compatible with Adobe RGB (1998) is called so."""
    from PIL import ImageCms

    try:
        said = ImageCms.getProfileDescription(ImageCms.getOpenProfile(io.BytesIO(profile))).strip()
        return said.removeprefix("Compatible with ") or "unnamed"
    except (OSError, ImageCms.PyCMSError, ValueError):
        return "unreadable"
