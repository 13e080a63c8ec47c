"""``catchlight check``: the verdict on finished photos, as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from catchlight.cli import console
from catchlight.cli.batch import COLOURS, contents, read
from catchlight.cli.program import FAILED, OK
from catchlight.engine.errors import CatchlightError, UnknownEntry, UnsupportedImage
from catchlight.operations.compliance.titles import plain_unit

if TYPE_CHECKING:
    from catchlight.catalogue.documents import Document
    from catchlight.catalogue.shelf import Catalogue
    from catchlight.engine.codec import Limits
    from catchlight.operations.compliance.verdict import Check, Verdict

DEFAULT = "icao_35x45"

Judge = Callable[["bytes", str, "Document"], "Verdict"]


def check(
    photos: Sequence[Path], spec: str | None, catalogue: Catalogue, limits: Limits, judge: Judge, as_json: bool
) -> int:
    """Judge every photo; the exit code is FAILED where a hard check fails or a photo cannot be judged."""
    asked = None if spec is None else document(spec, catalogue)
    code = OK
    found: list[dict[str, Any]] = []
    for photo in photos:
        try:
            chosen = asked or document(_recorded(photo, limits), catalogue)
            verdict = _judged(photo, chosen, judge)
        except CatchlightError as error:
            console.complain(f"{photo}: {error.message}")
            found.append({"file": str(photo), "error": error.code, "message": error.message})
            code = FAILED
            continue
        if any(entry.hard and entry.state == "fail" for entry in verdict.checks):
            code = FAILED
        found.append({"file": str(photo), "verdict": verdict.model_dump(mode="json", by_alias=True)})
        if not as_json:
            console.out().print(table(photo, chosen, verdict))
    if as_json:
        print(json.dumps(found, indent=2, ensure_ascii=False))  # noqa: T201 - the command's result
    return code


def document(spec: str, catalogue: Catalogue) -> Document:
    found = catalogue.documents.get(spec)
    if found is None:
        raise UnknownEntry("spec", spec, catalogue.documents.ids)
    return found


def table(photo: Path, chosen: Document, verdict: Verdict) -> Group:
    """Each check with state, value, limits and margin, advice below what did not pass, and the sources at the end."""
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "check", "value", "limits", "margin", "source"):
        number = heading in ("limits", "margin")
        shown.add_column(heading, justify="right" if number else "left", no_wrap=number, overflow="fold")
    sources: dict[str, int] = {}
    for entry in verdict.checks:
        name = Text(entry.title + ("" if entry.hard else " *"))
        if entry.advice and entry.state in ("fail", "uncertain"):
            name.append(f"\n{entry.advice}", "dim")
        margin = "" if entry.margin is None else f"{entry.margin:+.3g}"
        note = f"[{sources.setdefault(entry.source, len(sources) + 1)}]" if entry.source else ""
        state = Text(entry.state, COLOURS[entry.state])
        shown.add_row(state, name, _value(entry), _limits(entry), margin, Text(note, "dim"))
    overall = Text.assemble("Verdict: ", (verdict.overall, f"bold {COLOURS[verdict.overall]}"), "   (* advice)")
    lines: list[RenderableType] = [Text(f"{photo}: {chosen.label}", "bold"), shown, overall]
    lines += [Text(sentence, "yellow") for sentence in verdict.notes]
    lines += [Text(f"[{number}] {source}", "dim") for source, number in sources.items()]
    return Group(*lines)


def _value(entry: Check) -> str:
    if entry.value is None:
        return entry.text
    spread = f" ± {entry.sigma:.2g}" if entry.sigma else ""
    return f"{entry.value:.4g}{spread} {plain_unit(entry.unit)}".rstrip()


def _limits(entry: Check) -> str:
    if entry.low is None and entry.high is None:
        return ""
    if entry.low is not None and entry.high is not None:
        return f"{entry.low:g}" if entry.low == entry.high else f"{entry.low:g} .. {entry.high:g}"
    return f"<= {entry.high:g}" if entry.low is None else f">= {entry.low:g}"


def _judged(photo: Path, chosen: Document, judge: Judge) -> Verdict:
    from catchlight.engine import codec

    data = contents(photo)
    media_type = codec.sniff(data)
    if media_type is None:
        raise UnsupportedImage("this is no picture that the program can read.")
    return judge(data, media_type, chosen)


def _recorded(photo: Path, limits: Limits) -> str:
    """The document that the photo's own record names, else the generic one."""
    step = read(photo, limits).record.last("id_photo")
    return str(step.facts.get("document", DEFAULT)) if step else DEFAULT
