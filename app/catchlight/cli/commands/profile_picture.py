"""The command ``profile-picture``: the squares or circles of a portrait, delivered to a folder or a URL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from catchlight.cli import files
from catchlight.cli.commands.edits import In, Overwrite
from catchlight.cli.options import valid, with_options
from catchlight.cli.program import Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf
from catchlight.cli.run_each import run_each
from catchlight.core.errors import InvalidRequest
from catchlight.core.files.naming import display_name
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.operations.profile_picture.params import DELIVERED, UPLOADING, ProfilePictureParams
from catchlight.operations.profile_picture.run import products
from catchlight.service.delivery.deliver import (
    MANIFEST,
    DeliveryTarget,
    Manifest,
    Parcel,
    deliver,
    target_of,
)
from catchlight.service.files.reading import read_picture
from catchlight.service.selection.job_steps import sign_items
from catchlight.service.signing import Signing

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.imaging.io.codec import DecodeLimits
    from catchlight.portrait.portrait import Portraits

NAMES = {"background_style": "--background", "ext_cust_id": "--customer"}
DEFAULT_FOLDER = "profile-pictures"
Sizes = Annotated[
    list[str] | None,
    typer.Option("--sizes", metavar="PX,PX", help="Sides in pixels, 16..1024 [default: 1024,512,256,128,64]."),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="FOLDER|URL",
        help="A folder, s3://bucket/folder, sftp://host/folder, webdav+https://host/folder; default is the delivery address of "
        f"the settings, else ./{DEFAULT_FOLDER}. Each picture gets a folder of its own there.",
    ),
]


@dataclass(frozen=True)
class ProfilePictureRun:
    """What is needed to make and deliver profile pictures."""

    portraits: Portraits
    catalogue: Catalogue
    limits: DecodeLimits
    target: DeliveryTarget
    overwrite: bool
    signing: Signing

    def one(
        self, source: Path, name: str, params: ProfilePictureParams, progress: Progress
    ) -> tuple[Manifest, Sequence[str]]:
        """Make and deliver the pictures of a file, in the folder ``name``; gives what reading it had to change, too.

        Raises CatchlightError, Cancelled.
        """
        taken = self.target.read(f"{name}/{MANIFEST}") is not None
        if taken and not self.overwrite:
            where = self.target.location(name)
            raise InvalidRequest(
                Message(
                    "{where} holds profile pictures already. Choose another --to, or give --overwrite.", where=where
                )
            )
        picture = read_picture(source, self.limits, progress)
        portrait = self.portraits.of(picture)
        made = products(portrait, params, self.catalogue, datetime.now(UTC), progress.part(0.0, 1 - DELIVERED))
        items, notes = sign_items(made, self.signing)
        last = progress.part(1 - DELIVERED, 1.0)
        parcel = Parcel(name, params.shape, items, customer=params.ext_cust_id)
        manifest = deliver(self.target, parcel, last.check, lambda share: last.report(share, UPLOADING), anew=True)
        return manifest, (*picture.metadata.notes, *notes)


def profile_picture(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command, its options read from the parameters."""

    def command(
        inputs: In,
        values: dict[str, Any],
        sizes: Sizes = None,
        to: To = None,
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        params = valid(ProfilePictureParams, values | ({"sizes": _numbers(sizes)} if sizes else {}))
        place = home(home_folder)
        delivery = program.delivery(place)
        target = target_of(to or delivery.address or DEFAULT_FOLDER, delivery.options)
        making = ProfilePictureRun(
            program.portraits(place),
            program.catalogue(place),
            program.limits(place),
            target,
            overwrite,
            Signing.of_home(place),
        )
        raise typer.Exit(_run_all(making, files.targets(inputs, Path(), "profile"), params))

    return with_options(command, ProfilePictureParams, NAMES, without=("sizes",))


def _run_all(making: ProfilePictureRun, jobs: files.RunOutputs, params: ProfilePictureParams) -> int:
    def do(target: files.OutputTarget, progress: Progress) -> Text:
        manifest, notes = making.one(target.source, target.stem, params, progress)
        return _line(target.source, making.target.location(target.stem), manifest, notes)

    return run_each(jobs, do)


def _numbers(entries: Sequence[str]) -> tuple[int, ...]:
    """``512,128`` as numbers. Raises BadParameter."""
    words = [word.strip() for entry in entries for word in entry.split(",") if word.strip()]
    bad = [word for word in words if not word.isdecimal()]
    if bad:
        raise typer.BadParameter(f"--sizes {bad[0]!r}: write whole numbers of pixels, like 512,256,64.")
    return tuple(int(word) for word in words)


def _line(source: Path, where: str, manifest: Manifest, notes: Sequence[str]) -> Text:
    """``anna.jpg -> profile-pictures/anna-profile  square, 1024, 512, 64 px, 812 kB``."""
    sizes = ", ".join(str(picture.size) for picture in manifest.pictures)
    kilobytes = sum(picture.bytes for picture in manifest.pictures) / 1000
    facts = f"{manifest.pictures[0].shape}, {sizes} px, {kilobytes:.0f} kB"
    if any(picture.enlarged for picture in manifest.pictures):
        facts += ", larger ones enlarged: the photo has fewer pixels"
    line = Text.assemble(f"{display_name(source)} -> {where}  ", (facts, "dim"))
    for note in notes:
        line.append(f"\n  {note}", "yellow")
    return line
