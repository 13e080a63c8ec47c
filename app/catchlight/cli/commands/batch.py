"""``catchlight batch``: a preset done to many pictures by all cores, to be interrupted and continued at any time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from catchlight.cli import console
from catchlight.cli.commands.edits import Overwrite
from catchlight.cli.files import pictures
from catchlight.cli.program import CANCELLED, Program, code_of
from catchlight.cli.progress_bars import BatchBars
from catchlight.cli.root.shared_options import HomeFolder, HomeOf, Strict
from catchlight.cli.root.usage import wrong_usage
from catchlight.cli.runs.file_options import ColourSpaceName, Dpi, KeepMetadata, Quality, Sharpen, SizeText
from catchlight.cli.runs.reporting import follow_run, report_item, reported
from catchlight.cli.runs.run_options import (
    Format,
    Jobs,
    Longest,
    Pattern,
    PresetName,
    Report,
    ResultFiles,
    To,
)
from catchlight.cli.runs.server_options import HERE, On, TokenFile, token_for_server
from catchlight.paths import Home
from catchlight.service.batch.plan import BatchPlan, plan_of
from catchlight.service.batch.run import BatchRun
from catchlight.service.files.discovery import DiscoveredFiles
from catchlight.service.presets.preset import Preset
from catchlight.service.presets.preset_library import PresetFolder
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal
from catchlight.store.batches.journals import Journals
from catchlight.store.batches.server_batches import ServerBatches

if TYPE_CHECKING:
    from catchlight.client.batches import RemoteBatches

Inputs = Annotated[
    list[Path] | None, typer.Argument(metavar="FOLDER|FILE", readable=False, help="Pictures, or folders of pictures.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the newest batch that was interrupted.")]
RetryFailed = Annotated[bool, typer.Option("--retry-failed", help="With --resume: try those that failed again.")]


@dataclass(frozen=True)
class BatchArguments:
    """What chooses or makes a batch, as it was given."""

    found: DiscoveredFiles
    preset: Preset | None
    to: Path | None

    @property
    def sources(self) -> list[Path]:
        return [path.absolute() for path in self.found.files]


def batch(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``batch``."""

    def command(
        inputs: Inputs = None,
        preset: PresetName = None,
        to: To = None,
        name_pattern: Pattern = "{name}",
        file_format: Format = None,
        quality: Quality = 95,
        longest: Longest = None,
        size: SizeText = None,
        dpi: Dpi = None,
        sharpen: Sharpen = None,
        color_space: ColourSpaceName = None,
        metadata: KeepMetadata = True,
        jobs: Jobs = None,
        resume: Resume = False,
        retry_failed: RetryFailed = False,
        report: Report = None,
        on: On = None,
        token_file: TokenFile = None,
        overwrite: Overwrite = False,
        strict: Strict = False,
        home_folder: HomeFolder = None,
    ) -> None:
        place = home(home_folder)
        journals = Journals(place.batches, BatchPlan)
        found = pictures(inputs) if inputs else DiscoveredFiles(())
        asked = BatchArguments(found, PresetFolder(place.presets).named(preset) if preset is not None else None, to)
        if resume:
            journal = _interrupted(journals, asked, retry_failed)
            server = _server([found.address for found in ServerBatches(journal).all()], on, token_file)
        else:
            server = _server([], on, token_file)  # what cannot be asked leaves no batch to go on with
            results = ResultFiles(
                name_pattern, file_format, quality, longest, size, dpi, sharpen, color_space, metadata
            )
            journal = _begun(journals, asked, results.fields("replace" if overwrite else "refuse"))
        for notice in journals.notices:
            console.print_note(notice)
        if retry_failed:
            journal.retry()
        if server is None:
            program.catalogue(place)  # tells, once, of rows of the user's own that the workers leave out
        run = _run_of(journal, program, place, jobs, server)
        with reported(journal, report):
            code = _run(run, found, strict)
        raise typer.Exit(code)

    return command


