"""``catchlight check``: the verdict on finished photos, as a table or as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from catchlight.cli import console
from catchlight.cli.files import pictures
from catchlight.cli.program import CANCELLED, code_of
from catchlight.cli.run_each import fault_message
from catchlight.cli.run_edits import COLOURS
from catchlight.core.errors import CatchlightError, UnknownEntry
from catchlight.core.files.naming import display_name
from catchlight.core.progress import Cancelled
from catchlight.operations.compliance.titles import plain_unit
from catchlight.service.files.reading import read_file

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.catalogue.documents import DocumentSpec
    from catchlight.imaging.io.codec import DecodeLimits
    from catchlight.imaging.picture import Picture
    from catchlight.operations.compliance.verdict import Check, Verdict

DEFAULT = "icao_35x45"

Judge = Callable[["bytes", str, "DocumentSpec", "DecodeLimits"], "Verdict"]


def check(
    photos: Sequence[Path],
    spec: str | None,
    catalogue: Catalogue,
    limits: DecodeLimits,
    judge: Judge,
    as_json: bool,
    strict: bool = False,
) -> int:
    """Judge every photo. The exit code is that of the worst: FAILED where one cannot be judged or its verdict is fail.

    strict: UNCERTAIN where a verdict is uncertain and nothing worse happened.
    """
    asked = None if spec is None else document(spec, catalogue)
    from catchlight.imaging.io import codec

    files = pictures(photos)
    failed, cancelled, verdicts = 0, False, Counter[str]()
    found: list[dict[str, Any]] = []
    for photo in files.files:
        try:
            with console.cancel_on_ctrl_c(lambda _fraction, _step: None) as progress:
                data = read_file(photo, limits)
                picture = codec.decode(data, limits, display_name(photo.name), progress=progress)
                chosen = asked or document(_recorded(picture), catalogue)
                verdict = judge(data, picture.metadata.media_type, chosen, limits)
                progress.check()
        except Cancelled:
            cancelled = True
            break
        except Exception as fault:  # noqa: BLE001 - the border of a photo: one never stops the others
            failed += 1
            said = fault_message(photo, fault)
            console.print_error(said)
            code = fault.code if isinstance(fault, CatchlightError) else CatchlightError.code
            message = fault.message if isinstance(fault, CatchlightError) else said
            found.append({"file": display_name(photo), "error": code, "message": message})
            continue
        verdicts[verdict.overall] += 1
        found.append(
            {"file": display_name(photo), "verdict": verdict.model_dump(mode="json", by_alias=True)} | _notes(picture)
        )
        if not as_json:
            console.out().print(table(photo, chosen, verdict, picture.metadata.notes))
    if as_json:
        console.print_json(found)
    if cancelled:
        console.print_note("Cancelled; what was judged before is told.")
        return CANCELLED
    console.summary(len(files.files), failed, files, verdicts)
    return code_of(failed + console.report_closed_folders(files), verdicts, strict)


def document(spec: str, catalogue: Catalogue) -> DocumentSpec:
    found = catalogue.documents.get(spec)
    if found is None:
        raise UnknownEntry("spec", spec, catalogue.documents.ids)
    return found


def table(photo: Path, chosen: DocumentSpec, verdict: Verdict, notes: Sequence[str] = ()) -> Group:
    """Each check with state, value, limits and margin, advice below what did not pass, and the sources at the end.

    notes: what decoding the photo had to change or leave out.
    """
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
    lines: list[RenderableType] = [Text(f"{display_name(photo)}: {chosen.label}", "bold")]
    lines += [Text(sentence, "yellow") for sentence in notes]
    lines += [shown, overall]
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


def _recorded(picture: Picture) -> str:
    """The document that the photo's own record names, else the generic one."""
    step = picture.record.last("id_photo")
    return str(step.facts.get("document", DEFAULT)) if step else DEFAULT


def _notes(picture: Picture) -> dict[str, list[str]]:
    """What decoding had to change or leave out, as ``sourceNotes``; nothing where it had not."""
    return {"sourceNotes": list(picture.metadata.notes)} if picture.metadata.notes else {}
