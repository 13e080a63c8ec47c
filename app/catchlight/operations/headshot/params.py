"""What a headshot is asked for: lists of clothing, background and framing, and light."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field, field_validator

from catchlight.core.conditions.combined_conditions import AnyOf
from catchlight.core.conditions.field_conditions import Is, Matches
from catchlight.core.conditions.ruled_model import Rule
from catchlight.core.conditions.text_patterns import NOT_BLANK
from catchlight.core.messages import Message
from catchlight.operations.imagining.params import ImagineParams
from catchlight.operations.operation import read_whole

MOST_CLOTHES = 8
"""Entries of the list of clothes."""


class HeadshotParams(ImagineParams):
    """What to wear, what to stand before, and how to be framed; the entries of a list combine."""

    clothing_styles: tuple[str, ...] = Field(
        (),
        title="Clothing",
        max_length=MOST_CLOTHES,
        description="keep_original, or colours (ids, #rrggbb) for what is worn; a part (own_jacket, own_shirt, own_tie) "
        "before a colour takes it. reference, alone: the clothes of a reference picture. None keeps the clothes.",
    )
    background_styles: tuple[str, ...] = Field(
        (),
        title="Background",
        max_length=8,
        description="keep_original, transparent, blur, own_picture, or a backdrop; with softer, sharper, brighter, darker, "
        "warmer, cooler, mirrored. None keeps the background.",
    )
    framing_styles: tuple[str, ...] = Field(
        (), title="Framing", max_length=4, description="A framing, and circle_safe. None means head_shoulders."
    )
    background_color: str | None = Field(
        None,
        title="Brand colour",
        pattern=r"^#[0-9A-Fa-f]{6}$",
        description="#rrggbb for the backdrop brand_color, which it means by itself.",
    )
    background_prompt: str | None = Field(
        None,
        title="Background in words",
        min_length=1,
        max_length=300,
        description="What an engine is to paint behind the person, in a sentence: a library in the evening. Needs imagine.",
    )
    straighten: bool = Field(
        True, title="Straighten the head", description="A head that leans a little stands upright."
    )
    match: float = Field(
        1.0,
        title="Fit to the background",
        ge=0,
        le=1,
        description="White balance, black point and light of the person.",
    )
    key_light: float = Field(
        0.0,
        title="Key light",
        ge=-1,
        le=1,
        description="A soft lamp from the left (below 0) or the right of the picture.",
    )
    fill_light: float = Field(0.0, title="Fill light", ge=0, le=1, description="Lifts the shadows of the face.")
    rim_light: float = Field(0.0, title="Rim light", ge=0, le=1, description="A light from behind along the outline.")
    skin: float = Field(0.0, title="Tidy skin", ge=0, le=1, description="Evens blotches and shine; pores stay.")
    seed: int = Field(
        0,
        title="Variation",
        ge=0,
        le=2**31 - 1,
        description="Another arrangement of the backdrop, and the seed of what an engine makes; the same number, the same.",
    )

    _whole_seed = field_validator("seed", mode="before")(read_whole)

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            AnyOf(Is("background_prompt", None), Matches("background_prompt", NOT_BLANK)),
            Message("say in backgroundPrompt what is to be seen, in a sentence"),
        ),
        Rule(
            AnyOf(Is("background_prompt", None), Is("imagine", True)),
            Message("backgroundPrompt needs imagine: an engine paints what it says"),
        ),
    )
