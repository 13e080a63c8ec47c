"""Hair laid over what is seen without it: with its shade before the body, and round its outline behind it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import each
from catchlight.hair.removal import cast_shadow
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import as_bytes, as_float
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_OWN = 0.5
"""What is left at least of the colour of the body's outline when the background's share is taken from it."""
LEAST_COVER = 0.002
"""Coverage from which hair is laid."""
_EDGE, _OPEN = (0.02, 0.98), 0.5
"""Coverage of hair that something shines through, and of the person behind which that is no background."""
_DARK, _BRIGHTER = 6.0, 60.0
"""Added to colours (0..255) before they are compared, and how much brighter than hair a background is that shines through it."""
_ROWS = 256


def composite_before_body(
    part: ByteImage,
    over: FloatImage,
    cover: FloatPlane,
    shadow: FloatPlane,
    powers: Floats,
    warm: FloatPlane,
    body: FloatPlane,
) -> None:
    """Hair laid over ``part`` with the shadow it casts; powers, warm: see ``cast.dimmed``. body: HxW, of the person."""

    def lay(top: int) -> None:
        rows = slice(top, top + _ROWS)
        ground = as_float(part[rows])
        shaded = shadow[rows] > 0
        ground[shaded] = cast_shadow.apply_shade(ground[shaded], 1 - shadow[rows][shaded], powers, warm[rows][shaded])
        edge = (cover[rows] > _EDGE[0]) & (cover[rows] < _EDGE[1]) & (body[rows] < _OPEN)
        thin = _shone_through(ground[edge], over[rows][edge], cover[rows][edge])
        vec3.scale(ground, 1 - cover[rows])
        ground += over[rows]
        ground[edge] = thin
        part[rows] = as_bytes(ground)

    each(lay, range(0, len(part), _ROWS))


def composite_behind_body(part: ByteImage, bare: CleanPlate, over: FloatImage, cover: FloatPlane) -> None:
    """Hair behind the person, seen beside the body."""
    body = bare.body
    seen = np.nonzero((cover > LEAST_COVER) & (body < 1))
    share, dense, backdrop = body[seen][:, None], cover[seen], bare.backdrop[seen]
    through = backdrop * (1 - dense[:, None]) + over[seen]
    edge = (dense > _EDGE[0]) & (dense < _EDGE[1])
    through[edge] = _shone_through(backdrop[edge], over[seen][edge], dense[edge])
    # At its outline the body shows the background through itself, which is hair now.
    mixed = part[seen]
    own = mixed * share
    clear = mixed - (1 - share) * backdrop
    np.clip(clear, np.float32(_OWN) * own, share * np.float32(255), out=own, where=share > 0)
    part[seen] = as_bytes(through * (1 - share) + own)


def _shone_through(ground: Floats | npt.NDArray[np.uint8], over: Floats, cover: Floats) -> Floats:
    """Thin hair (Nx3, times its coverage, N) over a background (Nx3, all 0..255): what comes through it is as bright as a mixture
    of both, but of the hue that hair leaves of it, as each layer takes its share of each colour (Beer and Lambert)."""
    mixed = ground * (1 - cover)[:, None] + over
    own = np.log(np.maximum(over, 0) / cover[:, None] + np.float32(_DARK))
    far = np.log(ground + np.float32(_DARK))
    hue = np.exp(far + (own - far) * cover[:, None])
    hue *= (mixed.mean(axis=1) / hue.mean(axis=1))[:, None]
    brighter = np.clip((ground.mean(axis=1) * cover - over.mean(axis=1)) / (np.float32(_BRIGHTER) * cover), 0, 1)
    return np.asarray(np.minimum(mixed + brighter[:, None] * (hue - mixed), 255), np.float32)
