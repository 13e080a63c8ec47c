"""Whether the verdict on ID photos can say yes and no: every portrait for six documents, and faults made on purpose.

python -m tests.benchmarks.verdicts [--portraits DIR] [--keep FOLDER]

Which portraits are fit, and which have a fault that every office refuses, was written down by eye before the program saw them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.models.registry import Models
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.service.editor import EditRequest, LocalEditor

from tests.benchmarks.common import arguments, pictures

DOCUMENTS = ("us_passport", "uk_passport", "de_passport", "icao_35x45", "jp_passport", "cn_visa")
FIT = ("c03a", "c03b", "d01", "d03", "d29")
"""Mouth closed, eyes seen, lit, nearly frontal, in colour, with shoulders."""
FAULTS = {
    "teeth": "c01a c01b c02a c02b d02 d04 d05 d07 d08 d12 d13 d14 d19 d27 d30 d31 d32 d33 d34 d35 d39",
    "hand, turned away": "c04a c04b d15",
    "grey": "d10 d22 d26 d28",
    "turned away": "d20 d23",
    "several people": "d16 d17 d21 d36 d37",
    "no face": "d18 d24 d25",
    "too small": "d11",
}
"""Certain causes of refusal. d06 (dusk), d09 (fluffy hair, squint) and d38 (uniform cap) are left to a person."""

Change = Callable[[Portrait], ByteImage]


@dataclass
class Counts:
    """How the verdicts came out, by kind of picture."""

    results: Counter[tuple[str, str]]

    def share(self, kind: str, *states: str) -> tuple[int, int]:
        total = sum(count for (of, _), count in self.results.items() if of == kind)
        return sum(self.results[kind, state] for state in states), total


def underexposed(portrait: Portrait) -> ByteImage:
    """A twentieth of the light, with the noise of a small sensor (Poisson at 2000 electrons, 2 electrons read noise)."""
    return _relit(portrait, 0.05)


def overexposed(portrait: Portrait) -> ByteImage:
    return _relit(portrait, 12.0)


def grey(portrait: Portrait) -> ByteImage:
    light = portrait.picture.rgb8 @ np.array([0.299, 0.587, 0.114])
    return np.repeat(np.round(light)[..., None], 3, axis=2).astype(np.uint8)


def sepia(portrait: Portrait) -> ByteImage:
    light = grey(portrait)[..., :1].astype(float) / 255
    return np.asarray(np.clip(light ** np.array([0.8, 1.0, 1.35]) * 255, 0, 255), np.uint8)


def sunglasses(portrait: Portrait) -> ByteImage:
    """Two opaque lenses and a bridge."""
    import cv2

    image = np.ascontiguousarray(portrait.picture.rgb8.copy())
    marks, far = portrait.landmarks, portrait.landmarks.eye_distance
    for centre in (marks.right_eye, marks.left_eye):
        middle = (int(centre[0]), int(centre[1] + 0.05 * far))
        cv2.ellipse(image, middle, (int(0.42 * far), int(0.3 * far)), 0, 0, 360, (14, 12, 12), -1, cv2.LINE_AA)
    ends = [(int(x), int(y)) for x, y in (marks.right_eye, marks.left_eye)]
    cv2.line(image, ends[0], ends[1], (14, 12, 12), max(2, int(0.05 * far)), cv2.LINE_AA)
    return image


def closed_eyes(portrait: Portrait) -> ByteImage:
    """The same person with closed eyes, by the program's own expression: lids drawn from the person's own skin."""
    params = FaceExpressionParams(expression_key="eyes_closed")
    editor = LocalEditor(Portraits(portrait.models, capacity=1), Catalogue.load())
    return editor.run(EditRequest("face_expression", params, (portrait.picture,)), Progress()).picture.rgb8


def lock_over_eye(portrait: Portrait) -> ByteImage:
    """Hair over one eye and half of the face: a dark lock."""
    import cv2

    image = np.ascontiguousarray(portrait.picture.rgb8.copy())
    marks, far = portrait.landmarks, portrait.landmarks.eye_distance
    x, y = marks.right_eye
    spots = [(x - 0.9 * far, y - 1.3 * far), (x + 0.35 * far, y - 1.2 * far)]
    spots += [(x + 0.3 * far, y + 0.9 * far), (x - far, y + 1.4 * far)]
    cv2.fillPoly(image, [np.array(spots, np.int32)], (28, 22, 20), cv2.LINE_AA)
    return image


MADE: dict[str, Change] = {
    "5 % light": underexposed,
    "12 times the light": overexposed,
    "grey": grey,
    "sepia": sepia,
    "opaque sunglasses": sunglasses,
    "eyes closed": closed_eyes,
    "lock over an eye": lock_over_eye,
}


def _relit(portrait: Portrait, gain: float) -> ByteImage:
    light = (portrait.picture.rgb8.astype(np.float32) / 255) ** 2.2 * gain * 2000
    draw = np.random.default_rng(1)
    seen = draw.poisson(np.minimum(light, 2000)) + draw.normal(0, 2, light.shape)
    return np.asarray(np.clip(seen / 2000, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def verdict_on(picture: Picture, spec: str, editor: LocalEditor, keep: Path | None, name: str) -> tuple[str, str]:
    """The verdict, or ``refused``, and what decided it."""
    params = IdPhotoParams(spec=spec, background="document")
    try:
        result = editor.run(EditRequest("id_photo", params, (picture,)), Progress())
    except CatchlightError as error:
        return "refused", error.code
    verdict = result.details["verdict"]
    if keep is not None:
        (keep / f"{name}_{spec}{codec.EXTENSIONS[result.file.media_type]}").write_bytes(result.file.data)
    wanted = {"fail": "fail", "uncertain": "uncertain"}.get(verdict["overall"])
    rows = [check["id"] for check in verdict["checks"] if check["state"] == wanted]
    return str(verdict["overall"]), ", ".join(rows)


def main() -> None:
    options = arguments(__doc__ or "", ("--keep", {"type": Path, "default": None}))
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    models = Models()
    editor = LocalEditor(Portraits(models, capacity=1), Catalogue.load())
    kinds = {name: "fault" for names in FAULTS.values() for name in names.split()} | dict.fromkeys(FIT, "fit")
    counts = Counts(Counter())
    for path in pictures(options.portraits):
        name = path.name.partition("_")[0]
        picture = codec.decode(path.read_bytes())
        for spec in DOCUMENTS:
            state, why = verdict_on(picture, spec, editor, options.keep, name)
            counts.results[kinds.get(name, "to be looked at"), state] += 1
            print(f"{name:5s} {kinds.get(name, ''):6s} {spec:14s} {state:10s} {why}", flush=True)
        if kinds.get(name) == "fit" and picture.width < 3000:
            for title, change in MADE.items():
                changed = picture.with_(pixels=change(Portrait(picture, models)))
                state, why = verdict_on(
                    changed, "us_passport", editor, options.keep, f"{name}_{title.replace(' ', '_')}"
                )
                counts.results["made fault", state] += 1
                print(f"{name:5s} {title:20s} {state:10s} {why}", flush=True)
    print()
    for kind in ("fit", "fault", "made fault", "to be looked at"):
        print(f"{kind:16s}", {state: count for (of, state), count in sorted(counts.results.items()) if of == kind})
    passed, fit = counts.share("fit", "pass")
    failed, faulty = counts.share("fault", "fail", "refused")
    made, all_made = counts.share("made fault", "fail", "refused")
    wrongly, _ = counts.share("fit", "fail")
    print(f"fit that pass     {passed} of {fit}   bar 70 %")
    print(f"fit that fail     {wrongly}   bar 0")
    print(f"certain faults    {failed} of {faulty}, made on purpose {made} of {all_made}   bar 95 %")


if __name__ == "__main__":
    main()
