"""A headshot put together: tidied, dressed, lit, framed, and laid on its background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

import numpy as np

from catchlight.backdrop import grain, match_light, place_person, scene
from catchlight.backdrop.lens_blur import out_of_focus
from catchlight.core.progress import Progress
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatImage, FloatPlane, Picture, Pixels
from catchlight.matting import spill, unmix
from catchlight.matting.repair.edges import clean_edges
from catchlight.operations.compliance.cues.cut_shape import require_clean_background, require_clear_outline
from catchlight.operations.headshot import cut, garment_colours, tidy_skin
from catchlight.operations.headshot.choices import BackgroundChoice, Dye, FramingChoice
from catchlight.operations.headshot.frame import HeadshotFrame, require_uncut
from catchlight.operations.headshot.nearest_framing import find_frame
from catchlight.portrait.portrait import Portrait
from catchlight.retouch import background_blur as photo_ground
from catchlight.retouch import relight
from catchlight.retouch.relight import Lamps

T = TypeVar("T")

_KEPT = 1_700_000
"""Pixels of a picture up to which what is known of it in a frame is kept: a few MB for each."""
_BLUR = 0.02
"""Lens disc of the photo's own background, as a share of the longer side."""
_LIT_FROM_SIDE = 0.12
"""Sideways part of the light's direction from which it has a side."""


@dataclass(frozen=True)
class HeadshotRequest:
    """All of a headshot, read and checked."""

    dyes: tuple[Dye, ...]
    ground: BackgroundChoice
    view: FramingChoice
    straighten: bool = True
    match: float = 1.0
    lamps: Lamps = field(default_factory=Lamps)
    skin: float = 0.0
    seed: int = 0

    @property
    def touches_person(self) -> bool:
        return bool(self.dyes or self.lamps or self.skin)


@dataclass(frozen=True)
class HeadshotResult:
    """pixels: HxWx3, or x4 on transparency. fitted: whether the person was fitted to the background. dyes: colours that own
    clothes took."""

    pixels: Pixels
    frame: HeadshotFrame
    carried_on: tuple[str, ...]
    background_carried_on: bool
    fitted: bool
    dyes: tuple[Dye, ...] = ()


def make_headshot(
    portrait: Portrait,
    wish: HeadshotRequest,
    own: Picture | None,
    progress: Progress,
    planned: HeadshotFrame | None = None,
) -> HeadshotResult:
    """The headshot of an upright portrait. own: the picture for a background of kind ``picture``. planned: the frame, where it is
    known already.

    Raises UnusablePicture where no face can be read, Conflict for clothes that do not show.
    """
    progress.report(0.02, "finding the face")
    portrait.landmarks  # noqa: B018 - refuses before the slower parts
    progress.report(0.08, "matting")
    unmix.fine_alpha(portrait)
    planned = planned or find_frame(portrait, wish.view, wish.straighten, wish.ground.mild)
    if not wish.ground.mild:
        require_clear_outline(portrait)
        require_clean_background(portrait, unmix.fine_alpha(portrait))
        if planned.whole and not wish.view.circle and wish.ground.kind != "transparent":
            require_uncut(portrait)
    done = _framed(portrait, planned, wish, progress)
    progress.report(0.65, "cleaning the edges")
    left, fitted = progress.part(0.65, 1.0), False
    result: Any
    if wish.ground.mild or wish.ground.kind == "transparent":
        result = _on_own(portrait, done, planned, wish, left)
    else:
        # From here on the photo is not needed, and let go: four planes of a large one are what the work's memory is.
        done = _lifted(portrait, done, planned, wish)
        result, fitted = _on_scene(portrait, done, wish, own, left)
    if wish.ground.mild and portrait.picture.has_alpha:
        result = np.dstack([result, _own_alpha(portrait, planned)])
    return HeadshotResult(result, planned, done.added, done.background_added, fitted, wish.dyes)


def _framed(
    portrait: Portrait, planned: HeadshotFrame, wish: HeadshotRequest, progress: Progress
) -> cut.FramedPortrait:
    """The person as wished for, cut to the frame."""

    def person() -> tuple[Pixels, FloatPlane]:
        alpha = unmix.fine_alpha(portrait)
        pixels = _person(portrait, alpha, wish, progress)
        progress.report(0.55, "framing")
        colours: Any = pixels[..., :3]
        return colours, alpha

    return _known(portrait, planned, wish, "cut", lambda: cut.cut_to_frame(portrait, person, planned, wish.ground.mild))


def _person(portrait: Portrait, alpha: FloatPlane, wish: HeadshotRequest, progress: Progress) -> Pixels:
    """The photo with the person tidied, in other colours and lit."""
    pixels = portrait.picture.pixels
    if wish.skin:
        progress.report(0.15, "tidying the skin")
        pixels = tidy_skin.smooth_skin(portrait, pixels, wish.skin, progress.part(0.15, 0.3))
    if wish.dyes:
        progress.report(0.3, "dressing")
        pixels = garment_colours.dye_garments(portrait, pixels, wish.dyes, progress.part(0.3, 0.45))
    if wish.lamps:
        progress.report(0.45, "lighting")
        pixels = relight.relight_portrait(portrait, pixels, alpha, wish.lamps, progress.part(0.45, 0.55))
    return pixels


