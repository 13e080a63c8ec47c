"""Checks of what is behind and beside the person: the background, other people, the frame, and what was made up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.messages import Message
from catchlight.imaging.colour import delta_e, srgb
from catchlight.imaging.picture import FloatPlane, Picture
from catchlight.matting.repair.haze import edge_width, haze_area
from catchlight.operations.compliance.background_names import name_matches
from catchlight.operations.compliance.cues import measures
from catchlight.operations.compliance.cues.coverings import Cues
from catchlight.operations.compliance.cues.cut_shape import LEFT_SIGMA, MOST_LEFT
from catchlight.operations.compliance.findings import Findings
from catchlight.operations.compliance.provenance import PhotoProvenance
from catchlight.operations.compliance.sources import OFIQ, OWN

if TYPE_CHECKING:
    from catchlight.operations.id_photo.framing import Framing

_FACE_SHARE = 0.6
"""Area of a face by that of the rectangle of head height and width."""
_OLD_RIM = (0.45, 0.05)
"""Scraps of old background by the face's area, and their uncertainty. Of 157 strangers five have more than 0.5 %: four of
them show scraps, one a hem at the picture's end."""
_ALIKE = (18.0, 2.0)
"""Percent of the outline beside which person and old background have one colour, and its uncertainty. Five studio portraits have
7 at most; no photo of the four strangers above 20 that were judged was given more than 3.5."""
SOFT_EDGE = (0.33, 0.03)
"""Width of an outline in mm up to which it is sharp, and its uncertainty. Of 37 photos of 19 strangers, two blind judges gave
those above 0.36 2.6 of 5 on the mean, the others 3.3."""
_LEAST_GROUND = 0.02
"""Share of the photo below which there is too little background to judge."""


def check_background(
    findings: Findings, picture: Picture, document: DocumentSpec, silhouette: FloatPlane | None
) -> None:
    """silhouette: HxW, where the person is; None where that is not known."""
    if picture.has_alpha:
        said = Message(
            "transparent; {ground} ({hex}) is wanted",
            ground=Message(document.background_label) if document.background_label else Message("plain"),
            hex=document.background,
        )
        findings.row("background_colour", "info", text=said, source=document.source)
        return
    if silhouette is None:
        return
    ground = measures.background_mask(silhouette)
    if ground.mean() < _LEAST_GROUND:
        return
    spread = measures.background_deviation(picture.rgb8, ground)
    findings.most("background_uniform", spread, "L*", 4, 1, OFIQ, hard=True)
    if document.id != "custom":
        _check_colour(findings, picture, document, measures.background_colour(picture.rgb8, ground))


def _check_colour(
    findings: Findings, picture: Picture, document: DocumentSpec, seen: tuple[float, float, float]
) -> None:
    """Against the names that the source allows and forbids, and the program's rendering of them."""
    forbidden = next((name for name in document.backgrounds_forbidden if name_matches(name, seen) is True), None)
    if forbidden is not None:
        findings.row(
            "background_colour",
            "fail",
            hard=True,
            text=Message("{ground} is refused", ground=Message(forbidden)),
            source=document.source,
        )
        return
    allowed = next((name for name in document.backgrounds_allowed if name_matches(name, seen) is True), None)
    if allowed is not None:
        findings.row("background_colour", "pass", text=Message(allowed), source=document.source)
        return
    wanted = srgb.parse_hex(document.background)
    if wanted is not None:
        named = any(name_matches(name, seen) is False for name in document.backgrounds_allowed)
        findings.most("background_colour", delta_e.delta_e2000(seen, wanted), "dE00", 8, 3, document.source, hard=named)


def check_leftover(findings: Findings, cues: Cues, replaced: bool) -> None:
    """Old background that the matte took for the person; scraps of it at the outline, and an outline that colours do not tell,
    which somebody must look at; only where the background was replaced."""
    if replaced:
        findings.most("background_left", cues.old_ground, "% of face", MOST_LEFT, LEFT_SIGMA, OWN, hard=True)
        findings.most("background_rim", cues.old_rim, "% of face", *_OLD_RIM, OWN)
        findings.most("background_alike", cues.alike, "% of outline", *_ALIKE, OWN)


