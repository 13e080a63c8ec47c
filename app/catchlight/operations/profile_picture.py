"""Profile picture: a portrait brought into the squares or circles that profiles ask for, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from catchlight import __version__
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.errors import UnknownEntry
from catchlight.engine.portrait import Portrait
from catchlight.engine.progress import Progress
from catchlight.engine.record import Step as RecordStep
from catchlight.operations.avatar import cropping, lighting, mattes, sizing, styling
from catchlight.operations.avatar.work import Product, Work
from catchlight.operations.base import Params
from catchlight.operations.headshots import choices
from catchlight.operations.headshots.choices import KEEP, OWN_PICTURE, TRANSPARENT, TWEAKS, Ground

ID, TITLE, PATH = "profile_picture", "Profile picture", "/profile-picture/selection"
LEAST, LARGEST = 16, 1024
"""Sides of a profile picture in pixels."""
SIZES = (1024, 512, 256, 128, 64)
Size = Annotated[int, Field(ge=LEAST, le=LARGEST)]


class ProfilePictureParams(Params):
    """Which sizes, in which shape, before which background."""

    sizes: tuple[Size, ...] = Field(
        SIZES,
        title="Sizes",
        min_length=1,
        max_length=12,
        description="Sides in pixels, each once.",
        json_schema_extra={"unit": "px"},
    )
    shape: Literal["square", "circle"] = Field("square", title="Shape", description="A circle has transparent corners.")
    background_style: str = Field(
        "keep",
        title="Background",
        min_length=1,
        max_length=64,
        description="keep, blur, transparent, a backdrop of the catalogue, or #rrggbb.",
    )
    ext_cust_id: str | None = Field(
        None,
        alias="extCustomerId",
        title="Customer's id",
        min_length=1,
        max_length=128,
        description="Your own id of the person; without it one is made and remembered for the source picture.",
    )

    @field_validator("sizes")
    @classmethod
    def _each_once(cls, value: tuple[int, ...]) -> tuple[int, ...]:
        if len(set(value)) < len(value):
            raise ValueError("a size is named twice; name each once")
        return tuple(sorted(value, reverse=True))

    @field_validator("ext_cust_id")
    @classmethod
    def _printable(cls, value: str | None) -> str | None:
        if value is not None and (not value.isprintable() or value != value.strip()):
            raise ValueError("the customer's id has signs that cannot be printed, or spaces around it")
        return value

    @model_validator(mode="after")
    def _type_holds_alpha(self) -> ProfilePictureParams:
        if self.output_format == "jpeg" and (self.shape == "circle" or self.background_style == TRANSPARENT):
            raise ValueError("JPEG knows no transparency; choose png or webp, or a square with a background")
        return self


@dataclass(frozen=True)
class PictureStep:
    """One of the steps that work on the picture. share: of the whole job's time, roughly."""

    name: str
    share: float
    run: Callable[[Work, Progress], Work]


STEPS: tuple[PictureStep, ...] = (
    PictureStep("normalizing", 0.12, lighting.normalized),
    PictureStep("cropping", 0.12, cropping.cropped),
    PictureStep("styling", 0.10, styling.styled),
    PictureStep("matting", 0.16, mattes.matted),
    PictureStep("resizing", 0.10, sizing.resized),
)
"""In order; fetching comes before them and uploading after them."""
FETCHING, UPLOADING = "fetching", "uploading"
NAMES = (FETCHING, *(step.name for step in STEPS), UPLOADING)
"""The seven steps of a job."""
FETCHED, DELIVERED = 0.32, 0.08
"""Shares of the first and the last step."""


def ground_of(params: ProfilePictureParams, catalogue: Catalogue) -> Ground:
    """The background that is wished for. Raises UnknownEntry ``unknown_style``, Conflict for a colour where none fits."""
    word = params.background_style
    if word == "keep":
        word = KEEP
    if word in TWEAKS or word == OWN_PICTURE:
        raise UnknownEntry("style", word, ("keep", "blur", TRANSPARENT, *catalogue.backdrops.ids))
    return choices.ground((word,), None, False, catalogue)


def analysed(portrait: Portrait, progress: Progress) -> None:
    """Compute all that the steps need of a picture: the slow part. Raises UnusablePicture where no one face can be read."""
    progress.report(0.05, FETCHING)
    portrait.require_frontal()
    upright = portrait.upright
    progress.report(0.25, FETCHING)
    upright.alpha  # noqa: B018
    progress.report(0.55, FETCHING)
    upright.bust, upright.crown  # noqa: B018
    progress.report(0.75, FETCHING)
    upright.parsing  # noqa: B018
    progress.report(1.0, FETCHING)


def begun(
    portrait: Portrait,
    params: ProfilePictureParams,
    catalogue: Catalogue,
    made: datetime,
    generation: str | None = None,
) -> Work:
    """The work before its first step. made: when it was asked for, for the record; the same picture, wish and time give the
    same bytes. generation: of the source. Raises what ``ground_of`` raises.
    """
    step = RecordStep(
        operation=ID,
        parameters=params.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"ext_cust_id"}),
        kind="pixels",
        source=portrait.picture.digest,
        parent=generation,
        program=f"Catchlight {__version__}",
        made=made,
    )
    upright = portrait.upright
    ground = ground_of(params, catalogue)
    frame = catalogue.framings.get("circle_safe")
    assert frame is not None, "a test holds the catalogue to its ids"
    if ground.kind == "keep" and upright.picture.has_alpha:
        ground = choices.ground(
            (TRANSPARENT,), None, False, catalogue
        )  # what it stands before is nothing, and stays so
    wish = styling.wish_of(ground, frame)
    return Work(
        portrait=upright,
        pixels=upright.picture.pixels[..., :3],
        wish=wish,
        sizes=params.sizes,
        circle=params.shape == "circle",
        media_type=f"image/{params.output_format or 'png'}",
        step=step,
        shown=upright.picture,
        facts={"quarterTurns": portrait.turns},
    )


def made(work: Work, progress: Progress) -> Iterator[tuple[str, Work]]:
    """Run the five steps on the picture; gives each step's name and the work after it. Raises Cancelled and what steps raise."""
    start = 0.0
    total = sum(step.share for step in STEPS)
    for step in STEPS:
        end = start + step.share / total
        part = progress.part(start, end)
        part.report(0.0, step.name)
        work = step.run(work, part.named(step.name))
        part.report(1.0, step.name)
        yield step.name, work
        start = end


def products(portrait: Portrait, params: ProfilePictureParams, catalogue: Catalogue, made_at: datetime,
             progress: Progress) -> tuple[Product, ...]:  # fmt: skip
    """All of it at once: the finished pictures, largest first."""
    analysed(portrait, progress.part(0.0, FETCHED))
    work = begun(portrait, params, catalogue, made_at)
    for _, after in made(work, progress.part(FETCHED, 1.0)):
        work = after
    return work.products
