"""What the hand tools do for the table of commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

from catchlight.brushes.edits import Tool
from catchlight.gui.tabs.edit.hand.draft import Shape
from catchlight.gui.tabs.edit.hand.page import HandPage


def hand_commands(page: HandPage, come: Callable[[], None]) -> Mapping[str, Callable[[], object]]:
    """By the keys of the table. come: shows the page first."""

    def taken(tool: Tool) -> Callable[[], None]:
        def take() -> None:
            come()
            page.draft.take_tool(tool)
            if page.draft.tip.shape != "brush":
                page.draft.take_shape("brush")

        return take

    def shaped(shape: Shape) -> Callable[[], None]:
        def take() -> None:
            come()
            page.draft.take_shape(shape)

        return take

    def done(act: Callable[[], object]) -> Callable[[], None]:
        def do() -> None:
            come()
            act()

        return do

    tools: tuple[Tool, ...] = get_args(Tool)
    return {
        **{f"hand_{tool}": taken(tool) for tool in tools},
        "hand_linear": shaped("linear"),
        "hand_radial": shaped("radial"),
        "hand_source": done(page.ask_source),
        "hand_erase": done(page.toggle_eraser),
        "hand_mask": done(page.toggle_mask),
        "hand_smaller": done(lambda: page.resize_brush(-1)),
        "hand_larger": done(lambda: page.resize_brush(1)),
        "hand_harder": done(lambda: page.soften(-1)),
        "hand_softer": done(lambda: page.soften(1)),
    }
