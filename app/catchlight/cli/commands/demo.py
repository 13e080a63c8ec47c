"""``catchlight demo``: every operation on the shipped sample, with a contact sheet and the time each took."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from catchlight.brushes.edits import BrushEdit, LinearGradient, RadialGradient
from catchlight.cli import console
from catchlight.cli.program import CANCELLED, FAILED, OK
from catchlight.core.errors import CatchlightError
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Cancelled, Progress
from catchlight.paths import resources
from catchlight.service.files.reading import read_picture

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.cli.program import Program
    from catchlight.imaging.io.codec import DecodeLimits
    from catchlight.imaging.picture import Picture
    from catchlight.operations.operation import Operation
    from catchlight.paths import Home
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.editor import Editor
    from catchlight.service.signing import Signing

DEMO_STEPS: Mapping[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "hair": (
        ("hair-copper", {"hair_color": "copper"}),
        ("hair-soft-black", {"hair_color": "soft_black"}),
        ("hair-more-volume", {"hair_styles": ("more_volume",)}),
        ("hair-burgundy-smooth", {"hair_color": "burgundy", "hair_styles": ("smooth",)}),
    ),
    "headshot": (
        ("headshot-linkedin", {"background_styles": ("studio_grey",), "framing_styles": ("linkedin_square",)}),
        (
            "headshot-navy-library",
            {
                "clothing_styles": ("navy",),
                "background_styles": ("law_library",),
                "framing_styles": ("head_shoulders",),
            },
        ),
        ("headshot-avatar", {"background_color": "#0F766E", "framing_styles": ("circle_safe",), "key_light": -0.5}),
    ),
    "id_photo": (
        ("id-photo-transparent", {}),
        ("id-photo-uk-passport", {"spec": "uk_passport", "background": "document", "output_format": "jpeg"}),
        ("id-photo-blue-hd", {"background": "#438EDB", "dpi": 150, "hd": True}),
    ),
    "layout": (
        ("print-sheet", {"output_format": "jpeg", "ruler": True}),
        ("print-sheet-a4", {"spec": "us_passport", "paper": "a4", "cut_lines": "full", "format": "pdf"}),
    ),
    "edit": (
        ("edit-lipstick", {"user_prompt": "add red lipstick, whiten the teeth", "hotspot": {"x": 223, "y": 143}}),
        ("edit-retouch", {"user_prompt": "smooth the skin, brighten the eyes", "hotspot": {"x": 225, "y": 150}}),
        ("edit-background-blur", {"user_prompt": "blur the background", "hotspot": {"x": 40, "y": 40}}),
    ),
    "face_expression": (
        ("expression-soft-smile", {"expression_key": "soft_smile"}),
        ("expression-serious", {"expression_key": "serious"}),
        ("expression-raised-brows", {"expression_key": "raised_brows", "intensity": 0.8}),
    ),
    "adjust": (
        ("adjust-warmer", {"adjustment_prompt": "warmer, lift the shadows"}),
        ("adjust-film-look", {"adjustment_prompt": "film look"}),
        ("adjust-black-and-white", {"adjustment_prompt": "black and white with a red filter, a subtle vignette"}),
    ),
    "crop": (
        ("crop-square", {"ratio": "1:1", "angle": -2.0, "width": 400, "height": 400, "x": 60, "y": 20}),
        ("crop-room-at-the-left", {"space_left": 15.0, "canvas_fill": "color", "canvas_color": "#20304A"}),
    ),
    "brush": (
        (
            "brush-darker-background",
            {
                "edits": (
                    BrushEdit(
                        tool="adjust",
                        exposure=-1.0,
                        linear=LinearGradient(start=(0.0, 0.0), end=(0.0, 500.0)),
                        within="background",
                    ),
                    BrushEdit(
                        tool="dodge",
                        amount=0.6,
                        radial=RadialGradient(centre=(225.0, 130.0), radius_x=90.0, radius_y=110.0),
                        within="skin",
                    ),
                )
            },
        ),
    ),
}
"""File names and parameters by operation; an operation that is not here is shown once, with its defaults."""

PROFILE = "profile-picture"
"""Name and folder of the step that is a job in the service."""


@dataclass(frozen=True)
class DemoStep:
    """One finished step of the demo."""

    title: str
    file: str
    picture: Picture
    seconds: float
    kilobytes: float


def demo_of(program: Program, home: Home, folder: Path) -> int:
    """The demo with a program's parts; gives the exit code."""
    from catchlight.service.signing import Signing

    catalogue = program.catalogue(home)
    editor, limits = program.editor(home, catalogue), program.limits(home)
    signing = Signing.of_home(home)
    return demo(program.operations(), editor, limits, folder, lambda: program.portraits(home), catalogue, signing)


