"""Hair: another style, and another colour, laid on as a colourist would, strand by strand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hair import HairColour, Technique
from catchlight.catalogue.hairstyles import HairStyle
from catchlight.core.errors import CatchlightError, Conflict, UnknownEntry, UnusablePicture
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
from catchlight.hair.style_warnings import QualityWarning
from catchlight.hair.styling import LONGEST, working_size
from catchlight.imaging.colour import oklab, srgb
from catchlight.imaging.picture import Pixels
from catchlight.operations.edit.marks import Stroke
from catchlight.operations.hair import styles as hair_style
from catchlight.operations.hair.params import CUSTOM, ORIGINAL, Gender, HairParams
from catchlight.operations.hair.styles import StyledPortrait
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view

_MEASURED = 1500
_UNCLEAR = Message(
    "The picture does not show plainly where the hair ends. Brush over the hair to mark it, choose a colour closer to its own, "
    "or use a picture with more light between hair and background."
)
_LIFTED = Message(
    "This colour is far lighter than the hair, and would look painted on. Choose one that is closer to the hair's own, or less "
    "strength."
)


def run(portraits: Sequence[Portrait], params: HairParams, context: Context) -> Outcome:
    """The picture with its hair styled and coloured.

    Raises UnknownEntry ``unknown_style`` and ``unknown_color``, Conflict ``conflicting_styles``, UnusablePicture ``no_hair`` and
    those of landmarks.
    """
    portrait, progress = portraits[0], context.progress
    styles = hair_style.find_styles(params, context.catalogue)
    row = find_colour(params, context.catalogue)
    progress.report(0.02, "finding the hair")
    portrait.landmarks  # noqa: B018 - refuses before the slower parts
    progress.report(0.1, "matting")
    portrait.alpha  # noqa: B018
    made = style_and_colour(portrait, params, styles, row, progress.part(0.12, 0.98))
    worn, hair, pixels = made.worn, made.hair, made.pixels
    own = oklab.to_hex(hair.tones.base)
    keeps = keeps_colour(params, row)
    applied = {"id": ORIGINAL, "label": "Original", "hex": own} if keeps else _applied(params, row)
    metadata = {"appliedStyles": [style.id for style in styles], "appliedColor": applied}
    facts = {
        **worn.facts,
        "color": applied["id"],
        "technique": None if keeps else _technique(params, row),
    }
    source = portraits[0].picture
    step = context.begin("geometry" if pixels is source.pixels else "pixels", facts)
    picture = source.with_(pixels=pixels, record=source.record.then(step))
    told = {"invented": round(worn.invented, 3), "doubts": list(made.doubts)}
    details = {"metadata": metadata, **told, **_measured(hair, own)}
    return Outcome(picture, details=details)


@dataclass(frozen=True)
class HairOutcome:
    """worn: the portrait in its style. hair: the hair that was found. pixels: style and colour.
    wish: its colour, None where it keeps its own."""

    worn: StyledPortrait
    hair: Hair
    pixels: Pixels
    wish: ColourRequest | None = None

    @property
    def doubts(self) -> tuple[QualityWarning, ...]:
        """Why style or colour may not look real on this picture."""
        return (*self.worn.doubts, *colour_warnings(self.hair, self.wish))


def style_and_colour(
    portrait: Portrait,
    params: HairParams,
    styles: Sequence[HairStyle],
    row: HairColour | None,
    progress: Progress,
    *,
    scale: float = 1.0,
    longest: int = LONGEST,
    quick: bool = False,
) -> HairOutcome:
    """Style and colour. Hair that is grown anew takes its colours from the photo's hair in the wished colour; hair that is
    changed is coloured afterwards.

    scale: pixels of ``portrait`` for one that strokes are given in. quick: for a preview, which may be coarser. Raises as
    ``run``.
    """
    anew = hair_style.grows_new_hair(styles)
    keeps = keeps_colour(params, row)
    seen = portrait
    if styles and keeps:
        # Where no hair is coloured, a small copy tells all that is asked of it.
        seen = view(portrait, longest=_MEASURED)
    elif anew:
        seen = view(portrait, longest=working_size(portrait, longest))
    found = hair_of(seen, params.strokes, scale * seen.picture.width / portrait.picture.width)
    if keeps:
        worn = hair_style.style_portrait(portrait, params, styles, progress, longest, quick=quick)
        return HairOutcome(worn, found, worn.pixels)
    wish = colour_request(params, row)
    require_clear(found, wish, params.color_strength)
    if anew:
        dyed = colour_hair(seen, found, wish, params, progress.part(0, 0.3))
        worn = hair_style.style_portrait(portrait, params, styles, progress.part(0.3, 1), longest, dyed, quick=quick)
        return HairOutcome(worn, found, worn.pixels, wish)
    worn = hair_style.style_portrait(portrait, params, styles, progress.part(0, 0.6), longest, quick=quick)
    # Strokes correct what the photo shows; on other hair they have no place.
    dressed = worn.portrait
    hair = analysis.analyse_hair(dressed) if styles else found
    progress.report(0.7, "colouring")
    pixels = colour_hair(dressed, hair, wish, params, progress.part(0.7, 1))
    return HairOutcome(worn, found, pixels, wish)


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


def keeps_colour(params: HairParams, row: HairColour | None) -> bool:
    return row is None and params.hair_color in (None, ORIGINAL)


def hair_of(portrait: Portrait, strokes: Sequence[Stroke], scale: float = 1.0) -> Hair:
    """The hair with the brush's corrections. scale: pixels of ``portrait`` for one that the strokes are given in."""
    touches = [
        BrushStroke(tuple((x * scale, y * scale) for x, y in stroke.points), stroke.radius * scale, stroke.erase)
        for stroke in strokes
    ]
    return brush_corrections.apply_strokes(portrait, analysis.analyse_hair(portrait), touches)


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


