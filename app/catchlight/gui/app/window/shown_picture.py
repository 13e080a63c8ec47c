"""The current picture in the middle of the window, and what the bars around it say of it."""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from catchlight.gui.app.session import Session
from catchlight.gui.app.window.stage import Stage, default_scene
from catchlight.gui.app.window.tab_desk import TabDesk
from catchlight.gui.app.window.top_bar import TopBar
from catchlight.gui.app.window.view_bar import ViewBar
from catchlight.gui.canvas.canvas import Canvas
from catchlight.gui.canvas.compare import CanvasBackground, CanvasScene, Mode
from catchlight.gui.canvas.face_finder import FaceFinder
from catchlight.gui.canvas.viewport import SeenView
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.history import HistoryPanel
from catchlight.gui.tabs.tab import Tab


@dataclass(frozen=True)
class PictureWidgets:
    """What shows the picture, and what tells of it."""

    stage: Stage
    top_bar: TopBar
    view_bar: ViewBar
    history: HistoryPanel
    faces: FaceFinder


class ShownPicture(QObject):
    """Follows the current document and the chosen tab."""

    refreshed = Signal()
    """Another picture, step or scene is shown."""
    titled = Signal(str)
    """Title of the window."""

    def __init__(self, session: Session, tabs: TabDesk, widgets: PictureWidgets, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._tabs = tabs
        self._widgets = widgets
        self.document: OpenDocument | None = None
        self._looks: WeakKeyDictionary[OpenDocument, SeenView] = WeakKeyDictionary()
        """How each picture was looked at last."""
        self._wanted: SeenView | None = None
        """How the current picture is to be looked at as soon as it is read."""
        self._index = -1
        """Of the step that is shown."""
        tabs.view_changed.connect(self.refresh)
        widgets.view_bar.ground_chosen.connect(self._choose_ground)

    @property
    def step(self) -> EditStep | None:
        """The step that an edit would start from."""
        return self.document.current if self.document is not None else None

    def follow(self) -> None:
        """Show what is current now and from now on."""
        self._session.current_changed.connect(self.show_document)
        self._session.closed.connect(self._forget)

    def show_document(self, document: OpenDocument | None) -> None:
        if document is not self.document:
            self._widgets.stage.canvas.end_drag()
        if self.document is not None and self.document is not document:
            self.document.changed.disconnect(self._changed)
            self._widgets.stage.banner.leave()
        if document is not self.document:
            self._turn_to(document)
        if document is not None and document is not self.document:
            document.changed.connect(self._changed)
        self.document = document
        self._widgets.history.show_document(document)
        self.titled.emit(f"{document.title} – Catchlight" if document is not None else "Catchlight")
        self._changed()

    def _turn_to(self, document: OpenDocument | None) -> None:
        """Keep how the picture is looked at that is left; the next is looked at as it was last, else as the one that is left."""
        here = self._widgets.stage.canvas.look()
        if self.document is not None and self.document.loaded and here is not None:
            self._looks[self.document] = self._wanted or here
        elif self._wanted is not None:
            here = self._wanted
        self._wanted = self._looks.get(document, here) if document is not None else None

    def refresh(self) -> None:
        """Show what the chosen tab makes of the picture."""
        tab, document, at = self._tabs.tab, self.document, self._widgets
        own, canvas = tab.own_view(), at.stage.canvas
        at.stage.setCurrentWidget(own if own is not None else canvas)
        loaded = document is not None and document.loaded
        canvas.show_scene(_scene_of(tab, document))
        if loaded and self._wanted is not None and canvas.scene is not None:
            canvas.take_look(self._wanted)
            self._wanted = None
        canvas.set_overlay(tab.overlay() if loaded else None)
        canvas.set_colour(tab.ground() if loaded else None)
        has_before = canvas.scene is not None and canvas.scene.before is not None
        at.stage.empty.show_for(document, own is None)
        step = tab.shown_step() or self.step
        at.faces.look_at(step if own is None else None)
        pair = document.pair if document is not None else None
        at.view_bar.show_picture(step, has_before and own is None, own is None, pair.name if pair else "")
        self.refreshed.emit()
        at.top_bar.show_export(loaded)
        at.view_bar.show_mode(canvas.mode)
        at.view_bar.show_zoom(at.stage.view.zoom_now)

    def compare(self, mode: Mode, canvas: Canvas) -> None:
        """Show the result on a canvas, beside what it was made from or alone."""
        if mode is not Mode.AFTER and self.document is not None:
            if self._tabs.tab.own_view() is not None:
                self._tabs.choose("id_photo")
            self._tabs.tab.show_result()
        canvas.set_mode(mode)
        self.refresh()

    def switch_pair(self) -> None:
        """The other file of the same shot."""
        if self.document is not None:
            self._widgets.stage.banner.dismiss()
            self._session.switch_pair(self.document)

    def show_guides(self, on: bool) -> None:
        self._session.memory.keep(guides=on)
        self._session.save_memory()
        self.refresh()

    def _choose_ground(self, ground: str) -> None:
        self._widgets.stage.canvas.set_ground(CanvasBackground(ground))
        self._session.memory.keep(ground=ground)
        self._session.save_memory()

    def _changed(self) -> None:
        index = self.document.index if self.document is not None else -1
        if index != self._index:
            self._widgets.stage.canvas.end_drag()
        self._index = index
        self._tabs.shelf.show_document(self.document)
        self.refresh()

    def _forget(self, document: OpenDocument) -> None:
        """It was closed."""
        if document is self.document:
            document.changed.disconnect(self._changed)
            self.document = None
            self._widgets.history.show_document(None)


def _scene_of(tab: Tab, document: OpenDocument | None) -> CanvasScene | None:
    """What the tab makes of the picture, else the picture; while it is read what its file shows of itself."""
    if document is None or not document.loaded:
        return CanvasScene(document.preview) if document is not None and document.preview is not None else None
    return tab.scene() or default_scene(document)
