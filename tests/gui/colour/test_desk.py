"""The window through the profile that is chosen for its screen, a soft proof, and back to the numbers as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.gui.canvas.qt_images import pixels_of
from catchlight.gui.cards.cards import Card
from catchlight.gui.colour.current import CURRENT
from catchlight.gui.colour.profiles.system_profile import screen_key
from catchlight.gui.colour.proof import ProofDialog
from catchlight.gui.colour.screens_pane import ScreensPane
from catchlight.gui.dialogs.preferences import PreferencesDialog
from PySide6.QtWidgets import QWidget

from tests.display_profiles import matrix_display, of_kind, paper
from tests.gui.conftest import Stage, wait


@pytest.fixture
def shown(new_stage: Callable[..., Stage]) -> Iterator[Stage]:
    stage = new_stage()
    stage.open_sample()
    stage.window.resize(1100, 760)
    wait(lambda: stage.session.jobs.idle)
    yield stage
    CURRENT.canvas = CURRENT.small = CURRENT.client = None


def at_rest(stage: Stage) -> np.ndarray:
    """The canvas when all is ready and finely drawn, without what a tab lays over the picture."""
    stage.window.canvas.set_overlay(None)
    tiles = stage.window.canvas._painter.tiles

    def rests() -> bool:
        stage.window.canvas.grab()
        return stage.session.jobs.idle and not (tiles.behind or tiles.moving or tiles.unready)

    wait(rests)
    return pixels_of(stage.window.canvas.grab().toImage())[8:-8, 8:-8, :3].astype(int)  # inside the focus frame


def icon(stage: Stage) -> np.ndarray:
    side = stage.window.film_strip.rows.iconSize()
    return pixels_of(stage.window.film_strip.rows.item(0).icon().pixmap(side).toImage())[..., :3].astype(int)


def choose(stage: Stage, choice: str) -> None:
    """As the preferences do it."""
    key = screen_key(stage.window.colours.screen)
    stage.window.dialogs.change_settings({"display": {"screens": {key: choice}}})
    wait(lambda: stage.session.jobs.idle)


def test_everything_that_shows_pictures_follows_the_screens_profile(shown: Stage, tmp_path: Path) -> None:
    plain, small = at_rest(shown), icon(shown)
    cards = [card for card in shown.window.findChildren(Card) if card.image is not None and card.isVisible()]
    faces = [pixels_of(card._face().toImage()).astype(int) for card in cards]
    file = tmp_path / "screen.icc"
    file.write_bytes(matrix_display())
    choose(shown, str(file))
    assert CURRENT.canvas is CURRENT.small is not None
    assert CURRENT.canvas.transform()._table is not None
    seen = at_rest(shown)
    picture = np.s_[150:300, 250:450]
    expected = CURRENT.canvas.transform().rgb(np.ascontiguousarray(plain[picture], np.uint8)).astype(int)
    assert np.abs(seen[picture] - expected).max() <= 1
    assert np.abs(seen[picture] - plain[picture]).mean() > 2
    assert np.abs(icon(shown) - small).mean() > 1
    for card, face in zip(cards, faces, strict=True):
        assert np.abs(pixels_of(card._face().toImage()).astype(int) - face).mean() > 0.3
    choose(shown, "none")
    assert CURRENT.canvas is CURRENT.small is None
    assert np.array_equal(at_rest(shown), plain)
    assert np.array_equal(icon(shown), small)


def test_the_clients_window_and_the_pictures_that_are_chosen_between_follow_it_too(
    shown: Stage, tmp_path: Path
) -> None:
    shown.do("client_window")
    client = shown.window.viewing.client
    assert client is not None
    shown.do("cull")
    view, document = shown.window.culling.view, shown.session.current
    assert view is not None
    assert document is not None
    wait(lambda: view.previews.of(document) is not None and shown.session.jobs.idle)

    def middle(widget: QWidget) -> np.ndarray:
        def rests() -> bool:
            pixels = widget.grab()
            tiles = client.canvas._painter.tiles
            return shown.session.jobs.idle and not (pixels.isNull() or tiles.behind or tiles.moving or tiles.unready)

        wait(rests)
        pixels = pixels_of(widget.grab().toImage())[..., :3]
        rows, columns = (slice(side // 2 - 60, side // 2 + 60) for side in pixels.shape[:2])
        return pixels[rows, columns]

    places = (view.panes[0].view, client.canvas)
    plain = [middle(place) for place in places]
    file = tmp_path / "screen.icc"
    file.write_bytes(matrix_display())
    choose(shown, str(file))
    assert CURRENT.client is CURRENT.small is not None
    shown.window.repaint()
    preview = view.previews.of(document)
    assert preview is not None
    wait(lambda: preview.is_ready)
    for place, before in zip(places, plain, strict=True):
        expected = CURRENT.small.transform().rgb(np.ascontiguousarray(before)).astype(int)
        # The view blends neighbours after the transform, the canvas of a preview too.
        assert np.abs(middle(place) - expected).mean() < 1
        assert np.abs(middle(place).astype(int) - before).mean() > 2
    choose(shown, "none")
    for place, before in zip(places, plain, strict=True):
        assert np.array_equal(middle(place), before)
    shown.do("client_window")
    assert CURRENT.client is None


def test_a_window_on_another_screen_takes_that_ones_profile(shown: Stage, tmp_path: Path) -> None:
    file = tmp_path / "other.icc"
    file.write_bytes(matrix_display())
    memory = shown.session.memory
    key = screen_key(shown.window.colours.screen)
    memory.set(display=memory.settings.display.model_copy(update={"screens": {key: str(file)}}).model_dump())
    wait(lambda: shown.session.jobs.idle)
    assert CURRENT.small is None
    handle = shown.window.windowHandle()
    assert handle is not None
    handle.screenChanged.emit(shown.window.screen())
    wait(lambda: CURRENT.small is not None)
    assert CURRENT.small is not None
    assert CURRENT.small.display is not None
    assert CURRENT.small.display.name == "Test screen with a matrix"


def test_a_proof_is_shown_said_and_remembered(shown: Stage, tmp_path: Path) -> None:
    plain, small = at_rest(shown), icon(shown)
    window = shown.window
    document = shown.session.current
    assert document is not None
    digest = document.steps[0].picture.digest
    file = tmp_path / "lab paper.icc"
    file.write_bytes(paper())
    shown.answers.chosen_file = file
    shown.do("soft_proof")
    (dialog,) = window.findChildren(ProofDialog)
    assert not window.actions_by_key["soft_proof"].isChecked()
    assert not dialog.shown.isEnabled()
    dialog.profile.button.click()
    wait(dialog.shown.isChecked)
    dialog.paper_white.setChecked(True)
    dialog.reject()
    proofed = at_rest(shown)
    assert np.abs(proofed - plain).mean() > 3
    assert np.array_equal(icon(shown), small)
    assert window.proofs.badge.isVisibleTo(window)
    assert "lab paper" in window.proofs.badge.text()
    assert window.actions_by_key["soft_proof"].isChecked()
    assert shown.session.memory.state.proof.profile == str(file)
    assert shown.session.memory.state.proof.paper_white
    shown.do("soft_proof")
    assert np.array_equal(at_rest(shown), plain)
    assert not window.proofs.badge.isVisibleTo(window)
    assert document.steps[0].picture.digest == digest
    file.write_bytes(b"gone bad")
    problems: list[str] = []
    shown.session.problem.connect(lambda problem: problems.append(problem.text))
    shown.do("soft_proof")
    assert np.array_equal(at_rest(shown), plain)
    assert not window.actions_by_key["soft_proof"].isChecked()
    assert "lab paper.icc" in problems[0]


def test_the_preferences_refuse_a_file_that_is_no_screens(shown: Stage, tmp_path: Path) -> None:
    shown.do("settings")
    (dialog,) = shown.window.findChildren(PreferencesDialog)
    pane = dialog.screens
    assert isinstance(pane, ScreensPane)
    (key,) = pane.boxes
    wrong, right = tmp_path / "scanner.icc", tmp_path / "mine.icc"
    wrong.write_bytes(of_kind(b"scnr"))
    right.write_bytes(matrix_display())
    shown.answers.chosen_file = wrong
    pane.chosen.emit(key, "file")
    wait(lambda: "scanner.icc" in pane._trouble.text())
    assert pane.boxes[key].currentData() == "system"
    shown.answers.chosen_file = right
    pane.chosen.emit(key, "file")
    wait(lambda: CURRENT.small is not None)
    assert pane._trouble.text() == ""
    assert pane.boxes[key].currentText() == "mine.icc"
    wait(lambda: pane._notes[key].text() == "Test screen with a matrix")
    pane.chosen.emit(key, "none")
    wait(lambda: CURRENT.small is None)
    dialog.reject()
