"""Single hairs in a matte: the soft rim that a network leaves is unmixed where hair and background differ enough.

A matting network sees frizz as a veil and rounds outlines off: the rim is first drawn anew along the colours of the photo. Where
the colours on both sides of it are known and unlike, each pixel says itself how much of it is hair: its place on the line between
the two (as in Bayesian matting, Chuang et al. 2001, with local means).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.engine import parsing
from catchlight.engine.backdrop import missed
from catchlight.engine.backdrop.behind import Mask, behind
from catchlight.engine.backdrop.closed_form import along_colours
from catchlight.engine.backdrop.match import LUMINANCE
from catchlight.engine.picture import FloatImage, FloatPlane, Pixels
from catchlight.engine.portrait import Portrait
from catchlight.engine.retouch.bands import blurred, disc, ramp, within
from catchlight.engine.view import view

_LONGEST = 1000
"""Longer side at which both sides' colours and the lines of colours along the rim are found."""
_INSIDE, _OUTSIDE = 0.985, 0.015
_REACH_CM = 0.35
_FAR_CM = 3.0
"""How far around a pixel the colours of both sides are looked for, and the background's behind a gap in hair, further in."""
_KNOWN = 0.01, 0.06
_FAR_KNOWN, _EVEN = (0.02, 0.1), (0.1, 0.05)
"""Share of a side in what is looked at, and of the background's far around, from which its colours are known, and fully; and
their deviation there, sRGB: only an even background is the same behind the hair."""
_NO_NEARER = 0.25
"""How well a background is known beside a pixel, up to which one further away says anything."""
_SURE = (3.0, 6.0)
"""Distance of both colours in standard deviations, from no trust to full."""
_ROOM = 0.5
"""How far unmixing may move the matte."""
_WHITE, _VIVID = 0.98, (0.05, 0.25)
"""The lightest that hair and skin are taken to be, and how much more vivid (difference of channels, sRGB) than what is beside it
a colour must be not to be theirs in another light, from no trust to full."""
_VEIL = (0.65, 0.35)
"""Shares from which a veil is looked through that single pixels tell nothing of, and is so fully."""
_VAGUE = 0.02
"""Deviation of colours that two sides have at least, sRGB."""
_ASTRAY = (0.25, 0.5)
"""Distance of a colour from the line between both sides, in lengths of it: from trust to none."""
_NONE, _ALL = 0.05, 0.9
"""Shares that networks leave of what is background, and that they give what is wholly the person. On composites
of known truth the mean error is 3.9 instead of 4.3 thousandths."""
_LET = (1.0, 0.7), (0.9, 0.5)
"""Shares by the network, and as found, from which what is of a background close by is let go, and is so wholly."""
_OPEN = (1.0, 0.7), (0.1, 0.4)
"""Shares by the network, and as found, between which a gap in hair is opened that has the background's colour."""
_WEAVE, _WOVEN_CM = 2.0, 1.0
_WOVEN = (0.07, 0.08), (0.08, 0.11)
"""Gaussian width in pixels up to which light and dark are a background's weave, and around which it is told; its deviation, sRGB,
and by the distance to the person's colours, from where threads, as fine and as dark as hairs, are taken for them."""
_OUTLINE = (0.3, 0.9)
"""Shares by the network between which the outline lies there."""
_BLANK_CM, _LEVEL_CM = 0.15, 0.1
"""Half the width from which a veil is wide and around which hairs are looked for, and over which its slope is told."""
_VEILED, _SLOPE, _HAIRY = (0.08, 0.8), (1.15, 0.85), (0.05, 0.035)
"""Shares by the network of a veil; its slope for one cm, and the mean detail of shares drawn in it, from no trust to full."""
_EMPTY = (0.7, 0.55), (0.72, 0.55)
"""Shares by the network, and as drawn, from which such a veil is let go, and is so wholly."""
_STRANGE = (0.06, 0.1), (0.055, 0.04)
"""Distance of a veil's tint from the background's, in shares of its lightness, from which it is hair nevertheless, and surely;
and the background's deviation there, sRGB, from no trust to full."""
_STRIP = 250_000
_PARSED = 900
_MAY_BE_WORN = (0.05, 0.25)
"""Parsed shares of clothes, whose patterns may have any colour beside another, from none to all."""


