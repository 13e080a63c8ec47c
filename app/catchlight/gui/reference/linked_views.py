"""Two canvases that are zoomed and moved together: by the eyes where both pictures show a face, else by their whole size."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.culling.linked_zoom import FaceAnchor, anchor_of, follow
from catchlight.portrait.face.detect import Face

Faces = Callable[[], Sequence[Face]]
"""The faces of what a canvas shows; none where they are not known."""


class LinkedViews(QObject):
    """While ``on``, each follows the other."""

    def __init__(self, one: tuple[Canvas, Faces], other: tuple[Canvas, Faces], parent: QObject) -> None:
        super().__init__(parent)
        self._sides = (one, other)
        self.on = False
        self._following = False
        one[0].zoomed.connect(lambda _scale: self._follow(0))
        other[0].zoomed.connect(lambda _scale: self._follow(1))

    def align(self) -> None:
        """The second takes the view of the first."""
        self._follow(0)

    def _follow(self, leading: int) -> None:
        if not self.on or self._following:
            return
        (lead, _), (canvas, _) = self._sides[leading], self._sides[1 - leading]
        if lead.scene is None or canvas.scene is None or not canvas.isVisible():
            return
        self._following = True
        if lead.viewport_now.fitted:
            canvas.fit()
        else:
            anchors = self._anchors()
            canvas.take_view(follow(canvas.viewport_now, anchors[1 - leading], lead.viewport_now, anchors[leading]))
        self._following = False

    def _anchors(self) -> list[FaceAnchor]:
        faces = [list(found()) for _, found in self._sides]
        both = all(faces)
        made = []
        for (canvas, _), found in zip(self._sides, faces, strict=True):
            assert canvas.scene is not None
            shown = canvas.scene.after
            made.append(anchor_of(shown.width, shown.height, found[0] if both else None))
        return made
