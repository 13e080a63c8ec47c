"""The variants of one wish: the same with one seed after another, the best first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from catchlight.core.progress import Progress
from catchlight.operations.imagining.params import MOST_SEED

if TYPE_CHECKING:
    from catchlight.imagine.fill import Imagine

T = TypeVar("T")


@dataclass(frozen=True)
class MadeVariants(Generic[T]):
    """made: the best first. facts: JSON-ready, how many were tried and which check each of the others failed."""

    made: tuple[T, ...]
    facts: dict[str, Any]


def make_variants(
    imagine: Imagine,
    variants: int,
    seed: int,
    make: Callable[[int, Progress], T],
    rank: Callable[[T], float],
    progress: Progress,
) -> MadeVariants[T]:
    """One result for each seed from ``seed`` on; those that fail a check are left out. rank: the lower the better.

    An engine without seeds makes one. Raises ImaginingFailed where none passes, and what ``make`` raises else.
    """
    from catchlight.imagine.errors import ImaginingFailed

    count = variants if imagine.abilities(progress).seeds else 1
    made: list[T] = []
    dropped: list[dict[str, Any]] = []
    last: ImaginingFailed | None = None
    for number in range(count):
        one = (seed + number) % (MOST_SEED + 1)
        try:
            made.append(make(one, progress.part(number / count, (number + 1) / count)))
        except ImaginingFailed as fault:
            last = fault
            dropped.append({"seed": one, "gate": fault.gate})
    if not made:
        assert last is not None
        raise last
    facts: dict[str, Any] = {"tried": count} | ({"dropped": dropped} if dropped else {})
    return MadeVariants(tuple(sorted(made, key=rank)), facts)
