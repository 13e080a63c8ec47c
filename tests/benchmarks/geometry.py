"""How near the lines of an ID photo lie to lines drawn by hand, and whether one face measures the same for every document.

python -m tests.benchmarks.geometry [--portraits DIR]

Marks were read off a millimetre grid laid over each photo, 11 pixels to the millimetre, to about 0.2 mm.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.models.registry import Models
from catchlight.operations.compliance.cues.angles import measure_head_angles
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.portrait import skull
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.service.editor import EditRequest, LocalEditor

from tests.benchmarks.common import arguments, pictures

Point = tuple[float, float]
DOCUMENTS = ("us_passport", "uk_passport", "de_passport", "icao_35x45", "jp_passport")
HEAD_MM = 33.75
"""Head height by which pixels become millimetres: the middle of ICAO's range."""
FRONTAL = ("d03", "d05", "d14", "d27", "d32", "d35", "d08", "d02", "d30")
"""Heads that are held level and straight, by eye: both ears or temples alike, no chin raised or drawn in."""


class Marks(NamedTuple):
    """Pixels of the upright picture: top of the hair, chin (None under a beard), skull (None under long hair)."""

    hair: Point
    chin: Point | None
    skull: Point | None


MARKS = {
    "d01": Marks((2722.3, 73.7), (2481.8, 3685.3), None),
    "d03": Marks((941.9, 36.1), None, None),
    "d07": Marks((711.5, 55.6), (750.2, 979.7), (712.0, 68.9)),
    "d08": Marks((889.9, 63.3), (858.1, 974.8), None),
    "d29": Marks((544.7, 66.7), None, (544.7, 66.7)),
    "d32": Marks((1037.3, 50.6), (1016.6, 1048.2), (1037.1, 58.0)),
    "d35": Marks((345.2, 46.3), (326.5, 274.5), (344.8, 50.5)),
    "d10": Marks((198.1, 51.0), None, (198.5, 53.0)),
    "d04": Marks((515.0, 15.1), (498.8, 530.0), None),
    "d05": Marks((1126.5, 72.3), (860.4, 1013.7), None),
    "d27": Marks((1244.9, 154.2), (1011.7, 1007.3), None),
    "d30": Marks((1055.1, 48.5), (982.0, 1345.8), None),
    "d34": Marks((601.4, 43.6), (634.2, 881.8), None),
    "d39": Marks((230.2, 15.1), (221.5, 177.2), None),
    "d13": Marks((550.2, 82.0), (568.4, 508.2), None),
    "d14": Marks((642.7, 78.4), (640.1, 888.7), None),
}


def errors_of(portrait: Portrait, marks: Marks) -> dict[str, float]:
    """Distance from each mark to the program's line, along the midline, in mm; positive: the program's lies higher."""
    up, _ = skull.axes(portrait.landmarks)
    chin = skull.chin(portrait.landmarks)
    mm = HEAD_MM / float(np.linalg.norm(chin - portrait.crown.point))
    lines = {"hair": portrait.crown.hair, "chin": chin, "skull": portrait.crown.point}
    drawn = {"hair": marks.hair, "chin": marks.chin, "skull": marks.skull}
    return {
        name: float((line - np.array(drawn[name])) @ up) * mm
        for name, line in lines.items()
        if line is not None and drawn[name] is not None
    }


def heads_of(portrait: Portrait, editor: LocalEditor) -> list[float]:
    """Head height told on the photo by that planned, for each document that counts the skull."""
    ratios = []
    for spec in DOCUMENTS:
        params = IdPhotoParams(spec=spec, background="document")
        try:
            result = editor.run(EditRequest("id_photo", params, (portrait.picture,)), Progress())
        except CatchlightError:
            continue
        told = next(row["value"] for row in result.details["verdict"]["checks"] if row["id"] == "head_height")
        guides = result.details["guides"]
        ratios.append(told / (guides["chinMm"] - guides["crownMm"]))
    return ratios


def main() -> None:
    options = arguments(__doc__ or "")
    models = Models()
    portraits = Portraits(models, capacity=2)
    editor = LocalEditor(portraits, Catalogue.load())
    found: dict[str, list[float]] = {}
    poses = []
    for path in pictures(options.portraits):
        name = path.name.partition("_")[0]
        if name not in MARKS and name not in FRONTAL:
            continue
        portrait = portraits.of(codec.decode(path.read_bytes())).upright
        if name in FRONTAL:
            angles = measure_head_angles(portrait.picture.rgb8, portrait.landmarks, models)
            poses.append((angles.yaw, angles.pitch))
            print(f"{name}  yaw {angles.yaw:+5.1f}  pitch {angles.pitch:+5.1f} degrees")
        if name in MARKS:
            errors = errors_of(portrait, MARKS[name])
            ratios = heads_of(portrait, editor)
            for line, error in errors.items():
                found.setdefault(line, []).append(error)
            found.setdefault("between documents", []).append(HEAD_MM * (max(ratios) - min(ratios)) if ratios else 0.0)
            said = "  ".join(f"{line} {error:+.2f}" for line, error in errors.items())
            print(f"{name}  {said}  told by planned {' '.join(f'{ratio:.3f}' for ratio in ratios)}", flush=True)
    print()
    for line, values in found.items():
        sizes = np.abs(values)
        print(
            f"{line:18s} n {len(values):2d}  mean {np.mean(values):+.2f}  95 % {np.percentile(sizes, 95):.2f} mm   bar 0.7"
        )
    worst = np.abs(np.array(poses)).max(axis=0)
    print(f"frontal heads      n {len(poses)}  worst yaw {worst[0]:.1f}, pitch {worst[1]:.1f} degrees   bar 3")


if __name__ == "__main__":
    main()
