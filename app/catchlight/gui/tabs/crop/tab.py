"""The crop tab: the frame of the picture set by hand on the canvas, and canvas added around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton

from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.overlay import Overlay
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob, Work
from catchlight.gui.jobs.previews import placed_by
from catchlight.gui.tabs.crop.at_once import acted, crop_source, run_crop
from catchlight.gui.tabs.crop.controls import CropControls
from catchlight.gui.tabs.crop.corners import shown_corners, turned_only, with_corners
from catchlight.gui.tabs.crop.corners_overlay import CornersOverlay
from catchlight.gui.tabs.crop.overlay import CropOverlay
from catchlight.gui.tabs.crop.reframe import Size, reshaped, upside, with_box
from catchlight.gui.tabs.crop.render import CropPreview, CropRenderer
from catchlight.gui.tabs.live_tab import LiveTab
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.frame.boxes import FrameBox
from catchlight.imaging.frame.picture_frame import FrameShape, Point
from catchlight.imaging.picture import Picture
from catchlight.operations.crop.params import MOST_ANGLE, CropParams, ratio_of
from catchlight.operations.operation import Params

OPERATION = "crop"


class CropTab(LiveTab[CropParams, CropPreview]):
    key = OPERATION
    icon = "crop"

    @classmethod
    def title(cls) -> str:
        return tr("Crop")

    @classmethod
    def help(cls) -> str:
        return tr("Turn, straighten and crop the picture, or extend its canvas")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "crop_tool": self.open,
            "extend_canvas": self.open_canvas,
            "level_line": self.begin_level,
            "crop_corners": self.begin_corners,
            "swap_ratio": self.swap,
            "reset_crop": self.reset,
        }

    # Building

    def _build(self) -> None:
        self._opened = False
        """Whether the frame is set by hand now; else the finished step is shown."""
        self.renderer = CropRenderer(self.session.previewer, self.session.portraits)
        self.box = CropOverlay(self.theme.colour("surround"), self)
        self.box.boxed.connect(lambda box: self._set(with_box(self.wish, box)))
        self.box.turned.connect(self._turn_to)
        self.box.levelled.connect(self._level)
        self.box.accepted.connect(self.apply)
        self.box.asked.connect(lambda command: self.commands()[command]())
        self._cornering = False
        """Whether corners are set on the picture, which is shown without its frame meanwhile."""
        self.corners = CornersOverlay(self)
        self.corners.framed.connect(self._frame_corners)
        self.corners.accepted.connect(lambda: self._set_corners(False))
        self.controls = CropControls(self.theme)
        self.controls.cornering.connect(self._set_corners)
        self.controls.corners_dropped.connect(lambda: self._frame_corners(()))
        self.controls.asked.connect(self.act)
        self.controls.levelling.connect(self._draw_line)
        self.controls.shaped.connect(self._shape)
        self.controls.ratio_chosen.connect(self.choose_ratio)
        self.controls.canvas_set.connect(lambda changes: self._set(self.wish.model_copy(update=changes)))
        self.controls.canvas_opened.connect(self._canvas_opened)
        self.reset_button = QPushButton(tr("Reset"))
        self.reset_button.setToolTip(tr("The whole picture as it is"))
        self.reset_button.clicked.connect(self.reset)
        self.column.addWidget(self.controls)
        self.column.addStretch(1)
        self.footer.addWidget(self._notice)
        self.footer.addLayout(share_row(self.reset_button, self.apply_button))

    # What the window asks

    def showEvent(self, event: QShowEvent) -> None:
        self._opened = True
        super().showEvent(event)

    def show_document(self, document: OpenDocument | None) -> None:
        before = self._step
        if document is not self.document and self._cornering:
            self._set_corners(False)
        super().show_document(document)
        if self._step is not before and self._is_kept:
            self._opened = False
            self.view_changed.emit()

    def scene(self) -> CanvasScene | None:
        source, made = self._source(), self._rendering
        if source is None or made is None or not self.isVisibleTo(self.window()):
            return None
        if self._is_kept and not self._opened:
            return None
        if made.result is not None:
            return CanvasScene(made.shown, source.shown, placed_by(made.result))
        return CanvasScene(source.shown if made.plan.frame.shape == _AS_IT_IS else made.shown)

    def overlay(self) -> Overlay | None:
        made = self._rendering
        on_frame = made is not None and made.result is None and self.scene() is not None
        if on_frame and self._cornering:
            return self.corners
        # A frame that was asked for may still be on its way.
        return self.box if on_frame and made is not None and self.box.frame is made.plan.frame else None

    def leave(self) -> bool:
        """Forget what is set and not applied; the tab then gives way."""
        if self.box.levelling:
            self._draw_line(False)
            return False
        if self._cornering:
            self._set_corners(False)
            return False
        self._opened = False
        step = self._step
        kept = step.params if step is not None and step.operation == OPERATION else None
        self._take(kept if isinstance(kept, CropParams) else CropParams())
        self._follow()
        return True

    # Commands

    def open(self) -> None:
        """Set the frame by hand, again where it has been set before."""
        self._opened = True
        self.controls.canvas.set_open(False)
        self._render()
        self._refresh()

    def open_canvas(self) -> None:
        """Show the controls of the canvas."""
        self._opened = True
        self.controls.canvas.set_open(True)
        self.controls.spaces["space_top"].track.setFocus(Qt.FocusReason.OtherFocusReason)
        QTimer.singleShot(0, self, self._show_canvas)

    def _show_canvas(self) -> None:
        self._scroll.ensureWidgetVisible(self.controls.colour)
        self._scroll.ensureWidgetVisible(self.controls.extend_to)

    def begin_level(self) -> None:
        """The next drag draws a line to level by."""
        self.open()
        self._draw_line(True)

    def begin_corners(self) -> None:
        """Corners of what is to become a rectangle are set in the picture."""
        self._set_corners(True)

    def swap(self) -> None:
        """Width and height of the ratio exchanged."""
        self.choose_ratio(upside(self.wish.ratio))

    def act(self, key: str) -> None:
        """A quarter turn or a flip of what is set."""
        size = self._size()
        if size is not None:
            self._set(acted(self.wish, size, key))

    def choose_ratio(self, ratio: str | None) -> None:
        """The largest part of a ratio; the box stays where any shape will do."""
        wish = self.wish.model_copy(update={"ratio": ratio})
        made = self._rendering
        if ratio is None and made is not None and self.wish.ratio is not None:
            self._set(with_box(wish, made.plan.box))
        else:
            self._set(with_box(wish, None))

    # Setting by hand

    def _set(self, wish: CropParams) -> None:
        self._opened = True
        super()._set(wish)

    def _size(self) -> Size | None:
        source = self._source()
        return None if source is None else (source.picture.width, source.picture.height)

    def _shape(self, changes: dict[str, Any]) -> None:
        size = self._size()
        if size is not None:
            self._set(reshaped(self.wish, size, **changes))

    def _turn_to(self, angle: float) -> None:
        """The whole angle, of slider and line together."""
        made = self._rendering
        by_line = 0.0 if made is None else made.plan.frame.shape.angle - made.params.angle
        self._shape({"angle": _within(angle - by_line)})

    def _level(self, by: float) -> None:
        self._draw_line(False)
        self._shape({"angle": _within(self.wish.angle + by)})

    def _draw_line(self, on: bool) -> None:
        if on and self._cornering:
            self._set_corners(False)
        self.box.levelling = on
        self.controls.show_levelling(on)
        self._opened = self._opened or on
        self._refresh()

    def _set_corners(self, on: bool) -> None:
        """Set corners in the picture, or show what they come to."""
        if on:
            self.open()
            self._draw_line(False)
            self.alone_wanted.emit()
        self._cornering = on
        self.controls.show_cornering(on)
        self._render()
        self._refresh()

    def _frame_corners(self, shown: tuple[Point, ...]) -> None:
        size = self._size()
        if size is not None:
            self._set(with_corners(self.wish, size, shown))

    def _canvas_opened(self) -> None:
        self._opened = True
        self._render()
        if self.controls.canvas.is_open:
            QTimer.singleShot(0, self, self._show_canvas)

    # What the base asks

    def _source(self) -> EditStep | None:
        """A crop is set anew on what it was made from, and on nothing before that."""
        document = self.document
        return None if document is None or not document.loaded else crop_source(document)

    def _rest(self, before: CropParams | None) -> CropParams:
        return CropParams()

    def _params_of(self, wish: CropParams) -> CropParams | None:
        return None if wish == CropParams() else wish

    def _wish_of(self, params: Params) -> CropParams | None:
        return params if isinstance(params, CropParams) else None

    def _show_wish(self) -> None:
        self.controls.show_params(self.wish)

    def _quick(self, picture: Picture, wish: CropParams) -> Work:
        if self._cornering:
            return self.renderer.frame(picture, turned_only(wish))
        if wish.has_canvas and self.controls.canvas.is_open:
            return self.renderer.result(picture, wish)
        return self.renderer.frame(picture, wish)

    def _full(self, picture: Picture, wish: CropParams) -> Work | None:
        return None

    def _rendered(self, made: CropPreview) -> None:
        if self._cornering:
            size = (made.picture.width, made.picture.height)
            self.corners.show(made.plan.frame.size, shown_corners(self.wish, size))
            super()._rendered(made)
            return
        ratio = made.params.ratio
        kept: float | None = None
        if ratio is not None:
            box: FrameBox = made.plan.box
            kept = box.width / box.height if ratio == "original" else ratio_of(ratio)
        if made.params == self.wish or not made.params.has_box:
            self.box.show(made.plan.frame, made.plan.box, kept)
        super()._rendered(made)

    def _allow(self, loaded: bool) -> None:
        self.controls.setEnabled(loaded)
        self.reset_button.setEnabled(loaded and self.wish != CropParams())

    def _run(self, document: OpenDocument, params: Params) -> BackgroundJob | None:
        assert isinstance(params, CropParams)
        return run_crop(self.session, document, crop_source(document), params)


_AS_IT_IS = FrameShape()


def _within(angle: float) -> float:
    """An angle that can be straightened, to a hundredth."""
    return round(min(max(angle, -MOST_ANGLE), MOST_ANGLE), 2) + 0.0