def fine_alpha(portrait: Portrait) -> FloatPlane:
    """The portrait's alpha with its rim unmixed, HxW float32 in 0..1; kept with the portrait."""
    return portrait.kept(
        "backdrop:fine_alpha",
        lambda: unmixed(portrait.picture.pixels, filled(portrait), portrait.pose.px_per_cm, cloth(portrait)),
    )


def filled(portrait: Portrait) -> FloatPlane:
    """The alpha with the hair that it missed."""
    import cv2

    alpha = portrait.alpha
    # Parsing knows nothing finer, and planes of a whole photo are large.
    seen = view(portrait, None, _PARSED)
    hair = missed.found(seen.picture.rgb8, seen.alpha, seen.parsing.plane([parsing.HAIR]), seen.pose.px_per_cm)
    if hair is None:
        return alpha
    whole = cv2.resize(hair, alpha.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.maximum(alpha, whole, out=whole), np.float32)


def cloth(portrait: Portrait) -> FloatPlane:
    """How far parsing takes each place of the portrait for clothes, hxw in 0..1, of the whole picture at a reduced size."""
    return view(portrait, None, _PARSED).parsing.plane([parsing.CLOTH])


def unmixed(pixels: Pixels, alpha: FloatPlane, cm: float, cloth: FloatPlane) -> FloatPlane:
    """``alpha`` of ``pixels`` (HxWx3 or x4) with its rim unmixed; cm: pixels for one cm; cloth: its shares, of any size."""
    import cv2

    height, width = alpha.shape
    top = np.float32(np.iinfo(pixels.dtype).max)
    scale = min(1.0, _LONGEST / max(height, width))
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    small = cv2.resize(pixels[..., :3], size, interpolation=cv2.INTER_AREA).astype(np.float32) / top
    matte = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA), np.float32)
    reach = max(2.0, _REACH_CM * cm * scale)
    solid, clear = matte > _INSIDE, matte < _OUTSIDE
    fore, beside = (_Side.of(small, side, reach, _KNOWN) for side in (solid, clear))
    back, near = beside.or_even(_Side.of(small, clear, _FAR_CM * cm * scale, _FAR_KNOWN))
    apart = np.sqrt(((fore.colour - back.colour) ** 2).sum(axis=2))
    known = fore.known * back.known
    # A veil that looks like the background is nothing else, however varied hair is.
    axis = fore.colour - back.colour
    share = np.clip(((small - back.colour) * axis).sum(axis=2) / np.maximum(apart**2, 1e-4), 0, 1)
    astray = np.sqrt(((small - back.colour - share[..., None] * axis) ** 2).sum(axis=2)) / np.maximum(apart, 1e-2)
    between = 1 - ramp(astray, *_ASTRAY)
    trust = ramp(apart / (fore.spread + back.spread + 0.03), *_SURE) * known * (near + (1 - near) * between)
    spread = (1 - share) * back.spread + share * fore.spread + _VAGUE
    seen = ramp(apart / spread, *_SURE) * known * between
    lines = along_colours(small, matte)
    let = behind(small, matte, (solid, clear), cm * scale)
    drawn = lines[..., 0] * (small @ LUMINANCE) + lines[..., 1]
    drawn = drawn + (_unveiled(share) - drawn) * trust
    strange = ramp(_tinted(small, back.colour, _LEVEL_CM * cm * scale), *_STRANGE[0]) * back.known
    strange *= ramp(back.spread, *_STRANGE[1])
    untold = _woven(small, clear, _WOVEN_CM * cm * scale, apart), _blank(matte, drawn, cm * scale) * (1 - strange)
    # Cloth has patterns, whose colours need not be alike; of hair and skin the lightest is known by what is beside.
    worn = cv2.resize(cloth, size, interpolation=cv2.INTER_AREA)
    room = _room(small, ~(solid | clear), fore, fore.known * (1 - ramp(worn, *_MAY_BE_WORN)))
    planes = np.dstack([fore.colour, back.colour, trust, _unveiled(share), seen, lines, let, *untold, room])
    planes = np.asarray(planes, np.float32)
    fine = alpha.copy()
    count = max(16, _STRIP // width)
    for start in range(0, height, count):
        rows = slice(start, min(height, start + count))
        # A trace of what is no person would show as a line round it on black.
        fine[rows][alpha[rows] <= _OUTSIDE] = 0
        band = (alpha[rows] > _OUTSIDE) & (alpha[rows] < _INSIDE)
        if not band.any():
            continue
        taken = _rows(planes, rows, (height, width))[band]
        own = pixels[rows][band][:, :3].astype(np.float32) / top
        line = taken[:, :3] - taken[:, 3:6]
        share = ((own - taken[:, 3:6]) * line).sum(axis=1) / np.maximum((line * line).sum(axis=1), 1e-4)
        coarse = alpha[rows][band]
        wanted = np.clip(_unveiled(share), coarse - _ROOM, coarse + _ROOM)
        # At the ends of the rim the matte is right already.
        middle = ramp(coarse, _OUTSIDE, 0.12) * ramp(coarse, 1.0, 0.9)
        drawn = taken[:, 9] * (own @ LUMINANCE) + taken[:, 10]
        most = np.maximum(coarse, np.minimum(coarse + _ROOM, taken[:, 15]))
        usual = np.minimum(np.clip((drawn - _NONE) / (_ALL - _NONE), 0, 1), most)
        found = usual + (wanted - usual) * taken[:, 6] * middle
        thinner = np.minimum(np.maximum(taken[:, 7], coarse - _ROOM) - found, 0)
        found = found + thinner * taken[:, 8] * middle * ramp(coarse, *_VEIL)
        found = found + (ramp(coarse, *_OUTLINE) - found) * taken[:, 13]
        none = np.stack(
            [
                taken[:, 11] * ramp(coarse, *_LET[0]) * ramp(found, *_LET[1]),
                taken[:, 12] * ramp(coarse, *_OPEN[0]) * ramp(found, *_OPEN[1]),
                taken[:, 14] * ramp(coarse, *_EMPTY[0]),
            ]
        )
        fine[rows][band] = found * (1 - none.max(axis=0))
    return np.clip(fine, 0, 1, out=fine)


@dataclass(frozen=True)
class _Side:
    """How one side of the rim looks about each pixel. colour: HxWx3 sRGB. spread: HxW, its deviation. known: HxW in 0..1."""

    colour: FloatImage
    spread: FloatPlane
    known: FloatPlane

    @classmethod
    def of(cls, image: FloatImage, side: Mask, reach: float, known: tuple[float, float]) -> _Side:
        """Of what a mask covers within ``reach`` pixels. known: its share there, from none known to all."""
        mask = side.astype(np.float32)
        mean = np.asarray(within(image, mask, reach), np.float32)
        variance = within(((image - mean) ** 2).sum(axis=2), mask, reach)
        return cls(mean, np.sqrt(np.maximum(variance, 0)), np.asarray(ramp(blurred(mask, reach), *known), np.float32))

    def or_even(self, far: _Side) -> tuple[_Side, FloatPlane]:
        """This side, or where it is not known the same from further away if it is even there; and how far it is this one."""
        near = np.asarray(ramp(self.known, 0, _NO_NEARER), np.float32)
        colour = far.colour + (self.colour - far.colour) * near[..., None]
        spread = far.spread + (self.spread - far.spread) * near
        known = np.maximum(self.known, far.known * ramp(far.spread, *_EVEN) * (1 - near))
        return _Side(colour, spread, np.asarray(known, np.float32)), near


def _woven(image: FloatImage, clear: Mask, reach: float, apart: FloatPlane) -> FloatPlane:
    """How far single pixels tell no hairs from the weave of the background about them, HxW in 0..1."""
    import cv2

    light = np.asarray(image @ LUMINANCE, np.float32)
    fine = (light - cv2.GaussianBlur(light, (0, 0), _WEAVE)) ** 2
    texture = np.sqrt(np.maximum(within(fine, clear.astype(np.float32), reach), 0))
    return np.asarray(ramp(texture, *_WOVEN[0]) * ramp(texture / np.maximum(apart, _VAGUE), *_WOVEN[1]), np.float32)


def _blank(matte: FloatPlane, drawn: FloatPlane, cm: float) -> FloatPlane:
    """How far a matte is a wide veil, flat as no blur of a lens is, in which no hairs are drawn either; HxW in 0..1."""
    import cv2

    drawn = np.asarray(np.clip(drawn, 0, 1), np.float32)
    hairs = blurred(np.abs(drawn - cv2.GaussianBlur(drawn, (0, 0), _WEAVE)), _BLANK_CM * cm)
    soft = blurred(matte, _LEVEL_CM * cm)
    slope = np.hypot(cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)) / 8 * cm
    veiled = ((matte > _VEILED[0]) & (matte < _VEILED[1])).astype(np.uint8)
    wide = cv2.morphologyEx(veiled, cv2.MORPH_OPEN, disc(_BLANK_CM * cm)).astype(np.float32)
    flat = ramp(blurred(slope, _LEVEL_CM * cm), *_SLOPE) * ramp(hairs, *_HAIRY)
    flat *= ramp(blurred(drawn, _LEVEL_CM * cm), *_EMPTY[1])
    return np.asarray(blurred(wide, _LEVEL_CM * cm) * flat, np.float32)


