"""A hair style put on a portrait: from the whole picture to the part worked on and back, and how much had to be made up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from catchlight.catalogue.hairstyles import HairStyle, Tidy, Trim, Volume
from catchlight.core import memory
from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.core.messages import Message, join_names
from catchlight.core.progress import Progress
from catchlight.hair import preparation, style_plan, style_warnings, styling_scene
from catchlight.hair.harm import refusals
from catchlight.hair.paste_back import paste_back, paste_back_cutout
from catchlight.hair.preparation import StyleContext
from catchlight.hair.style_plan import Options, StylePlan
from catchlight.hair.style_warnings import QualityWarning, StylingFacts
from catchlight.hair.trim import from_own_hair, shaped_pictures, tidy, trim, uncovered, volume
from catchlight.hair.trim.from_own_hair import Modifier
from catchlight.hair.trim.volume import EditedHair
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.matting.modnet import Window
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view

LONGEST = 2000
"""Longer side of the part that is worked on; a larger one is enlarged again, with the photo's grain."""
_SIDE_CM, _UP_CM, _DOWN_CM = 27.0, 24.0, 46.0
MOST_INVENTION = 0.6
"""Invention, in areas of the face, from which a style is refused."""


@dataclass(frozen=True)
class StyleResult:
    """pixels: as the picture's, changed only where hair, its shadow or what it uncovers lies. invented: area that had to be made
    up, weighted by how daring that was, in areas of the face. box: the part of the picture that was worked on; worn, body:
    the new hair and the person with it in that part, at the size that was worked at. doubts: why it may not look real, gravest
    first; a style is offered on a picture where there are none."""

    pixels: Pixels
    invented: float
    box: Window
    worn: FloatPlane
    body: FloatPlane
    doubts: tuple[QualityWarning, ...] = ()

    @property
    def hair(self) -> FloatPlane:
        """The new hair in the whole picture, HxW float32."""
        return self.over(np.zeros(self.pixels.shape[:2], np.float32), self.worn)

    def alpha(self, before: FloatPlane) -> FloatPlane:
        """The person in the whole picture, from the matte ``before``."""
        return self.over(before.copy(), self.body)

    def over(self, whole: FloatPlane, plane: FloatPlane) -> FloatPlane:
        """A plane of the worked part laid into that of the whole picture."""
        import cv2

        x0, y0, x1, y1 = self.box
        whole[y0:y1, x0:x1] = np.clip(cv2.resize(plane, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR), 0, 1)
        return whole


def apply_styles(
    portrait: Portrait,
    styles: Sequence[HairStyle],
    options: Options,
    progress: Progress,
    longest: int = LONGEST,
    dyed: Pixels | None = None,
) -> StyleResult:
    """The portrait with the styles. Same styles, options and picture: same pixels.

    dyed: the same picture, best of the size of ``working_size``, with its hair in another colour, from which hair grown
    anew takes its own.
    Raises UnusablePicture ``no_hair`` (a hat or veil; own-hair styles on a bald head), Conflict ``conflicting_styles``
    (styles that exclude each other, one that would have to make up more than can look real on this picture, a cut below the
    ends of the hair, or harm to a face, ear, glasses, ground or clothes).
    """
    wish = style_plan.merge_styles(styles, options)
    picture = portrait.picture
    if wish.groom is None and not wish.modifiers:
        whole = (0, 0, picture.width, picture.height)
        return StyleResult(picture.pixels, 0.0, whole, styling_scene.read_scene(portrait).hair, portrait.alpha)
    if shaped_pictures.is_bounded(portrait):
        if wish.groom is not None or wish.cuts or (wish.thins and shaped_pictures.cuts_hair(portrait)):
            raise Conflict(
                Message(
                    "The picture is cut to a shape, and what lies behind the hair cannot go on in it. Use the whole photo, or a "
                    "style that takes no hair off."
                ),
                code="conflicting_styles",
            )
        done = apply_styles(shaped_pictures.extend_beyond_shape(portrait), styles, options, progress, longest)
        return replace(done, pixels=shaped_pictures.cut_to_shape(picture.pixels, done.pixels))
    box = style_window(portrait)
    seen = view(portrait, box, longest)
    with memory.release_eagerly((seen.picture.height, seen.picture.width)):
        return _styled(portrait, seen, box, styles, wish, options, progress, dyed)


