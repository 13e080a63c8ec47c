"""The style half of the hair operation: which styles are asked for, and the portrait that wears them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hairstyles import HairStyle
from catchlight.core.errors import UnknownEntry
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Pixels
from catchlight.operations.hair.params import HairParams
from catchlight.portrait.portrait import Portrait

if TYPE_CHECKING:  # who only colours hair loads nothing of what draws it
    from catchlight.hair.style_warnings import QualityWarning
    from catchlight.hair.styling import StyleResult

KEEP = "keep"


@dataclass(frozen=True)
class StyledPortrait:
    """A portrait in its styles. source: as it was; styled: None where no style was asked for."""

    source: Portrait
    styles: tuple[HairStyle, ...]
    styled: StyleResult | None = None

    @property
    def pixels(self) -> Pixels:
        return self.source.picture.pixels if self.styled is None else self.styled.pixels

    @property
    def portrait(self) -> Portrait:
        """The portrait with its new hair, read as colouring needs it: only where it is to be coloured."""
        if self.styled is None:
            return self.source
        from catchlight.hair.restyled_portrait import restyle_portrait

        return restyle_portrait(self.source, self.styled)

    @property
    def invented(self) -> float:
        return 0.0 if self.styled is None else self.styled.invented

    @property
    def doubts(self) -> tuple[QualityWarning, ...]:
        """Why the style may not look real on this picture; none where it is offered."""
        return () if self.styled is None else self.styled.doubts

    @property
    def facts(self) -> dict[str, Any]:
        return {
            "styles": [style.id for style in self.styles],
            "invented": round(self.invented, 3),
            "doubts": list(self.doubts),
        }


def find_styles(params: HairParams, catalogue: Catalogue) -> tuple[HairStyle, ...]:
    """The styles that are asked for, each once. Raises UnknownEntry ``unknown_style``."""
    styles: dict[str, HairStyle] = {}
    for name in params.hair_styles:
        if name == KEEP:
            continue
        row = catalogue.hair_styles.get(name)
        if row is None:
            nearest = catalogue.retired.hair_styles.get(name)
            raise UnknownEntry("style", name, (KEEP, *catalogue.hair_styles.ids), nearest)
        styles[name] = row
    return tuple(styles.values())


def grows_new_hair(styles: Sequence[HairStyle]) -> bool:
    """Whether hair is grown anew: then the photo's hair is coloured first, and the new hair takes its colours from it."""
    return any(not style.modifier for style in styles)


def style_portrait(
    portrait: Portrait,
    params: HairParams,
    styles: Sequence[HairStyle],
    progress: Progress,
    dyed: Pixels | None = None,
    *,
    quick: bool = False,
) -> StyledPortrait:
    """The portrait with ``styles``; as it is where there are none.

    dyed: the picture with its own hair in the wished colour, for a style that grows hair anew. quick: for a preview, which may be
    coarser. Raises UnusablePicture ``no_hair`` and Conflict ``conflicting_styles``.
    """
    if not styles:
        return StyledPortrait(portrait, ())
    from catchlight.hair.style_plan import Options
    from catchlight.hair.styling import apply_styles

    options = Options(params.length, params.volume, params.seed, params.texture, params.parting, quick)
    return StyledPortrait(portrait, tuple(styles), apply_styles(portrait, styles, options, progress, dyed=dyed))