def find_colour(params: HairParams, catalogue: Catalogue) -> HairColour | None:
    """The catalogue row that is asked for, or suggested; None for a free colour and for the hair's own. Raises UnknownEntry."""
    name = params.hair_color
    if name is None:
        return None if params.hair_styles else suggest_colour(catalogue, params.gender)
    if name == ORIGINAL or srgb.parse_hex(name) is not None:
        return None
    row = catalogue.hair_colours.get(name)
    if row is None:
        raise UnknownEntry("color", name, (ORIGINAL, *catalogue.hair_colours.ids))
    return row


def suggest_colour(catalogue: Catalogue, gender: Gender | None) -> HairColour | None:
    """The colour for a request that names none; None where the catalogue suggests none."""
    wanted = gender or "neutral"
    return next((row for row in catalogue.hair_colours if wanted in row.suggested_for), None)


def colour_request(params: HairParams, row: HairColour | None) -> ColourRequest:
    """What the engine is to do. A row of two colours keeps its second one under another technique of two."""
    technique = _technique(params, row)
    if row is None:
        assert params.hair_color is not None
        return ColourRequest(params.hair_color, technique=technique, seed=params.seed)
    if row.technique is None:
        return ColourRequest(row.target, row.roots, row.ends, None, technique, params.seed)
    second = row.ends if technique in ("balayage", "ombre", "highlights") else None
    return ColourRequest(row.target, None, None, second, technique, params.seed)


def _technique(params: HairParams, row: HairColour | None) -> Technique:
    return params.technique or (row.technique if row is not None else None) or "all_over"


def _applied(params: HairParams, row: HairColour | None) -> dict[str, str]:
    if row is not None:
        return {"id": row.id, "label": row.label, "hex": row.hex}
    hex_colour = str(params.hair_color).upper()
    return {"id": CUSTOM, "label": hex_colour, "hex": hex_colour}


def _measured(hair: Hair, own: str) -> dict[str, Any]:
    """What the hair was like before."""
    tones = hair.tones
    return {
        "hair": {
            "base": own,
            "highlights": oklab.to_hex(tones.highlights),
            "shadows": oklab.to_hex(tones.shadows),
            "roots": oklab.to_hex(tones.roots),
            "grey": round(tones.grey, 3),
        }
    }
