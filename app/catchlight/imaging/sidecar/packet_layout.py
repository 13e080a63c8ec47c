"""Where the properties of an XMP packet stand in its bytes, so that one can be changed and every other byte stays.

RDF/XML as XMP restricts it (ISO 16684-1, 7): a property is an attribute or a child of an rdf:Description that is a child of
rdf:RDF.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.parsers import expat

RDF = b"http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_DESCRIPTION, _ROOT = (RDF, b"Description"), (RDF, b"RDF")
_TAG = re.compile(rb"<[^\s/>]+((?:\s+[^\s=]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(/?)>")
_ATTRIBUTE = re.compile(rb"\s+([^\s=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")

Name = tuple[bytes, bytes]
"""Namespace and local name."""


class NotXmp(ValueError):
    """Bytes that are no XMP packet: no well-formed XML, or XML without RDF."""


@dataclass(frozen=True)
class Place:
    """A property. begin, end: of the whole of it, with the blanks before an attribute; inner: of its value, as bytes."""

    begin: int
    end: int
    inner: tuple[int, int]
    element: bool


@dataclass
class Tag:
    """A start tag. end: behind its ``>``. scope: namespaces by prefix."""

    name: Name
    begin: int
    end: int
    closed: bool
    scope: dict[bytes, bytes]


@dataclass
class PacketLayout:
    """descriptions: start tags of the top-level rdf:Description. root: that of rdf:RDF. root_end: where its end tag begins.
    places: of each property, in order."""

    data: bytes
    descriptions: list[Tag] = field(default_factory=list)
    root: Tag | None = None
    root_end: int = 0
    places: dict[Name, list[Place]] = field(default_factory=dict)

    def value(self, name: Name) -> bytes | None:
        """The first value of a property as it is written, references not replaced; None where there is none."""
        found = self.places.get(name)
        return None if not found else self.data[slice(*found[0].inner)].strip()


def read_layout(data: bytes) -> PacketLayout:
    """The layout of a packet in UTF-8. Raises NotXmp."""
    reader = _Reader(data)
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler = lambda _name, _attributes: reader.start(parser.CurrentByteIndex)
    parser.EndElementHandler = lambda _name: reader.end(parser.CurrentByteIndex)
    parser.StartDoctypeDeclHandler = _refuse  # entities could grow without end, and XMP has none
    try:
        parser.Parse(data, True)
    except expat.ExpatError as fault:
        raise NotXmp(str(fault)) from fault
    if reader.layout.root is None:
        raise NotXmp("no rdf:RDF in it")
    return reader.layout


def _refuse(*_told: object) -> None:
    raise NotXmp("it declares a document type")


class _Reader:
    """Follows the tags of a well-formed document."""

    def __init__(self, data: bytes) -> None:
        self.layout = PacketLayout(data)
        self._open: list[Tag] = []

    def start(self, begin: int) -> None:
        data, scope = self.layout.data, self._open[-1].scope if self._open else {}
        found = _TAG.match(data, begin)
        if found is None:
            raise NotXmp(f"the tag at byte {begin} cannot be read")
        attributes = list(_ATTRIBUTE.finditer(data, found.start(1), found.end(1)))
        declared = {}
        for one in attributes:
            prefix, _, name = one[1].partition(b":")
            if prefix == b"xmlns":
                declared[name] = one[2] if one[2] is not None else one[3]
        scope = {**scope, **declared} if declared else scope
        raw = data[begin + 1 : found.start(1)]
        tag = Tag(_name(raw, scope, b""), begin, found.end(), bool(found[2]), scope)
        self._open.append(tag)
        if tag.name == _ROOT and self.layout.root is None:
            self.layout.root = tag
        if self._is_description(tag):
            self.layout.descriptions.append(tag)
            self._take_attributes(attributes, scope)

    def end(self, at: int) -> None:
        tag = self._open.pop()
        closes = tag.end if tag.closed else self.layout.data.index(b">", at) + 1
        if self._open and self._open[-1] in self.layout.descriptions:
            inner = (tag.end, tag.end) if tag.closed else (tag.end, at)
            self.layout.places.setdefault(tag.name, []).append(Place(tag.begin, closes, inner, True))
        if tag is self.layout.root:
            self.layout.root_end = tag.end if tag.closed else at

    def _is_description(self, tag: Tag) -> bool:
        parent = self._open[-2] if len(self._open) > 1 else None
        return tag.name == _DESCRIPTION and parent is not None and parent is self.layout.root

    def _take_attributes(self, attributes: list[re.Match[bytes]], scope: dict[bytes, bytes]) -> None:
        for one in attributes:
            inner = one.span(2) if one[2] is not None else one.span(3)
            name = _name(one[1], scope, None)
            self.layout.places.setdefault(name, []).append(Place(one.start(), one.end(), inner, False))


def _name(raw: bytes, scope: dict[bytes, bytes], default: bytes | None) -> Name:
    """The full name. default: prefix of names without one; None: they are in no namespace, as attributes are."""
    prefix, colon, local = raw.partition(b":")
    if colon:
        return scope.get(prefix, b""), local
    return (b"" if default is None else scope.get(default, b"")), raw
