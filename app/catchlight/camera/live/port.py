"""What a camera with a live view can do, whatever drives it. Its faults are those of ``camera.port``."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from catchlight.camera.port import CameraPicture

Frame = NDArray[np.uint8]
"""A picture of the live view: H x W x 3, RGB, upright, not mirrored."""


class LiveCamera(Protocol):
    """An open camera. Every method may raise CameraLost; all are called from one thread, which none but ``take`` blocks over 2 s.

    A camera over USB takes up to 15 s for focus, flash and the way of the picture.
    """

    @property
    def name(self) -> str:
        """Of the model, for people."""

    @property
    def has_live_view(self) -> bool:
        """Whether ``frame`` ever gives one; else the person is guided by the pictures that are taken."""

    def frame(self) -> Frame | None:
        """The newest frame, or None where there is none since the last call."""

    def take(self) -> CameraPicture:
        """Release, and the whole picture as an encoded file. Raises TetherFault where the camera did not, as without focus."""

    def close(self) -> None:
        """Let the camera go. Raises nothing."""
