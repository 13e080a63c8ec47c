"""A hair style put on a portrait: from the whole picture to the part worked on and back, and how much had to be made up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Added, Groom, HairStyle, Tidy, Trim, Volume
from catchlight.engine.errors import Conflict, UnusablePicture
from catchlight.engine.groom import bare, fill, hairline, moved, palette, render, scene, tidied, trimmed, wishes
from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.head import Hairline
from catchlight.engine.groom.moved import Moved
from catchlight.engine.groom.palette import Palette
from catchlight.engine.groom.scene import Scene, as_float, soft
from catchlight.engine.groom.wishes import Options, Wish
from catchlight.engine.matting import Window
from catchlight.engine.picture import FloatImage, FloatPlane, Pixels
from catchlight.engine.portrait import Portrait
from catchlight.engine.progress import Progress
from catchlight.engine.view import view

LONGEST = 2000
"""Longer side of the part that is worked on; a larger one is enlarged again, with the photo's grain."""
_SIDE_CM, _UP_CM, _DOWN_CM = 27.0, 24.0, 46.0
MUCH, TOO_MUCH = 0.3, 0.6
"""Invention, in faces, from which a result is marked, and from which it is refused."""
_UNCHANGED = 0.4
"""Difference (0..255) below which a pixel counts as unchanged and stays bit for bit."""


@dataclass(frozen=True)
class Styled:
    """pixels: as the picture's, changed only where hair, its shadow or what it uncovers lies. hair, alpha: HxW float32, the new
    hair and the person with it. invented: area that had to be made up, weighted by how daring that was, in areas of the face."""

    pixels: Pixels
    hair: FloatPlane
    alpha: FloatPlane
    invented: float

    @property
    def much(self) -> bool:
        return self.invented > MUCH


@dataclass(frozen=True)
class _Ready:
    """All that does not depend on the style, kept with the portrait."""

    scene: Scene
    bare: Bare
    palette: Palette
    hairline: Hairline


def styled(
    portrait: Portrait,
    styles: Sequence[HairStyle],
    options: Options,
    progress: Progress,
    longest: int = LONGEST,
    dyed: Pixels | None = None,
) -> Styled:
    """The portrait with the styles. Same styles, options and picture: same pixels.

    dyed: the same picture with its hair in another colour, from which hair grown anew takes its own. Raises UnusablePicture
    ``no_hair`` (a hat or veil; own-hair styles on a bald head), Conflict ``conflicting_styles`` (styles that exclude each
    other, or one that would have to make up more than can look real on this picture).
    """
    wish = wishes.joined(styles, options)
    picture = portrait.picture
    if wish.groom is None and not wish.modifiers:
        return Styled(picture.pixels, scene.read(portrait).hair, portrait.alpha, 0.0)
    box = _window(portrait)
    seen = view(portrait, box, longest)
    progress.report(0.05, "hair")
    ready = seen.kept("groom:ready", lambda: _ready(seen, progress))
    if dyed is not None:
        ready = replace(ready, palette=palette.read(replace(ready.scene, rgb=_seen(dyed, box, ready.scene)), seen))
    progress.report(0.5, "style")
    done = _applied(ready, wish, options, progress)
    invented = _invented(ready, done.hair)
    if invented > TOO_MUCH:
        names = " and ".join(style.label for style in styles)
        raise Conflict(
            f"{names} would show so much neck and clothing that this picture does not show that it could not look real. "
            "Choose a longer style, or a picture with the hair tied back.",
            code="conflicting_styles",
        )
    progress.report(0.9, "finishing")
    pixels = _returned(picture.pixels, ready.scene, done.picture, box, ready.bare.grain, options.seed)
    body = np.maximum(_person(ready, done.hair), done.hair)
    nothing = np.zeros((picture.height, picture.width), np.float32)
    return Styled(pixels, _placed(done.hair, nothing, box), _placed(body, portrait.alpha.copy(), box), invented)


def _window(portrait: Portrait) -> Window:
    """Head, hair and all that long hair can fall on."""
    pose, picture = portrait.pose, portrait.picture
    x, y = pose.project([[0.0, 2.66, 0.0]])[0]
    cm = pose.px_per_cm
    x0, x1 = int(np.clip(x - _SIDE_CM * cm, 0, picture.width - 2)), int(np.clip(x + _SIDE_CM * cm, 2, picture.width))
    y0, y1 = int(np.clip(y - _UP_CM * cm, 0, picture.height - 2)), int(np.clip(y + _DOWN_CM * cm, 2, picture.height))
    return x0, y0, max(x1, x0 + 2), max(y1, y0 + 2)


def _ready(seen: Portrait, progress: Progress) -> _Ready:
    known = scene.read(seen)
    progress.report(0.2, "what the hair hides")
    return _Ready(known, bare.read(known), palette.read(known, seen), hairline.read(known))


