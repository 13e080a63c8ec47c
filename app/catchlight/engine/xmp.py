"""The edit record as an XMP packet: written into every file, read back from any."""

from __future__ import annotations

import re
from html import escape, unescape

from pydantic import ValidationError

from catchlight.engine.record import Record

NAMESPACE = "urn:catchlight:record:1"
_LONGEST = 1_000_000
_PATTERN = re.compile(rb"<catchlight:Record>(.*?)</catchlight:Record>", re.DOTALL)


def packet(record: Record) -> bytes:
    """An XMP packet (ISO 16684-1) that holds the record as escaped JSON; empty for an empty record."""
    if not record.steps:
        return b""
    text = escape(record.model_dump_json(by_alias=True, exclude_defaults=True), quote=False)
    tool = escape(record.steps[-1].program)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:catchlight="{NAMESPACE}">'
        f"<xmp:CreatorTool>{tool}</xmp:CreatorTool><catchlight:Record>{text}</catchlight:Record>"
        '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
    ).encode()


def record(xmp: bytes) -> Record | None:
    """The record inside an XMP packet; None where there is none or it cannot be read."""
    found = _PATTERN.search(xmp[:_LONGEST])
    if found is None:
        return None
    try:
        return Record.model_validate_json(unescape(found.group(1).decode("utf-8")))
    except (ValidationError, UnicodeDecodeError):
        return None