def _styled(
    portrait: Portrait,
    seen: Portrait,
    box: Window,
    styles: Sequence[HairStyle],
    wish: StylePlan,
    options: Options,
    progress: Progress,
    dyed: Pixels | None,
) -> StyleResult:
    """``apply_styles`` for a wish that changes something. seen: what lies in the ``box``, as large as it is worked on."""
    picture = portrait.picture
    ready = prepare_style(portrait, seen, box, progress, dyed)
    progress.report(0.5, "style")
    recipe = None if wish.groom is None else from_own_hair.plan_from_own_hair(ready.scene, wish.groom, wish, options)
    if recipe is not None:
        wish = StylePlan(None, recipe)
    if wish.draws:
        refusals.require_drawable(ready.scene, fringe=wish.adds)
    names = join_names(Message(style.label) for style in styles)
    if wish.thins:
        refusals.require_seen_ground(ready.scene, names)
    done = _applied(ready, wish, options, progress)
    if recipe is None:
        _require_possible(ready, wish, done, names)
    invented = measure_invention(ready, done.hair)
    if invented > MOST_INVENTION:
        raise Conflict(
            Message(
                "{names} would show so much neck and clothing that this picture does not show that it could not look real. "
                "Choose a longer style, or a picture with the hair tied back.",
                names=names,
            ),
            code="conflicting_styles",
        )
    body = np.asarray(person_without(ready, done.hair), np.float32)
    if wish.draws or wish.cuts:
        refusals.require_unharmed(ready.scene, ready.bare, done.picture, done.hair, body, names)
    progress.report(0.9, "finishing")
    pixels = paste_back(picture.pixels, ready.scene, done, box, ready.bare.grain, options.seed)
    body = np.maximum(body, done.hair)
    if portrait.is_cut_out:
        pixels = paste_back_cutout(picture.pixels, pixels, box, np.asarray(body - ready.scene.alpha, np.float32))
    why = style_warnings.find_quality_warnings(
        ready.scene, done.hair, invented, _how(ready, wish, done, styles, whole=recipe is not None)
    )
    return StyleResult(pixels, invented, box, done.hair, np.asarray(body, np.float32), why)


def prepare_style(
    portrait: Portrait, seen: Portrait, box: Window, progress: Progress, dyed: Pixels | None
) -> StyleContext:
    """What styles are made from, of the hair in the colour of ``dyed`` where that is given."""
    progress.report(0.05, "hair")
    ready = seen.kept("groom:ready", lambda: preparation.prepare_portrait(seen, progress))
    if dyed is None:
        return ready
    shrunk = dyed.shape[1] / portrait.picture.width
    return ready.dyed(dyed, tuple(round(value * shrunk) for value in box))


def _require_possible(ready: StyleContext, wish: StylePlan, done: EditedHair, names: str) -> None:
    """Raise Conflict ``conflicting_styles`` for a change of the person's own hair that cuts none, shows what the picture does
    not, or changes nothing."""
    if wish.only_trims:
        trim.require_cut(ready.scene, done.hair, names)
    if wish.cuts:
        exposed = uncovered.find_exposed_areas(ready.scene, ready.bare, done.hair)
        uncovered.require_known(ready.scene, exposed, done.picture, names)
    if not wish.draws:
        refusals.require_change(ready.scene, ready.hair, done.picture, names)