def _server(begun: Sequence[str], on: str | None, token_file: Path | None) -> RemoteBatches | None:
    """The server that does the files; None for this computer. begun: addresses of the servers that the batch was handed to.

    Raises BadParameter where it is not said who goes on with one that was handed over, InvalidRequest, StorageFault.
    """
    if on is None and begun:
        raise typer.BadParameter(
            f"this batch was handed to {begun[0]}. Go on there with --on {begun[0]}, or with --on {HERE} do the rest on "
            "this computer."
        )
    if on is None or on == HERE:
        if token_file is not None:
            raise typer.BadParameter("--token-file is for a server: name one with --on ADDRESS.")
        return None
    from catchlight.client.batches import RemoteBatches

    token = token_for_server(token_file)
    with wrong_usage("--on"):
        return RemoteBatches(on, token)


def _run_of(
    journal: Journal[BatchPlan], program: Program, place: Home, jobs: int | None, server: RemoteBatches | None
) -> BatchRun:
    limits = program.limits(place)
    if server is None:
        return BatchRun(journal, program.bench(place), limits, jobs, place.root)
    from catchlight.client.batch_crew import ON_THE_WAY, remote_run

    return remote_run(journal, program.bench(place), limits, server, jobs or ON_THE_WAY)


def _run(run: BatchRun, found: DiscoveredFiles, strict: bool) -> int:
    """Do the batch and tell about it. Returns the exit code, for the verdicts of continued batches too."""
    journal = run.journal
    with (
        BatchBars(journal.plan.sources) as bars,
        console.cancel_on_ctrl_c(lambda _fraction, _step: None) as progress,
    ):
        for event in follow_run(run, bars, progress):
            bars.show(event)
            if isinstance(event, BatchItem):
                report_item(event, bars)
    counts = journal.counts()
    done, failed, total = counts.get("done", 0), counts.get("failed", 0), len(journal.plan.sources)
    if done + failed < total:
        to = journal.plan.output.folder
        console.print_note(
            f"Cancelled; {done} of {total} done are kept. Go on with: catchlight batch --resume --to {str(to)!r}"
            f"{_on(run.journal)}"
        )
        return CANCELLED
    verdicts = Counter(item.verdict for item in journal.items() if item.state == "done" and item.verdict)
    console.summary(total, failed, found, verdicts, always=True)
    return code_of(failed + console.report_closed_folders(found), verdicts, strict)


def _on(journal: Journal[BatchPlan]) -> str:
    """How to go on where a server has the files; nothing where none has."""
    return "".join(f" --on {found.address}" for found in ServerBatches(journal).all()[:1])


def _begun(journals: Journals[BatchPlan], asked: BatchArguments, output: dict[str, object]) -> Journal[BatchPlan]:
    """A new batch. Raises BadParameter for what is missing or cannot work."""
    if not asked.sources or asked.preset is None or asked.to is None:
        raise typer.BadParameter("name pictures or a folder, --preset NAME and --to FOLDER; or --resume alone.")
    to = asked.to.absolute()
    beside = [source for source in asked.sources if source.parent.resolve() == to.resolve()]
    if beside and output["pattern"] == "{name}":
        raise typer.BadParameter(
            f"--to {asked.to} holds the pictures themselves, which are never written over: name another folder, or a "
            "--name-pattern like {name}_edited."
        )
    with wrong_usage():
        plan = plan_of(asked.sources, asked.preset, output | {"folder": to}, date.today().isoformat())
    return journals.begin(plan)


def _interrupted(journals: Journals[BatchPlan], asked: BatchArguments, retry: bool) -> Journal[BatchPlan]:
    """The newest interrupted batch that fits what was given. Raises BadParameter where there is none.

    retry: also one that ended with failures.
    """

    def fits(journal: Journal[BatchPlan]) -> bool:
        plan = journal.plan
        return (
            (asked.to is None or asked.to.absolute() == plan.output.folder)
            and (asked.preset is None or asked.preset.steps == plan.preset.steps)
            and (not asked.sources or set(asked.sources) == set(plan.sources))
            and (journal.state != "finished" or (retry and "failed" in journal.counts()))
        )

    journal = journals.find(fits)
    if journal is None:
        given = asked.to is not None or asked.preset is not None or bool(asked.sources)
        which = " with these pictures, this preset and this folder" if given else ""
        raise typer.BadParameter(f"there is no interrupted batch{which} to go on with. Start one without --resume.")
    return journal