def check_edge(findings: Findings, silhouette: FloatPlane | None, framing: Framing | None) -> None:
    """Haze that is left along the outline of a person before a new background, by percent of the face's area; and how soft the
    outline is, which somebody must look at where it is wide."""
    if silhouette is None or framing is None:
        return
    px_per_mm = len(silhouette) / framing.document.height_mm
    face = _FACE_SHARE * framing.head_mm * framing.head_width_mm
    haze = 100 * haze_area(silhouette, px_per_mm) / face
    findings.most("background_edge", haze, "% of face", 1.6, 0.6, OWN, hard=True)
    findings.most("background_soft", edge_width(silhouette, px_per_mm), "mm", *SOFT_EDGE, OWN)


def check_making(findings: Findings, picture: Picture, document: DocumentSpec, making: PhotoProvenance) -> None:
    """What was made up, cut off or changed on the way, as far as the making or the record tells."""
    if making.enlargement > 1:
        findings.most("resolution", making.enlargement, "times enlarged", 1.25, 0.25, OWN)
    if making.neighbours:
        findings.row(
            "other_people", "fail", hard=True, value=float(making.neighbours), high=0, unit="faces", source=OWN
        )
    _check_complete(findings, making, document)
    _check_edits(findings, picture, document)


def _check_complete(findings: Findings, making: PhotoProvenance, document: DocumentSpec) -> None:
    """Head and hair inside the frame, nothing of the person made up but a narrow strip."""
    framing = making.framing
    if framing is None and not making.invented:
        return
    above = framing is not None and framing.hair_margin_mm is not None and framing.hair_margin_mm < 0
    said = ", ".join(making.invented).replace("_", " ")
    if making.hair_cut or above:
        # Where the skull counts, several authorities let hair leave the frame: somebody must look.
        state = "uncertain" if document.crown == "skull" else "fail"
        findings.row(
            "complete", state, hard=state == "fail", text=Message("hair is cut off above"), source=document.source
        )
    elif making.invented:
        findings.row("complete", "uncertain", text=said, source=OWN)
    else:
        findings.row("complete", "pass", text=Message("all in the frame"), source=OWN)


def _check_edits(findings: Findings, picture: Picture, document: DocumentSpec) -> None:
    """Changes of the person are refused; a new background is told, since what an office sees of it is judged elsewhere. What an
    engine has painted in, or in which the person was reshaped, is no photograph for any office."""
    steps = [step for step in picture.record.steps if step.kind not in ("geometry", "print")]
    if picture.record.imagined or picture.record.reshaped:
        findings.row(
            "edit_provenance",
            "fail",
            hard=True,
            text=", ".join(f"{step.operation}: {step.kind}" for step in steps),
            source=document.source,
        )
        return
    if picture.record.mirrored:
        mirrored = Message("mirrored: left and right are exchanged")
        findings.row("edit_provenance", "fail", hard=True, text=mirrored, source=document.source)
        return
    told = picture.record.said_generative or picture.metadata.generative
    judged = document.edits in ("refused", "retouching_only", "features_kept")
    if picture.record.perspective_changed and document.edits != "refused" and not told:
        changed_how = Message("perspective changed: the proportions of the face are not the camera's")
        findings.row("edit_provenance", "uncertain", text=changed_how, source=document.source)
        return
    if not judged and not told:
        return
    said = ", ".join(f"{step.operation}: {step.kind}" for step in steps) or Message("geometry only")
    known = bool(picture.record.steps)
    changed = any(step.kind == "pixels" and step.operation != "id_photo" for step in steps)
    state = "fail" if changed and document.edits == "refused" else "info" if steps or not known else "pass"
    if told and state != "fail":
        said = Message("by the file's own account a generator had a part in it ({word})", word=told)
        state, known = "uncertain", True
    findings.row(
        "edit_provenance",
        state,
        hard=state == "fail",
        text=said if known else Message("no record in the file"),
        source=document.source,
    )
