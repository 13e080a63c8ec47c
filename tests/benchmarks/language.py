"""How many sentences come to the intents they mean, and how long understanding one takes.

python -m tests.benchmarks.language [FILE ...] [--wrong]    (about a minute)

Sets: every phrase that the ranking was learned from, the held-out sentences, and those of strangers, which are tests/language/
strangers.jsonl or the FILEs (lines of JSON: domain, place, text, want). Of each: how many are right, have the right verbs, and
are refused though they could be done; the median time of a sentence. ``--wrong`` prints what comes out wrong.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from catchlight.language.intents import Domain
from catchlight.operations.sentences import encoder, interpreter

from tests.language.sentences import (
    DOMAINS,
    STRANGERS,
    Result,
    Row,
    bank_rows,
    held_out_rows,
    result_of,
    share,
    strangers_rows,
)

_STEP = 5
"""Every how many-th phrase of the bank is read."""
MOST_MS = 30.0
"""Bar for the median of a sentence."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=[STRANGERS])
    parser.add_argument("--wrong", action="store_true", help="print what comes out wrong")
    options = parser.parse_args()
    _load()
    print(f"{'set':28s} {'rows':>5s} {'right':>6s} {'verbs':>6s} {'refused':>8s} {'ms':>6s}")
    wrong: list[Result] = []
    for name, rows, protecting in _sets(options.files):
        wrong += [one for one in _read(name, rows, protecting) if not one.right]
    for one in wrong if options.wrong else ():
        place = f" @{one.row.place}" if one.row.place else ""
        print(
            f"\n{one.row.domain}{place}: {one.row.sentence}\n  read   {one.said}\n  wanted {' | '.join(one.row.wanted[:3])}"
        )


def _load() -> None:
    """Tells how long the encoder and each interpreter take until their first sentence."""
    steps: list[tuple[str, Callable[[], object]]] = [("encoder", lambda: encoder()(["hello"]))]
    for name, make in [*steps, *((one, _first(one)) for one in DOMAINS)]:
        began = time.perf_counter()
        make()
        print(f"{name} ready after {time.perf_counter() - began:.2f} s")


def _first(domain: Domain) -> Callable[[], object]:
    return lambda: interpreter(domain).understand("brighter")


def _sets(files: Sequence[Path]) -> Iterator[tuple[str, list[Row], bool]]:
    for domain in DOMAINS:
        yield f"{domain}, every {_STEP}th of the bank", bank_rows(domain)[::_STEP], False
        yield f"{domain}, held out", held_out_rows(domain), True
        for file in files:
            yield f"{domain}, {file.stem}", [row for row in strangers_rows(file) if row.domain == domain], False


def _read(name: str, rows: Sequence[Row], protecting: bool) -> list[Result]:
    """Reads the rows of a set and prints its line; an empty set has none."""
    if not rows:
        return []
    read, times = [], []
    for row in rows:
        began = time.perf_counter()
        read.append(result_of(row, protecting))
        times.append(1000 * (time.perf_counter() - began))
    median = float(np.median(times))
    verbs = sum(one.verbs for one in read) / len(read)
    refused = sum(one.wrongly_refused for one in read) / len(read)
    told = "" if median <= MOST_MS else f"   over {MOST_MS:g} ms"
    print(f"{name:28s} {len(read):5d} {share(read):6.1%} {verbs:6.1%} {refused:8.1%} {median:6.1f}{told}", flush=True)
    return read


if __name__ == "__main__":
    main()
