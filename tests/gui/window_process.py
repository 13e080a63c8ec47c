"""The real program's window in a process of its own, driven from inside: what a test of crashes needs.

python -m tests.gui.window_process SCENE HOME PICTURE ... ; prints one line of JSON when the scene is played, and waits.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from catchlight.assembly.window import _shown
from catchlight.brushes.edits import HandStroke
from catchlight.develop.development import Development
from catchlight.gui.app.application import DesktopApplication
from catchlight.gui.document.document import OpenDocument
from catchlight.operations.adjust.params import AdjustParams
from catchlight.paths import Home
from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QImage

Scene = Iterator[Callable[[], object]]
"""Conditions, each waited for before the scene goes on."""


def say(**facts: Any) -> None:
    print(json.dumps(facts), flush=True)  # noqa: T201  what the test reads


def adjusted(desk: DesktopApplication, document: OpenDocument, exposure: float) -> Scene:
    count = len(document.steps)
    params = AdjustParams(settings=Development(exposure=exposure))
    desk.session.run("adjust", params, "Adjust", document=document)
    yield lambda: len(document.steps) > count


def ready(desk: DesktopApplication) -> Callable[[], object]:
    """Whether the current picture and its history are there."""
    session = desk.session
    return lambda: session.current is not None and session.current.loaded and session.jobs.idle


def painted(desk: DesktopApplication, x: float) -> None:
    """One stroke of the burn brush on the picture that is shown, which is not applied."""
    draft = desk.window.tab_called("edit").hand.draft  # type: ignore[attr-defined]
    draft.take_tool("burn")
    draft.paint(HandStroke(points=((x, 50.0), (x + 60, 50.0)), radius=12.0))


def working(desk: DesktopApplication) -> Scene:
    """Open two pictures and paste a third, make branches, paint, move a slider."""
    session, window = desk.session, desk.window
    window.actions_by_key["adjust"].trigger()
    yield ready(desk)
    first, second = session.documents
    yield from adjusted(desk, first, 0.5)
    first.undo()
    yield from adjusted(desk, first, -0.5)
    yield from adjusted(desk, first, 0.2)
    first.jump(2)
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    session.open_image(image)
    yield ready(desk)
    session.show(first)
    yield ready(desk)
    painted(desk, 40.0)
    session.show(second)
    yield ready(desk)
    yield from adjusted(desk, second, 0.3)
    yield ready(desk)
    window.tab.sliders.sliders[("contrast",)].track.setValue(30)  # type: ignore[attr-defined]
    yield ready(desk)
    recovery = desk.recovery
    assert recovery is not None
    yield lambda: recovery._written == recovery._open_list() and session.jobs.idle
    say(written=True)


def cut_off(desk: DesktopApplication) -> Scene:
    """Make a step, and say so the moment it is there; then go on with another that will not end."""
    session = desk.session
    yield ready(desk)
    assert session.current is not None
    yield from adjusted(desk, session.current, 0.5)
    say(made=session.current.steps[1].generation)
    session.run("adjust", AdjustParams(settings=Development(exposure=1.0)), "Adjust")


def looking(desk: DesktopApplication) -> Scene:
    """Say what is open after the start."""
    session, window = desk.session, desk.window
    # The banner takes it away again after some seconds, which a busy machine may need for the pictures.
    told = [window.banner.problem.title] if window.banner.problem is not None else []
    session.problem.connect(lambda problem: told.append(problem.title))
    if session.documents:
        yield ready(desk)
        shown = session.current
        assert shown is not None
        tab = window.tab.key
        draft = window.tab.draft()
        contrast = draft.settings.contrast if isinstance(draft, AdjustParams) else None
        pictures = []
        for document in list(session.documents):
            session.show(document)
            yield ready(desk)
            tree = [[step.operation, step.base] for step in document.steps]
            pixel = document.steps[document.index].picture.pixels[50, 50].tolist()
            pictures.append({"name": document.title, "tree": tree, "index": document.index, "pixel": pixel})
            pictures[-1]["undo"] = document.can_undo
            edits = window.tab_called("edit").hand.draft.edits  # type: ignore[attr-defined]
            pictures[-1]["strokes"] = [stroke.points[0][0] for edit in edits for stroke in edit.strokes]
        say(
            pictures=pictures, current=shown.title, tab=tab, contrast=contrast,
            said=told[0] if told else None,
        )  # fmt: skip
    else:
        say(pictures=[])
    sys.stdin.readline()
    window.unapplied.may_end = lambda: True  # type: ignore[method-assign]  # whoever is asked about strokes says yes
    window.close()


def play(scene: Scene, desk: DesktopApplication) -> None:
    """Go on with a scene whenever what it waits for has come."""
    timer = QTimer(desk)
    waiting: list[Callable[[], object]] = []

    def look() -> None:
        if not waiting or waiting[0]():
            waiting[:] = [one for one in (next(scene, None),) if one is not None]
            if not waiting:
                timer.stop()

    timer.timeout.connect(look)
    timer.start(20)


def main() -> None:
    scene, home, *pictures = sys.argv[1:]
    scenes: dict[str, Callable[[DesktopApplication], Scene]] = {
        "working": working,
        "cut_off": cut_off,
        "looking": looking,
    }
    _shown(Home(Path(home)), [Path(picture) for picture in pictures], lambda desk: play(scenes[scene](desk), desk))


if __name__ == "__main__":
    main()
