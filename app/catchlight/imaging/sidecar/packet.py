"""A mark in an XMP packet: read from any, and put into one so that all else in it stays byte for byte.

``xmp:Rating`` (-1: rejected) and ``xmp:Label`` as every program knows them; ``xmpDM:pick`` as Lightroom Classic writes its flags
since 13.2; ``darktable:colorlabels``, which darktable believes before ``xmp:Label``, is kept in step where it is there.
"""

from __future__ import annotations

import codecs
import re

from catchlight.imaging.sidecar.mark import LABELS, MOST_STARS, NO_MARK, Flag, Label, PictureMark
from catchlight.imaging.sidecar.packet_layout import RDF, Name, NotXmp, PacketLayout, Tag, read_layout

LONGEST = 64_000_000
"""Bytes of a sidecar that is looked at: darktable's drawn masks take some megabytes."""
XMP = b"http://ns.adobe.com/xap/1.0/"
_RATING, _LABEL = (XMP, b"Rating"), (XMP, b"Label")
_PICK = (b"http://ns.adobe.com/xmp/1.0/DynamicMedia/", b"pick")
_COLOURS = (b"http://darktable.sf.net/", b"colorlabels")
_PREFIXES = {_RATING[0]: b"xmp", _PICK[0]: b"xmpDM", RDF: b"rdf"}
_ITEM = re.compile(rb"<(?:[^\s:/>]+:)?li\b[^>]*>\s*(\d+)\s*</")
_QUALIFIED = re.compile(rb"\s*<(?:[^\s:/>]+:)?value\b[^>]*>([^<]*)</")
"""The value of a property that has qualifiers (ISO 16684-1, 7.8)."""
_UTF_16 = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_EMPTY = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n'
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Catchlight">\n'
    b' <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
    b'  <rdf:Description rdf:about=""/>\n'
    b" </rdf:RDF>\n"
    b"</x:xmpmeta>\n"
)


def read_mark(data: bytes) -> PictureMark | None:
    """The mark in a packet; None where it says nothing of one. Raises NotXmp."""
    text, _ = _to_utf8(data)
    return _mark(read_layout(text))


def put_mark(data: bytes | None, mark: PictureMark) -> bytes:
    """The packet with this mark in it; what it says already is not touched. data: None for a new packet. Raises NotXmp."""
    text, form = _to_utf8(_EMPTY if data is None else data)
    layout = read_layout(text)
    before = _mark(layout) or NO_MARK
    stated = _RATING in layout.places
    if not stated or (before.rating, before.flag == "reject") != (mark.rating, mark.flag == "reject"):
        text = _put(text, _RATING, b"-1" if mark.flag == "reject" else str(mark.rating).encode())
    if before.flag != mark.flag:
        picked = {"pick": b"1", "reject": b"-1"}.get(mark.flag)
        text = _put(text, _PICK, picked)
    if before.label != mark.label:
        text = _put(text, _LABEL, mark.label.capitalize().encode() or None)
        text = _put_colours(text, before.label, mark.label)
    return _from_utf8(text, form)


def _mark(layout: PacketLayout) -> PictureMark | None:
    if not any(name in layout.places for name in (_RATING, _LABEL, _PICK, _COLOURS)):
        return None
    rating, picked = _whole(_simple(layout, _RATING)), _whole(_simple(layout, _PICK))
    flag: Flag = "reject" if rating < 0 or picked < 0 else "pick" if picked > 0 else ""
    return PictureMark(min(max(rating, 0), MOST_STARS), flag, _label(layout))


def _label(layout: PacketLayout) -> Label:
    """Of several in darktable the one that others know too, else its first."""
    word = (_simple(layout, _LABEL) or b"").decode("utf-8", "replace").casefold()
    named: Label = next((label for label in LABELS if label == word), "")
    if _COLOURS not in layout.places:
        return named
    numbers = [number for number in _colours(layout.value(_COLOURS) or b"") if number < len(LABELS)]
    if named and LABELS.index(named) in numbers:
        return named
    return LABELS[min(numbers)] if numbers else ""


def _simple(layout: PacketLayout, name: Name) -> bytes | None:
    """The value of a property, without its qualifiers."""
    value = layout.value(name)
    qualified = _QUALIFIED.match(value or b"")
    return qualified[1].strip() if qualified else value


def _whole(value: bytes | None) -> int:
    """A number, also one written as 3.0; 0 for anything else."""
    try:
        return round(float(value or b"0"))
    except (ValueError, OverflowError):
        return 0


