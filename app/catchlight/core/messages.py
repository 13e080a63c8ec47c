"""Sentences for people that can be told in another language: an English template and what is filled in.

A ``Message`` is a ``str``, the English sentence, so that whatever logs, stores or sends it needs to know no more. It keeps the
template (the msgid of ``resources/i18n``) and the parameters beside; ``core.translation`` tells it in another language.
"""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Self

Value = str | int | float | list[str] | tuple[str, ...]
"""What fills a part of a template: a number, a string that no language changes, a message, or a list of both."""

_LINE_LENGTH = 600
"""Characters of a sentence in a header."""
_LOOK_ALIKES = str.maketrans(
    {"×": "x", "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "…": "...", "°": " degrees", "ß": "ss"}
)
LIST_SEPARATOR = ", "
"""Between the parts of a list in English."""


class Message(str):
    """An English sentence with its template ``id`` and ``parameters``.

    ``id`` has ``{named}`` parts as ``str.format`` takes them, with conversion and format where a number or a quoted name needs
    one. Without parameters it is the sentence as it stands, braces included. ``plural`` is the template for any count but one,
    empty where no number decides.
    """

    __slots__ = ("id", "parameters", "plural")

    id: str
    plural: str
    parameters: Mapping[str, Value]

    def __new__(cls, template: str, /, **parameters: Value) -> Self:
        return cls.of(template, "", parameters)

    @classmethod
    def counted(cls, singular: str, plural: str, /, count: int, **parameters: Value) -> Self:
        """A sentence whose form ``count`` decides; both templates may name it."""
        return cls.of(singular, plural, {"count": count, **parameters})

    @classmethod
    def of(cls, template: str, plural: str, parameters: Mapping[str, Value]) -> Self:
        """A message out of its parts; ``plural`` needs a parameter ``count``."""
        chosen = template if not plural or parameters["count"] == 1 else plural
        made = super().__new__(cls, fill(chosen, parameters))
        made.id, made.plural, made.parameters = template, plural, parameters
        return made

    def with_parameters(self, **parameters: Value) -> Self:
        """The same sentence with some parts filled in otherwise."""
        return type(self).of(self.id, self.plural, {**self.parameters, **parameters})

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.id, self.plural, dict(self.parameters))


def join_alternatives(names: Iterable[str]) -> str:
    """``A``, ``A or B``, ``A or B or C``."""
    said, *others = names
    for name in others:
        said = Message("{one} or {other}", one=said, other=name)
    return said


def join_names(names: Iterable[str]) -> str:
    """``A``, ``A and B``, ``A and B and C``."""
    said, *others = names
    for name in others:
        said = Message("{one} and {other}", one=said, other=name)
    return said


def mark(text: str) -> str:
    """``text`` itself. Tells the extraction that a constant is looked up in the catalogue where it is shown."""
    return text


def fill(template: str, parameters: Mapping[str, object], separator: str = LIST_SEPARATOR) -> str:
    """A template with its parts filled in; as it stands where there are none. separator: between the parts of a list."""
    if not parameters:
        return template
    return template.format_map(
        {
            name: separator.join(value) if isinstance(value, list | tuple) else value
            for name, value in parameters.items()
        }
    )


def part_names(template: str) -> frozenset[str]:
    """Names of the parts of a template."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(template) if name)


def _restored(template: str, plural: str, parameters: Mapping[str, Value]) -> Message:
    return Message.of(template, plural, parameters)


def ascii_line(text: str) -> str:
    """A sentence fit for a header: one line of printable ASCII, accents and typographic signs written plainly."""
    plain = unicodedata.normalize("NFKD", text.translate(_LOOK_ALIKES))
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    line = " ".join(plain.encode("ascii", "replace").decode("ascii").split())
    line = "".join(sign for sign in line if sign.isprintable())
    return line if len(line) <= _LINE_LENGTH else line[: _LINE_LENGTH - 3] + "..."
