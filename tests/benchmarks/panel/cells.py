"""The cells of a panel: edits that are run, and the window of each that is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import detect
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor

from tests.benchmarks.panel.wishes import Wish, wishes

CELL = (600, 720)
"""Width and height in pixels that a cell takes at most."""
_HEAD = 260.0
"""Height of a face, brows to chin, to which larger sources are reduced before they are edited: head and shoulders fit a cell."""
UNTOUCHED = "untouched"


@dataclass(frozen=True)
class Cell:
    """What a judge may see, and what the key says of it. pixels: HxWx3, None where the edit was refused for ``refusal``."""

    person: str
    group: str
    wish: str
    pixels: ByteImage | None
    refusal: str | None = None
    doubt: bool = False


class Studio:
    """Runs wishes on people, each person read once."""

    def __init__(self) -> None:
        self._models = Models()
        self._catalogue = Catalogue.load()
        self._editor = LocalEditor(Portraits(self._models, capacity=2), self._catalogue)

    def cells(self, people: Sequence[Path], groups: Sequence[str], each: int, seed: int) -> Iterator[Cell]:
        """One untouched cell of every person, and of every group ``each`` wishes drawn by chance (0: all of them)."""
        offered = wishes(self._catalogue)
        for number, path in enumerate(people):
            picture = self._opened(path)
            if picture is None:
                continue
            draw = np.random.default_rng([seed, number])
            yield Cell(path.stem, UNTOUCHED, "", self._shown(picture))
            for group in groups:
                choice = [wish for wish in offered if wish.group == group]
                if each and each < len(choice):
                    choice = [choice[at] for at in sorted(draw.choice(len(choice), each, replace=False))]
                for wish in choice:
                    yield self._edited(path.stem, picture, wish)

    def _opened(self, path: Path) -> Picture | None:
        """The picture at the size it is judged at; None where no face is found."""
        import cv2

        picture = codec.decode(path.read_bytes())
        found = self._faces(picture)
        if not found:
            return None
        scale = _HEAD / found[0].height
        if scale >= 1:
            return picture
        size = (round(picture.width * scale), round(picture.height * scale))
        return Picture(np.asarray(cv2.resize(picture.rgb8, size, interpolation=cv2.INTER_AREA), np.uint8))

    def _edited(self, person: str, picture: Picture, wish: Wish) -> Cell:
        try:
            result = self._editor.run(EditRequest(wish.operation, wish.params, (picture,)), Progress())
        except CatchlightError as error:
            return Cell(person, wish.group, wish.name, None, error.code)
        doubt = bool(result.details.get("doubts") or result.details.get("doubt"))
        verdict = result.details.get("verdict")
        group = f"{wish.group}, {verdict['overall']}" if verdict else wish.group
        return Cell(person, group, wish.name, self._shown(result.picture), doubt=doubt)

    def _shown(self, picture: Picture) -> ByteImage:
        """The part of a picture round its face, at 100 %."""
        found = self._faces(picture)
        width, height = min(CELL[0], picture.width), min(CELL[1], picture.height)
        x, y = found[0].centre if found else (picture.width / 2, picture.height / 2)
        left = int(np.clip(x - width / 2, 0, picture.width - width))
        top = int(np.clip(y - 0.45 * height, 0, picture.height - height))
        return np.ascontiguousarray(picture.rgb8[top : top + height, left : left + width])

    def _faces(self, picture: Picture) -> list[detect.Face]:
        found = detect.detect(Pyramid(picture.rgb8), self._models)
        return sorted(found, key=lambda face: -face.size)
