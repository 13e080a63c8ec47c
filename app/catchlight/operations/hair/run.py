"""Hair: another style, and another colour, laid on as a colourist would, strand by strand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from catchlight.catalogue.hair import HairColour
from catchlight.catalogue.hairstyles import HairStyle
from catchlight.core.errors import CatchlightError, Conflict, UnusablePicture
from catchlight.core.memo import LastValueCache
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.hair import analysis
from catchlight.hair.analysis import Hair
from catchlight.hair.colour import brows, coats
from catchlight.hair.colour import quality_warnings as doubts
from catchlight.hair.colour.coats import ColourRequest
from catchlight.hair.colour.recolour import recolour_hair
from catchlight.hair.mask import brush_corrections
from catchlight.hair.mask.brush_corrections import BrushStroke
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.marks import Stroke
from catchlight.operations.hair import styles as hair_style
from catchlight.operations.hair.colour_choice import colour_request, find_colour, keeps_colour, technique_of
from catchlight.operations.hair.imagined import draft_of, finish_draft
from catchlight.operations.hair.params import CUSTOM, ORIGINAL, REFERENCE, HairParams
from catchlight.operations.hair.styles import StyledPortrait
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view

if TYPE_CHECKING:
    from catchlight.hair.style_warnings import QualityWarning

_MEASURED = 1500
_KEPT = 1_700_000
"""Pixels of a picture up to which hair that the brush corrected is kept."""
_UNCLEAR = Message(
    "The picture does not show plainly where the hair ends. Brush over the hair to mark it, choose a colour closer to its own, "
    "or use a picture with more light between hair and background."
)
_LIFTED = Message(
    "This colour is far lighter than the hair, and would look painted on. Choose one that is closer to the hair's own, or less "
    "strength."
)


def run(portraits: Sequence[Portrait], params: HairParams, context: Context) -> Outcome:
    """The picture with its hair styled and coloured. A second portrait is the reference photo whose hair it is to wear. With an
    engine, the style is finished by it, once for each variant; the best first.

    Raises UnknownEntry ``unknown_style`` and ``unknown_color``, Conflict ``conflicting_styles``, UnusablePicture ``no_hair``,
    ``reference_unsuited`` and those of landmarks; with an engine InvalidRequest for a wish without a style, EngineFault and
    ImaginingFailed.
    """
    portrait, progress = portraits[0], context.progress
    donor = hair_style.find_reference(portraits, params)
    styles = hair_style.find_styles(params, context.catalogue)
    row = find_colour(params, context.catalogue, referenced=donor is not None)
    progress.report(0.02, "finding the hair")
    portrait.landmarks  # noqa: B018 - refuses before the slower parts
    progress.report(0.1, "matting")
    portrait.alpha  # noqa: B018
    share = 0.4 if params.imagine else 0.98
    made = style_and_colour(portrait, params, styles, row, progress.part(0.12, share), donor=donor)
    worn, pixels = made.worn, made.pixels
    keeps = keeps_colour(params, row)
    details = details_of(params, row, made)
    told = {"notes": list(made.notes)} if made.notes else {}
    facts = {
        **worn.facts,
        **told,
        "color": details["metadata"]["appliedColor"]["id"],
        "technique": None if keeps else technique_of(params, row),
    }
    if params.imagine:
        draft = draft_of(worn, pixels, row, context.catalogue)
        return finish_draft(draft, params, details, facts, replace(context, progress=progress.part(share, 1.0)))
    source = portraits[0].picture
    step = context.begin("geometry" if pixels is source.pixels else "pixels", facts)
    picture = source.with_(pixels=pixels, record=source.record.then(step))
    return Outcome(picture, details=details)


def details_of(params: HairParams, row: HairColour | None, made: HairOutcome) -> dict[str, Any]:
    """What is told of a result, JSON-ready."""
    worn = made.worn
    own = None if made.hair is None else oklab.to_hex(made.hair.tones.base)
    if not keeps_colour(params, row):
        applied = _applied(params, row)
    elif worn.donor_colour is not None:
        applied = {"id": REFERENCE, "label": "Reference photo", "hex": worn.donor_colour}
    else:
        applied = {"id": ORIGINAL, "label": "Original", "hex": str(own)}
    styles = [REFERENCE] if worn.donor is not None else [style.id for style in worn.styles]
    told: dict[str, Any] = {"invented": round(worn.invented, 3), "doubts": list(made.doubts)}
    if made.notes:
        told["notes"] = list(made.notes)
    measured = {} if made.hair is None else _measured(made.hair)
    return {"metadata": {"appliedStyles": styles, "appliedColor": applied}, **told, **measured}


@dataclass(frozen=True)
class HairOutcome:
    """worn: the portrait in its style. hair: the hair that was found; None on a bald head that wears that of a reference.
    pixels: style and colour. wish: its colour, None where it keeps its own. notes: what a user should know."""

    worn: StyledPortrait
    hair: Hair | None
    pixels: Pixels
    wish: ColourRequest | None = None
    notes: tuple[Message, ...] = ()

    @property
    def doubts(self) -> tuple[QualityWarning, ...]:
        """Why style or colour may not look real on this picture."""
        return self.worn.doubts if self.hair is None else (*self.worn.doubts, *colour_warnings(self.hair, self.wish))


def style_and_colour(
    portrait: Portrait,
    params: HairParams,
    styles: Sequence[HairStyle],
    row: HairColour | None,
    progress: Progress,
    *,
    donor: Portrait | None = None,
    scale: float = 1.0,
    quick: bool = False,
) -> HairOutcome:
    """Style and colour. Hair that is grown anew takes its colours from the photo's hair in the wished colour; hair that is
    changed is coloured afterwards.

    donor: the reference photo whose hair is worn; where it does not suit, ``styles`` are drawn. scale: pixels of ``portrait`` for
    one that strokes are given in. quick: for a preview, which may be coarser. Raises as ``run``.
    """
    if donor is not None:
        try:
            return _wear_reference(portrait, donor, params, styles, row, progress)
        except CatchlightError as refusal:
            note = hair_style.draws_instead(refusal, styles)
            if note is None:
                raise
        drawn = style_and_colour(portrait, params, styles, row, progress, scale=scale, quick=quick)
        return replace(drawn, notes=(note, *drawn.notes))
    anew = hair_style.grows_new_hair(styles)
    keeps = keeps_colour(params, row)
    seen = portrait
    if styles and keeps:
        # Where no hair is coloured, a small copy tells all that is asked of it.
        seen = view(portrait, longest=_MEASURED)
    elif anew:
        from catchlight.hair.styling import working_size

        seen = view(portrait, longest=working_size(portrait))
    found = hair_of(seen, params.strokes, scale * seen.picture.width / portrait.picture.width)
    if keeps:
        worn = hair_style.style_portrait(portrait, params, styles, progress, quick=quick)
        return HairOutcome(worn, found, worn.pixels)
    wish = colour_request(params, row)
    require_clear(found, wish, params.color_strength)
    if anew:
        dyed = colour_hair(seen, found, wish, params, progress.part(0, 0.3))
        worn = hair_style.style_portrait(portrait, params, styles, progress.part(0.3, 1), dyed, quick=quick)
        return HairOutcome(worn, found, worn.pixels, wish)
    worn = hair_style.style_portrait(portrait, params, styles, progress.part(0, 0.6), quick=quick)
    # Strokes correct what the photo shows; on other hair they have no place.
    dressed = worn.portrait
    hair = analysis.analyse_hair(dressed) if styles else found
    progress.report(0.7, "colouring")
    pixels = colour_hair(dressed, hair, wish, params, progress.part(0.7, 1))
    return HairOutcome(worn, found, pixels, wish)


def _wear_reference(
    portrait: Portrait,
    donor: Portrait,
    params: HairParams,
    styles: Sequence[HairStyle],
    row: HairColour | None,
    progress: Progress,
) -> HairOutcome:
    """The hair of another photo, in the person's own colour, its own, or another one that is laid on as it is worn."""
    try:
        found = hair_of(view(portrait, longest=_MEASURED), (), 1.0)
    except UnusablePicture as refusal:
        if refusal.code != "no_hair":
            raise
        found = None
    keeps = keeps_colour(params, row)
    own = keeps and params.hair_color != REFERENCE
    part = progress.part(0, 1 if keeps else 0.6)
    worn = hair_style.wear_reference(portrait, donor, params, part, own_colour=own, styles=styles)
    if keeps:
        return HairOutcome(worn, found, worn.pixels)
    wish = colour_request(params, row)
    dressed = worn.portrait
    hair = analysis.analyse_hair(dressed)
    require_clear(hair, wish, params.color_strength)
    progress.report(0.7, "colouring")
    return HairOutcome(worn, found, colour_hair(dressed, hair, wish, params, progress.part(0.7, 1)), wish)


