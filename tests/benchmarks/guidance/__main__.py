"""Whether guidance says the right word first, and releases only what the verdict does not refuse.

python -m tests.benchmarks.guidance [--portraits DIR] [--half open|locked|both] [--document ID] [--verdicts] [--still]
                                      [--mirrored] [--edited] [--cost]

Every person is moved, scaled, rolled, turned and lit in a frame of 1280 x 720, as they are and mirrored. A word is right where it
is what was done to the frame, or a fault of the portrait itself, written down by eye, that comes before that. People are in two
halves by their order. Limits are the verdict's; the gap of the lips alone was set on portraits of both halves as they are,
and all else looking at the open half. Of composites (c..) nothing but small moves are made: their
people are in other pictures too.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.io.formats.jpeg.preview import reduce_to
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.kiosk.guidance.guide import BLINK_S, Guide
from catchlight.kiosk.guidance.port import AdviceId
from catchlight.kiosk.guidance.target import HeadTarget, PhotoAboutHead
from catchlight.kiosk.guidance.words import RULES, SLOW_RULES
from catchlight.models.registry import Models
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.portrait.face.pose import CanonicalFace
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor

from tests.benchmarks.common import arguments, pictures
from tests.benchmarks.guidance.frames import Sitter, beside, relit
from tests.benchmarks.verdicts import verdict_on

SIZE = (1280, 720)
LOOKS, STEP_S, HOLD_S = 4, 0.4, 1.1
LONGEST = 2000
COST_LOOKS = 120
PEOPLE: dict[str, str] = {
    "d01 c03a c03b": "",
    "d02 c01a c01b": "close_mouth turn_left?",
    "d03": "",
    "d04 c02a c02b": "close_mouth turn_left?",
    "d05": "close_mouth",
    "d07": "close_mouth",
    "d08": "close_mouth",
    "d10": "turn_left close_mouth",
    "d12": "close_mouth turn_left?",
    "d13": "turn_right close_mouth",
    "d14": "look_here close_mouth",
    "d15 c04a c04b": "turn_left look_here",
    "d19": "turn_right chin_up close_mouth",
    "d27": "close_mouth",
    "d28": "turn_left look_here",
    "d29": "",
    "d30": "close_mouth",
    "d31": "close_mouth",
    "d32": "close_mouth",
    "d33": "close_mouth turn_left?",
    "d34": "close_mouth",
    "d35": "close_mouth",
    "d39": "close_mouth",
}
"""Pictures of one person each, in two halves by order, and what is wrong with them by eye, most important first; turned where
two detectors agree (docs/verdict.md), with ? below 10 degrees: it may be said or not. Left out: groups, faces of some pixels,
old prints, dusk."""
NOTHING = "(nothing)"
EMPTY = ("d18", "d24", "d25")
ORDER = [rule.word for rule in (*RULES, *SLOW_RULES)]


@dataclass(frozen=True)
class Case:
    """A frame, and the words of which any may come first; ``NOTHING`` among them where nothing need be wrong."""

    name: str
    frame: ByteImage
    right: tuple[str, ...]


def plain(faults: Sequence[str]) -> tuple[str, ...]:
    return tuple(fault.removesuffix("?") for fault in faults)


def either(faults: Sequence[str]) -> tuple[str, ...]:
    """What may be said first: a fault, or nothing where none is sure."""
    return plain(faults) if any(not fault.endswith("?") for fault in faults) else (*plain(faults), NOTHING)


def made(sitter: Sitter, target: HeadTarget, faults: Sequence[str]) -> Iterator[Case]:
    """All that is done to one person."""

    def case(word: AdviceId, how: str, frame: ByteImage) -> Case:
        before = [fault for fault in plain(faults) if ORDER.index(fault) < ORDER.index(word)]
        return Case(f"{word} {how}", frame, (*before, word))

    upright = sitter.placed(target)
    yield Case("as_it_is", upright.frame, either(faults))
    yield from small_moves(sitter, target, faults)
    for word, sizes in (("nearer", (0.5, 0.7)), ("further", (1.2, 1.4))):
        for size in sizes:
            yield case(word, f"{size}", sitter.placed(target, size=size).frame)  # type: ignore[arg-type]
    for x in (0.28, 0.6):
        yield case("left", f"{x}", sitter.placed(target, x=-x).frame)
        yield case("right", f"{x}", sitter.placed(target, x=x).frame)
    for y in (0.25, 0.35):
        yield case("down", f"{y}", sitter.placed(target, y=-y).frame)
        yield case("up", f"{y}", sitter.placed(target, y=y).frame)
    for roll in (-16, -9, 9, 16):
        yield case("straighten_head", f"{roll}", sitter.placed(target, roll=roll).frame)
    for gain in (0.02, 0.05):
        yield case("too_dark", f"{gain}", relit(upright.frame, gain))
    for gain in (8, 14):
        yield case("too_bright", f"{gain}", relit(upright.frame, gain))
    yield case("light_from_one_side", "", upright.lit_from_side(0.01, upright.darker_right))
    if not any(fault.startswith("turn") for fault in faults):
        # Nobody holds the head quite straight: it is turned further to where it is turned already.
        yaw = float(np.copysign(30, sitter.pose.yaw))
        yield case("turn_right" if yaw > 0 else "turn_left", "30", upright.turned(yaw=yaw))


def mirror(fault: str) -> str:
    """A fault of a portrait in its mirror."""
    swapped = fault.replace("left", "<").replace("right", "left")
    return swapped.replace("<", "right")


def small_moves(sitter: Sitter, target: HeadTarget, faults: Sequence[str]) -> Iterator[Case]:
    """What nobody needs to mend."""
    yield Case("as_it_is smaller", sitter.placed(target, size=0.88, x=0.07).frame, either(faults))
    yield Case("as_it_is larger", sitter.placed(target, size=1.06, x=-0.05, y=0.03).frame, either(faults))
    yield Case("as_it_is rolled", sitter.placed(target, y=-0.05, roll=-3).frame, either(faults))


def edited(sitter: Sitter, target: HeadTarget, faults: Sequence[str], editor: LocalEditor) -> Iterator[Case]:
    """Eyes and mouth closed by the program's own expressions."""
    upright = Picture(sitter.placed(target).frame)
    others = [fault for fault in faults if fault != "close_mouth"]
    asleep = [fault for fault in plain(others) if ORDER.index(fault) < ORDER.index("open_eyes")]
    for key, right in (("eyes_closed", (*asleep, "open_eyes")), ("closed_lips", either(others))):
        try:
            request = EditRequest("face_expression", FaceExpressionParams(expression_key=key), (upright,))
            yield Case(key, editor.run(request, Progress()).picture.rgb8, right)
        except CatchlightError as fault:
            print(f"{sitter.name} {key}: {fault}")


