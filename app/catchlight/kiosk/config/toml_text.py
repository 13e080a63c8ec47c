"""A configuration as TOML with comments: every field with what it is for, what is allowed, and its value."""

from __future__ import annotations

import json
import math
import types
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from catchlight.kiosk.config.model import ConfigSection, KioskConfig

_HEAD = """\
# Configuration of a Catchlight kiosk. A field that is left out has the value that stands here when the file is made
# by `catchlight kiosk --write-config`. Amounts of money are whole numbers of the currency's smallest unit: 450 is
# 4.50 EUR.
"""
_WIDTH = 118
"""Columns of a line of comment."""


def toml_text(config: KioskConfig) -> str:
    """The text of a file that gives this configuration when it is read. A field without a value (None) stands in a comment."""
    parts = [_HEAD]
    for name, field in KioskConfig.model_fields.items():
        parts.append(f"\n# {field.title}\n[{name}]\n{''.join(_lines(getattr(config, name)))}")
    return "".join(parts)


def sample_toml() -> str:
    """A file with every field at its default, to begin with."""
    return toml_text(KioskConfig())


def _lines(section: ConfigSection) -> Iterator[str]:
    for name, field in type(section).model_fields.items():
        yield from (f"# {line}\n" for line in _wrapped(_comment(field)))
        value = getattr(section, name)
        yield f"# {name} = {_example(field)}\n" if value is None else f"{name} = {_literal(value)}\n"


def _comment(field: FieldInfo) -> str:
    said = [f"{field.title}."] if field.title else []
    said += [field.description] if field.description else []
    choices = _choices(field.annotation)
    if choices:
        said.append(f"One of {', '.join(map(_literal, choices))}.")
    limits = {kind: getattr(one, kind) for one in field.metadata for kind in ("ge", "le") if hasattr(one, kind)}
    if len(limits) == 2:
        said.append(f"{_literal(limits['ge'])} to {_literal(limits['le'])}.")
    elif "ge" in limits:
        said.append(f"{_literal(limits['ge'])} or more.")
    return " ".join(said)


def _choices(annotation: Any) -> tuple[Any, ...]:
    """Values of a ``Literal``, also inside a tuple."""
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if get_origin(annotation) is tuple:
        return _choices(get_args(annotation)[0])
    return ()


def _example(field: FieldInfo) -> str:
    """What could stand where nothing stands."""
    kinds = get_args(field.annotation) if get_origin(field.annotation) in (Union, types.UnionType) else ()
    return "0" if int in kinds else '""'


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"no configuration has the number {value}")
        return repr(value)
    if isinstance(value, str):
        # A JSON string is a TOML basic string but for DEL, which TOML wants escaped.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return f"[{', '.join(map(_literal, value))}]"


def _wrapped(text: str) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    if line:
        yield line
