"""What an adjustment is asked for: a sentence, settings, or both, and how a raw file is developed before."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from catchlight.core.conditions.combined_conditions import AnyOf
from catchlight.core.conditions.field_conditions import Differs, Matches
from catchlight.core.conditions.ruled_model import Rule
from catchlight.core.conditions.text_patterns import NOT_BLANK
from catchlight.core.messages import Message
from catchlight.develop.development import Development
from catchlight.develop.raw import RawDevelopment
from catchlight.operations.operation import PictureParams

LONGEST_PROMPT = 600


class AdjustParams(PictureParams):
    """What the picture is to be like: a sentence, settings, or both, which then add up."""

    adjustment_prompt: str = Field(
        "",
        title="Adjustment",
        max_length=LONGEST_PROMPT,
        description="What to do, in words, for example: warmer, lift the shadows.",
    )
    strength: float = Field(1.0, title="Strength", ge=0, le=1, description="How much of it all.")
    settings: Development = Field(
        Development(), title="Settings", description="Development settings; all at nought is the picture itself."
    )
    raw: RawDevelopment = Field(
        RawDevelopment(),
        title="Raw",
        description="Development of a camera's raw file, before everything else; for pictures that come from one.",
    )

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            AnyOf(Matches("adjustment_prompt", NOT_BLANK), Differs("settings"), Differs("raw")),
            Message("adjustmentPrompt is empty; say what to adjust, or give settings"),
        ),
    )
