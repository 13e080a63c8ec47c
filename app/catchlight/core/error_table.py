"""Every code of an error: its status over HTTP, its headline, what to do, and what helps there.

The server answers with the statuses and documents them, the window shows headline, advice and a button.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from catchlight.core.messages import mark

Action = Literal["", "open", "document", "folder", "crop_face", "work_here", "batch", "forget_missing", "reload"]
"""What a button beside an error does; empty for none."""


@dataclass(frozen=True)
class ErrorRow:
    """What belongs to a code.

    title: what happened. advice: what to do, where the engine's own sentence is in another language. status: of an operation or
    the library over HTTP; None: a server never answers with it. everywhere: any path may answer so, whatever it documents.
    """

    title: str
    advice: str = ""
    action: Action = ""
    status: int | None = None
    everywhere: bool = False


ERRORS: Mapping[str, ErrorRow] = {
    "invalid_request": ErrorRow(mark("That cannot be done"), status=400),
    "unknown_style": ErrorRow(
        mark("This choice is not in the catalogue"), mark("Choose another one from the list."), status=404
    ),
    "unknown_color": ErrorRow(
        mark("This colour is not in the catalogue"), mark("Choose another one from the list."), status=404
    ),
    "unknown_spec": ErrorRow(
        mark("This document is not in the catalogue"), mark("Choose another one from the list."), "document", status=404
    ),
    "unknown_paper": ErrorRow(
        mark("This paper is not in the catalogue"), mark("Choose another one from the list."), status=404
    ),
    "unknown_generation": ErrorRow(
        mark("The picture is stored no longer"), mark("Open it, and ask for the pictures again."), status=404
    ),
    "unknown_job": ErrorRow(
        mark("The place knows nothing of this job any more"), mark("Ask for the pictures again."), status=404
    ),
    "unknown_batch": ErrorRow(
        mark("The server knows nothing of this batch any more"), mark("Begin the batch again."), status=404
    ),
    "unknown_result": ErrorRow(
        mark("There is no result of this file"), mark("Wait until the file is done, or begin it again."), status=404
    ),
    "unknown_file": ErrorRow(mark("The batch has no such file"), mark("Begin a new batch with this file."), status=404),
    "digest_mismatch": ErrorRow(
        mark("The file arrived damaged, or was changed"), mark("Send it again, or begin a new batch."), status=409
    ),
    "conflicting_styles": ErrorRow(mark("These wishes exclude each other"), mark("Leave one of them out."), status=409),
    "does_not_fit": ErrorRow(
        mark("What was asked for does not fit this picture"),
        mark("Use another picture, or ask for something else."),
        status=409,
    ),
    "too_small_for_spec": ErrorRow(
        mark("The picture has too few pixels for this document"),
        mark("Use a picture with more pixels, or one taken from closer."),
        "open",
        status=409,
    ),
    "digital_only": ErrorRow(
        mark("This photo is not printed"),
        mark("The document takes a file and no print. Save the file instead."),
        status=409,
    ),
    "image_too_large": ErrorRow(
        mark("This picture is too large"), mark("Save a smaller copy and open that one."), "open", status=413
    ),
    "unsupported_image": ErrorRow(
        mark("This file cannot be opened"),
        mark("It is no picture, or it is damaged. Use JPEG, PNG, WebP, TIFF, BMP, HEIC, AVIF or a camera's raw file."),
        "open",
        status=415,
    ),
    "no_face": ErrorRow(
        mark("No face was found"), mark("Use a picture with one face that looks into the camera."), "open", status=422
    ),
    "several_faces": ErrorRow(
        mark("There are several faces in this picture"),
        mark("Crop it to one person, or use another picture."),
        "crop_face",
        status=422,
    ),
    "face_too_small": ErrorRow(
        mark("The face is too small"), mark("Use a picture taken from closer."), "open", status=422
    ),
    "reference_unsuited": ErrorRow(
        mark("The reference photo is not suited"),
        mark("Choose another one, taken from the same side and showing all that is wanted of it."),
        status=422,
    ),
    "face_turned_away": ErrorRow(
        mark("The face is turned away"), mark("Use a picture that looks straight into the camera."), "open", status=422
    ),
    "no_hair": ErrorRow(mark("The hair is not seen well enough"), mark("Use another picture."), "open", status=422),
    "nothing_at_hotspot": ErrorRow(
        mark("Nothing there fits this wish"), mark("Click another place, or say it differently."), status=422
    ),
    "prompt_not_understood": ErrorRow(
        mark("This sentence is not understood"), mark("Take one of the suggestions."), status=422
    ),
    "unknown_expression": ErrorRow(
        mark("This expression is not in the catalogue"), mark("Choose another one from the list."), status=422
    ),
    "cannot_reach_size": ErrorRow(
        mark("This file size cannot be reached"), mark("Allow a larger file, or leave the size open."), status=422
    ),
    "identity_lost": ErrorRow(mark("The result would be another person"), mark("Use a weaker setting."), status=422),
    "queue_full": ErrorRow(mark("Too many jobs are waiting"), mark("Try again when some have ended."), status=429),
    "model_unavailable": ErrorRow(
        mark("A part of the program is missing or damaged"), mark("Install the program again."), status=503
    ),
    "not_ready": ErrorRow(mark("The server is not ready yet"), mark("Try again in a few seconds."), status=503),
    "internal_error": ErrorRow(
        mark("Something went wrong inside the program"),
        mark("Nothing was lost. Try again; the log has the details."),
        status=500,
    ),
    "unauthorized": ErrorRow(
        mark("The server wants a token"), mark("Enter the token that it was started with."), status=401, everywhere=True
    ),
    "forbidden": ErrorRow(
        mark("This token does not allow that"),
        mark("Ask whoever runs the server for a token that does."),
        status=403,
        everywhere=True,
    ),
    "not_found": ErrorRow(
        mark("The server has nothing there"), mark("Check the address."), status=404, everywhere=True
    ),
    "method_not_allowed": ErrorRow(
        mark("The server does not do this"), mark("Check the address."), status=405, everywhere=True
    ),
    "busy": ErrorRow(mark("The server is busy"), mark("Try again in a few seconds."), status=429, everywhere=True),
    "shutting_down": ErrorRow(
        mark("The server is stopping"), mark("Try again when it has started anew."), status=503, everywhere=True
    ),
    "imagining_off": ErrorRow(
        mark("No engine may be used for this"),
        mark("Set one up under Preferences, Engines; a server has to be started with --imagine."),
        status=409,
        everywhere=True,
    ),
    "engine_unreachable": ErrorRow(
        mark("The engine does not answer"),
        mark("Nothing was lost. Start the engine, or check its address under Preferences, Engines."),
        status=503,
        everywhere=True,
    ),
    "engine_unsuited": ErrorRow(
        mark("The engine cannot do this"),
        mark("It lacks a model or an ability. Choose another engine, or do it without one."),
        status=409,
        everywhere=True,
    ),
    "engine_refused": ErrorRow(
        mark("The engine refused"),
        mark("Nothing was lost. Look at what it says of itself, or do it without it."),
        status=502,
        everywhere=True,
    ),
    "engine_timeout": ErrorRow(
        mark("The engine takes too long"),
        mark("Nothing was lost. Try again when it has less to do, or give it more time."),
        status=504,
        everywhere=True,
    ),
    "imagining_failed": ErrorRow(
        mark("What the engine made does not fit"),
        mark("Try again with another seed, or do it without the engine."),
        status=422,
        everywhere=True,
    ),
    "credentials_missing": ErrorRow(
        mark("Content Credentials are not installed"),
        mark("Install them with pip install 'catchlight[credentials]', or switch them off."),
        status=503,
        everywhere=True,
    ),
    "credentials_identity": ErrorRow(
        mark("There is nothing to sign with"),
        mark("Make an identity, or choose a key and a certificate chain, under Preferences, Content Credentials."),
        status=503,
        everywhere=True,
    ),
    "credentials_fault": ErrorRow(
        mark("The Content Credentials could not be written"),
        mark("Nothing was written. Try again, or switch them off to export without."),
        status=500,
        everywhere=True,
    ),
    "server_unreachable": ErrorRow(
        mark("The server does not answer"),
        mark("Nothing was lost. Start the server again, or work on this computer."),
        "work_here",
    ),
    "delivery_failed": ErrorRow(
        mark("The files could not be delivered"), mark("Check the place of delivery in the settings, and try again.")
    ),
    "batch_busy": ErrorRow(
        mark("This batch is under way elsewhere"), mark("Let it end there, or stop it there; then go on with it here.")
    ),
    "unknown_preset": ErrorRow(mark("This preset is not there"), mark("Choose another one from the list.")),
    "unknown_piece": ErrorRow(mark("The style book has no such piece"), mark("Choose another one from the list.")),
    "cancelled": ErrorRow(mark("The job was cancelled"), mark("Nothing was delivered.")),
    "unknown_look": ErrorRow(mark("This look is not in the catalogue"), mark("Choose another one from the list.")),
    "printer_fault": ErrorRow(
        mark("The printer did not take this"), mark("Check that it is switched on and set up, then try again.")
    ),
    "camera_fault": ErrorRow(mark("The camera does not work"), mark("Connect one, or close the program that uses it.")),
    "payment_fault": ErrorRow(mark("Nothing was paid"), mark("Try again, or call staff.")),
    "handover_fault": ErrorRow(mark("The files were not handed over"), mark("Try again, or choose another way.")),
    "staff_unreached": ErrorRow(
        mark("Staff could not be called"), mark("Check the webhook, the command or the lamp of [staff].")
    ),
    "voice_unavailable": ErrorRow(
        mark("Prompts cannot be read aloud"), mark("Install the extra voice, or switch voice prompts off.")
    ),
    "storage_fault": ErrorRow(mark("The disk did not take it"), mark("Check its free space and permissions.")),
}
"""By code; codes never change."""

UNNAMED = ErrorRow(mark("That did not work"))
"""For a code of a newer server."""

MISFITS: Mapping[str, ErrorRow] = {
    "hair": ErrorRow(
        mark("This hair does not fit this picture"), mark("Use another picture, or ask for something else.")
    ),
    "headshot": ErrorRow(
        mark("These wishes do not fit this picture"), mark("Use another picture, or ask for something else.")
    ),
    "id_photo": ErrorRow(
        mark("This picture does not fit the document"), mark("Use a picture with more room around the head."), "open"
    ),
    "layout": ErrorRow(
        mark("The photos do not fit on this paper"), mark("Choose a larger paper, a smaller margin or fewer copies.")
    ),
    "edit": ErrorRow(
        mark("This edit does not fit this picture"), mark("Use another picture, or ask for something else.")
    ),
    "face_expression": ErrorRow(
        mark("This expression does not fit this picture"), mark("Use another picture, or ask for something else.")
    ),
    "adjust": ErrorRow(
        mark("This adjustment does not fit this picture"), mark("Use another picture, or ask for something else.")
    ),
    "crop": ErrorRow(
        mark("The canvas cannot be extended there"),
        mark("Add less space, add it on another side, or fill it with a colour."),
    ),
    "profile_picture": ErrorRow(
        mark("No profile picture can be cut from this picture"),
        mark("Use a picture with more room around the head."),
        "open",
    ),
}
"""``does_not_fit`` by the operation that was asked for: what does not fit into what."""


def row_of(code: str, operation: str = "") -> ErrorRow:
    """The row of a code. operation: id of what was asked for, where that is known."""
    misfit = MISFITS.get(operation) if code == "does_not_fit" else None
    return misfit or ERRORS.get(code, UNNAMED)