def require_clear(hair: Hair, wish: ColourRequest, strength: float) -> None:
    """Raise UnusablePicture ``no_hair`` where ``wish`` would show that it is not plain what is hair, Conflict
    ``conflicting_styles`` where it is far lighter than dark hair. strength: 0..1, how much of the colour shows."""
    if doubts.would_show_mask_errors(hair, wish):
        raise UnusablePicture(_UNCLEAR, code="no_hair")
    if doubts.needs_synthetic_strands(hair, wish, strength):
        raise Conflict(_LIFTED, code="conflicting_styles")


def is_of_colour(refusal: CatchlightError) -> bool:
    """Whether another colour, or the brush, would be taken: ``require_clear`` refused."""
    return refusal.message in (_UNCLEAR, _LIFTED)


def colour_warnings(hair: Hair, wish: ColourRequest | None) -> tuple[QualityWarning, ...]:
    """Why a colour may not look real on this hair."""
    if wish is None:
        return ()
    if doubts.would_colour_grey_picture(hair, wish):
        return ("grey",)
    if doubts.is_too_short(hair, wish):
        return ("short",)
    return ("unsure",) if doubts.is_mask_unsure(hair) else ()


def hair_of(portrait: Portrait, strokes: Sequence[Stroke], scale: float = 1.0) -> Hair:
    """The hair with the brush's corrections. scale: pixels of ``portrait`` for one that the strokes are given in."""
    touches = [
        BrushStroke(tuple((x * scale, y * scale) for x, y in stroke.points), stroke.radius * scale, stroke.erase)
        for stroke in strokes
    ]
    if not touches or portrait.picture.width * portrait.picture.height > _KEPT:
        return brush_corrections.apply_strokes(portrait, analysis.analyse_hair(portrait), touches)
    # The brush corrects less often than colours change: what it corrected last is kept with a small picture.
    last = portrait.kept("corrected hair", LastValueCache[Hair])
    return last.get(
        touches, lambda: brush_corrections.apply_strokes(portrait, analysis.analyse_hair(portrait), touches)
    )


