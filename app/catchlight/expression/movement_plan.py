"""What is to change on this face: an expression less what the face shows already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from catchlight.catalogue.expressions import Expression, Lips, sides
from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.eyes import gaze

Amounts = dict[str, float]
_WIDEST = 0.25
"""By how much of its height an eye opens further at eyeWide 1."""
_BEHIND, _FREELY = (0.4, 0.15), 6
"""How much of a movement brows make that a frame covers, down and up: hairs that rise out of it would be stretched.

And the power of their free share by which that grows: one end at the frame is enough for it to show.
"""


_STIFF = 0.6
"""How much less the upper lip comes down under a dark moustache."""


@dataclass(frozen=True)
class ExpressionPlan:
    """changes: amounts to add at full strength, by full name. lips: how they end.

    lids: opening of the right and the left eye as a factor. aims: smile to arrive at, left and right, in units of the basis;
    None where the smile is not aimed at. gaze: pixels across the face that the irises go.
    """

    changes: Amounts
    lips: Lips
    lids: tuple[float, float]
    aims: tuple[float | None, float | None]
    gaze: float = 0.0


def plan_expression(
    reading: FaceReading,
    expression: Expression | None,
    coefficients: Mapping[str, float] | None = None,
    asymmetry: float = 0.0,
    *,
    eased: bool = True,
) -> ExpressionPlan:
    """The change from what is there to the expression, with the free ``coefficients`` added.

    asymmetry: -1..1; above 0 the person's left side takes more of the change, below 0 the right. eased: less where glasses are in
    the way; without it the plan says what was wished.
    """
    draft = _Draft.of(reading, expression)
    draft.lean(asymmetry)
    if coefficients:
        draft.add(_full(coefficients))
        if draft.lips == "keep" and (not reading.mouth.closed or draft.parts_lips):
            draft.lips = "open"
    found = _finished(reading, draft, eased=eased)
    looks = expression is not None and expression.gaze == "camera"
    return replace(found, gaze=gaze.gaze_offset(reading)) if looks else found


@dataclass
class _Draft:
    """A plan in the making. aims: of the left and the right corner of the mouth."""

    changes: Amounts
    lips: Lips
    aims: list[float | None]

    @classmethod
    def of(cls, reading: FaceReading, expression: Expression | None) -> _Draft:
        """What an expression asks for on a face that shows some of it already."""
        if expression is None:
            return cls({}, "keep", [None, None])
        draft = cls(_full(expression.add), expression.lips, [None, None])
        for table, least in ((_full(expression.to), False), (_full(expression.at_least), True)):
            for name, amount in table.items():
                shown = reading.amounts[name]
                target = max(amount, shown) if least else amount
                draft.changes[name] = draft.changes.get(name, 0.0) + target - shown
                if name.startswith("mouthSmile") and (target != shown or not least):
                    draft.aims[_side(name)] = target
        if "mouthUpperUp" in expression.to and draft.aims == [None, None]:
            draft.aims = [reading.amounts["mouthSmileLeft"], reading.amounts["mouthSmileRight"]]
        if draft.lips == "closed" and reading.amounts["jawOpen"] > 0.08:
            draft.changes["jawOpen"] = draft.changes.get("jawOpen", 0.0) - 0.25 * reading.amounts["jawOpen"]
        return draft

    @property
    def parts_lips(self) -> bool:
        """Whether its movements open the mouth."""
        movements = ("jawOpen", "mouthUpperUpLeft", "mouthUpperUpRight")
        return any(self.changes.get(name, 0) > 0.12 for name in movements)

    def lean(self, asymmetry: float) -> None:
        """Shift the change to one side; what is on the right alone goes over to the left where that is asked for."""
        one_sided = {name for name in self.changes if _one_sided(name, self.changes)}
        if asymmetry > 0 and one_sided and not any(name.endswith("Left") for name in one_sided):
            self.changes = {_mirrored(name): amount for name, amount in self.changes.items()}
            self.aims.reverse()
        self.changes = _leaning(self.changes, asymmetry)

    def add(self, amounts: Amounts) -> None:
        """Add to the movements, and to the smile that is aimed at."""
        for name, amount in amounts.items():
            self.changes[name] = self.changes.get(name, 0.0) + amount
            if name.startswith("mouthSmile") and (aim := self.aims[_side(name)]) is not None:
                self.aims[_side(name)] = aim + amount


def _side(name: str) -> int:
    """0 for the left side, 1 for the right."""
    return int(name.endswith("Right"))


def _finished(reading: FaceReading, draft: _Draft, *, eased: bool) -> ExpressionPlan:
    changes, lips = dict(draft.changes), draft.lips
    lids = []
    for side in ("Right", "Left"):
        blink, wide = changes.pop(f"eyeBlink{side}", 0.0), changes.pop(f"eyeWide{side}", 0.0)
        lids.append(max(0.0, 1 - blink + _WIDEST * wide))
    if reading.covers.glasses and eased:
        # Brows sit at the frame, and cheeks press against it.
        free = reading.brows_free**_FREELY
        for name in changes:
            least = _BEHIND[changes[name] > 0 and not name.startswith("browDown")]
            brows = least + (1 - least) * free
            changes[name] *= brows if name.startswith("brow") else 0.3 if name.startswith("cheekSquint") else 1.0
    if reading.mouth.teeth and lips == "closed":
        # Closing a smile lowers the corners by itself; and a moustache must not be stretched over the lip that comes down.
        short = 1 - _STIFF * reading.ground.moustache
        for name in changes:
            changes[name] *= 0.6 if name.startswith("mouthFrown") else short if name.startswith("mouthUpperUp") else 1.0
    moved = {name: amount for name, amount in changes.items() if amount}
    return ExpressionPlan(moved, lips, (lids[0], lids[1]), (draft.aims[0], draft.aims[1]))


def _full(amounts: Mapping[str, float]) -> Amounts:
    """Amounts by the full names of sides."""
    full: Amounts = {}
    for name, amount in amounts.items():
        for side in sides(name):
            full[side] = full.get(side, 0.0) + amount
    return full


def _mirrored(name: str) -> str:
    if name.endswith("Left"):
        return name.removesuffix("Left") + "Right"
    return name.removesuffix("Right") + "Left" if name.endswith("Right") else name


def _one_sided(name: str, changes: Amounts) -> bool:
    return abs(changes[name]) > 0.2 and name.endswith(("Left", "Right")) and not changes.get(_mirrored(name))


def _leaning(changes: Amounts, asymmetry: float) -> Amounts:
    """The mouth's and the brows' changes shifted from one side to the other."""
    if not asymmetry:
        return changes
    leaned = {}
    for name, amount in changes.items():
        share = 1 + asymmetry if name.endswith("Left") else 1 - asymmetry if name.endswith("Right") else 1.0
        paired = _mirrored(name) in changes and not name.startswith(("eye", "mouthUpperUp"))
        leaned[name] = amount * min(share, 1.0) if paired else amount
    return leaned
