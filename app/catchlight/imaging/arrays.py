"""Types of arrays by what is in them; those of whole pictures are in ``imaging.picture``, a matrix of points in ``geometry``."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Singles = npt.NDArray[np.float32]
"""Single precision: what pictures are worked on in."""
Doubles = npt.NDArray[np.float64]
"""Double precision: geometry, statistics, equations."""
Floats = npt.NDArray[np.floating[Any]]
"""Of either precision."""
Points = npt.NDArray[np.float64]
"""Nx2, x before y, in pixels."""
Plane16 = npt.NDArray[np.uint16]
"""HxW, 0..65535."""
Indices = npt.NDArray[np.intp]
