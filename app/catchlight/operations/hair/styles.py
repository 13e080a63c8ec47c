"""The style half of the hair operation: which styles are asked for, and the portrait that wears them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hairstyles import HairStyle
from catchlight.core.errors import CatchlightError, Conflict, InvalidRequest, UnknownEntry, UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture, Pixels
from catchlight.imaging.record import CAPTURED_COMPOSITE
from catchlight.operations.hair.params import REFERENCE, SHAPING, HairParams
from catchlight.portrait.face import identity
from catchlight.portrait.portrait import Portrait

if TYPE_CHECKING:  # who only colours hair loads nothing of what draws it
    from catchlight.hair.style_warnings import QualityWarning
    from catchlight.hair.styling import StyleResult

KEEP = "keep"
LEAST_ALIKE = 0.6
"""Likeness below which hair of a photo is refused: the crop that is compared sees hair, and with the face untouched 14 pairs of
other people, in their own colour and in that of the photo, have 0.75 to 0.90."""
_UNSUITED = ("reference_unsuited", "conflicting_styles", "no_hair", "identity_lost")
"""Refusals of a reference photo after which a style may be drawn."""


@dataclass(frozen=True)
class StyledPortrait:
    """A portrait in its styles. source: as it was; styled: None where no style was asked for. donor: digest of the reference
    photo whose hair it wears; donor_colour: #rrggbb of that hair where it keeps it; identity: likeness of the face in it."""

    source: Portrait
    styles: tuple[HairStyle, ...]
    styled: StyleResult | None = None
    donor: str | None = None
    donor_colour: str | None = None
    identity: float | None = None

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
        told = {
            "styles": [style.id for style in self.styles],
            "invented": round(self.invented, 3),
            "doubts": list(self.doubts),
        }
        if self.donor is None:
            return told
        return {**told, "reference": self.donor, "digitalSource": CAPTURED_COMPOSITE, "identity": self.identity}


def find_styles(params: HairParams, catalogue: Catalogue) -> tuple[HairStyle, ...]:
    """The styles that are asked for, each once. Raises UnknownEntry ``unknown_style``."""
    styles: dict[str, HairStyle] = {}
    for name in params.hair_styles:
        if name in (KEEP, REFERENCE):
            continue
        row = catalogue.hair_styles.get(name)
        if row is None:
            nearest = catalogue.retired.hair_styles.get(name)
            raise UnknownEntry("style", name, (KEEP, *catalogue.hair_styles.ids), nearest)
        styles[name] = row
    return tuple(styles.values())


def find_reference(portraits: Sequence[Portrait], params: HairParams) -> Portrait | None:
    """The reference photo, where there is one; a style beside ``reference`` is drawn where it does not suit. Raises
    InvalidRequest where one is asked for that is missing, Conflict ``conflicting_styles`` for what it excludes."""
    if len(portraits) < 2:
        if REFERENCE in params.hair_styles:
            raise InvalidRequest(
                Message("The hair of a photo needs that photo: give it as the reference (--reference, hairReference).")
            )
        return None
    shaped = [name for name in SHAPING if getattr(params, name) != HairParams.model_fields[name].default]
    drawn = [name for name in params.hair_styles if name not in (KEEP, REFERENCE)]
    instead = len(drawn) == 1 and REFERENCE in params.hair_styles
    if shaped or (drawn and not instead):
        raise Conflict(
            Message(
                "The hair of a reference photo is worn as it is there. Leave out styles, length, volume, texture and parting."
            ),
            code="conflicting_styles",
        )
    return portraits[1]


def wear_reference(
    portrait: Portrait,
    donor: Portrait,
    params: HairParams,
    progress: Progress,
    *,
    own_colour: bool,
    styles: Sequence[HairStyle] = (),
) -> StyledPortrait:
    """The portrait with the hair of another photo. own_colour: whether it takes the person's own colour. styles: what it is worn
    as. Raises
    UnusablePicture ``reference_unsuited``, ``no_hair`` and ``identity_lost``, Conflict ``conflicting_styles``."""
    from catchlight.hair import reference_styling

    progress.report(0.02, "reading the reference photo")
    reference = reference_styling.read_reference(donor)
    worn = reference_styling.apply_reference(
        portrait, reference, progress.part(0.3, 1), own_colour=own_colour, seed=params.seed
    )
    alike = face_similarity(portrait, worn.styled.pixels)
    if alike < LEAST_ALIKE:
        raise UnusablePicture(
            Message(
                "With this hair the face is no longer surely the same person ({likeness:.2f}). Use hair that leaves more of the "
                "forehead and the cheeks as they are.",
                likeness=alike,
            ),
            code="identity_lost",
        )
    colour = None if worn.own_colour else reference.tone.hex
    return StyledPortrait(portrait, tuple(styles), worn.styled, donor.picture.digest, colour, alike)


def face_similarity(portrait: Portrait, pixels: Pixels) -> float:
    """How much a face in other hair is that of the photo: cosine of their embeddings, by the photo's own landmarks."""
    found = identity.embedding(Picture(pixels).rgb8, portrait.landmarks, portrait.models)
    return round(identity.likeness(found, portrait.identity), 3)


def draws_instead(refusal: CatchlightError, styles: Sequence[HairStyle]) -> Message | None:
    """What is told where a reference photo is refused and a style is drawn in its place; None where the refusal stands."""
    if not styles or refusal.code not in _UNSUITED:
        return None
    return Message(
        "The hair of the reference does not suit this picture, and {style} is drawn instead: {reason}",
        style=styles[0].label,
        reason=refusal.message,
    )


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
