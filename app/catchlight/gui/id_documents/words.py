"""An identity document in words: its label, its country where the label lacks it, its size, how sure we are of it."""

from __future__ import annotations

import re
import unicodedata

from PySide6.QtCore import QLocale

from catchlight.catalogue.documents import Bounds, DocumentSpec
from catchlight.gui.wording.i18n import is_chinese, isolate, label_of, tr


def document_title(document: DocumentSpec) -> str:
    """As in "UK passport"."""
    return label_of(document)


def country_of(document: DocumentSpec) -> str:
    """The country where the label does not already name it, else empty."""
    if is_chinese() and document.country_label_zh:
        return "" if document.country_label_zh[:2] in label_of(document) else document.country_label_zh
    label, country = label_of(document), tr(document.country_label)
    return "" if country in label or names_country(label, country) else country


def names_country(label: str, country: str) -> bool:
    """Whether a label has the country, its adjective (the same first letters) or its initials in it."""
    words, parts = _words(label), _words(country)
    initials = "".join(part[0] for part in parts)
    return initials in words or any(word[:3] == part[:3] for word in words for part in parts)


def document_size(document: DocumentSpec) -> str:
    """In mm, as the language writes numbers; in pixels where there is no print."""
    if document.digital_only:
        return isolate(f"{document.width_px} × {document.height_px} px")
    width, height = (QLocale().toString(side, "g", 6) for side in (document.width_mm, document.height_mm))
    return isolate(f"{width} × {height} mm")


def confidence(document: DocumentSpec) -> str:
    """How sure its rules are, in a few words."""
    if document.confidence == "A":
        month = document.source_date[:7]
        return tr("authority's own text read {month}", month=month) if month else tr("authority's own text read")
    return tr("secondary sources agree") if document.confidence == "B" else tr("size only")


def confidence_tip(document: DocumentSpec) -> str:
    """What the grade means for the verdict."""
    if not document.verified:
        return tr("Only the size is known for certain: the head is placed sensibly, but its limits are not judged.")
    if document.confidence == "A":
        return tr("The issuing authority's own text was read, in a stored copy. Rules change: look at its page.")
    return tr("Several sources that are not the authority's own agree. Rules change: look at the office's page.")


def photographer_note(document: DocumentSpec) -> str:
    """Who takes the photo where it is not the applicant, else empty."""
    if document.taken_by == "authority":
        return tr("The authority takes this photo itself")
    return tr("An approved studio must take this photo") if document.taken_by == "studio" else ""


def range_text(limits: Bounds) -> str:
    if limits.low is None:
        return f"≤ {limits.high:g}"
    if limits.high is None:
        return f"≥ {limits.low:g}"
    return f"{limits.low:g}" if limits.low == limits.high else f"{limits.low:g}–{limits.high:g}"


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.findall(r"[a-z]+", plain)
