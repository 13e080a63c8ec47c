"""Hand tools in words: tools, and edits by what they do and where."""

from __future__ import annotations

from catchlight.brushes.edits import BrushEdit
from catchlight.gui.wording.i18n import tr

PLACES = (
    "skin", "face", "hair", "background", "person", "clothes", "lips", "teeth", "eye", "eye_white", "iris", "brow", "under_eye",
    "cheek", "forehead", "neck", "beard",
)  # fmt: skip
"""Regions that the window offers, those that are brushed most first."""


def tool_name(tool: str) -> str:
    return {
        "heal": tr("Heal"),
        "clone": tr("Clone"),
        "dodge": tr("Dodge"),
        "burn": tr("Burn"),
        "smooth": tr("Smooth"),
        "sharpen": tr("Sharpen"),
        "colour": tr("Colour"),
        "adjust": tr("Adjust"),
    }[tool]


def tool_help(tool: str) -> str:
    return {
        "heal": tr(
            "Paint over a blemish: like skin beside it, in the light of the place. Alt and a click says from where."
        ),
        "clone": tr("Copy pixels: Alt and a click says from where, then paint."),
        "dodge": tr("Lighter, colours kept"),
        "burn": tr("Darker, colours kept"),
        "smooth": tr("Even out blotches; pores and hairs stay"),
        "sharpen": tr("Finest detail clearer"),
        "colour": tr("Tint with a colour, light kept"),
        "adjust": tr("Exposure, warmth and saturation"),
    }[tool]


def region_name(region: str) -> str:
    """What a region is called; one that the window does not offer by its id."""
    names = {
        "skin": tr("Skin"),
        "face": tr("Face"),
        "hair": tr("Hair"),
        "background": tr("Background"),
        "person": tr("Person"),
        "clothes": tr("Clothes"),
        "lips": tr("Lips"),
        "teeth": tr("Teeth"),
        "eye": tr("Eyes"),
        "eye_white": tr("Whites of the eyes"),
        "iris": tr("Irises"),
        "brow": tr("Brows"),
        "under_eye": tr("Under the eyes"),
        "cheek": tr("Cheeks"),
        "forehead": tr("Forehead"),
        "neck": tr("Neck"),
        "beard": tr("Beard"),
    }
    return names.get(region, region.replace("_", " "))


def edit_name(edit: BrushEdit) -> str:
    """Burn · linear · background."""
    parts = [tool_name(edit.tool)]
    if edit.linear is not None:
        parts.append(tr("linear"))
    if edit.radial is not None:
        parts.append(tr("radial"))
    if edit.within is not None:
        parts.append(region_name(edit.within))
    return " · ".join(parts)
