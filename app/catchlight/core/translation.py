"""Messages in another language: the gettext catalogues of ``resources/i18n``, and English sentences found in them again.

Every folder ``<language>/LC_MESSAGES`` with a ``catchlight.mo`` is a language that can be loaded; one with a ``kiosk.mo`` has
the texts that a session at a kiosk can show, and keeps the English of all others.
"""

from __future__ import annotations

import gettext
import re
import string
import struct
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from catchlight.core.messages import LIST_SEPARATOR, Message, Value, ascii_line, fill, mark
from catchlight.paths import resources

DOMAIN = "catchlight"
KIOSK_DOMAIN = "kiosk"
"""Of languages that only a kiosk speaks."""
SOURCE = "en"
"""The language of the templates; its catalogue has every one."""
DECIMAL_COMMA = frozenset({"de", "es", "fr", "pt"})
"""Languages that write a decimal comma, in the countries whose dates and numbers are shown with them (CLDR, ``decimal``)."""
_PAIR = mark("{first}, {next}")
"""How two parts of a list are joined."""
_LEAST_LETTERS = 3
"""Letters outside its parts from which a template is found again by them alone; one with fewer needs a part that is known."""
_LETTERS = re.compile(r"[A-Za-z]")
_NUMBER = re.compile(r"[+-]?\d+\.\d+")
_MAGIC = 0x950412DE
"""First word of a GNU .mo file, in the byte order of the rest."""


def folder() -> Path:
    """Where the catalogues are."""
    return resources() / "i18n"


def available_languages() -> tuple[str, ...]:
    """Codes of the languages that have a compiled catalogue of all texts."""
    return _with_catalogue(DOMAIN)


def kiosk_languages() -> tuple[str, ...]:
    """Codes of the languages that have all texts of a kiosk: those above, and those that have no others."""
    return tuple(sorted({*_with_catalogue(DOMAIN), *_with_catalogue(KIOSK_DOMAIN)}))


def _with_catalogue(domain: str) -> tuple[str, ...]:
    return tuple(sorted(file.parent.parent.name for file in folder().glob(f"*/LC_MESSAGES/{domain}.mo")))


class Translation:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        """Raises FileNotFoundError where the language has no compiled catalogue."""
        self.language = language
        whole = gettext.find(DOMAIN, folder(), [language]) is not None
        domain = DOMAIN if whole else KIOSK_DOMAIN
        self._catalogue = gettext.translation(domain, folder(), [language])
        self._file = folder() / language / "LC_MESSAGES" / f"{domain}.mo"
        self._separator = self.text(_PAIR).removeprefix("{first}").removesuffix("{next}")

    def letters(self) -> frozenset[str]:
        """Every character of the translations, so that a font can be tried with them."""
        return frozenset("".join(text for _, forms in _read_entries(self._file) for text in forms))

    def text(self, template: str) -> str:
        """A template in this language, itself where it is not known."""
        return self._catalogue.gettext(template) if template else ""

    def counted(self, singular: str, plural: str, count: int) -> str:
        """The template for a count in this language."""
        return self._catalogue.ngettext(singular, plural, count)

    def tell(self, message: Message) -> str | None:
        """A message in this language, with the messages in it; None where it is not known."""
        if self.language == SOURCE:
            return str(message)
        if message.plural:
            count = int(str(message.parameters["count"]))
            template = self.counted(message.id, message.plural, count)
            known = template not in (message.id, message.plural)
        else:
            template = self.text(message.id)
            known = template != message.id
        if not known:
            return None
        return self.fill(template, {name: self._part(value) for name, value in message.parameters.items()})

    def fill(self, template: str, values: Mapping[str, object]) -> str:
        """A template of this language with its parts filled in; numbers as the language writes them."""
        return fill(template, {name: self._number(value) for name, value in values.items()}, self._separator)

    def number(self, value: float, spec: str) -> str:
        """A number formatted as by ``str.format``, with the decimal sign of the language."""
        text = format(value, spec)
        return text.replace(".", ",") if self.language in DECIMAL_COMMA else text

    def tell_or_keep(self, message: Message) -> str:
        """A message in this language, or the English where it is not known."""
        told = self.tell(message)
        return str(message) if told is None else told

    def _part(self, value: Value) -> Value:
        if isinstance(value, Message):
            return self.tell_or_keep(value)
        if isinstance(value, list | tuple):
            return tuple(self.tell_or_keep(one) if isinstance(one, Message) else one for one in value)
        return value

    def _number(self, value: object) -> object:
        if self.language not in DECIMAL_COMMA:
            return value
        if isinstance(value, Verbatim) and _NUMBER.fullmatch(value):
            return Verbatim(value.replace(".", ","))
        return _CommaFloat(value) if isinstance(value, float) else value


@cache
def translation(language: str) -> Translation:
    """The texts of a language, read once. Raises FileNotFoundError."""
    return Translation(language)


