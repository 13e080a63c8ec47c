"""The looks of a kiosk: in high contrast every text stands out by 7 to 1 (WCAG 2.2, 1.4.6), every edge by 3 to 1 (1.4.11)."""

from __future__ import annotations

from itertools import product

from catchlight.gui.widgets.theme import tokens

GROUNDS = ("window", "surround", "panel", "raised", "field")
SAID = ("text", "muted", "disabled", "pass", "fail", "uncertain", "accent")
BUTTONS = (("on_accent", "accent"), ("on_accent", "accent_pressed"))
PLAIN = ("text", "muted", "pass", "fail", "uncertain")
PAIRS = {
    "high_contrast": (7.0, [*product(SAID, GROUNDS), *product(("text", "muted"), ("pressed", "selection")), *BUTTONS]),
    "dark": (4.5, [*product(PLAIN, GROUNDS), *product(("text",), ("pressed", "selection")), *BUTTONS]),
}
"""Least ratio, and what is written on what. What cannot be pressed may be fainter, but in high contrast."""
EDGES = [*product(("line", "edge", "focus", "accent"), GROUNDS), ("accent", "selection"), ("fail", "selection")]


def luminance(colour: str) -> float:
    """Relative luminance of #RRGGBB (WCAG 2.2)."""
    values = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_ratio_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


def test_every_text_stands_out() -> None:
    for name, (least, pairs) in PAIRS.items():
        colours = tokens(name)
        faint = {pair: ratio for pair in pairs if (ratio := contrast(*(colours[one] for one in pair))) < least}
        assert faint == {}, name


def test_in_high_contrast_every_edge_is_seen() -> None:
    colours = tokens("high_contrast")
    assert {pair for pair in EDGES if contrast(*(colours[one] for one in pair)) < 3} == set()
