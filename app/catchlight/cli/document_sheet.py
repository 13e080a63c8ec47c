"""One document in full: every rule of its row, and its sources."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group
from rich.table import Table
from rich.text import Text

from catchlight.catalogue.documents import Bounds, DocumentSpec, UploadLimits

HEADGEAR = {"religious_or_medical": "religious or medical only", "forbidden": "forbidden", "allowed": "allowed"}
EDITS = {
    "refused": "refused",
    "retouching_only": "technical retouching only",
    "features_kept": "features must stay",
    "allowed": "allowed",
}
TAKERS = {
    "applicant": "you",
    "authority": "the authority: your own photo is rarely accepted",
    "studio": "an approved studio or photographer",
}
COLOURS = {"colour": "colour", "grey_allowed": "colour or black and white"}
CROWNS = {"skull": "the top of the skull, hair ignored", "hair": "the top of the hair"}


def confidence(document: DocumentSpec) -> str:
    """The grade in words: ``A: authority's own text read 2026-11``."""
    month = f" {document.source_date[:7]}" if document.source_date else ""
    words = {"A": f"authority's own text read{month}", "B": "secondary sources agree", "C": "size only"}
    return f"{document.confidence}: {words[document.confidence]}"


def sheet(document: DocumentSpec) -> Group:
    """All that the row says, a line for each rule; what no source says is left out."""
    rules = Table.grid(padding=(0, 2))
    rules.add_column(style="dim", no_wrap=True)
    rules.add_column(overflow="fold")
    for name, said in _lines(document):
        rules.add_row(name, said)
    sources = Table.grid(padding=(0, 2))
    sources.add_column(style="dim", no_wrap=True)
    sources.add_column(overflow="fold")
    for source in document.sources:
        kind = "authority" if source.official else ""
        sources.add_row("source", " · ".join(part for part in (source.text, source.date, kind) if part))
    return Group(Text(f"{document.label} ({document.id})", "bold"), rules, sources)


def _lines(document: DocumentSpec) -> Iterator[tuple[str, str]]:
    yield "country", document.country_label
    yield "confidence", confidence(document)
    if document.taken_by is not None:
        yield "taken by", _with(TAKERS[document.taken_by], document.taken_by_rule)
    if document.digital_only:
        yield "size", f"{document.width_px} x {document.height_px} px, upload only: no print is known"
    else:
        size = f"{document.width_mm:g} x {document.height_mm:g} mm"
        yield "size", f"{size}, {document.width_px} x {document.height_px} px at {document.dpi} dpi"
    if document.upload is not None:
        yield "upload", _upload(document.upload)
    yield from _head(document)
    yield "background", _background(document)
    yield from _choices(document)
    if document.age_months is not None:
        yield "age", f"at most {document.age_months} month{'s' if document.age_months > 1 else ''}"
    if document.copies is not None:
        yield "prints", str(document.copies)
    if document.special:
        yield "also", document.special
    if document.notes:
        yield "notes", document.notes


def _choices(document: DocumentSpec) -> Iterator[tuple[str, str]]:
    """What a person may wear, show and have edited, and in which colours."""
    for name, choice, rule in (
        ("glasses", document.glasses, document.glasses_rule),
        ("headgear", HEADGEAR.get(document.headgear or ""), document.headgear_rule),
        ("expression", document.expression, document.expression_rule),
        ("colour", COLOURS.get(document.colour_mode or ""), ""),
        ("edits", EDITS.get(document.edits or ""), document.edit_rule),
    ):
        if choice or rule:
            yield name, _with(choice or "", rule)


def _head(document: DocumentSpec) -> Iterator[tuple[str, str]]:
    unjudged = "" if document.verified else " (not judged)"
    for name, limits in (
        ("head", document.head_mm),
        ("eyes from bottom", document.eye_from_bottom_mm),
        ("above the head", document.top_margin_mm),
        ("head width", document.head_width_mm),
    ):
        if limits is not None:
            yield name, _length(limits, document, "width" if name == "head width" else "height") + unjudged
    if document.crown is not None:
        yield "crown", CROWNS[document.crown]
    if document.head_measured:
        yield "measured", document.head_measured


def _length(limits: Bounds, document: DocumentSpec, side: str) -> str:
    """In mm on paper, in % of the side where there is no paper."""
    if not document.digital_only:
        return f"{range_text(limits)} mm"
    whole = document.width_mm if side == "width" else document.height_mm
    low, high = (None if end is None else round(100 * end / whole) for end in (limits.low, limits.high))
    return f"{range_text(Bounds(low=low, high=high))} % of the {side}"


def _background(document: DocumentSpec) -> str:
    parts = [", ".join(document.backgrounds_allowed) or document.background_label]
    if document.backgrounds_forbidden:
        parts.append(f"not {', '.join(document.backgrounds_forbidden)}")
    return "; ".join((*parts, f"made as {document.background}"))


def _upload(upload: UploadLimits) -> str:
    parts = [upload.shape]
    if upload.exact and upload.width is not None and upload.height is not None:
        parts.append(f"exactly {upload.width.low:g} x {upload.height.low:g} px")
    else:
        parts += [
            f"{name} {range_text(side)} px"
            for name, side in (("width", upload.width), ("height", upload.height))
            if side is not None
        ]
    parts.append(" or ".join(name.upper() for name in upload.formats))
    if upload.kilobytes is not None:
        parts.append(f"{range_text(upload.kilobytes)} kB")
    return ", ".join(part for part in parts if part)


def range_text(limits: Bounds) -> str:
    """``25..35``, ``at least 32``, ``at most 240``, or the one value."""
    if limits.low is None:
        return f"at most {limits.high:g}"
    if limits.high is None:
        return f"at least {limits.low:g}"
    return f"{limits.low:g}" if limits.low == limits.high else f"{limits.low:g}..{limits.high:g}"


def _with(choice: str, rule: str) -> str:
    """The choice and the source's words, once where they say the same."""
    if not rule:
        return choice
    return rule if rule.casefold().startswith(choice) else f"{choice}: {rule}"
