"""What a document asks for, in lines of the window: measures, upload, and the rules of the picture."""

from __future__ import annotations

from collections.abc import Iterator

from catchlight.catalogue.documents import Bounds, DocumentSpec, RuleSource, UploadLimits
from catchlight.gui.id_documents.words import document_size, range_text
from catchlight.gui.widgets.labels import break_between_parts
from catchlight.gui.wording.i18n import tr, tr_counted


def size_text(document: DocumentSpec) -> str:
    """Millimetres, pixels, density; of an upload its pixels alone."""
    if document.digital_only:
        return break_between_parts(f"{document_size(document)}  ·  {tr('file to upload, no print')}")
    pixels = f"{document.width_px} × {document.height_px} px"
    return break_between_parts(f"{document_size(document)}  ·  {pixels}  ·  {document.dpi} dpi")


def upload_text(upload: UploadLimits) -> str:
    """``Upload 600–1200 × 600–1200 px · JPEG · ≤ 240 kB``; empty where nothing is limited."""
    parts = []
    if upload.width is not None or upload.height is not None:
        sides = _sides(upload.width, upload.height)
        parts.append(tr("exactly {size} px", size=sides) if upload.exact else f"{sides} px")
    if upload.formats:
        parts.append(" / ".join(name.upper() for name in upload.formats))
    if upload.kilobytes is not None:
        parts.append(f"{range_text(upload.kilobytes)} kB")
    return break_between_parts(f"{tr('Upload')} {'  ·  '.join(parts)}") if parts else ""


def limits_text(document: DocumentSpec) -> str:
    """The limits that are judged, in one line; where there is no print as shares of the photo."""
    parts = []
    if document.verified:
        for title, limits in (
            (tr("Head"), document.head_mm),
            (tr("Eyes from bottom"), document.eye_from_bottom_mm),
            (tr("Above the head"), document.top_margin_mm),
        ):
            if limits is not None:
                parts.append(f"{title} {_length(limits, document)}")
    if parts and document.crown is not None:
        parts.append(tr("head with hair") if document.crown == "hair" else tr("head without hair"))
    return break_between_parts("  ·  ".join(parts))


def demands_text(document: DocumentSpec) -> str:
    """What refuses most photos, in a few words each."""
    parts = []
    if document.glasses == "forbidden":
        parts.append(tr("no glasses"))
    if document.headgear == "forbidden":
        parts.append(tr("no head covering"))
    if document.expression == "neutral":
        parts.append(tr("mouth closed"))
    if document.backgrounds_forbidden:
        parts.append(tr("background not {colours}", colours=_names(document.backgrounds_forbidden)))
    if document.age_months is not None:
        parts.append(_age(document.age_months))
    if document.edits == "refused":
        parts.append(tr("edits refused"))
    return break_between_parts("  ·  ".join(parts))


def rules(document: DocumentSpec) -> Iterator[tuple[str, str]]:
    """Name and words of each rule that a source gives."""
    yield tr("Background"), _background(document)
    for name, choice, rule in (
        (tr("Glasses"), _glasses(document), document.glasses_rule),
        (tr("Head covering"), "", document.headgear_rule),
        (tr("Expression"), "", document.expression_rule),
        (tr("Colour"), _colour(document), ""),
        (tr("Edits"), "", document.edit_rule),
        (tr("Age of the photo"), "" if document.age_months is None else _age(document.age_months), ""),
        (tr("Prints"), "" if document.copies is None else str(document.copies), ""),
        (tr("Also"), "", document.special),
        (tr("Notes"), "", document.notes),
    ):
        said = tr(rule) if rule else choice
        if said:
            yield name, said


def sources(document: DocumentSpec) -> Iterator[str]:
    """Each source with its date, and whether it is the authority's own."""
    for source in document.sources:
        yield " · ".join(
            part for part in (source.text, source.date, tr("authority") if source.official else "") if part
        )


def source_text(document: DocumentSpec) -> str:
    """The first source by its site, and how many more there are."""
    first, *more = document.sources
    site = _site(first) + (f" ({first.date})" if first.date else "")
    if not more:
        return tr("Source: {source}", source=site)
    return tr("Source: {source} and {count} more", source=site, count=len(more))


def _sides(width: Bounds | None, height: Bounds | None) -> str:
    """``600–1200 × 600–1200``, ``≥ 350 × 350``; a side that is not limited is told as …"""
    if width is not None and height is not None:
        for sign, one, other in (("≥", "low", "high"), ("≤", "high", "low")):
            if getattr(width, other) is None and getattr(height, other) is None:
                return f"{sign} {getattr(width, one):g} × {getattr(height, one):g}"
    return " × ".join("…" if side is None else range_text(side) for side in (width, height))


def _length(limits: Bounds, document: DocumentSpec) -> str:
    if not document.digital_only:
        return f"{range_text(limits)} mm"
    low, high = (None if end is None else round(100 * end / document.height_mm) for end in (limits.low, limits.high))
    return f"{range_text(Bounds(low=low, high=high))} %"


def _background(document: DocumentSpec) -> str:
    allowed = _names(document.backgrounds_allowed) or tr(document.background_label)
    if not document.backgrounds_forbidden:
        return allowed
    return tr("{allowed}; not {forbidden}", allowed=allowed, forbidden=_names(document.backgrounds_forbidden))


def _glasses(document: DocumentSpec) -> str:
    words = {"allowed": tr("allowed"), "discouraged": tr("better taken off"), "forbidden": tr("no glasses")}
    return words.get(document.glasses or "", "")


def _colour(document: DocumentSpec) -> str:
    words = {"colour": tr("in colour"), "grey_allowed": tr("in colour or black and white")}
    return words.get(document.colour_mode or "", "")


def _age(months: int) -> str:
    return tr_counted("at most a month old", "at most {count} months old", months)


def _names(colours: tuple[str, ...]) -> str:
    return tr(", ").join(tr(name) for name in colours)


def _site(source: RuleSource) -> str:
    """The host of an address, else the beginning of the text."""
    host = source.text.partition("://")[2].partition("/")[0].removeprefix("www.")
    return host or (source.text if len(source.text) <= 48 else source.text[:46].rstrip() + "…")
