"""What is fine on a surface, laid on where that is made up: the pores of skin, the weave of cloth.

References:
    B. Galerne, Y. Gousseau, J.-M. Morel, "Random phase textures: theory and synthesis", IEEE Transactions on Image
    Processing 20(1), 2011, doi:10.1109/TIP.2010.2052822.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatImage

_TILE = 512
"""Pixels after which it repeats."""
_STEPS = (64, 32, 16, 8, 4)
"""Pixels from one piece to the next, as many as what is seen has room for."""
_ROOM, _DRAWN, _SAMPLE, _EVERY = 1.5, 2, 100_000, 3
"""Room for a piece, in its own sides, and of how many pieces the one is taken that is most like it, as another may have a mole;
and values whose median tells that of all, and which rows and columns tell a piece's deviation."""
_RINGS, _SECTORS = 4, 12
"""Frequencies that are taken together, and directions that are told apart."""
_MOST, _NORMAL = 2.5, 1.48
"""Deviations beyond which something is no pore and no thread, but a mole or a seam; and deviations of noise for its median."""


def scatter_texture(
    rgb: FloatImage,
    where: npt.NDArray[np.bool_],
    width: float,
    least: float,
    random: np.random.Generator,
    turned: bool = True,
) -> FloatImage | None:
    """What is finer than ``width`` pixels in ``where`` (HxW), in pieces laid side by side in any order, HxWx3; None where no
    square has sides of twice ``least`` pixels. turned: whether they may lie any way, as skin does and cloth does not.

    Pieces keep what a pore is: noise with its spectrum alone (Galerne et al. 2011) has none.
    """
    import cv2

    room = cv2.distanceTransform(np.pad(where, 1).astype(np.uint8), cv2.DIST_C, 3)[1:-1, 1:-1]
    most = int(room.max()) - 1
    if most < max(least, _STEPS[-1]):
        return None
    step = next(step for step in _STEPS if _ROOM * (step + step // 4) <= 2 * most or step == _STEPS[-1])
    half = (step + step // 4) // 2
    middles = np.argwhere(room > half + 1)
    margin = int(4 * width) + half + 1
    first, last = np.maximum(middles.min(axis=0) - margin, 0), middles.max(axis=0) + margin + 1
    part = (slice(first[0], last[0]), slice(first[1], last[1]))
    fine = rgb[part] - blur_plane(rgb[part], width)
    some = fine[where[part]]
    limit = _MOST * _NORMAL * float(np.median(np.abs(some[:: max(1, len(some) // _SAMPLE)])))
    np.clip(fine, -limit, limit, out=fine)
    row, column = np.unravel_index(int(room.argmax()), room.shape) - first
    open_ground = fine[row - most : row + most + 1 : _EVERY, column - most : column + most + 1 : _EVERY]
    tile = _in_pieces(fine, middles - first, step, float(open_ground.std()), random, turned)
    height, columns = where.shape
    return np.asarray(np.tile(tile, (-(-height // _TILE), -(-columns // _TILE), 1))[:height, :columns], np.float32)


def _in_pieces(
    fine: FloatImage,
    middles: npt.NDArray[np.intp],
    step: int,
    deviation: float,
    random: np.random.Generator,
    turned: bool,
) -> FloatImage:
    """A tile that repeats, of pieces of ``fine`` round some of the ``middles`` (Nx2), turned and mirrored or not; where two meet
    they keep their ``deviation``, which is that of the largest open square: cheeks are rougher than a forehead."""
    side, meets = step + step // 4, step // 4
    # Of what differs squares add up: those of both weights are 1 in all.
    rise = np.sin((np.arange(meets) + 0.5) * (np.pi / 2 / meets))
    weight = np.concatenate([rise, np.ones(side - 2 * meets), rise[::-1]])
    weight = np.asarray(weight[:, None] * weight, np.float32)[..., None]
    across = _TILE // step
    drawn = middles[random.integers(0, len(middles), _DRAWN * across**2)] - side // 2
    pieces = np.array([fine[y : y + side, x : x + side] for y, x in drawn])
    spread = pieces[:, ::_EVERY, ::_EVERY].reshape(len(pieces), -1).std(axis=1) + np.float32(1e-6)
    unlike = np.abs(np.log(spread / np.float32(deviation + 1e-6)))
    chosen = random.permutation(np.argsort(unlike, kind="stable")[: across**2])
    pieces = pieces[chosen] * (np.float32(deviation) / spread[chosen])[:, None, None, None]
    if turned:
        turns, flips = random.integers(4, size=across**2), random.choice((-1, 1), across**2)
        every = zip(_every_way(pieces), turns, flips, strict=True)
        pieces = np.array([np.rot90(piece, turn)[:, ::flip] for piece, turn, flip in every])
    pieces *= weight
    tile = np.zeros((_TILE + meets, _TILE + meets, 3), np.float32)
    for number, piece in enumerate(pieces):
        top, left = (at * step for at in divmod(number, across))
        tile[top : top + side, left : left + side] += piece
    # What reaches beyond it begins the next.
    tile[:meets] += tile[_TILE:]
    tile[:, :meets] += tile[:, _TILE:]
    return tile[:_TILE, :_TILE]


def _every_way(pieces: FloatImage) -> FloatImage:
    """A forehead has lines across it, which end with what is seen: as much of each width, in all directions. pieces: NxSxSx3."""
    from scipy import fft

    side = pieces.shape[1]
    down, across = fft.fftfreq(side)[:, None], fft.rfftfreq(side)
    ring = np.round(np.hypot(down, across) * side).astype(np.intp) // _RINGS
    sector = np.minimum((np.arctan2(down, across) / np.pi + 0.5) * _SECTORS, _SECTORS - 1).astype(np.intp)
    waves = fft.rfft2(pieces, axes=(1, 2))
    power = (waves.real**2 + waves.imag**2).sum(axis=(0, -1)).ravel()

    def mean(of: npt.NDArray[np.intp]) -> npt.NDArray[np.floating]:
        count = np.bincount(of.ravel())
        return np.asarray((np.bincount(of.ravel(), power) / np.maximum(count, 1))[of])

    waves *= np.sqrt(mean(ring) / np.maximum(mean(ring * _SECTORS + sector), 1e-9)).astype(np.float32)[..., None]
    return np.asarray(fft.irfft2(waves, (side, side), axes=(1, 2)), np.float32)
