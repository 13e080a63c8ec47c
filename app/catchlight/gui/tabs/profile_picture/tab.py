"""The profile picture tab: what is made of which picture, seen at once; jobs that make it, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from catchlight.core.error_table import Action
from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.qt_images import pixels_of, preview
from catchlight.gui.cards.renderer import CardRenderer
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.jobs.live import LiveRenderer
from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.tabs.profile_picture.form import ProfilePictureForm
from catchlight.gui.tabs.profile_picture.job_view import JobSection
from catchlight.gui.tabs.profile_picture.picture_sources import ProfilePictureSource, Sources, source_of
from catchlight.gui.tabs.profile_picture.render import ProfilePictureLook, ProfilePicturePreview, ProfilePictureRenderer
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem, problem_of, sentence_of
from catchlight.operations.profile_picture.params import ID, ProfilePictureParams


class ProfilePictureTab(Tab):
    key = ID
    icon = "circle"

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self.look = ProfilePictureLook()
        self._taken: ProfilePictureSource | None = None
        self._current: ProfilePictureSource | None = None
        self._rendering: ProfilePicturePreview | None = None
        self._refusal: CatchlightError | None = None
        self.darkroom = ProfilePictureRenderer(session.previewer)
        self.live = LiveRenderer(session.jobs, self)
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(self._refused)
        self._build()
        self._refresh()
        if session.profile_jobs is not None:
            session.profile_jobs.changed.connect(self._tell_end)
            session.profile_jobs.not_cancelled.connect(lambda error: session.problem.emit(problem_of(error)))

    @classmethod
    def title(cls) -> str:
        return tr("Profile picture")

    @classmethod
    def help(cls) -> str:
        return tr("Squares or circles for profiles, in every size")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "cancel_profile": self.job.cancel,
            "retry_profile": self.job.retry,
            "profile_folder": self.job.delivered.open_folder,
        }

    # Building

    def _build(self) -> None:
        theme = self.theme
        self.job = JobSection(self.session.profile_jobs, theme)
        self.job.picture_chosen.connect(self.view_changed)
        self.job.changed.connect(self._refresh)
        self._notice = label("", wrap=True)
        self.sources = Sources(self.session, theme)
        self.sources.chosen.connect(self._take)
        self.form = ProfilePictureForm(self.session.catalogue, theme)
        self.form.wished.connect(self._set)
        self.form.hovered.connect(self._render)
        self.form.sizes_changed.connect(self._refresh)
        self.renderer = CardRenderer(self.session.stock, self.form.backgrounds, "profile picture")
        for widget in (self._notice, self.job, self.sources, self.form):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.make_button = self.primary(
            tr("Make profile pictures"), tr("Make and deliver every size as a job (Ctrl+Return)")
        )
        self.make_button.clicked.connect(self.apply)
        self.footer.addWidget(self.make_button)

    # What the window asks

    def show_document(self, document: OpenDocument | None) -> None:
        other = document is not self.document
        super().show_document(document)
        step = document.current if document is not None else None
        before = self._current
        if step is None or document is None:
            self._current = None
        elif before is None or before.picture is not step.picture:
            self._current = source_of(document, step)
        if other and self._taken is not None:
            self._taken = None
            self.sources.choose_current()
        if self._current is not before:
            self.sources.show_current(self._current.shown.thumbnail if self._current is not None else None)
            self._forget()
        self.enter()

    def enter(self) -> None:
        if not self.isVisibleTo(self.window()):
            self.retire()
            return
        self.sources.refresh()
        self._offer()
        if self._rendering is None and self._refusal is None:
            self._render()
        self._refresh()

    def retire(self) -> None:
        self.live.stop()
        self.renderer.stop()

    def scene(self) -> CanvasScene | None:
        if not self.isVisibleTo(self.window()):
            return None
        image = self.job.step_picture
        if image is not None:
            pixels = pixels_of(image)
            return CanvasScene(preview(pixels, pixels.shape[1], pixels.shape[0]))
        source, made = self.source, self._rendering
        if source is None or made is None:
            return CanvasScene(source.shown) if source is not None else None
        return CanvasScene(made.shown, source.shown, made.placed)

    def keep(self) -> dict[str, Any]:
        return {"look": self.look, "sizes": self.form.sizes, "job": self.job.entry}

    def take_over(self, kept: dict[str, Any]) -> None:
        self.form.choose_sizes(kept["sizes"])
        if kept["job"] is not None:
            self.job.show_job(kept["job"])
        self._set(kept["look"])

    def apply(self) -> None:
        source, jobs = self.source, self.session.profile_jobs
        if self.make_button.isEnabled() and source is not None and jobs is not None:
            jobs.make(source.supply, self.params())
            self.to_top()
            self._refresh()

    # Wishing

    @property
    def source(self) -> ProfilePictureSource | None:
        """What profile pictures are made of now."""
        return self._taken or self._current

    def params(self) -> ProfilePictureParams:
        """Raises ValidationError where no size is chosen."""
        shape = "circle" if self.look.circle else "square"
        return ProfilePictureParams(sizes=self.form.sizes, shape=shape, background_style=self.look.background)  # type: ignore[arg-type]

    def _set(self, look: ProfilePictureLook) -> None:
        self.look = look
        self.form.show_look(look)
        self.job.steps.choose("")
        self._refusal = None
        self._render()
        self._refresh()

    def _take(self, source: ProfilePictureSource | None) -> None:
        self._taken = source
        self._forget()
        self.enter()

    # Rendering

    def _forget(self) -> None:
        self._rendering = self._refusal = None
        self.job.steps.choose("")

    def _offer(self) -> None:
        source = self.source
        if source is not None:
            picture = source.picture
            self.renderer.render(picture.digest, lambda name: self.darkroom.card(picture, name))
        else:
            self.renderer.stop()

    def _render(self, look: ProfilePictureLook | None = None) -> None:
        source, wished = self.source, look or self.look
        if source is None or not self.isVisibleTo(self.window()):
            return
        full = self.darkroom.full(source.picture, wished) if wished == self.look else None
        self.live.ask(tr("Preview"), self.darkroom.quick(source.picture, wished), full)

    def _rendered(self, made: ProfilePicturePreview) -> None:
        if self.source is not None and made.picture is self.source.picture:
            self._rendering, self._refusal = made, None
            self._refresh()

    def _refused(self, error: CatchlightError) -> None:
        self._refusal, self._rendering = error, None
        self._refresh()

    def _words(self) -> str:
        """Why nothing can be made now."""
        jobs = self.session.profile_jobs
        if jobs is None:
            return tr("This window has no place to make profile pictures.")
        if self._refusal is not None:
            return sentence_of(self._refusal, self.key)
        if self.source is not None and not self.form.sizes:
            return tr("Choose at least one size.")
        return ""

    @property
    def _under_way(self) -> bool:
        """Whether a job of this very picture is at work."""
        jobs, source = self.session.profile_jobs, self.source
        if jobs is None or source is None:
            return False
        supplies = (entry.asked.supply for entry in jobs.active)
        return any(supply is not None and supply.key is source.picture for supply in supplies)

    def _refresh(self) -> None:
        words = self._words()
        self._notice.setText(words)
        self._notice.setVisible(bool(words))
        ready = self.source is not None and not words and not self._under_way and not self.sources.busy
        self.make_button.setEnabled(ready)
        self.view_changed.emit()

    def _tell_end(self, entry: ProfileJob) -> None:
        """Say on the canvas how a job has ended while something else is looked at."""
        if entry.active or entry.told or not self.window().isVisible():
            return
        entry.told = True
        if self.isVisibleTo(self.window()):
            return  # the panel says it
        if entry.stage == "completed":
            action: Action = "folder" if entry.folder is not None else ""
            title = tr("Profile pictures are delivered")
            self.session.problem.emit(Problem(title, entry.name, action, good=True, target=entry.folder or ""))
        elif entry.fault is not None and entry.fault.code != "cancelled":
            self.session.problem.emit(problem_of(entry.fault, self.key))
