"""The hair of one photo put on the person of another: from whole pictures to the part worked on and back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.core import memory
from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.hair import style_warnings, styling, styling_scene
from catchlight.hair.colour import quality_warnings
from catchlight.hair.harm import refusals
from catchlight.hair.paste_back import paste_back, paste_back_cutout
from catchlight.hair.preparation import StyleContext
from catchlight.hair.reference import donor, layers, piece, suitability, transfer
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.hair.reference.tone import HairTone
from catchlight.hair.style_warnings import StylingFacts
from catchlight.hair.styling import LONGEST, MOST_INVENTION, StyleResult
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim import shaped_pictures
from catchlight.hair.trim.volume import EditedHair
from catchlight.imaging.picture import FloatPlane
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view

_TELLS = 0.25
"""Dense hair, in areas of the face, from which its tone is plain: of less, gloss and skin are a part."""
_LIMITS = {**refusals.LIMITS, "eyes": 0.05}
"""Harm that is borne: the end of a brow under hair at the temple goes on as it is seen beside it (0.034 on d02, and believed)."""
_NAME = Message("Hair from a photo")


@dataclass(frozen=True)
class WornReference:
    """styled: the result. own_colour: whether the hair has taken the person's own colour."""

    styled: StyleResult
    own_colour: bool


def read_reference(portrait: Portrait, longest: int = LONGEST) -> ReferenceHair:
    """The hair of a reference photo, kept with it, or of a piece (``reference.piece``), which needs no face. Raises
    UnusablePicture ``reference_unsuited`` with the reason."""
    if piece.is_piece(portrait.picture):
        return piece.read_piece(portrait.picture)
    return portrait.kept(f"hair:reference:{longest}", lambda: _read(portrait, longest))


def require_large(portrait: Portrait, reference: ReferenceHair, longest: int = LONGEST) -> None:
    """Raise UnusablePicture ``reference_unsuited`` where a reference is too small for a portrait, which a small copy of that does
    not tell."""
    x0, y0, x1, y1 = styling.style_window(portrait)
    scale = min(1.0, longest / max(x1 - x0, y1 - y0))
    suitability.require_size(portrait.pose.px_per_cm * scale, reference)


def apply_reference(
    portrait: Portrait,
    reference: ReferenceHair,
    progress: Progress,
    *,
    own_colour: bool,
    seed: int = 0,
    longest: int = LONGEST,
) -> WornReference:
    """The portrait with the hair of another photo. Same pictures and seed: same pixels.

    own_colour: whether it takes the person's own colour, where the picture shows enough hair to tell that; else its own.
    Raises UnusablePicture ``reference_unsuited`` (heads seen too differently, hair that an edge cuts), ``no_hair`` (a hat),
    Conflict ``conflicting_styles`` for what the picture does not show and the new hair would uncover.
    """
    picture = portrait.picture
    if shaped_pictures.is_bounded(portrait):
        raise Conflict(
            Message("The picture is cut to a shape, and new hair could not go on beyond it. Use the whole photo."),
            code="conflicting_styles",
        )
    box = styling.style_window(portrait)
    seen = view(portrait, box, longest)
    with memory.release_eagerly((seen.picture.height, seen.picture.width)):
        ready = styling.prepare_style(portrait, seen, box, progress, None)
        progress.report(0.5, "style")
        scene, bare = ready.scene, ready.bare
        _require_clear_hair(scene)
        suitability.require_alike(scene, reference)
        placed = layers.place_hair(scene, bare, reference)
        suitability.require_placed(scene, placed)
        wanted = wanted_tone(ready, reference, own_colour=own_colour)
        done = transfer.lay_hair(ready, placed, wanted, seed)
        progress.report(0.8, "style")
        body = np.asarray(styling.person_without(ready, done.hair), np.float32)
        invented = styling.measure_invention(ready, done.hair)
        _require_possible(ready, done, body, invented)
        progress.report(0.9, "finishing")
        pixels = paste_back(picture.pixels, scene, done, box, bare.grain, seed)
        body = np.maximum(body, done.hair)
        if portrait.is_cut_out:
            pixels = paste_back_cutout(picture.pixels, pixels, box, np.asarray(body - scene.alpha, np.float32))
        doubts = style_warnings.find_quality_warnings(scene, done.hair, invented, StylingFacts(grown=True))
        doubts = (*doubts, "taken")
    styled = StyleResult(pixels, invented, box, done.hair, np.asarray(body, np.float32), doubts)
    return WornReference(styled, own_colour=wanted is not None and wanted.lightness != reference.tone.lightness)


def _require_clear_hair(scene: HairScene) -> None:
    """Raise UnusablePicture ``no_hair`` where it is not plain which hair is to go."""
    if scene.own is not None and quality_warnings.is_mask_unsure(scene.own):
        raise UnusablePicture(
            Message(
                "The picture does not show plainly where its own hair ends, and some of it would stay beside the new hair. "
                "Use a picture with a plain background of another brightness."
            ),
            code="no_hair",
        )


def _require_possible(ready: StyleContext, done: EditedHair, body: FloatPlane, invented: float) -> None:
    """Raise Conflict ``conflicting_styles`` for a result that changes nothing, shows what the picture does not, or does harm.
    body: HxW, the person without the new hair; invented: in areas of the face."""
    scene, bare = ready.scene, ready.bare
    refusals.require_change(scene, ready.hair, done.picture, _NAME)
    if invented > MOST_INVENTION:
        raise Conflict(
            Message(
                "This hair would show so much neck and clothing that the picture does not show that it could not look real. "
                "Use a photo with longer hair, or a picture with the hair tied back."
            ),
            code="conflicting_styles",
        )
    refusals.require_unharmed(scene, bare, done.picture, done.hair, body, _NAME, _LIMITS)


def wanted_tone(ready: StyleContext, reference: ReferenceHair, *, own_colour: bool) -> HairTone | None:
    """The tone that the hair of a reference is to have; None where it keeps its own. Raises UnusablePicture
    ``reference_unsuited`` where it cannot have it."""
    scene = ready.scene
    grey = scene.is_grey
    own = donor.scene_tone(scene)
    tells = own is not None and float((scene.hair > 0.85).sum()) > _TELLS * float(scene.oval.sum())
    if own is not None and tells and own_colour:
        suitability.require_tone(reference.tone, own)
        return own.without_colour() if grey else own
    if grey:
        return reference.tone.without_colour()
    if reference.grey:
        raise suitability.unsuited(
            Message(
                "that photo has no colours, and this picture shows too little hair to give it any. Use a photo in colour."
            )
        )
    return None


def _read(portrait: Portrait, longest: int) -> ReferenceHair:
    try:
        seen = view(portrait, styling.style_window(portrait), longest)
        scene = styling_scene.read_scene(seen)
    except UnusablePicture as refusal:
        raise suitability.unsuited(refusal.message) from refusal
    suitability.require_readable(seen, scene)
    tone = donor.scene_tone(scene)
    if tone is None:
        raise suitability.unsuited(Message("it shows too little hair. Use a photo of somebody with more hair."))
    return donor.read_hair(scene, tone, grey=scene.is_grey)
