"""Verdicts on ID photos of pictures with and without faults; each photo is made once in a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor

from tests.operations.compliance import faults

Row = Mapping[str, Any]


class Booth:
    """Makes ID photos on the document's own background, and reads their verdicts."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue) -> None:
        self.portraits, self.catalogue = portraits, catalogue
        self._pictures: dict[str, Picture] = {}
        self._made: dict[tuple[Any, ...], EditResult | CatchlightError] = {}

    def document(self, spec: str) -> DocumentSpec:
        found = self.catalogue.documents.get(spec)
        assert found is not None
        return found

    def picture(self, name: str) -> Picture:
        if name not in self._pictures:
            self._pictures[name] = faults.make(name, self.portraits)
        return self._pictures[name]

    def make(self, picture: Picture, **wishes: Any) -> EditResult:
        params = IdPhotoParams(**{"background": "document", **wishes})
        return LocalEditor(self.portraits, self.catalogue).run(EditRequest("id_photo", params, [picture]), Progress())

    def result(self, name: str, **wishes: Any) -> EditResult:
        """The finished photo of a picture of ``faults``. Raises what making it raises."""
        key = (name, *sorted(wishes.items()))
        if key not in self._made:
            try:
                self._made[key] = self.make(self.picture(name), **wishes)
            except CatchlightError as error:
                self._made[key] = error
        made = self._made[key]
        if isinstance(made, CatchlightError):
            raise made
        return made

    def rows(self, name: str, spec: str = "us_passport", **wishes: Any) -> dict[str, Row]:
        """The checks of the verdict by id."""
        return rows_of(self.result(name, spec=spec, **wishes))

    def overall(self, name: str, spec: str = "us_passport", **wishes: Any) -> str:
        return str(self.result(name, spec=spec, **wishes).details["verdict"]["overall"])

    def refusal(self, name: str, spec: str = "us_passport", **wishes: Any) -> CatchlightError:
        with pytest.raises(CatchlightError) as raised:
            self.result(name, spec=spec, **wishes)
        return raised.value


def rows_of(result: EditResult) -> dict[str, Row]:
    return {row["id"]: row for row in result.details["verdict"]["checks"]}


@pytest.fixture(scope="session")
def booth(portraits: Portraits, catalogue: Catalogue) -> Booth:
    return Booth(portraits, catalogue)