def first_word(guide: Guide, clock: list[float], frame: ByteImage) -> tuple[str, float, int]:
    """What is said first of a frame that stands still, how far the release has come, and after how many looks."""
    guide.reset()
    for look in range(LOOKS):
        said = guide.look(frame)
        clock[0] += STEP_S
        if said.advice and look * STEP_S > BLINK_S:
            break
    return (said.advice[0] if said.advice else ""), said.held, look + 1


def main() -> None:
    options = arguments(
        __doc__ or "",
        ("--half", {"choices": ["open", "locked", "both"], "default": "open"}),
        ("--document", {"default": "icao_35x45"}),
        ("--verdicts", {"action": "store_true", "help": "run the ID photo of every frame that was released"}),
        ("--still", {"action": "store_true", "help": "nothing but small moves, for the release"}),
        ("--mirrored", {"action": "store_true", "help": "everybody mirrored, too"}),
        ("--edited", {"action": "store_true", "help": "eyes and mouths closed by the program's expressions, too"}),
        ("--cost", {"action": "store_true", "help": "nothing but the CPU time of a look where all is right"}),
    )
    if options.cost:
        tell_cost(options.portraits, options.document)
        return
    models, catalogue = Models(threads=1), Catalogue.load()
    editor = LocalEditor(Portraits(models, capacity=1), catalogue)
    document = catalogue.documents.get(options.document)
    if document is None:
        raise SystemExit(f"no document {options.document}")
    target = HeadTarget.within(PhotoAboutHead.of(document, CanonicalFace.of(models)), SIZE)
    clock = [0.0]
    guide = Guide(HOLD_S, document, models, lambda: clock[0])
    told: dict[str, Counter[str]] = defaultdict(Counter)
    right: dict[str, Counter[bool]] = defaultdict(Counter)
    released: Counter[str] = Counter()
    wrong_release = looks = 0
    spent = 0.0
    for half, case in _cases(options, target, models, editor):
        started = time.process_time()
        word, held, times = first_word(guide, clock, case.frame)
        spent += time.process_time() - started
        looks += times
        word = word or NOTHING
        good = word in case.right
        kind = case.name.split(":")[1].split()[0]
        told[kind][word] += 1
        right[half][good] += 1
        if not good:
            print(
                f"{half:7s}{case.name:34s} said {word:22s} right {' '.join(case.right)}",
                flush=True,
            )
        if held >= 1:
            wrong_release += NOTHING not in case.right
            if options.verdicts:
                state, why = verdict_on(Picture(case.frame), document.id, editor, None, "")
                released[state] += 1
                if state in ("fail", "refused"):
                    print(f"{half:7s}{case.name:34s} released, verdict {state}: {why}", flush=True)
    print("\nsaid first, by what was done")
    for kind, words in sorted(told.items()):
        print(f"{kind:22s}", ", ".join(f"{word} {count}" for word, count in words.most_common()))
    for half, counts in sorted(right.items()):
        print(
            f"{half:7s} right first: {counts[True]} of {counts.total()} = {counts[True] / counts.total():.1%}   bar 95 %"
        )
    print(f"released although something is wrong: {wrong_release};  verdicts of the released: {dict(released)}")
    print(f"CPU {1000 * spent / max(looks, 1):.0f} ms a look, slower looks included")