def demo(
    operations: Mapping[str, Operation[Any]],
    editor: Editor,
    limits: DecodeLimits,
    folder: Path,
    portraits: Callable[[], Portraits],
    catalogue: Catalogue,
    signing: Signing,
) -> int:
    """Run everything, write into ``folder`` (its earlier demo is replaced), print a table of times."""
    from catchlight.cli.contact_sheet import contact_sheet
    from catchlight.imaging.io import codec
    from catchlight.service.editor import EditRequest

    source = read_picture(resources() / "samples" / "astronaut.png", limits)
    steps = [(row, *step) for row in operations.values() for step in DEMO_STEPS.get(row.id, ((row.id, {}),))]
    done: list[DemoStep] = []
    failed = False
    with console.bar() as bar, console.cancel_on_ctrl_c(bar.show) as progress:
        for number, (operation, name, values) in enumerate(steps):
            part = progress.part(number / (len(steps) + 1), (number + 1) / (len(steps) + 1))
            bar.title = name
            began = time.perf_counter()
            try:
                part.report(0.0, "starting")
                result = editor.run(EditRequest(operation.id, operation.params(**values), (source,)), part)
            except CatchlightError as error:
                failed = True
                bar.complain(f"{operation.title} ({name}): {error.message}")
                continue
            except Cancelled:
                console.print_note("Cancelled.")
                return CANCELLED
            seconds = time.perf_counter() - began
            suffix = codec.EXTENSIONS.get(result.file.media_type, "." + result.file.media_type.rpartition("/")[2])
            write_atomic(folder / (name + suffix), result.file.data)
            kilobytes = len(result.file.data) / 1000
            done.append(DemoStep(operation.title, name + suffix, result.picture, seconds, kilobytes))
        bar.title = PROFILE
        try:
            last = progress.part(len(steps) / (len(steps) + 1), 1.0)
            done.append(_profile(folder, limits, portraits(), catalogue, signing, last))
        except CatchlightError as error:
            failed = True
            bar.complain(f"Profile picture ({PROFILE}): {error.message}")
        except Cancelled:
            console.print_note("Cancelled.")
            return CANCELLED
    overview = contact_sheet([("sample", source), *((step.file, step.picture) for step in done)])
    write_atomic(folder / "contact-sheet.png", codec.encode(overview, "image/png"))
    console.out().print(_table(done))
    return FAILED if failed else OK


def _profile(
    folder: Path,
    limits: DecodeLimits,
    portraits: Portraits,
    catalogue: Catalogue,
    signing: Signing,
    progress: Progress,
) -> DemoStep:
    """Profile pictures of the sample, delivered into a folder beside the other results; the largest is shown."""
    from catchlight.cli.commands.profile_picture import ProfilePictureRun
    from catchlight.imaging.io import codec
    from catchlight.operations.profile_picture.params import ProfilePictureParams
    from catchlight.service.delivery.deliver import target_of

    began = time.perf_counter()
    making = ProfilePictureRun(portraits, catalogue, limits, target_of(str(folder)), True, signing)
    params = ProfilePictureParams(shape="circle", background_style="studio_grey", sizes=(512, 256, 128, 64))
    manifest, _ = making.one(resources() / "samples" / "astronaut.png", PROFILE, params, progress)
    seconds = time.perf_counter() - began
    file = f"{PROFILE}/{manifest.pictures[0].name}"
    kilobytes = sum(picture.bytes for picture in manifest.pictures) / 1000
    picture = codec.decode((folder / file).read_bytes())
    return DemoStep("Profile picture", f"{file} and {len(manifest.pictures) - 1} smaller", picture, seconds, kilobytes)


def _table(done: list[DemoStep]) -> Table:
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("operation", "file", "size", "kB", "seconds"):
        shown.add_column(heading, justify="left" if heading in ("operation", "file") else "right")
    for step in done:
        size = f"{step.picture.width} x {step.picture.height}"
        shown.add_row(step.title, step.file, size, f"{step.kilobytes:.0f}", f"{step.seconds:.2f}")
    return shown