def _seen(pixels: Pixels, box: Window, known: Scene) -> npt.NDArray[np.uint8]:
    """The worked part of other pixels of the same picture, at the scene's size."""
    import cv2

    x0, y0, x1, y1 = box
    part: Any = pixels[y0:y1, x0:x1, :3]
    bytes_ = part if part.dtype == np.uint8 else (part >> 8).astype(np.uint8)
    size = (known.shape[1], known.shape[0])
    return np.asarray(cv2.resize(np.ascontiguousarray(bytes_), size, interpolation=cv2.INTER_AREA), np.uint8)


def _applied(ready: _Ready, wish: Wish, options: Options, progress: Progress) -> Moved:
    """The worked part after the wish."""
    if wish.groom is not None:
        return _groomed(ready, wish.groom, options, progress)
    if ready.scene.own is None:
        raise UnusablePicture(
            "There is too little hair for a style of the person's own hair. Choose a whole style instead.",
            code="no_hair",
        )
    done = Moved(as_float(ready.scene.rgb), ready.scene.hair)
    for modifier in wish.modifiers:
        progress.check()
        known = replace(ready.scene, rgb=_bytes(done.picture), hair=done.hair)
        done = _modified(replace(ready, scene=known), modifier, options)
    return done


def _groomed(ready: _Ready, groom: Groom, options: Options, progress: Progress) -> Moved:
    hair = render.grown(ready.scene, ready.bare, groom, ready.hairline, options.seed)
    progress.report(0.8, "style")
    cover = np.maximum(hair.front.cover, hair.back.cover * (1 - ready.bare.body))
    after = render.composed(
        ready.scene, ready.bare.plate, ready.bare, hair, groom, ready.palette, ready.hairline, options.seed
    )
    return Moved(after, np.asarray(cover, np.float32))


def _modified(ready: _Ready, shape: Volume | Trim | Tidy | Added, options: Options) -> Moved:
    known = ready.scene
    if isinstance(shape, Volume):
        return moved.volume(known, ready.bare, shape.amount)
    if isinstance(shape, Trim):
        return trimmed.trim(known, ready.bare, shape.below_chin, shape.ragged, options.seed)
    if isinstance(shape, Tidy):
        return tidied.tidy(known, ready.bare, shape.flyaways, shape.smooth)
    groom = Groom.model_validate({"cut": {"length": 8.0}, "fringe": shape.fringe, "fibre": shape.fibre})
    hair = render.grown(known, ready.bare, groom, ready.hairline, options.seed, only_fringe=True)
    base = as_float(known.rgb)
    picture = render.composed(
        known, base, ready.bare, hair, groom, ready.palette, ready.hairline, options.seed, on_scalp=False
    )
    return Moved(picture, np.maximum(known.hair, hair.front.cover))


def _person(ready: _Ready, hair: FloatPlane) -> FloatPlane:
    """The person without the new hair: as seen, but for what the old hair has left."""
    gone = np.clip((ready.scene.hair - hair) / 0.1, 0, 1)
    return np.asarray(ready.scene.alpha * (1 - gone) + ready.bare.body * gone, np.float32)


def _placed(plane: FloatPlane, whole: FloatPlane, box: Window) -> FloatPlane:
    """A plane of the worked part in that of the whole picture."""
    import cv2

    x0, y0, x1, y1 = box
    whole[y0:y1, x0:x1] = np.clip(cv2.resize(plane, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR), 0, 1)
    return whole


def _invented(ready: _Ready, cover: FloatPlane) -> float:
    """The plate that shows through the new hair, weighted by its daring, in areas of the face."""
    shown = ready.bare.cost * np.clip(ready.scene.hair - cover, 0, 1)
    return float(shown.sum() / max(float(ready.scene.oval.sum()), 1.0))


def _returned(
    pixels: Pixels, known: Scene, after: FloatImage, box: Window, grain: float, seed: int
) -> npt.NDArray[Any]:
    """The whole picture with the worked part put back: pixels that did not change stay as they are, bit for bit."""
    import cv2

    x0, y0, x1, y1 = box
    top = np.float32(np.iinfo(pixels.dtype).max / 255)
    result = pixels.copy()
    part = result[y0:y1, x0:x1, :3]
    change = np.abs(after - as_float(known.rgb)).max(axis=-1) > _UNCHANGED
    size = (x1 - x0, y1 - y0)
    if size == (after.shape[1], after.shape[0]):
        share = np.where(change, np.float32(1), np.float32(0))[..., None]
        mixed = part * (1 - share) + after * top * share
    else:
        share = cv2.resize(soft(change, 1.0), size, interpolation=cv2.INTER_LINEAR)
        share = np.where(share < 0.02, 0, share).astype(np.float32)[..., None]
        large = cv2.resize(after, size, interpolation=cv2.INTER_CUBIC)
        noise = fill.noise(np.random.default_rng(seed), (size[1], size[0])) * np.float32(0.7 * grain)
        mixed = part * (1 - share) + (large + noise[..., None]) * top * share
    part[...] = np.round(np.clip(mixed, 0, np.iinfo(pixels.dtype).max)).astype(pixels.dtype)
    return result


def _bytes(image: FloatImage) -> npt.NDArray[np.uint8]:
    return np.asarray(np.round(np.clip(image, 0, 255)), np.uint8)
