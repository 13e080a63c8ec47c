"""Cutting the person's own hair: its pixels stay above the cut, feathered ends, what it hid is rebuilt below."""

from __future__ import annotations

import numpy as np

from catchlight.core.errors import Conflict
from catchlight.core.messages import Message
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim import ends
from catchlight.hair.trim.volume import EditedHair
from catchlight.imaging.filters.planes import as_bytes, as_float, blur_plane
from catchlight.imaging.picture import FloatPlane

_ABOVE_CM = 3.0
"""Nothing is cut higher than this above the chin."""
_NAPE, _SHOULDER_CM, _NEARLY_CM, _LONGER_CM = (0.85, 1.5, 0.35), 1.0, 1.0, 1.4
"""Where hair lies behind the neck: from its axis, in halves of its width, from, to, and the width of either edge; how far
below the line of the shoulders a cut may be, and over which height it comes to be; and how much longer hair stays there."""
_NOTHING_CM2 = 0.5
"""Area of hair cut off below which it is as long as it was."""


def trim(scene: HairScene, bare: CleanPlate, below_chin: float, ragged: float, seed: int) -> EditedHair:
    """Cut ``below_chin`` cm under the chin, a little higher at the sides. Same seed, same ends."""
    cm, chin = scene.cm, scene.chin[1]
    first = int(np.clip(chin - _ABOVE_CM * cm, 0, scene.shape[0] - 1))
    rows = slice(first, scene.shape[0])
    kept, old, before = _kept(scene, bare, rows, below_chin, ragged, seed), scene.hair[rows], as_float(scene.rgb[rows])
    hair = old * kept
    shadow = np.roll(blur_plane(hair, 0.5 * cm), int(0.5 * cm), axis=0)
    laid = bare.plate[rows] * (1 - 0.28 * shadow * bare.body[rows])[..., None].astype(np.float32)
    laid *= 1 - hair[..., None]
    laid += scene.colours((0, first, scene.shape[1], scene.shape[0])) * hair[..., None]
    # Where all hair stays, the picture stays: only what lies below the reach of the ends is changed.
    gone = np.clip((old - hair) / 0.06, 0, 1)
    near = blur_plane(np.maximum(gone, (kept < 0.98) * bare.zone[rows]), 0.15 * cm)
    laid -= before
    laid *= np.clip(1.6 * near, 0, 1)[..., None]
    laid += before
    picture, worn = scene.rgb.copy(), scene.hair.copy()
    picture[rows], worn[rows] = as_bytes(laid), hair
    return EditedHair(picture, worn)


def require_cut(scene: HairScene, hair: FloatPlane, style: str) -> None:
    """hair: HxW, what is worn now. style: its name. Raises Conflict ``conflicting_styles`` where that is as much as before."""
    if float(np.clip(scene.hair - hair, 0, 1).sum()) < _NOTHING_CM2 * scene.cm**2:
        raise Conflict(
            Message(
                "The hair ends above where {names} would cut: nothing would change. Choose a shorter style.",
                names=style,
            ),
            code="conflicting_styles",
        )


def _kept(scene: HairScene, bare: CleanPlate, rows: slice, below_chin: float, ragged: float, seed: int) -> FloatPlane:
    """1 above the cut, 0 below, for some rows; each strand ends at a height of its own."""
    cm = scene.cm
    y = np.arange(rows.start, rows.stop, dtype=np.float32)[:, None]
    x = np.arange(scene.shape[1], dtype=np.float32)[None]
    line = scene.chin[1] + below_chin * cm - ((x - scene.middle) / (9 * cm)) ** 2 * 0.8 * cm
    line = np.asarray(line + _LONGER_CM * cm * _nape(scene, bare, rows, line), np.float32)
    return ends.remaining_share(scene, rows, (line - y) / np.float32(cm), ragged, seed)


def _nape(scene: HairScene, bare: CleanPlate, rows: slice, line: FloatPlane) -> FloatPlane:
    """Where hair behind the neck is left longer, as it is a guess where neck and collar meet, for some rows, 0..1; nowhere if it
    is cut lower than the shoulders. line: 1xW, y of the cut."""
    columns, lines = np.meshgrid(
        np.arange(scene.shape[1], dtype=np.float32), np.arange(rows.start, rows.stop, dtype=np.float32)
    )
    beside = np.abs(bare.torso.beside(columns, lines))
    inner, outer, edge = _NAPE
    share = np.clip(np.minimum(beside - inner, outer - beside) / edge + 1, 0, 1)
    higher = np.clip((bare.torso.line + _SHOULDER_CM * scene.cm - line) / (_NEARLY_CM * scene.cm), 0, 1)
    return np.asarray(share * higher, np.float32)
