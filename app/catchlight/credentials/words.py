"""What a report says, in words for people: sentences of the catalogue, to be told in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from catchlight.core.messages import Message, mark
from catchlight.credentials.reading import CredentialsReport, ManifestAction, State

ACTIONS: Mapping[str, str] = {
    "c2pa.color_adjustments": mark("Colours and light adjusted"),
    "c2pa.converted": mark("Saved as another type"),
    "c2pa.created": mark("Created"),
    "c2pa.cropped": mark("Cropped"),
    "c2pa.drawing": mark("Drawn in"),
    "c2pa.edited": mark("Edited"),
    "c2pa.filtered": mark("Filtered"),
    "c2pa.opened": mark("Opened"),
    "c2pa.orientation": mark("Turned"),
    "c2pa.placed": mark("Parts of other pictures placed in it"),
    "c2pa.published": mark("Published"),
    "c2pa.removed": mark("Parts removed"),
    "c2pa.repackaged": mark("Saved as another type"),
    "c2pa.resized": mark("Resized"),
    "c2pa.transcoded": mark("Saved as another type"),
}
"""By the names of C2PA 2.1, 18.16.2; others are told as they are."""
SOURCES: Mapping[str, str] = {
    "algorithmicallyEnhanced": mark("enhanced by a program"),
    "algorithmicMedia": mark("made by a program"),
    "compositeCapture": mark("put together from several photographs"),
    "compositeSynthetic": mark("put together with generated parts"),
    "compositeWithTrainedAlgorithmicMedia": mark("a part was made by a generator"),
    "digitalCapture": mark("taken by a camera"),
    "humanEdits": mark("edited by a person"),
    "trainedAlgorithmicMedia": mark("made by a generator"),
}
"""By IPTC's words (NewsCodes, Digital Source Type); others are told as they are."""
STATES: Mapping[State, str] = {
    "trusted": mark("Trusted"),
    "untrusted": mark("Untrusted"),
    "tampered": mark("Tampered with"),
    "none": mark("None"),
    "unsupported": mark("Not supported"),
}


def rows(report: CredentialsReport) -> Iterator[tuple[Message, str]]:
    """What is known of a manifest, a line each: what it is, and what it says."""
    if report.signer:
        told = report.signer if report.issuer in ("", report.signer) else f"{report.signer} ({report.issuer})"
        yield Message("Signed by"), told
    if report.program:
        yield Message("Written by"), report.program
    if report.source_state == "tampered":
        yield Message("Made from"), Message("a picture that had been changed after it was signed")
    elif report.source_state is not None:
        yield Message("Made from"), Message("a picture with Content Credentials of its own")
    elif any(relation == "parentOf" for _, relation, _ in report.ingredients):
        yield Message("Made from"), Message("a picture without Content Credentials")
    others = sum(relation == "componentOf" for _, relation, _ in report.ingredients)
    if others:
        yield Message("Other pictures in it"), str(others)
    if report.generative:
        yield Message("Generator"), Message(SOURCES.get(report.generative, report.generative))
    if report.codes:
        yield Message("What speaks against it"), ", ".join(report.codes)


def action_parts(action: ManifestAction) -> tuple[Message, tuple[str, ...]]:
    """What was done, and more about it: by which operation and program, when, and what came of it."""
    source = Message(SOURCES[action.source]) if action.source in SOURCES else action.source
    more = (action.description, action.program, action.when.replace("T", " ").removesuffix("Z"), source)
    return Message(ACTIONS.get(action.name, action.name)), tuple(part for part in more if part)