def parse(sentence: str) -> Message:
    """The message that an English sentence was, for one that came from a server or out of an older record.

    Of the templates that fit, the one that leaves the fewest letters unexplained is taken, then the one of most parts. Parts are
    looked up in turn: as sentences, as words, and as lists of words. A sentence that fits no template is a message without
    parameters.
    """
    if isinstance(sentence, Message):
        return sentence
    found = _match(sentence)
    return Message(sentence) if found is None else found


@lru_cache(maxsize=256)
def _match(sentence: str) -> Message | None:
    known = _templates()
    fixed = known.fixed.get(sentence)
    if fixed is not None:
        return Message(fixed)
    best: tuple[int, int, int] | None = None
    message = None
    for template in known.with_parts:
        found = template.match(sentence)
        if found is None or sentence in found.values():  # a template that is a part alone says nothing
            continue
        values: dict[str, Value] = {name: _parse_part(text) for name, text in found.items()}
        if template.plural:
            values.setdefault("count", template.count)
        if template.letters < _LEAST_LETTERS and not any(isinstance(value, Message) for value in values.values()):
            continue
        rank = (sum(map(_unexplained, values.values())), -len(values), -template.letters)
        if best is None or rank < best:
            best, message = rank, Message.of(template.singular, template.plural, values)
    return message


def _parse_part(text: str) -> Value:
    if len(_LETTERS.findall(text)) < 2:
        return Verbatim(text)
    found = _match(text)
    if found is not None:
        return found
    parts = text.split(LIST_SEPARATOR)
    if len(parts) > 1:
        return tuple(_match(part) or Verbatim(part) for part in parts)
    return Verbatim(text)


def _unexplained(value: Value) -> int:
    """Letters of a part that no template has."""
    if isinstance(value, Message):
        return sum(map(_unexplained, value.parameters.values()))
    if isinstance(value, list | tuple):
        return sum(map(_unexplained, value))
    return len(_LETTERS.findall(str(value)))


class Verbatim(str):
    """A part of a sentence as it was written there, formatted already."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return str(self)

    def __repr__(self) -> str:
        return str(self)


class _CommaFloat(float):
    """A number that is written with a decimal comma."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace(".", ",")


class _Template:
    """A template with parts, and the expression that finds it in a sentence; made when a sentence has all its fixed words.

    count: one that has this form, for a template that does not name it.
    """

    def __init__(self, text: str, singular: str, plural: str) -> None:
        self.singular, self.plural = singular, plural
        self.count = 2 if plural and text == plural else 1
        self._text = text
        self._pieces = [literal for literal, *_ in string.Formatter().parse(text) if literal]
        self.letters = sum(len(_LETTERS.findall(piece)) for piece in self._pieces)
        self._pattern: re.Pattern[str] | None = None

    def match(self, sentence: str) -> dict[str, str] | None:
        if not all(piece in sentence for piece in self._pieces):
            return None
        if self._pattern is None:
            self._pattern = re.compile(_expression(self._text), re.DOTALL)
        found = self._pattern.fullmatch(sentence)
        return None if found is None else found.groupdict()


class _Templates:
    """All templates of the source: those without parts by themselves and by how they cross the network, and those with."""

    def __init__(self) -> None:
        fixed: dict[str, str] = {}
        with_parts: list[_Template] = []
        for (singular, *plurals), _ in _read_entries(folder() / SOURCE / "LC_MESSAGES" / f"{DOMAIN}.mo"):
            plural = plurals[0] if plurals else ""
            for text in filter(None, (singular, plural)):
                if any(name for _, name, _, _ in string.Formatter().parse(text)):
                    with_parts.append(_Template(text, singular, plural))
                else:
                    fixed.setdefault(ascii_line(text), text)
                    fixed[text] = text
        self.fixed = fixed
        self.with_parts = tuple(with_parts)


@cache
def _templates() -> _Templates:
    return _Templates()


def _expression(template: str) -> str:
    seen: set[str] = set()
    made = []
    for literal, name, _, _ in string.Formatter().parse(template):
        made.append(re.escape(literal))
        if name:
            made.append(f"(?P={name})" if name in seen else f"(?P<{name}>.+?)")
            seen.add(name)
    return "".join(made)


def _read_entries(file: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Forms of the source and of the translation of each entry of a GNU .mo file (the gettext manual, "The Format of GNU MO
    Files"); the header, which has no source, is left out."""
    data = file.read_bytes()
    order = "<" if struct.unpack_from("<I", data)[0] == _MAGIC else ">"
    count, *tables = struct.unpack_from(f"{order}3I", data, 8)
    for number in range(count):
        spans = (struct.unpack_from(f"{order}2I", data, table + 8 * number) for table in tables)
        source, told = (data[place : place + length].decode("utf-8").split("\0") for length, place in spans)
        if source[0]:
            yield source, told