def _colours(inner: bytes) -> list[int]:
    return [int(number) for number in _ITEM.findall(inner)]


def _put_colours(text: bytes, before: Label, after: Label) -> bytes:
    """darktable's list with one label in the place of another; other labels of the same picture stay."""
    layout = read_layout(text)
    if _COLOURS not in layout.places:
        return text
    numbers = set(_colours(layout.value(_COLOURS) or b""))
    numbers -= {LABELS.index(before)} if before else set()
    numbers |= {LABELS.index(after)} if after else set()
    if not numbers:
        return _put(text, _COLOURS, None)
    rdf = _prefix(layout.descriptions[0], RDF) or b"rdf"
    items = b"".join(b"<%s:li>%d</%s:li>" % (rdf, number, rdf) for number in sorted(numbers))
    return _put(text, _COLOURS, b"<%s:Seq>%s</%s:Seq>" % (rdf, items, rdf))


def _put(text: bytes, name: Name, value: bytes | None) -> bytes:
    """The packet with a property set wherever it stands, added where it does not, or taken out (None)."""
    layout = read_layout(text)
    places = layout.places.get(name, [])
    if not places:
        return text if value is None else _add(layout, name, value)
    for place in reversed(places):
        begin, end = (place.begin, place.end) if value is None else place.inner
        put = b"" if value is None else value
        if value is not None and place.element and begin == end == place.end:  # <a/> has no inside
            put = _opened(text[place.begin : place.end], value)
            begin = place.begin
        elif value is not None and place.element and b"parseType" in text[place.begin : begin]:
            # Qualifiers were said of the value before, and a plain value cannot stand in such an element.
            begin, end = place.begin, place.end
            put = _opened(b"<" + _tag_name(text[begin:end]) + b"/>", value)
        text = text[:begin] + put + text[end:]
    return text


def _opened(tag: bytes, value: bytes) -> bytes:
    """An empty element with a value in it."""
    head = tag[:-2].rstrip()
    return head + b">" + value + b"</" + _tag_name(tag) + b">"


def _tag_name(tag: bytes) -> bytes:
    return re.split(rb"[\s/>]", tag[1:], maxsplit=1)[0]


def _add(layout: PacketLayout, name: Name, value: bytes) -> bytes:
    """The packet with one more attribute in its first rdf:Description, which is made where there is none."""
    text, root = layout.data, layout.root
    if not layout.descriptions:
        if root is None or root.closed:
            raise NotXmp("its rdf:RDF is empty")
        rdf = _prefix(root, RDF) or b"rdf"
        made = b'<%s:Description %s:about=""/>' % (rdf, rdf)
        return _add(read_layout(text[: layout.root_end] + made + text[layout.root_end :]), name, value)
    tag = layout.descriptions[0]
    end = tag.end - (2 if tag.closed else 1)
    while text[end - 1 : end].isspace():
        end -= 1
    space, local = name
    prefix, declared = _prefix(tag, space), b""
    if prefix is None:
        prefix = _free_prefix(tag, _PREFIXES[space])
        declared = b' xmlns:%s="%s"' % (prefix, space)
    return text[:end] + declared + b' %s:%s="%s"' % (prefix, local, value) + text[end:]


def _prefix(tag: Tag, space: bytes) -> bytes | None:
    return next((prefix for prefix, bound in tag.scope.items() if bound == space and prefix), None)


def _free_prefix(tag: Tag, wanted: bytes) -> bytes:
    prefix, number = wanted, 1
    while prefix in tag.scope:
        prefix, number = b"%s%d" % (wanted, number), number + 1
    return prefix


def _to_utf8(data: bytes) -> tuple[bytes, str]:
    """A packet as UTF-8 without its byte order mark, and the name of the form that it came in. Raises NotXmp."""
    if len(data) > LONGEST:
        raise NotXmp("it is too long")
    try:
        for mark, form in _UTF_16:
            if data.startswith(mark):
                return data[len(mark) :].decode(form).encode("utf-8"), form
        if data.startswith(codecs.BOM_UTF8):
            return data[len(codecs.BOM_UTF8) :], "utf-8-sig"
        data.decode("utf-8")
    except UnicodeError as fault:
        raise NotXmp("its characters cannot be read") from fault
    return data, "utf-8"


def _from_utf8(text: bytes, form: str) -> bytes:
    if form == "utf-8":
        return text
    if form == "utf-8-sig":
        return codecs.BOM_UTF8 + text
    return {name: mark for mark, name in _UTF_16}[form] + text.decode("utf-8").encode(form)
