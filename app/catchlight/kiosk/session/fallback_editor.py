"""Edits on a server of the fleet, and on this computer while it does not answer."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.kiosk.session.judging import ABOUT_THE_PICTURE
from catchlight.operations.operation import Preview
from catchlight.service.editor import Editor, EditRequest, EditResult

T = TypeVar("T")
AVOIDED_S = 60.0
"""Seconds for which a server that failed is not asked again: the next person must not wait for it too."""
_LOG = logging.getLogger(__name__)


class FallbackEditor:
    """An Editor that prefers another computer. What the other refuses because of the picture is refused here as well."""

    def __init__(self, remote: Editor, local: Editor, avoided_s: float = AVOIDED_S) -> None:
        self._remote = remote
        self._local = local
        self._avoided_s = avoided_s
        self._avoided_until = float("-inf")

    @property
    def on_server(self) -> bool:
        """Whether the next edit is tried there."""
        return time.monotonic() >= self._avoided_until

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        return self._first_working(lambda editor: editor.run(request, progress))

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        return self._first_working(lambda editor: editor.preview(request, size, progress))

    def _first_working(self, work: Callable[[Editor], T]) -> T:
        if self.on_server:
            try:
                return work(self._remote)
            except ABOUT_THE_PICTURE:
                raise
            except CatchlightError as error:
                self._avoided_until = time.monotonic() + self._avoided_s
                _LOG.warning("The server failed, edits run here for %d s: %s", self._avoided_s, error.message)
        return work(self._local)
