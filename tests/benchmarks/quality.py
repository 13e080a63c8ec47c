"""How good the results are: mattes and hair against truth, and an ID photo of every portrait for four documents.

python -m tests.benchmarks.quality [--portraits DIR] [--keep FOLDER]
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import FloatPlane
from catchlight.models.registry import Models
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.portrait.portrait import Portraits
from catchlight.retouch.regions import region
from catchlight.service.editor import EditRequest, LocalEditor

from tests.benchmarks import dye, editing, expressions, hair_style, headshots
from tests.benchmarks.common import arguments, pictures

DOCUMENTS = ("uk_passport", "us_passport", "icao_35x45", "cn_visa")
_BAND = 6
"""Pixels at the edge of the hair truth that are not judged, as its makers ask."""


def plane(path: Path) -> FloatPlane:
    import cv2

    return np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), np.float32) / 255


def mattes(folder: Path, portraits: Portraits) -> None:
    """MSE and MAD of the matte on the composites with exact alpha."""
    print("matte against truth            MSE x1000   MAD x1000")
    errors = []
    for path in sorted(folder.glob("c0*.jpg")):
        truth = plane(folder / "truth" / f"{path.name[:3]}_alpha.png")
        away = portraits.of(codec.decode(path.read_bytes())).alpha - truth
        errors.append((float((away**2).mean()) * 1000, float(np.abs(away).mean()) * 1000))
        print(f"{path.name:28s} {errors[-1][0]:10.2f} {errors[-1][1]:11.2f}")
    if errors:
        mse, mad = np.mean(errors, axis=0)
        print(f"{'mean':28s} {mse:10.2f} {mad:11.2f}   bars 2.10, 7.50   {_mark(mse <= 2.1 and mad <= 7.5)}\n")


def hair(folder: Path, portraits: Portraits) -> None:
    """Intersection over union of the hair mask on c03."""
    import cv2

    file = folder / "truth" / "c03_hair.png"
    if not file.exists():
        return
    truth = plane(file) > 0.5
    kernel = np.ones((2 * _BAND + 1, 2 * _BAND + 1), np.uint8)
    solid = truth.astype(np.uint8)
    judged = (cv2.dilate(solid, kernel) - cv2.erode(solid, kernel)) == 0
    for path in sorted(folder.glob("c03*.jpg")):
        found = region(portraits.of(codec.decode(path.read_bytes())), "hair") > 0.5
        share = float((found & truth & judged).sum() / ((found | truth) & judged).sum())
        whole = float((found & truth).sum() / (found | truth).sum())
        print(
            f"hair IoU {path.name:24s} {share:.3f} (with the edge band {whole:.3f})   bar 0.93   {_mark(share >= 0.93)}"
        )
    print()


def id_photos(folder: Path, models: Models, keep: Path | None) -> None:
    """Every portrait, every document: exact size, density, head height measured again, or the error."""
    catalogue = Catalogue.load()
    totals: Counter[str] = Counter()
    for path in pictures(folder):
        portraits = Portraits(models)
        for name in DOCUMENTS:
            document = catalogue.documents.get(name)
            assert document is not None
            try:
                source = codec.decode(path.read_bytes(), name=path.name)
                request = EditRequest("id_photo", IdPhotoParams(spec=name), [source])
                result = LocalEditor(portraits, catalogue).run(request, Progress())
            except CatchlightError as refusal:
                totals[refusal.code] += 1
                print(f"{path.name:30s} {name:12s} refused: {refusal.code}")
                continue
            photo = codec.decode(result.file.data)
            checks = {check["id"]: check for check in result.details["verdict"]["checks"]}
            head = checks["head_height"]
            size = (photo.width, photo.height) == (document.width_px, document.height_px)
            density = photo.dpi is not None and abs(photo.dpi - document.dpi) < 0.1
            inside = document.head_mm is None or head["margin"] >= 0
            good = size and density and inside
            totals["good" if good else "BAD"] += 1
            print(
                f"{path.name:30s} {name:12s} {'ok ' if good else 'BAD'} {photo.width}x{photo.height} {photo.dpi:.0f} dpi, "
                f"head {head['value']:.1f} mm in {head['low']}..{head['high']}, eyes {checks['eye_line']['value']:.1f}, "
                f"top {checks['top_margin']['value']:.1f}, x{result.details['enlargement']:.2f}"
                f"{' added ' + '+'.join(result.details['invented']) if result.details['invented'] else ''}, "
                f"verdict {result.details['verdict']['overall']}"
            )
            if keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{path.stem}_{name}.png").write_bytes(result.file.data)
    print("\n" + ", ".join(f"{name} {count}" for name, count in sorted(totals.items())))


def _mark(good: bool) -> str:
    return "ok" if good else "MISSED"


def main() -> None:
    options = arguments(__doc__ or "", ("--keep", {"type": Path, "default": None}))
    models = Models()
    portraits = Portraits(models, capacity=2)
    mattes(options.portraits, portraits)
    headshots.mattes(options.portraits, portraits)
    hair(options.portraits, portraits)
    dye.bars(options.portraits, portraits, Catalogue.load())
    dye.leaks(options.portraits, portraits, Catalogue.load())
    hair_style.bars(options.portraits, portraits, Catalogue.load())
    editing.quality(options.portraits, portraits)
    expressions.bars(options.portraits, portraits, Catalogue.load())
    id_photos(options.portraits, models, options.keep)


if __name__ == "__main__":
    main()
