"""A hair style that an engine makes look photographed: what our own means have drawn or taken from a photo is its draft."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hair import HairColour
from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imagine import gates
from catchlight.imagine.fill import FillTask, Imagine
from catchlight.imagine.prompts import prompt_for, style_words
from catchlight.imaging import difference
from catchlight.imaging.colour import srgb
from catchlight.imaging.colour.delta_e import delta_e2000
from catchlight.imaging.filters.planes import blur_plane, dilate_mask
from catchlight.imaging.picture import FloatPlane, Picture, Pixels
from catchlight.operations.hair.params import HairParams
from catchlight.operations.hair.styles import StyledPortrait
from catchlight.operations.imagining.drafts import STRENGTH, beside_face, light_words
from catchlight.operations.imagining.variants import make_variants
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.parsing import head_parsing, part_masks
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area

if TYPE_CHECKING:
    from catchlight.hair.styling import StyleResult

_GROWN_CM, _SOFT_CM = 0.4, 0.12
"""How far beyond the draft's hair an engine may paint, for single strands, and how softly that ends."""
_HAIR, _DENSE = 0.1, 0.85
"""Share of hair from which a pixel counts as hair, and from which its colour is that of the hair."""
_CHANGED = 10
"""Difference in 8-bit values from which a draft has changed a pixel."""
_TELLS = 0.15
"""Hair, in areas of the face, from which its form can be compared."""
_OF_A_PHOTO = "a natural hair style"
"""What is said of hair taken from a photo, whose style nobody has named."""


@dataclass(frozen=True)
class FinishedHair:
    """pixels: the whole picture. facts: JSON-ready, of the engine's part. overlap: of the form of the draft and the result."""

    pixels: Pixels
    facts: dict[str, Any]
    notes: tuple[str, ...]
    overlap: float


@dataclass(frozen=True)
class HairDraft:
    """A style as our own means made it. pixels: the whole picture in it. area: where an engine may paint; hair: its share in
    each pixel of the draft. shares: of hair in the area as parsing sees the draft; None
    of too little to be compared."""

    portrait: Portrait
    pixels: Pixels
    area: Area
    hair: Area
    prompt: str
    avoid: str
    shares: FloatPlane | None

    def finish(self, imagine: Imagine, seed: int, progress: Progress) -> FinishedHair:
        """The draft finished by the engine. Raises EngineFault, ImaginingFailed, Cancelled."""
        task = FillTask(
            self.pixels, self.pixels, self.area, self.prompt, self.avoid, seed, STRENGTH,
            needs_words=True, draft=True, tone=self.hair,
        )  # fmt: skip
        made = imagine.fill(task, progress)
        seen = gates.require_same_person(self.portrait, made.pixels, gates.LEAST_ALIKE_HAIR)
        overlap = 1.0
        if self.shares is not None:
            overlap = gates.require_shape(self.shares, _shares(seen, self.area))
        return FinishedHair(made.pixels, made.facts | {"overlap": round(overlap, 2)}, made.notes, overlap)


def draft_of(worn: StyledPortrait, pixels: Pixels, colour: HairColour | None, catalogue: Catalogue) -> HairDraft:
    """pixels: the picture in style and colour. colour: the row that it was dyed in, None where it was not by one.

    Raises InvalidRequest where no style is worn: a colour alone needs no engine.
    """
    if worn.styled is None:
        raise InvalidRequest(
            Message(
                "An engine finishes a hair style, and no style is chosen. Choose one, or the hair of a photo, or do this "
                "without imagine."
            )
        )
    portrait = worn.source
    area, hair = _areas(portrait, worn.styled, pixels)
    words = prompt_for("hair", _words(worn, pixels, hair, colour, catalogue))
    drafted = Portrait(Picture(pixels), portrait.models)
    shares = _shares(drafted, area)
    face = np.pi / 4 * float(portrait.face.width * portrait.face.height)
    return HairDraft(
        portrait,
        pixels,
        area,
        hair,
        words.prompt,
        words.avoid,
        shares if float(shares.sum()) > _TELLS * face else None,
    )


