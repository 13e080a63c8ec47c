"""Errors in the user's words: what happened, what to do, and one button where there is something to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from catchlight.core.errors import CatchlightError
from catchlight.gui.wording.i18n import tell, tr

Action = Literal["", "open", "document", "folder", "crop_face", "work_here", "batch"]


@dataclass(frozen=True)
class Problem:
    """What the banner says. action: what its button does, empty for none. good: nothing went wrong."""

    title: str
    text: str = ""
    action: Action = ""
    good: bool = False
    target: str = ""
    """What the action needs, for example a folder."""


def sentence_of(error: CatchlightError, operation: str = "") -> str:
    """The same in one line, for a notice beside the controls."""
    problem = problem_of(error, operation)
    if problem.text.startswith(problem.title):
        return problem.text
    return tr("{title}. {advice}", title=problem.title, advice=problem.text)


def problem_of(error: CatchlightError, operation: str = "") -> Problem:
    """The banner for an error of the engine or of the store. operation: id of what was asked for, where that is known."""
    words = _misfits().get(operation) if error.code == "does_not_fit" else None
    title, advice, action = words or _words().get(error.code, (tr("That did not work"), "", ""))
    text = tell(error.message) or advice or tr("The program says: {words}", words=error.message)
    return Problem(title, text, action)


def action_label(action: Action) -> str:
    return {
        "": "",
        "open": tr("Open another picture"),
        "document": tr("Choose another document"),
        "folder": tr("Show in folder"),
        "crop_face": tr("Choose a face"),
        "work_here": tr("Work on this computer"),
        "batch": tr("Open the batch"),
    }[action]


def _misfits() -> dict[str, tuple[str, str, Action]]:
    """Title, advice and button of ``does_not_fit`` by operation: what does not fit into what."""
    another = tr("Use another picture, or ask for something else.")
    roomier = tr("Use a picture with more room around the head.")
    return {
        "hair": (tr("This hair does not fit this picture"), another, ""),
        "headshot": (tr("These wishes do not fit this picture"), another, ""),
        "id_photo": (tr("This picture does not fit the document"), roomier, "open"),
        "layout": (
            tr("The photos do not fit on this paper"),
            tr("Choose a larger paper, a smaller margin or fewer copies."),
            "",
        ),
        "edit": (tr("This edit does not fit this picture"), another, ""),
        "face_expression": (tr("This expression does not fit this picture"), another, ""),
        "adjust": (tr("This adjustment does not fit this picture"), another, ""),
        "profile_picture": (tr("No profile picture can be cut from this picture"), roomier, "open"),
    }


def _words() -> dict[str, tuple[str, str, Action]]:
    """Title, advice and button by code; the advice stands where the engine's own sentence is in another language."""
    return {
        "invalid_request": (tr("That cannot be done"), "", ""),
        "unknown_spec": (
            tr("This document is not in the catalogue"),
            tr("Choose another one from the list."),
            "document",
        ),
        "unknown_paper": (tr("This paper is not in the catalogue"), tr("Choose another one from the list."), ""),
        "does_not_fit": (
            tr("What was asked for does not fit this picture"),
            tr("Use another picture, or ask for something else."),
            "",
        ),
        "too_small_for_spec": (
            tr("The picture has too few pixels for this document"),
            tr("Use a picture with more pixels, or one taken from closer."),
            "open",
        ),
        "digital_only": (
            tr("This photo is not printed"),
            tr("The document takes a file and no print. Save the file instead."),
            "",
        ),
        "image_too_large": (tr("This picture is too large"), tr("Save a smaller copy and open that one."), "open"),
        "unsupported_image": (
            tr("This file cannot be opened"),
            tr("It is no picture, or it is damaged. Use JPEG, PNG, WebP, TIFF, BMP, HEIC or AVIF."),
            "open",
        ),
        "no_face": (
            tr("No face was found"),
            tr("Use a picture with one face that looks into the camera."),
            "open",
        ),
        "several_faces": (
            tr("There are several faces in this picture"),
            tr("Crop it to one person, or use another picture."),
            "crop_face",
        ),
        "face_too_small": (tr("The face is too small"), tr("Use a picture taken from closer."), "open"),
        "face_turned_away": (
            tr("The face is turned away"),
            tr("Use a picture that looks straight into the camera."),
            "open",
        ),
        "no_hair": (tr("The hair is not seen well enough"), tr("Use another picture."), "open"),
        "nothing_at_hotspot": (
            tr("Nothing there fits this wish"),
            tr("Click another place, or say it differently."),
            "",
        ),
        "unknown_expression": (
            tr("This expression is not in the catalogue"),
            tr("Choose another one from the list."),
            "",
        ),
        "prompt_not_understood": (tr("This sentence is not understood"), tr("Take one of the suggestions."), ""),
        "cannot_reach_size": (
            tr("This file size cannot be reached"),
            tr("Allow a larger file, or leave the size open."),
            "",
        ),
        "identity_lost": (tr("The result would be another person"), tr("Use a weaker setting."), ""),
        "model_unavailable": (
            tr("A part of the program is missing or damaged"),
            tr("Install the program again."),
            "",
        ),
        "server_unreachable": (
            tr("The server does not answer"),
            tr("Nothing was lost. Start the server again, or work on this computer."),
            "work_here",
        ),
        "delivery_failed": (
            tr("The files could not be delivered"),
            tr("Check the place of delivery in the settings, and try again."),
            "",
        ),
        "queue_full": (tr("Too many jobs are waiting"), tr("Try again when some have ended."), ""),
        "batch_busy": (
            tr("This batch is under way elsewhere"),
            tr("Let it end there, or stop it there; then go on with it here."),
            "",
        ),
        "unknown_preset": (tr("This preset is not there"), tr("Choose another one from the list."), ""),
        "cancelled": (tr("The job was cancelled"), tr("Nothing was delivered."), ""),
        "unknown_job": (tr("The place knows nothing of this job any more"), tr("Ask for the pictures again."), ""),
        "unknown_generation": (
            tr("The picture is stored no longer"),
            tr("Open it, and ask for the pictures again."),
            "",
        ),
        "conflicting_styles": (tr("These wishes exclude each other"), tr("Leave one of them out."), ""),
        "unknown_style": (tr("This choice is not in the catalogue"), tr("Choose another one from the list."), ""),
        "unknown_color": (tr("This colour is not in the catalogue"), tr("Choose another one from the list."), ""),
        "unknown_look": (tr("This look is not in the catalogue"), tr("Choose another one from the list."), ""),
        "camera_fault": (tr("The camera does not work"), tr("Connect one, or close the program that uses it."), ""),
        "unauthorized": (tr("The server wants a token"), tr("Enter the token that it was started with."), ""),
        "busy": (tr("The server is busy"), tr("Try again in a few seconds."), ""),
        "storage_fault": (tr("The disk did not take it"), tr("Check its free space and permissions."), ""),
        "internal_error": (
            tr("Something went wrong inside the program"),
            tr("Nothing was lost. Try again; the log has the details."),
            "",
        ),
    }