def _tinted(image: FloatImage, colour: FloatImage, reach: float) -> FloatPlane:
    """How far the tint of what is about each pixel is from another colour's, in shares of their lightness; HxW."""
    seen, known = (
        each / np.maximum(each.mean(axis=2, keepdims=True), _VAGUE) for each in (blurred(image, reach), colour)
    )
    return np.asarray(np.sqrt(((seen - known) ** 2).sum(axis=2)), np.float32)


def _room(image: FloatImage, at: Mask, fore: _Side, alike: FloatPlane) -> FloatPlane:
    """How much of the person each pixel has room for, HxW in 0..1; 1 but for the pixels ``at``.

    One much lighter and more vivid than they are holds little of them, however light what is behind it. alike: HxW in 0..1, how
    far colours of a person are like those beside.
    """
    own, colour, spread = image[at], fore.colour[at], fore.spread[at]
    room = ((1 - own) / (1 - np.minimum(colour + (spread + _VAGUE)[:, None], _WHITE))).min(axis=1)
    vivid = ramp(np.ptp(own, axis=1) - np.ptp(colour, axis=1) - spread, *_VIVID)
    whole = np.ones(at.shape, np.float32)
    whole[at] -= np.maximum(1 - room, 0) * vivid * alike[at]
    return whole


def _unveiled(share: FloatPlane) -> FloatPlane:
    """Shares of hair from places between two colours: what is nearly at either end is there."""
    return np.asarray(np.clip((share - 0.05) / 0.87, 0, 1), np.float32)


def _rows(planes: FloatPlane, rows: slice, shape: tuple[int, int]) -> FloatPlane:
    import cv2

    sy, sx = planes.shape[0] / shape[0], planes.shape[1] / shape[1]
    matrix = np.array([[sx, 0, 0.5 * sx - 0.5], [0, sy, (rows.start + 0.5) * sy - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (shape[1], rows.stop - rows.start)
    # OpenCV warps at most four channels at once.
    parts = [
        cv2.warpAffine(planes[..., at : at + 4], matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        for at in range(0, planes.shape[2], 4)
    ]
    return np.asarray(np.dstack(parts), np.float32)