def finish_draft(
    draft: HairDraft, params: HairParams, details: dict[str, Any], facts: dict[str, Any], context: Context
) -> Outcome:
    """The variants of a style that an engine has finished, the one nearest to the draft's form first. details, facts: of the
    draft."""
    imagine, source = context.imagine, draft.portrait.picture
    assert imagine is not None, "whoever runs a wish that asks for an engine brings one, or refuses"
    found = make_variants(
        imagine,
        params.variants,
        params.seed,
        lambda seed, progress: draft.finish(imagine, seed, progress),
        lambda one: -one.overlap,
        context.progress,
    )
    pictures, told = [], []
    for one in found.made:
        painted = {"imagined": [one.facts]} | ({"notes": list(one.notes)} if one.notes else {})
        changed = difference.box(source.pixels, one.pixels)
        told.append(painted | {"changed": None if changed is None else list(changed)})
        step = context.begin("imagined", facts | told[-1])
        pictures.append(source.with_(pixels=one.pixels, record=source.record.then(step)))
    return Outcome(pictures[0], details=details | told[0] | {"variants": found.facts}, variants=tuple(pictures[1:]))


def _areas(portrait: Portrait, styled: StyleResult, pixels: Pixels) -> tuple[Area, Area]:
    """Where the engine may paint, and how much of the draft is hair: never on the face, its spectacles, and ears that show."""
    import cv2

    box, cm = styled.box, portrait.pose.px_per_cm
    x0, y0, x1, y1 = box
    size = (x1 - x0, y1 - y0)
    hair = np.asarray(np.clip(cv2.resize(styled.worn, size, interpolation=cv2.INTER_LINEAR), 0, 1), np.float32)
    step = np.iinfo(pixels.dtype).max // 255
    before: Any = portrait.picture.pixels[y0:y1, x0:x1, :3]
    after: Any = pixels[y0:y1, x0:x1, :3]
    changed = np.abs(after.astype(np.int32) - before).max(axis=2) > _CHANGED * step
    # What the style uncovers was made up as well; single pixels are a shadow's rim.
    changed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0
    reached = dilate_mask((hair > _HAIR) | changed, _GROWN_CM * cm)
    soft = np.asarray(blur_plane(reached, max(0.8, _SOFT_CM * cm)), np.float32)
    ears = part_masks.class_share(portrait, part_masks.EARS)[y0:y1, x0:x1] * (1 - hair)
    free = beside_face(portrait, box) * (1 - np.clip(4 * ears, 0, 1))
    mask = np.asarray(soft * free, np.float32)
    return Area(box, mask), Area(box, np.asarray(hair * free, np.float32))


def _shares(portrait: Portrait, area: Area) -> FloatPlane:
    """The share of hair in each pixel of an area, as parsing sees it: drawn hair without loose strands is a hat to it in part."""
    x0, y0, x1, y1 = area.box
    found = portrait.parsing.plane((head_parsing.HAIR, head_parsing.HAT))[y0:y1, x0:x1]
    return np.asarray(found * (area.mask > 0), np.float32)


def _words(worn: StyledPortrait, pixels: Pixels, hair: Area, colour: HairColour | None, catalogue: Catalogue) -> str:
    """The style, the colour that the draft has, and the light that was measured; nothing of age or gender."""
    styles = ", ".join(style_words(style.id, style.label) for style in worn.styles) or _OF_A_PHOTO
    name = colour.label if colour is not None else _nearest_colour(pixels, hair, catalogue)
    told = f"{styles}, {name.lower()} hair" if name else styles
    return f"{told}, {light_words(worn.source)}"


def _nearest_colour(pixels: Pixels, hair: Area, catalogue: Catalogue) -> str:
    """The name of the natural colour that is nearest to that of the dense hair; empty where there is none."""
    x0, y0, x1, y1 = hair.box
    inside = hair.mask > _DENSE
    if not inside.any():
        return ""
    part: Any = pixels[y0:y1, x0:x1, :3]
    red, green, blue = (float(value) for value in np.median(part[inside], axis=0) * (255 / np.iinfo(pixels.dtype).max))
    best, apart = "", np.inf
    for row in catalogue.hair_colours:
        rgb = srgb.parse_hex(row.target)
        if not row.natural or row.technique is not None or rgb is None:
            continue
        distance = delta_e2000((red, green, blue), (float(rgb[0]), float(rgb[1]), float(rgb[2])))
        if distance < apart:
            best, apart = row.label, distance
    return best
