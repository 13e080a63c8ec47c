"""What is chosen in the hair tab, as one value."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.catalogue.hair import Technique
from catchlight.operations.edit.marks import Stroke
from catchlight.operations.hair.params import ORIGINAL, HairParams


@dataclass(frozen=True)
class HairState:
    """What is chosen. colour: catalogue id or ``#rrggbb``, style: catalogue id; None while it stays as it is."""

    colour: str | None = None
    style: str | None = None
    length: float = 1.0
    volume: float = 1.0
    texture: float = 0.0
    parting: float = 0.0
    strength: float = 1.0
    technique: Technique | None = None
    brows: bool = False
    seed: int = 0
    strokes: tuple[Stroke, ...] = ()

    @property
    def empty(self) -> bool:
        return self.colour is None and self.style is None

    def params(self, colour: str | None = None, style: str | None = None) -> HairParams:
        """As parameters; colour, style: in place of the chosen ones."""
        style = style or self.style
        return HairParams(
            hair_styles=(style,) if style else (),
            length=self.length,
            volume=self.volume,
            texture=self.texture,
            parting=self.parting,
            hair_color=colour or self.colour or ORIGINAL,
            color_strength=self.strength,
            technique=self.technique,
            brows=self.brows,
            seed=self.seed,
            strokes=self.strokes,
        )

    @classmethod
    def of(cls, params: HairParams) -> HairState:
        """The choices that parameters come from."""
        colour = None if params.hair_color == ORIGINAL else params.hair_color
        style = params.hair_styles[0] if params.hair_styles else None
        return cls(
            colour,
            style,
            params.length,
            params.volume,
            params.texture,
            params.parting,
            params.color_strength,
            params.technique,
            params.brows,
            params.seed,
            params.strokes,
        )
