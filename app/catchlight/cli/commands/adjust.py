"""The command ``adjust``: a sentence, settings by name, and how raw files are developed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from catchlight.cli import files
from catchlight.cli.ask_model import AskModel, understood
from catchlight.cli.commands.edits import In, Out, Overwrite
from catchlight.cli.options import with_options
from catchlight.cli.program import Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf
from catchlight.cli.run_edits import BatchJob, params_for_output
from catchlight.core.files.strict_json import MalformedJson, parse_json
from catchlight.core.suggest import close_matches
from catchlight.develop.development import AMOUNTS, BANDS, CURVES, Development
from catchlight.develop.raw import RawDevelopment
from catchlight.imaging.io.formats.raw.settings import LEAST_KELVIN, MOST_KELVIN, MOST_STOPS, MOST_TINT, Highlights

_NAMED = ("look", "look_strength", "filter", "auto_exposure", "auto_white_balance", "protect")
Prompt = Annotated[
    str,
    typer.Argument(metavar="PROMPT", help='What to do, in words ("warmer, lift the shadows"); "" with --set alone.'),
]
Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help=f"A setting; may be given several times. Amounts: {', '.join(AMOUNTS)} (-100..100; exposure in stops). "
        "Of a colour: blues.hue, blues.saturation, blues.luminance and so on. Of a tone: toning.shadows.hue (0..360), "
        f"toning.shadows.amount. Others: {', '.join(_NAMED)}, and {', '.join(CURVES)} as [[0,0],[0.5,0.6],[1,1]].",
    ),
]

RawTemperature = Annotated[
    float | None,
    typer.Option(help=f"White balance of raw files, K [{LEAST_KELVIN:.0f}..{MOST_KELVIN:.0f}]; without it as shot."),
]
RawTint = Annotated[
    float | None,
    typer.Option(help=f"White balance of raw files, above 0 towards magenta [±{MOST_TINT:.0f}]; without it as shot."),
]
RawExposure = Annotated[
    float | None, typer.Option(help=f"Brightness of raw files, stops [±{MOST_STOPS:.0f}]; without it as shot.")
]
RawHighlights = Annotated[
    Highlights | None, typer.Option(help="Light that a raw file's sensor could not hold. [default: reconstruct]")
]


def adjust(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``adjust``, its other options read from the operation's parameters."""
    operation = program.operations()["adjust"]

    def command(
        inputs: In,
        out: Out,
        prompt: Prompt,
        values: dict[str, Any],
        settings: Set = None,
        ask_model: AskModel = False,
        raw_temperature: RawTemperature = None,
        raw_tint: RawTint = None,
        raw_exposure: RawExposure = None,
        raw_highlights: RawHighlights = None,
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        jobs = files.targets(inputs, out, "adjust")
        place = home(home_folder)
        if ask_model and prompt.strip():
            prompt = understood(prompt, "adjust", program, place)
        raw = {"temperature": raw_temperature, "tint": raw_tint, "exposure": raw_exposure, "highlights": raw_highlights}
        given = values | {"adjustment_prompt": prompt, "settings": settings_of(settings or ()), "raw": raw_of(raw)}
        params = params_for_output(operation, given, jobs.suffix)
        editor = program.editor(place, program.catalogue(place))
        batch = BatchJob(editor, operation, program.limits(place), overwrite)
        raise typer.Exit(batch.run(jobs, params))

    return with_options(command, operation.params, without=("adjustment_prompt", "settings", "raw"))


def settings_of(entries: Iterable[str]) -> Development:
    """``exposure=0.5``, ``blues.saturation=-40`` as settings. Raises BadParameter."""
    tree: dict[str, Any] = {}
    for entry in entries:
        name, equals, text = entry.partition("=")
        path = [part.strip().replace("-", "_") for part in name.split(".")]
        if not equals or not all(path):
            raise typer.BadParameter(f"--set {entry!r}: write it as NAME=VALUE.")
        if path[0] in BANDS:
            path.insert(0, "bands")
        at = tree
        for part in path[:-1]:
            at = at.setdefault(part, {})
            if not isinstance(at, dict):
                raise typer.BadParameter(f"--set {entry!r}: {part} is set to a value already.")
        at[path[-1]] = _value(path[-1], text.strip())
    try:
        return Development.model_validate_json(json.dumps(tree), by_name=True)
    except ValidationError as fault:
        raise typer.BadParameter(f"--set {_said(fault)}.") from fault


def raw_of(given: Mapping[str, Any]) -> RawDevelopment:
    """What is given of the options ``--raw-...``. Raises BadParameter."""
    try:
        return RawDevelopment(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        named = f"--raw-{first['loc'][0]}: " if first["loc"] else ""
        raise typer.BadParameter(f"{named}{first['msg'].removeprefix('Value error, ')}.") from fault


def _said(fault: ValidationError) -> str:
    """``exposure: input should be a valid number``, or which names there are."""
    first = fault.errors(include_url=False, include_input=False)[0]
    parts = [str(part) for part in first["loc"] if not isinstance(part, int)]
    where = ".".join(parts[1:] if parts[:1] == ["bands"] and len(parts) > 1 else parts)
    if first["type"] == "extra_forbidden":
        near = close_matches(parts[-1], [*AMOUNTS, *CURVES, *_NAMED, *BANDS], n=3)
        hint = f"did you mean {', '.join(near)}" if near else "--help lists them"
        return f"{where}: there is no such setting; {hint}"
    said = first["msg"].removeprefix("Value error, ")
    said = f"{said[:1].lower()}{said[1:]}"
    return f"{where}: {said}" if where else said


def _value(name: str, text: str) -> Any:
    """A number, yes or no, a list, or the word itself."""
    if name == "protect":
        return [part.strip() for part in text.split(",") if part.strip()]
    if text.lower() in ("yes", "on", "no", "off"):
        return text.lower() in ("yes", "on")
    try:
        return parse_json(text)
    except MalformedJson:
        return text
