"""An identity document in words: its label, its country where the label lacks it, its size."""

from __future__ import annotations

import re
import unicodedata

from catchlight.catalogue.documents import Document
from catchlight.gui.i18n import is_chinese, label_of, tr


def document_title(document: Document) -> str:
    """As in "UK passport"."""
    return label_of(document)


def country_of(document: Document) -> str:
    """The country where the label does not already name it, else empty."""
    if is_chinese() and document.country_label_zh:
        return "" if document.country_label_zh[:2] in label_of(document) else document.country_label_zh
    return "" if names_country(label_of(document), document.country_label) else document.country_label


def names_country(label: str, country: str) -> bool:
    """Whether an English label has the country, its adjective (the same first letters) or its initials in it."""
    words, parts = _words(label), _words(country)
    initials = "".join(part[0] for part in parts)
    return initials in words or any(word[:3] == part[:3] for word in words for part in parts)


def document_size(document: Document) -> str:
    return f"{document.width_mm:g} × {document.height_mm:g} mm"


def confidence(document: Document) -> str:
    return tr("verified") if document.verified else tr("size only")


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return re.findall(r"[a-z]+", plain)
