"""What a hand has drawn and not applied, for the list of what is open: edits by the step that they are drawn on."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from catchlight.brushes.edits import BrushEdit

MOST_POINTS = 200_000
"""Points of strokes that are kept over a restart, of all pictures together: 3.5 MB of JSON, written in 30 ms on a worker."""


class StrokeDraft(BaseModel):
    """Edits by hand on a step. generation: of the step; None for the picture as opened. follows_face: whether on another picture
    their strokes move to its face."""

    model_config = ConfigDict(frozen=True)

    generation: str | None = None
    edits: tuple[BrushEdit, ...]
    follows_face: bool = True

    @property
    def points(self) -> int:
        return sum(len(stroke.points) for edit in self.edits for stroke in edit.strokes)


def limit_strokes(drafts: Sequence[tuple[StrokeDraft, ...]], first: int) -> list[tuple[StrokeDraft, ...]]:
    """The drafts of each picture, as many as may be kept: those of the picture ``first`` before those of the others."""
    left = MOST_POINTS
    kept: dict[int, tuple[StrokeDraft, ...]] = {}
    for place in sorted(range(len(drafts)), key=lambda place: (place != first, place)):
        fitting = []
        for draft in drafts[place]:
            if draft.points <= left:
                left -= draft.points
                fitting.append(draft)
        kept[place] = tuple(fitting) if len(fitting) < len(drafts[place]) else drafts[place]
    return [kept[place] for place in range(len(drafts))]
