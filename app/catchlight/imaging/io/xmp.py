"""The edit record as an XMP packet: written into every file, read back from any."""

from __future__ import annotations

import hashlib
from html import escape, unescape

from pydantic import ValidationError

from catchlight.core.messages import Message
from catchlight.imaging.record import Record

NAMESPACE = "urn:catchlight:record:1"
MOST_IN_JPEG = 65_502
"""Bytes of a packet that one JPEG segment holds (XMP specification, part 3, 1.1.3)."""
LONGEST = 8_000_000
"""Bytes of a packet that are looked through; a record of 1,600 brush points has 65,000."""
NOTE_UNREADABLE = Message("The record of earlier edits in this file is damaged and was left out.")
TRAINED_COMPOSITE = "http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia"
"""IPTC's word for a photo of which a part was made by a trained model (NewsCodes, Digital Source Type)."""
_BEGIN, _END = b"<catchlight:Record>", b"</catchlight:Record>"
_EXTENDED = b'HasExtendedXMP="'
_EXTENDED_ELEMENT = b"HasExtendedXMP>"
_DIGEST = 32


def packet(record: Record) -> bytes:
    """An XMP packet (ISO 16684-1) that holds the record as escaped JSON; empty for an empty record."""
    if not record.steps:
        return b""
    text = escape(record.model_dump_json(by_alias=True, exclude_defaults=True), quote=False)
    return _wrap(record, f"<catchlight:Record>{text}</catchlight:Record>")


def jpeg_packets(record: Record) -> tuple[bytes, bytes]:
    """The record for a JPEG: the packet and, where it is too long for a segment, the extended packet that holds the record.

    The packet then names the MD5 of the extended one, as readers expect it (XMP specification, part 3, 1.1.3.1).
    """
    whole = packet(record)
    if len(whole) <= MOST_IN_JPEG:
        return whole, b""
    digest = packet_digest(whole)
    noted = f"<xmpNote:HasExtendedXMP>{digest}</xmpNote:HasExtendedXMP>"
    return _wrap(record, noted, ' xmlns:xmpNote="http://ns.adobe.com/xmp/note/"'), whole


def packet_digest(extended: bytes) -> str:
    """The name of an extended packet: its MD5 in capitals."""
    return hashlib.md5(extended, usedforsecurity=False).hexdigest().upper()


def extension_digest(xmp: bytes) -> str:
    """The digest of the extended packet that ``xmp`` asks for; empty where it asks for none."""
    for mark in (_EXTENDED, _EXTENDED_ELEMENT):
        place = xmp.find(mark, 0, LONGEST)
        if place >= 0:
            begin = place + len(mark)
            return xmp[begin : begin + _DIGEST].decode("ascii", "replace")
    return ""


def _wrap(record: Record, inside: str, spaces: str = "") -> bytes:
    tool = escape(record.steps[-1].program)
    if record.imagined:
        spaces += ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"'
        inside += f"<Iptc4xmpExt:DigitalSourceType>{TRAINED_COMPOSITE}</Iptc4xmpExt:DigitalSourceType>"
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        f'<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:catchlight="{NAMESPACE}"{spaces}>'
        f"<xmp:CreatorTool>{tool}</xmp:CreatorTool>{inside}"
        '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
    ).encode()


def record(xmp: bytes, notes: list[str] | None = None) -> Record | None:
    """The record inside an XMP packet; None where there is none, or where it cannot be read, which goes to ``notes``.

    Two searches for fixed words, so that the time grows with the packet's length alone.
    """
    begin = xmp.find(_BEGIN, 0, LONGEST)
    if begin < 0:
        return None
    end = xmp.find(_END, begin, LONGEST)
    try:
        if end < 0:
            raise ValueError
        text = xmp[begin + len(_BEGIN) : end].decode("utf-8")
        return Record.model_validate_json(unescape(text))
    except (ValidationError, ValueError, RecursionError):
        if notes is not None:
            notes.append(NOTE_UNREADABLE)
        return None
