"""Words of profile picture jobs: their seven steps, their state, and pictures of the store to choose from."""

from __future__ import annotations

from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.operations.profile_picture.params import ID
from catchlight.store.generation import UPLOAD, Generation
from catchlight.store.jobs.job import StepView

MARKS = {"waiting": "○", "running": "●", "done": "✓", "failed": "✕"}


def step_names() -> dict[str, str]:
    return {
        "fetching": tr("Fetching"),
        "normalizing": tr("Normalising"),
        "cropping": tr("Cropping"),
        "styling": tr("Styling"),
        "matting": tr("Matting"),
        "resizing": tr("Resizing"),
        "uploading": tr("Uploading"),
    }


def step_helps() -> dict[str, str]:
    """What each step does, in one line."""
    return {
        "fetching": tr("Reads the picture, finds the face and the outline"),
        "normalizing": tr("Sets white balance and exposure by the skin"),
        "cropping": tr("Cuts the square around the face"),
        "styling": tr("Draws the background"),
        "matting": tr("Lays the person before it, hair by hair"),
        "resizing": tr("Makes every size, sharp and clean"),
        "uploading": tr("Delivers the files"),
    }


def step_status_text(step: StepView) -> str:
    """State or time of a step."""
    if step.state == "done" and step.seconds is not None:
        return tr("{seconds} s", seconds=f"{step.seconds:.1f}")
    return {
        "waiting": tr("waiting"),
        "running": tr("at work"),
        "done": tr("done"),
        "failed": tr("failed"),
    }[step.state]


def job_status_text(entry: ProfileJob) -> str:
    """Where the job stands, in one sentence."""
    if entry.stage == "completed":
        seconds = sum(step.seconds or 0.0 for step in entry.steps)
        return tr("Delivered; it took {seconds} s", seconds=f"{seconds:.1f}")
    if entry.stage == "failed":
        return sentence_of(entry.fault, ID) if entry.fault is not None else ""
    if entry.lost:
        return tr("The server does not answer. The job may go on there; it is looked for again by itself.")
    if entry.cancelling:
        return tr("Stopping")
    if entry.stage == "asking":
        return tr("Sending the picture") if entry.address else tr("Storing the picture")
    if entry.stage == "waiting":
        return tr("Waiting; jobs before it: {count}", count=entry.waiting) if entry.waiting else tr("Waiting")
    name = step_names()[entry.step.name] if entry.step is not None else ""
    share = f"{entry.fraction * 100:.0f} %"
    return f"{name} · {share}" if name else share


def place_name(address: str | None) -> str:
    return tr("This computer") if address is None else address.removeprefix("http://")


def generation_title(entry: Generation) -> str:
    """What a stored picture is called on its card."""
    titles = {
        UPLOAD: entry.name or tr("Original"),
        "crop": tr("Cropped to one person"),
        "id_photo": tr("ID photo"),
        "headshot": tr("Headshot"),
        "hair": tr("Hair"),
        "face_expression": tr("Expression"),
        "adjust": tr("Adjust"),
        "edit": tr("Edit"),
    }
    return titles.get(entry.operation, entry.operation)


def generation_help(entry: Generation) -> str:
    when = entry.created.astimezone().strftime("%Y-%m-%d %H:%M")
    parts = (generation_title(entry), entry.name, f"{entry.width} × {entry.height} px", when)
    return " · ".join(dict.fromkeys(part for part in parts if part))
