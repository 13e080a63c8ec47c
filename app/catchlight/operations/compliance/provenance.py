"""What the making of a photo knows, and its file cannot tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from catchlight.imaging.picture import FloatPlane
from catchlight.operations.compliance.cues.coverings import Cues

if TYPE_CHECKING:
    from catchlight.operations.id_photo.framing import Framing


@dataclass(frozen=True)
class PhotoProvenance:
    """enlargement: photo pixels for one of the source. invented: sides that were carried on, ``super_resolution``,
    ``background``. framing: where the photo was cut, None for a photo that was made elsewhere. silhouette: HxW of the photo,
    where the person is. neighbours: other faces inside the frame. cues: asked late, they may still be worked out while the rest
    is measured; None where the source cannot be read.
    """

    enlargement: float = 1.0
    invented: tuple[str, ...] = ()
    framing: Framing | None = None
    silhouette: FloatPlane | None = field(default=None, repr=False)
    neighbours: int = 0
    replaced: bool = False
    """Whether the background is another than the source's."""
    hair_cut: bool = False
    """The source ends before the hair does, inside the frame."""
    cues: Callable[[], Cues | None] = lambda: None