def colour_hair(portrait: Portrait, hair: Hair, wish: ColourRequest, params: HairParams, progress: Progress) -> Pixels:
    """The picture's pixels with ``hair`` coloured, and the brows where they are to follow."""
    pixels = recolour_hair(
        portrait.picture.pixels, hair, coats.plan_layers(hair, wish), params.color_strength, progress.part(0, 0.9)
    )
    found = brows.analyse_brows(portrait) if params.brows else None
    if found is not None:
        follow = coats.plan_layers(found, ColourRequest(brows.brow_colour(wish.colour)))
        pixels = recolour_hair(pixels, found, follow, params.color_strength, progress.part(0.9, 1))
    return pixels


def _applied(params: HairParams, row: HairColour | None) -> dict[str, str]:
    if row is not None:
        return {"id": row.id, "label": row.label, "hex": row.hex}
    hex_colour = str(params.hair_color).upper()
    return {"id": CUSTOM, "label": hex_colour, "hex": hex_colour}


def _measured(hair: Hair) -> dict[str, Any]:
    """What the hair was like before."""
    tones = hair.tones
    return {
        "hair": {
            "base": oklab.to_hex(tones.base),
            "highlights": oklab.to_hex(tones.highlights),
            "shadows": oklab.to_hex(tones.shadows),
            "roots": oklab.to_hex(tones.roots),
            "grey": round(tones.grey, 3),
        }
    }