def tell_cost(portraits: Path, spec: str) -> None:
    """Of people with whom nothing is wrong, who move a little; with the kiosk's threads. Looks follow one another as fast as they
    would on a processor of their own, whatever else runs."""
    models, document = Models(), Catalogue.load().documents.get(spec)
    assert document is not None
    target = HeadTarget.within(PhotoAboutHead.of(document, CanonicalFace.of(models)), SIZE)
    files = {path.name.partition("_")[0]: path for path in pictures(portraits)}
    clock = [0.0]
    guide = Guide(HOLD_S, document, models, lambda: clock[0])
    for name in (names.split()[0] for names, faults in PEOPLE.items() if not faults):
        sitter = Sitter.of(name, reduce_to(codec.decode(files[name].read_bytes()).rgb8, LONGEST), models)
        frames = [sitter.placed(target, x=0.01 * math.sin(step)).frame for step in range(8)]
        guide.reset()
        costs, rights = [], 0
        for step in range(COST_LOOKS):
            began = time.process_time()
            rights += not guide.look(frames[step % len(frames)]).advice
            costs.append(time.process_time() - began)
            clock[0] += costs[-1]
        print(
            f"{name}: CPU {1000 * np.mean(costs):.0f} ms a look, median {1000 * np.median(costs):.0f}, "
            f"most {1000 * max(costs):.0f}; right {rights} of {len(costs)}",
            flush=True,
        )


def _cases(
    options: argparse.Namespace, target: HeadTarget, models: Models, editor: LocalEditor
) -> Iterator[tuple[str, Case]]:
    """The half and each case of it."""
    files = {path.name.partition("_")[0]: path for path in pictures(options.portraits)}
    previous: dict[str, ByteImage] = {}
    for number, (names, faults) in enumerate(PEOPLE.items()):
        own = "open" if number % 2 == 0 else "locked"
        if options.half not in (own, "both"):
            continue
        for name in names.split():
            rgb = reduce_to(codec.decode(files[name].read_bytes()).rgb8, LONGEST)
            for mirrored in (False, True)[: 1 + options.mirrored]:
                words = [mirror(word) if mirrored else word for word in faults.split()]
                sitter = Sitter.of(name, np.ascontiguousarray(rgb[:, ::-1]) if mirrored else rgb, models)
                label = f"{name}{' mirrored' if mirrored else ''}"
                cases = [*(small_moves if options.still or name.startswith("c") else made)(sitter, target, words)]
                if options.edited and not mirrored and not name.startswith("c"):
                    cases += edited(sitter, target, words, editor)
                small = sitter.placed(target, size=0.75, x=-1.05).frame
                if own in previous:
                    cases.append(Case("one_person", beside(cases[0].frame, previous[own]), ("one_person",)))
                previous[own] = small
                for case in cases:
                    yield own, Case(f"{label}: {case.name}".replace(": ", ":"), case.frame, case.right)
    for number, name in enumerate(EMPTY):
        own = "open" if number % 2 == 0 else "locked"
        if options.half in (own, "both"):
            import cv2

            rgb = codec.decode(files[name].read_bytes()).rgb8
            yield own, Case(f"{name}:no_face", np.asarray(cv2.resize(rgb, SIZE), np.uint8), ("no_face",))


if __name__ == "__main__":
    main()
