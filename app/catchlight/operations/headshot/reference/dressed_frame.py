"""The frame of a person in other clothes, planned at working size, at the size of the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.imaging import geometry
from catchlight.operations.headshot.frame import HeadshotFrame
from catchlight.operations.headshot.reference.dress import DressedPortrait


def enlarged_frame(
    planned: HeadshotFrame, worn: DressedPortrait, factor: float
) -> tuple[HeadshotFrame, geometry.Matrix]:
    """planned: of ``worn``, whose picture is ``factor`` times smaller than the whole one. The frame from pixels of the part in
    which the clothes are whole, and the matrix (2x3) from the whole picture to that part."""
    up = np.array([[factor, 0, 0.5 * factor - 0.5], [0, factor, 0.5 * factor - 0.5]])
    matrix = geometry.compose(up, geometry.compose(planned.matrix, geometry.inverse(up)))
    if planned.angle == 0:
        matrix[:, 2] = np.round(matrix[:, 2])
    x, y = (round(value * factor) for value in worn.origin)
    size = (round(planned.width * factor), round(planned.height * factor))
    return replace(planned, matrix=matrix, width=size[0], height=size[1]), np.array([[1.0, 0, -x], [0, 1.0, -y]])
