"""What a tethered camera can do, whatever drives it, and how it fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from catchlight.core.errors import CatchlightError

SettingId = Literal["shutter", "aperture", "iso", "compensation", "white_balance"]


class TetherFault(CatchlightError):
    """The camera did not do what it was asked; it can be asked again."""

    code = "camera_fault"


class CameraLost(TetherFault):
    """There is no camera, or it went away, or another program has it. It may come back."""


class NoTethering(TetherFault):
    """This computer cannot drive cameras; waiting changes nothing."""


@dataclass(frozen=True)
class CameraSetting:
    """Something that is set at the camera. value: one of ``choices``, in the camera's own words (``1/125``, ``f/2.8``)."""

    id: SettingId
    value: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class CameraPicture:
    """A picture as the camera wrote it. name: of its file at the camera."""

    name: str
    data: bytes


class Camera(Protocol):
    """An open camera. Every method may raise CameraLost; all are called from one thread."""

    @property
    def name(self) -> str:
        """Of the model, for people."""

    @property
    def can_release(self) -> bool:
        """Whether ``capture`` works; else its own button is pressed."""

    def settings(self) -> Sequence[CameraSetting]:
        """Those of ``SettingId`` that this camera has and that can be set now."""

    def choose(self, setting: SettingId, value: str) -> None:
        """Set one of its choices. Raises TetherFault."""

    def capture(self) -> None:
        """Release the shutter; the picture comes out of ``pictures``. Raises TetherFault, as where it finds no focus."""

    def pictures(self, seconds: float) -> Iterator[CameraPicture]:
        """What has been taken, here or by the camera's own button; waits at most so long for the first."""

    def close(self) -> None:
        """Let the camera go. Raises nothing."""
