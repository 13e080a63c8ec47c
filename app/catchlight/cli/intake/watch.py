"""``catchlight watch``: what arrives in a folder, or comes from a camera, is done and delivered to another folder."""

from __future__ import annotations

import contextlib
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from catchlight.camera.tether import PATTERN
from catchlight.cli import console
from catchlight.cli.commands.check import document
from catchlight.cli.commands.edits import Overwrite
from catchlight.cli.intake.camera import CameraBeside, camera_beside, check_camera
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
from catchlight.core.files.naming import display_name
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.core.suggest import close_matches
from catchlight.intake.folder_scan import WaitTimes
from catchlight.operations.registry import STEPS
from catchlight.paths import Home
from catchlight.service.batch.intake import RunNotice
from catchlight.service.files.discovery import DiscoveredFiles
from catchlight.service.presets.preset import Preset
from catchlight.service.presets.preset_library import PresetFolder
from catchlight.service.watch.options import WatchOptions
from catchlight.service.watch.plan import (
    WatchPlan,
    read_parameters,
    single_step,
    watch_journal,
    watch_journals,
    watch_plan,
)
from catchlight.service.watch.watch import Watch
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal

Folder = Annotated[
    Path | None, typer.Argument(metavar="FOLDER", readable=False, help="Where the pictures arrive.", show_default=False)
]
IdPhoto = Annotated[
    str | None, typer.Option("--id-photo", metavar="ID", help="Make ID photos for this document, with their verdicts.")
]
OperationId = Annotated[
    str | None, typer.Option("--operation", metavar="ID", help="Do one operation, as headshot or adjust.")
]
Parameters = Annotated[
    str, typer.Option("--params", metavar="JSON", help="Parameters of --operation, as the HTTP service takes them.")
]
OnlyNew = Annotated[bool, typer.Option("--only-new", help="Leave the pictures that lie there at the start.")]
Once = Annotated[bool, typer.Option("--once", help="End when every picture that lies there is done.")]
Subfolders = Annotated[bool, typer.Option("--subfolders", help="Take pictures of folders inside too.")]
Poll = Annotated[bool, typer.Option("--poll", help="Look every second by itself: for folders on a network.")]
FromCamera = Annotated[
    bool,
    typer.Option(
        "--camera",
        help="Take pictures from a camera on USB (Linux, macOS): Enter releases it. They are kept in FOLDER.",
    ),
]
CameraName = Annotated[str, typer.Option("--camera-name", metavar="NAME", help="A part of the camera's name.")]
TakenAs = Annotated[
    str, typer.Option("--taken-as", metavar="PATTERN", help="Name of a taken picture: {name}, {number}, {date}.")
]
RetryFailed = Annotated[bool, typer.Option("--retry-failed", help="Try those that failed before once more.")]


