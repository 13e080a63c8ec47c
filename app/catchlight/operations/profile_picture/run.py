"""Profile picture: a portrait brought into the squares or circles that profiles ask for, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from catchlight import __version__
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnknownEntry
from catchlight.core.progress import Progress
from catchlight.imaging.record import Step as RecordStep
from catchlight.operations.headshot import choices
from catchlight.operations.headshot.choices import KEEP, OWN_PICTURE, TRANSPARENT, TWEAKS, BackgroundChoice
from catchlight.operations.profile_picture import crop_square, matte, normalise, resize, style
from catchlight.operations.profile_picture.params import FETCHED, FETCHING, ID, WORKING, ProfilePictureParams
from catchlight.operations.profile_picture.work import AvatarWork, Product
from catchlight.portrait.portrait import Portrait

StepFunction = Callable[[AvatarWork, Progress], AvatarWork]

STEPS: Mapping[str, StepFunction] = {
    "normalizing": normalise.normalise_light,
    "cropping": crop_square.crop_square,
    "styling": style.prepare_scene,
    "matting": matte.composite_square,
    "resizing": resize.render_sizes,
}
"""What the steps of ``WORKING`` do."""


def resolve_background(params: ProfilePictureParams, catalogue: Catalogue) -> BackgroundChoice:
    """The background that is wished for. Raises UnknownEntry ``unknown_style``, Conflict for a colour where none fits."""
    word = params.background_style
    if word == "keep":
        word = KEEP
    if word in TWEAKS or word == OWN_PICTURE:
        raise UnknownEntry("style", word, ("keep", "blur", TRANSPARENT, *catalogue.backdrops.ids))
    return choices.parse_background((word,), None, False, catalogue)


def analyse_portrait(portrait: Portrait, progress: Progress) -> None:
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


def start_work(
    portrait: Portrait,
    params: ProfilePictureParams,
    catalogue: Catalogue,
    made: datetime,
    generation: str | None = None,
) -> AvatarWork:
    """The work before its first step. made: when it was asked for, for the record; the same picture, wish and time give the
    same bytes. generation: of the source. Raises what ``resolve_background`` raises.
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
    ground = resolve_background(params, catalogue)
    frame = catalogue.framings.get("circle_safe")
    assert frame is not None, "a test holds the catalogue to its ids"
    if ground.kind == "keep" and upright.picture.has_alpha:
        ground = choices.parse_background(
            (TRANSPARENT,), None, False, catalogue
        )  # what it stands before is nothing, and stays so
    wish = style.headshot_request(ground, frame)
    return AvatarWork(
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


def run_steps(work: AvatarWork, progress: Progress) -> Iterator[tuple[str, AvatarWork]]:
    """Run the five steps on the picture; gives each step's name and the work after it. Raises Cancelled and what steps raise."""
    start = 0.0
    total = sum(WORKING.values())
    for name, share in WORKING.items():
        end = start + share / total
        part = progress.part(start, end)
        part.report(0.0, name)
        work = STEPS[name](work, part.named(name))
        part.report(1.0, name)
        yield name, work
        start = end


def products(portrait: Portrait, params: ProfilePictureParams, catalogue: Catalogue, made_at: datetime,
             progress: Progress) -> tuple[Product, ...]:  # fmt: skip
    """All of it at once: the finished pictures, largest first."""
    analyse_portrait(portrait, progress.part(0.0, FETCHED))
    work = start_work(portrait, params, catalogue, made_at)
    for _, after in run_steps(work, progress.part(FETCHED, 1.0)):
        work = after
    return work.products