def _known(portrait: Portrait, planned: HeadshotFrame, wish: HeadshotRequest, what: str, make: Callable[[], T]) -> T:
    """What ``make`` gives, kept with the portrait where one background after another is tried on the photo's own person.

    Of a large picture nothing but the colours of the person in the photo's own frame.
    """
    small = portrait.picture.width * portrait.picture.height <= _KEPT
    if wish.touches_person or not (small or (planned.whole and what == "fore")):
        return make()
    frame = f"{wish.view.style.id}:{wish.view.circle}:{wish.straighten}:{wish.ground.mild}"
    return portrait.kept(f"headshot:{what}" if planned.whole else f"headshot:{what}:{frame}", make)


def _on_own(
    portrait: Portrait, done: cut.FramedPortrait, planned: HeadshotFrame, wish: HeadshotRequest, progress: Progress
) -> Pixels:
    """The person on the photo's own background, sharp or not, or on none."""
    ground = wish.ground
    if ground.kind == "keep" or (ground.kind == "blur" and portrait.is_cut_out):
        return done.pixels
    progress.report(0.4, "laying the background")
    if ground.kind == "transparent":
        lifted = _lifted(portrait, done, planned, wish)
        return photo_ground.cut_out(done.pixels, lifted.pixels, lifted.alpha)
    fore = _known(portrait, planned, wish, "fore", lambda: cut.remove_spill(done))
    return photo_ground.out_of_focus(done.pixels, fore, done.alpha, _BLUR * ground.blur, seed=wish.seed)


def _own_alpha(portrait: Portrait, planned: HeadshotFrame) -> Pixels:
    """The picture's own alpha in the frame, carried on as the picture is: what its file hides stays hidden."""
    own: Any = portrait.picture.pixels[..., 3:]
    if planned.whole:
        return cast(Pixels, own)
    framed: Any = cut.cut_to_frame(
        portrait, lambda: (np.repeat(own, 3, axis=2), unmix.fine_alpha(portrait)), planned
    ).pixels
    return cast(Pixels, framed[..., :1])


def _lifted(
    portrait: Portrait, done: cut.FramedPortrait, planned: HeadshotFrame, wish: HeadshotRequest
) -> cut.FramedPortrait:
    """The cut with the person's own colours for those of the photo, free of what the old background throws on them, and with
    clean edges."""
    fore = _known(portrait, planned, wish, "fore", lambda: cut.remove_spill(done))
    cm = portrait.pose.px_per_cm

    def cleaned() -> tuple[Pixels, FloatPlane]:
        cleared = spill.remove_spill(done.pixels, fore, done.alpha, cm)
        return clean_edges(cleared, done.pixels, done.alpha, cm)

    pixels, alpha = _known(portrait, planned, wish, "cleared", cleaned)
    return replace(done, pixels=pixels, alpha=alpha)


def _on_scene(
    portrait: Portrait, lifted: cut.FramedPortrait, wish: HeadshotRequest, own: Picture | None, progress: Progress
) -> tuple[Pixels, bool]:
    """The person on another background, and whether they were fitted to it."""
    ground = wish.ground
    progress.report(0.4, "laying the background")
    height, width = lifted.alpha.shape
    light = scene_of(portrait, wish, own, width, height)
    fit = match_light.fit(portrait, light, wish.match)
    plain = ground.backdrop is not None and ground.backdrop.family == "plain"
    level = 0.0 if plain else portrait.kept("backdrop:grain", lambda: grain.level_of(portrait.picture.pixels))
    person = place_person.Person(lifted.pixels, lifted.alpha, portrait.pose.px_per_cm)
    return place_person.composite_person(
        person, light, fit, level, wish.match, wish.seed, progress.part(0.4, 1.0)
    ), not fit.idle


def scene_of(portrait: Portrait, wish: HeadshotRequest, own: Picture | None, width: int, height: int) -> FloatImage:
    """The light behind the person, for a frame of that size."""
    ground = wish.ground
    if ground.kind == "picture":
        assert own is not None, "choices refuse it without one"
        return _picture(own, ground, width, height)
    assert ground.backdrop is not None
    sideways = float(portrait.light.direction[0])
    against = {"left": sideways > _LIT_FROM_SIDE, "right": sideways < -_LIT_FROM_SIDE, "front": False}
    manner = scene.SceneOptions(
        tint=ground.tint,
        blur=ground.blur,
        stops=ground.stops,
        warmth=ground.warmth,
        mirrored=against[ground.backdrop.lit] != ground.mirrored,
        seed=wish.seed,
    )
    return scene.render_scene(ground.backdrop, width, height, manner)


def _picture(own: Picture, ground: BackgroundChoice, width: int, height: int) -> FloatImage:
    """The middle of a picture of one's own that fills the frame, never stretched."""
    import cv2

    scale = max(width / own.width, height / own.height)
    part_width, part_height = min(own.width, round(width / scale)), min(own.height, round(height / scale))
    x, y = (own.width - part_width) // 2, (own.height - part_height) // 2
    part = np.ascontiguousarray(own.rgb8[y : y + part_height, x : x + part_width])
    size = (width, height) if scale < 1 else (part_width, part_height)
    if size != (part_width, part_height):
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    light = oklab.linear(part.astype(np.float32) / np.float32(255))
    if ground.blur > 1:
        light = out_of_focus(light, 0.012 * ground.blur * size[1])
    gain = np.float32(2.0**ground.stops) * np.exp2(np.float32(ground.warmth) * np.array([0.5, 0, -0.5], np.float32))
    light = np.clip(light * gain, 0, 1)
    return np.ascontiguousarray(light[:, ::-1] if ground.mirrored else light, np.float32)