def watch(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``watch``."""

    def command(
        folder: Folder = None,
        preset: PresetName = None,
        id_photo: IdPhoto = None,
        operation: OperationId = None,
        params: Parameters = "{}",
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
        only_new: OnlyNew = False,
        once: Once = False,
        subfolders: Subfolders = False,
        poll: Poll = False,
        camera: FromCamera = False,
        camera_name: CameraName = "",
        taken_as: TakenAs = PATTERN,
        retry_failed: RetryFailed = False,
        jobs: Jobs = None,
        report: Report = None,
        overwrite: Overwrite = False,
        strict: Strict = False,
        home_folder: HomeFolder = None,
    ) -> None:
        place = home(home_folder)
        if camera and folder is None:
            folder = place.camera / date.today().isoformat()
        if folder is None or to is None:
            raise typer.BadParameter("name the FOLDER where pictures arrive, and --to FOLDER for the results.")
        catalogue = program.catalogue(place)  # tells, once, of rows of the user's own that the workers leave out
        if id_photo is not None:
            document(id_photo, catalogue)
        steps = chosen_steps(place, preset, id_photo, operation, params)
        results = ResultFiles(name_pattern, file_format, quality, longest, size, dpi, sharpen, color_space, metadata)
        output = results.fields("replace" if overwrite else "number") | {"folder": to.absolute()}
        if camera:
            _begin_session(folder, once)
        with wrong_usage():
            plan = watch_plan(folder, steps, output, subfolders=subfolders)
        journal = _ledger(place, plan, retry_failed)
        times = WaitTimes(still=0.0) if camera else WaitTimes()  # what the camera brings is whole when it has its name
        options = WatchOptions(once=once, only_new=only_new, poll=poll, jobs=jobs, times=times)
        run = Watch(journal, program.bench(place), program.limits(place), options, place.root)
        with (
            reported(journal, report),
            camera_beside(folder, camera_name, taken_as) if camera else contextlib.nullcontext() as beside,
        ):
            code = run_watch(run, strict, beside)
        raise typer.Exit(code)

    return command


def _ledger(place: Home, plan: WatchPlan, retry_failed: bool) -> Journal[WatchPlan]:
    """The journal of a watch like this one, or a new one. retry_failed: those that failed wait again."""
    journals = watch_journals(place)
    journal = watch_journal(journals, plan)
    for notice in journals.notices:
        console.print_note(notice)
    if retry_failed:
        journal.retry()
    return journal


def chosen_steps(place: Home, preset: str | None, id_photo: str | None, operation: str | None, params: str) -> Preset:
    """What is done to each picture. Raises BadParameter unless just one way is chosen that this program knows, InvalidRequest
    for a damaged preset."""
    given = {"--preset": preset, "--id-photo": id_photo, "--operation": operation}
    named = [option for option, choice in given.items() if choice is not None]
    if not named:
        raise typer.BadParameter("say what is done to the pictures: --preset NAME, --id-photo ID or --operation ID.")
    if len(named) > 1:
        raise typer.BadParameter(f"{' and '.join(named)} exclude each other. Give one of them.")
    if params != "{}" and operation is None:
        raise typer.BadParameter("--params goes with --operation.")
    if preset is not None:
        return PresetFolder(place.presets).named(preset)
    if id_photo is not None:
        return single_step(f"ID photo {id_photo}"[:80], "id_photo", {"spec": id_photo, "background": "document"})
    assert operation is not None
    if operation not in STEPS:
        near = close_matches(operation, STEPS, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise typer.BadParameter(f"--operation: there is no {operation!r}{hint}; choose one of {', '.join(STEPS)}.")
    with wrong_usage("--params"):
        return single_step(operation, operation, read_parameters(params))


def _begin_session(folder: Path, once: bool) -> None:
    """Make the folder that a camera's pictures are kept in. Raises NoTethering, StorageFault, BadParameter."""
    if once:
        raise typer.BadParameter("--once goes with a folder; a camera is watched until Ctrl+C.")
    check_camera()
    with disk(Message("create {path}", path=display_name(folder))):
        folder.mkdir(parents=True, exist_ok=True)


def run_watch(run: Watch, strict: bool, beside: CameraBeside | None = None) -> int:
    """Watch and tell about it. Returns the exit code, for what was done in this go."""
    ended: list[BatchItem] = []
    sources = {item.number: item.source for item in run.journal.items()}
    with (
        BatchBars(sources) as bars,
        console.cancel_on_ctrl_c(lambda _fraction, _step: None) as progress,
        _cancelled_by_sigterm(progress),
    ):
        plan = run.journal.plan
        bars.note(
            f"Watching {display_name(plan.folder)}; results go to {display_name(plan.output.folder)}. Ctrl+C ends."
        )
        for event in follow_run(run, bars, progress):
            for line in beside.said() if beside is not None else ():
                bars.note(line)
            if isinstance(event, RunNotice):
                bars.note(event.message)
                continue
            if isinstance(event, BatchItem):
                sources[event.number] = event.source
            bars.show(event)
            if isinstance(event, BatchItem):
                report_item(event, bars)
                if event.state in ("done", "failed"):
                    ended.append(event)
    failed = sum(item.state == "failed" for item in ended)
    verdicts = Counter(item.verdict for item in ended if item.state == "done" and item.verdict)
    console.summary(len(ended), failed, DiscoveredFiles(()), verdicts, always=True)
    left = run.journal.counts().get("waiting", 0)
    if left:
        console.print_note(f"{left} more have arrived; the same command goes on with them.")
        return CANCELLED
    return code_of(failed, verdicts, strict)


@contextlib.contextmanager
def _cancelled_by_sigterm(progress: Progress) -> Iterator[None]:
    """While it lasts, the signal by which services are ended parks what is at work, as Ctrl+C does."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        progress.cancel()

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
