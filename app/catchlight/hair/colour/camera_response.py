"""What the camera does to strands: its noise, in bands of the width of strands, and its focus, both measured on the picture.

References:
    C. Liu et al., "Noise estimation from a single image", CVPR 2006, doi:10.1109/CVPR.2006.207.
    S. Zhuo, T. Sim, "Defocus map estimation from a single image", Pattern Recognition 44(9), 2011,
    doi:10.1016/j.patcog.2011.03.009.
"""

from __future__ import annotations

import numpy as np

from catchlight.imaging.arrays import Singles
from catchlight.imaging.filters.gaussian import WIDE, gaussian_blur
from catchlight.imaging.picture import FloatPlane

BANDS_CM = (0.012, 0.035, 0.09, 0.24, 0.6)
"""Sigmas of the Gaussians between which the bands of strands lie: single strands to locks."""
_REACH_CM, _REACH_BANDS = 0.5, 2.5
_LEVELS = np.array((0.0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.55, 0.8, 1.01))
"""Borders of the shades that noise is measured at."""
_ENTRIES = 256
_FLATTEST, _FEWEST = 5, 40
_UNLIKE, _STEPS = 6.0, 2e-7
"""How much more noise, in variance, there may be at one shade than at the quietest: where all that is so dark is hair, the
flattest of it still has strands; and the noise of the steps of 8 bits after the reduction."""
_EDGES, _REBLUR, _SOBEL = 98, 1.0, 0.5
"""Percentile of the gradient from which something is an edge, pixels of the second blur, and variance of the gradient's own."""
_SHARPEST, _BLUREST = 0.3, 6.0


def gaussian_stack(plane: FloatPlane, cm: float) -> list[FloatPlane]:
    """``plane`` (HxW, ``cm`` pixels a centimetre) under each of the Gaussians; the bands are the differences between them."""
    return [gaussian_blur(plane, max(0.3, sigma * cm), WIDE) for sigma in BANDS_CM]


def averaging_radius(band: int, cm: float) -> float:
    """Pixels over which the strength of a band is averaged."""
    return max(2.0, _REACH_CM * cm, _REACH_BANDS * BANDS_CM[band + 1] * cm)


def noise_variances(light: FloatPlane, shade: FloatPlane, cm: float) -> Singles:
    """HxWxB: variance of the camera's noise in each band at ``shade`` (HxW): that of the flattest parts of the picture ``light``
    (HxW, shade as well) as light as that: the lower envelope of Liu et al. 2006, "Noise Estimation from a Single Image"."""
    smooth = gaussian_stack(light, cm)
    middles = (_LEVELS[1:] + _LEVELS[:-1]) / 2
    found = []
    for band in range(len(BANDS_CM) - 1):
        near = averaging_radius(band, cm)
        some = (slice(None, None, max(1, int(near / 2))),) * 2
        power = gaussian_blur((smooth[band] - smooth[band + 1]) ** 2, near, WIDE)[some].ravel()
        level = np.digitize(smooth[band + 1][some].ravel(), _LEVELS[1:-1])
        parts = (power[level == number] for number in range(len(middles)))
        table = np.array([np.percentile(part, _FLATTEST) if part.size >= _FEWEST else np.inf for part in parts])
        table = np.clip(table, _STEPS, max(_UNLIKE * float(table.min()), _STEPS))
        found.append(np.interp(np.linspace(0, 1, _ENTRIES), middles, table))
    steps = np.clip(shade * np.float32(_ENTRIES), 0, _ENTRIES - 1).astype(np.intp)
    return np.asarray(np.stack(found, axis=1)[steps], np.float32)


def focus_sigma(light: FloatPlane, inside: FloatPlane) -> float:
    """Sigma in pixels of the blur at the sharpest edges in and around the hair ``inside`` (both HxW): by how much a
    second blur flattens them (Zhuo and Sim 2011, "Defocus map estimation from a single image")."""
    import cv2

    def gradient(plane: FloatPlane) -> FloatPlane:
        across, down = (cv2.Sobel(plane, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
        return np.asarray(cv2.magnitude(across, down), np.float32)

    near = gaussian_blur(inside, 4.0, WIDE) > 0.02
    sharp = gradient(light)
    if not near.any():
        return _SHARPEST
    edges = near & (sharp >= np.percentile(sharp[near], _EDGES)) & (sharp > 0)
    if not edges.any():
        return _SHARPEST
    ratio = float(np.median(sharp[edges] / np.maximum(gradient(gaussian_blur(light, _REBLUR, WIDE))[edges], 1e-6)))
    return float(np.clip(np.sqrt(max(_REBLUR**2 / max(ratio**2 - 1, 1e-3) - _SOBEL, 0)), _SHARPEST, _BLUREST))