def _how(
    ready: StyleContext, wish: StylePlan, done: EditedHair, styles: Sequence[HairStyle], *, whole: bool
) -> StylingFacts:
    """whole: whether a whole style is made of the photo's own hair; it is drawn nowhere then, but for a fringe."""
    grown = wish.groom is not None
    return StylingFacts(
        grown=grown,
        rated=min((style.rated for style in styles if style.rated is not None), default=None),
        kept=1.0 if whole and not wish.adds else done.kept,
        sides=done.sides,
        lost=done.lost,
        freed=from_own_hair.background_exposure(ready.scene, ready.bare, done.hair) if wish.cuts else None,
        joins=from_own_hair.neck_exposure(ready.scene, ready.bare, done.hair) if wish.cuts else 0.0,
        told=wish.cuts and not whole,
    )


def working_size(portrait: Portrait, longest: int = LONGEST) -> int:
    """Longer side of the whole picture at the size at which its part is worked on."""
    x0, y0, x1, y1 = style_window(portrait)
    whole = max(portrait.picture.width, portrait.picture.height)
    return round(whole * min(1.0, longest / max(x1 - x0, y1 - y0)))


def style_window(portrait: Portrait) -> Window:
    """The part of a picture (x0, y0, x1, y1) with head, hair and all that long hair can fall on."""
    pose, picture = portrait.pose, portrait.picture
    x, y = pose.project([[0.0, 2.66, 0.0]])[0]
    cm = pose.px_per_cm
    x0, x1 = int(np.clip(x - _SIDE_CM * cm, 0, picture.width - 2)), int(np.clip(x + _SIDE_CM * cm, 2, picture.width))
    y0, y1 = int(np.clip(y - _UP_CM * cm, 0, picture.height - 2)), int(np.clip(y + _DOWN_CM * cm, 2, picture.height))
    return x0, y0, max(x1, x0 + 2), max(y1, y0 + 2)


def _applied(ready: StyleContext, wish: StylePlan, options: Options, progress: Progress) -> EditedHair:
    """The worked part after the wish."""
    if wish.groom is not None:
        from catchlight.hair.synthesis import draw

        own = draw.measure_photo_hair(ready)
        return draw.draw_style(ready, own, wish.groom, options, progress, reshaped=wish.reshaped)
    if ready.scene.own is None:
        raise UnusablePicture(Message("There is too little hair for a style. Use another picture."), code="no_hair")
    first = from_own_hair.recolour_scene(ready.scene, ready.hair)
    done = EditedHair(first.rgb, first.hair)
    pull = None
    for number, modifier in enumerate(wish.modifiers):
        progress.check()
        known = replace(first, rgb=done.picture, hair=done.hair)
        done = _modified(replace(ready, scene=known), modifier, options)
        if number == 0 and first.rgb is ready.scene.rgb:
            pull = done.pull
    return replace(done, pull=pull)


def _modified(ready: StyleContext, shape: Modifier, options: Options) -> EditedHair:
    known = ready.scene
    if isinstance(shape, Volume):
        return volume.change_volume(known, ready.bare, shape.amount)
    if isinstance(shape, Trim):
        return trim.trim(known, ready.bare, shape.below_chin, shape.ragged, options.seed)
    if isinstance(shape, Tidy):
        return tidy.tidy_hair(known, ready.bare, shape.flyaways, shape.smooth)
    from catchlight.hair.synthesis import draw

    return draw.draw_fringe(ready, draw.measure_photo_hair(ready), shape, options)


def person_without(ready: StyleContext, hair: FloatPlane) -> FloatPlane:
    """The person without the new hair: as seen, but for what the old hair has left."""
    gone = np.clip((ready.scene.hair - hair) / 0.1, 0, 1)
    return np.asarray(ready.scene.alpha * (1 - gone) + ready.bare.body * gone, np.float32)


def measure_invention(ready: StyleContext, cover: FloatPlane) -> float:
    """The plate that shows through the new hair, weighted by its daring, in areas of the face."""
    shown = ready.bare.cost * np.clip(ready.scene.hair - cover, 0, 1)
    return float(shown.sum() / max(float(ready.scene.oval.sum()), 1.0))
