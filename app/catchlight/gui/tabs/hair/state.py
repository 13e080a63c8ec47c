"""What is chosen in the hair tab, as one value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from catchlight.catalogue.hair import Technique
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.marks import Stroke
from catchlight.operations.hair.params import ORIGINAL, REFERENCE, HairParams


@dataclass(frozen=True)
class HairState:
    """What is chosen. colour: catalogue id or ``#rrggbb``, style: catalogue id; None while it stays as it is. photo: whose hair
    is worn in place of a style, or as one, which is drawn where it does not suit; photo_colour: in its own colour, where no
    other is chosen. photo_gone: of an earlier session, it is not at hand any more."""

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
    photo: PhotoChoice | None = None
    photo_colour: bool = False
    photo_gone: bool = False

    @property
    def empty(self) -> bool:
        return self.colour is None and self.style is None and self.photo is None and not self.photo_gone

    @property
    def more(self) -> tuple[Picture, ...]:
        """Pictures that go along with the source."""
        return () if self.photo is None else (self.photo.picture,)

    @property
    def keeps_photo_colour(self) -> bool:
        """Whether the hair of a photo is worn in that one's colour."""
        return self.photo is not None and self.photo_colour and self.colour is None

    def coloured(self, colour: str | None) -> HairState:
        """With another colour, or the person's own."""
        return replace(self, colour=colour, photo_colour=self.photo_colour and colour is not None)

    def styled(self, style: str | None) -> HairState:
        """With a drawn style, or the person's own."""
        return replace(self, style=style, photo=None, photo_gone=False)

    def wearing(self, photo: PhotoChoice | None) -> HairState:
        """With the hair of a photo."""
        return replace(self, style=None, photo=photo, photo_gone=False)

    def wearing_as(self, style: str, photo: PhotoChoice) -> HairState:
        """With the hair of a piece that is kept for a style of the catalogue."""
        return replace(self, style=style, photo=photo, photo_gone=False)

    @property
    def drawn_style(self) -> str | None:
        """The style that is drawn, and can be shaped."""
        return None if self.photo is not None or self.photo_gone else self.style

    def params(self, colour: str | None = None, style: str | None = None) -> HairParams:
        """As parameters; colour, style: in place of the chosen ones."""
        if style is None and (self.photo is not None or self.photo_gone):
            return self.photo_params()
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

    def photo_params(self) -> HairParams:
        """As parameters for the hair of a photo, which has no length, volume, texture or parting but its own."""
        return HairParams(
            hair_styles=(REFERENCE, self.style) if self.style else (),
            hair_color=self.colour or (REFERENCE if self.photo_colour else ORIGINAL),
            color_strength=self.strength,
            technique=self.technique,
            brows=self.brows,
            seed=self.seed,
            strokes=self.strokes,
        )

    @classmethod
    def of(cls, params: HairParams) -> HairState:
        """The choices that parameters come from; a photo that went along is not among them."""
        colour = None if params.hair_color in (ORIGINAL, REFERENCE) else params.hair_color
        style = next((name for name in params.hair_styles if name != REFERENCE), None)
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
            photo_colour=params.hair_color == REFERENCE,
        )
