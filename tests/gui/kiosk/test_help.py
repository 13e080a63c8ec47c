"""What help says of each screen: nothing that is not to be seen there, in any configuration."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from catchlight.gui.kiosk.overlays import build_overlay
from catchlight.gui.kiosk.screens.document import DocumentScreen
from catchlight.gui.kiosk.widgets.check_row import KioskCheckRow
from catchlight.gui.kiosk.widgets.keyboard import ScreenKeyboard
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.config.model import KioskConfig, Printer, Shop
from catchlight.kiosk.flow.state import OverlayId, SessionState, TakeState
from PySide6.QtWidgets import QAbstractButton, QWidget

from tests.gui.kiosk.conftest import CONFIG
from tests.gui.kiosk.doubles import Machine
from tests.gui.kiosk.shown_screens import SCREENS, TAKES, show

OpenKiosk = Callable[..., KioskWindow]
FOUR, SEVEN = CONFIG.shop.documents, (*CONFIG.shop.documents, "fr_passport", "cn_passport", "in_passport")
CONFIGURATIONS: dict[str, KioskConfig] = {
    "four documents": CONFIG,
    "one document": KioskConfig(shop=Shop(documents=FOUR[:1], price=600), printer=Printer(name="scripted")),
    "search": KioskConfig(shop=Shop(documents=SEVEN, price=600), printer=Printer(name="scripted")),
    "no retakes": KioskConfig(shop=Shop(documents=FOUR, retakes=0), printer=Printer(name="scripted")),
    "staff decide": KioskConfig(
        shop=Shop(documents=FOUR, uncertain="staff", retakes=1), printer=Printer(name="scripted")
    ),
    "no printer": KioskConfig(shop=Shop(documents=FOUR, digital=300)),
}
WIDGETS: dict[str, type[QWidget]] = {"keys": ScreenKeyboard, "A tick": KioskCheckRow, "Touch a rule": KioskCheckRow}
"""Words of helps, and what has to be on the screen for them."""
QUOTED = re.compile(r"“([^”]+)”")


def of_session(config: KioskConfig) -> Sequence[SessionState]:
    """What can be shown with a configuration, once each."""
    takes = TAKES[: config.shop.retakes + 1]
    states = [state for state in SCREENS if not state.overlay]
    return [replace(state, takes=state.takes and takes, chosen=state.chosen and 1) for state in states]


@pytest.mark.parametrize("config", CONFIGURATIONS.values(), ids=CONFIGURATIONS)
def test_help_names_only_what_is_to_be_seen(machine: Machine, open_kiosk: OpenKiosk, config: KioskConfig) -> None:
    window = open_kiosk(machine.with_parts(config=config).parts)
    helps = set()
    for state in of_session(config):
        show(window, state, "en")
        screen = window.screen_shown
        assert screen is not None
        helps.add(screen.help)
        assert screen.help.strip() == screen.help != "", state
        assert set(QUOTED.findall(screen.help)) <= words_of_buttons(window), state
        for word, kind in WIDGETS.items():
            assert word not in screen.help or any(map(QWidget.isVisible, screen.findChildren(kind))), state
    assert len(helps) > 12


def words_of_buttons(window: KioskWindow) -> set[str]:
    """Of those that can be seen, the bar's by the words that are drawn."""
    assert window.bar is not None
    named = {button.text() for button in window.findChildren(QAbstractButton) if button.isVisible()}
    return named | ({tr("Stop")} if "stop" in window.bar.buttons else set())


@pytest.mark.parametrize(
    ("config", "state", "said", "unsaid"),
    [
        ("four documents", SessionState(screen="document"), "Touch the document", "Search"),
        ("search", SessionState(screen="document"), "“Search another document”", "with the keys"),
        ("four documents", SessionState(screen="attract", faults=frozenset({"disk"})), "out of order", "Touch"),
        ("four documents", SessionState(screen="camera", faults=frozenset({"camera"})), "being looked for", "oval"),
        ("four documents", SessionState(screen="review", takes=(TakeState(1),)), "being checked", "rule"),
        ("four documents", SessionState(screen="review", takes=TAKES, chosen=1), "2 more pictures", "Touch “"),
        ("no retakes", SessionState(screen="review", takes=TAKES[:1], chosen=1), "question mark", "more picture"),
        ("no printer", SessionState(screen="options", takes=TAKES, chosen=1), "as a file", "sheet"),
        ("four documents", SessionState(screen="pay", problem="declined"), "“Try again”", "only when"),
        ("four documents", SessionState(screen="print", print="failed", attempt=3), "could not be printed", "“"),
        ("four documents", SessionState(screen="hand_over", ways=("usb",), handing="asked"), "pull it out", "“"),
        ("four documents", SessionState(screen="farewell", ending="idle"), "Nothing was charged", "sheet"),
    ],
    ids=lambda value: value.screen if isinstance(value, SessionState) else None,
)
def test_help_says_what_can_be_done_now(
    machine: Machine, open_kiosk: OpenKiosk, config: str, state: SessionState, said: str, unsaid: str
) -> None:
    window = open_kiosk(machine.with_parts(config=CONFIGURATIONS[config]).parts)
    show(window, state, "en")
    assert window.screen_shown is not None
    assert said in window.screen_shown.help
    assert unsaid not in window.screen_shown.help


def test_help_of_a_camera_without_a_live_view_speaks_of_no_oval(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(machine.parts)
    window.desk.camera.live = False
    show(window, SessionState(screen="camera"), "en")
    assert window.screen_shown is not None
    assert window.screen_shown.help == "Please look into the lens of the camera, then touch the button."


def test_help_during_the_search_speaks_of_its_keys(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(machine.with_parts(config=CONFIGURATIONS["search"]).parts)
    show(window, SessionState(screen="document"), "en")
    screen = window.screen_shown
    assert isinstance(screen, DocumentScreen)
    assert screen.search_button is not None
    screen.search_button.click()
    assert screen.help == "Type the name of the country with the keys, then touch your document in the list."


@pytest.mark.parametrize(
    ("overlay", "state", "said"),
    [
        ("help", SessionState(screen="document"), "Touch the document that you need a photo for."),
        (
            "pin",
            SessionState(screen="review", takes=TAKES[:1]),
            "They allow it with their PIN, or you take another picture.",
        ),
        ("pin", SessionState(screen="review", takes=TAKES), "They allow it with their PIN."),
        ("stop", SessionState(screen="camera"), "All pictures are deleted, and nothing is charged."),
        (
            "stop",
            SessionState(screen="hand_over", ways=("usb",), payment="captured"),
            "All pictures are deleted. You have paid",
        ),
    ],
)
def test_overlays_promise_what_will_be(
    machine: Machine, open_kiosk: OpenKiosk, overlay: OverlayId, state: SessionState, said: str
) -> None:
    window = open_kiosk(machine.with_parts(config=CONFIGURATIONS["staff decide"]).parts)
    show(window, replace(state, overlay=overlay), "en")
    assert window.screen_shown is not None
    card = build_overlay(window.screen_shown, window.desk, window.looks)
    assert card.text.text().startswith(said)
    card.deleteLater()


def test_a_kiosk_that_takes_no_money_speaks_of_none_at_its_beginning(machine: Machine, open_kiosk: OpenKiosk) -> None:
    window = open_kiosk(machine.with_parts(config=CONFIGURATIONS["no retakes"]).parts)
    show(window, SessionState(), "en")
    assert window.screen_shown is not None
    texts = [label.text() for label in window.screen_shown.findChildren(QWidget) if hasattr(label, "text")]
    assert "Every photo is measured and checked, and deleted when you leave." in texts
