"""A check of a verdict in words: its mark, value, limit and margin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catchlight.core.messages import mark
from catchlight.gui.wording.i18n import is_chinese, tell_or_keep, tr
from catchlight.operations.compliance.titles import plain_unit
from catchlight.operations.registry import STEPS

_SIGNS = ("", "°", "×")
"""Units that stand close to the number, and are the same in every language."""

_MADE_UP = {
    mark("left"),
    mark("top"),
    mark("right"),
    mark("bottom"),
    mark("background"),
    mark("super resolution"),
}
"""What a photo may hold that its source does not."""

KINDS = (mark("geometry"), mark("background"), mark("pixels"), mark("print"), mark("imagined"))
"""What a step of a record can have touched, see ``imaging.record.Kind``."""

Check = Mapping[str, Any]
"""A row of ``details["verdict"]["checks"]``, see ``operations.compliance.verdict.Check``."""


def title_text(check: Check) -> str:
    return str((check.get("titleZh") if is_chinese() else "") or tr(str(check["title"])))


def advice_text(check: Check) -> str:
    return tr(str(check["advice"])) if check.get("advice") else ""


def source_text(check: Check) -> str:
    return tr("Source: {source}", source=tell_or_keep(str(check["source"]))) if check.get("source") else ""


def mark_text(check: Check) -> str:
    return {
        "pass": tr("passed"),
        "fail": tr("failed"),
        "advice": tr("not ideal"),
        "uncertain": tr("uncertain"),
        "info": tr("for information"),
    }[mark_of(check)]


def mark_of(check: Check) -> str:
    """State of a check; ``advice`` where it fails but no office refuses the photo for it alone."""
    state = str(check["state"])
    return "advice" if state == "fail" and not check.get("hard") else state


def join_unit(number: str, unit: str) -> str:
    """Number and unit; signs stand close, words apart."""
    close = unit in _SIGNS or unit.startswith("（")
    return f"{number}{unit}" if close else f"{number} {unit}"


def unit_text(check: Check) -> str:
    unit = plain_unit(str(check.get("unit", "")))
    return unit if unit in _SIGNS else tr(unit)


def value_text(check: Check) -> str:
    """The measured value with its unit and uncertainty, or the words that stand for it."""
    value = check.get("value")
    if value is None:
        return _said(check)
    sigma = check.get("sigma")
    plus = f" ± {float(f'{sigma:.2g}'):g}" if sigma else ""
    return join_unit(f"{_number(value)}{plus}", unit_text(check))


def _said(check: Check) -> str:
    """The words of a check that measures no number; of its record, each step with what it changed."""
    text = str(check.get("text", ""))
    if check["id"] == "edit_provenance" and ": " in text:
        steps = (step.partition(": ") for step in text.split(", "))
        named = ((STEPS[key].title if key in STEPS else key, kind) for key, _, kind in steps)
        return tr(", ").join(f"{tr(title)}: {tell_or_keep(kind)}" for title, kind in named)
    if check["id"] in ("complete", "own_lines"):
        parts = text.split(", ")
        said = tr(", ").join(tell_or_keep(part) for part in parts)
        return tr("Made up: {what}", what=said) if set(parts) <= _MADE_UP else said
    return tell_or_keep(text)


def limit_text(check: Check) -> str:
    low, high = check.get("low"), check.get("high")
    if low is None and high is None:
        return ""
    if low is not None and high is not None:
        span = _number(low) if low == high else f"{_number(low)}–{_number(high)}"
    else:
        span = f"≤ {_number(high)}" if low is None else f"≥ {_number(low)}"
    return tr("allowed {span}", span=join_unit(span, unit_text(check)))


def margin_text(check: Check) -> str:
    margin = check.get("margin")
    if margin is None:
        return ""
    unit = unit_text(check)
    if margin < 0:
        return tr("{number} outside the limit", number=join_unit(_number(-margin), unit))
    return tr("{number} of room to the nearest limit", number=join_unit(_number(margin), unit))


def _number(value: Any) -> str:
    """Two digits behind the point below ten, one below a hundred, none above; no zeros at the end."""
    size = abs(float(value))
    text = f"{value:.2f}" if size < 10 else f"{value:.1f}" if size < 100 else f"{value:.0f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
