"""``python -m tests.golden record|check [NAME ...] [--keep FOLDER]``: all cases, or those of these names or beginnings of names.

A beginning ends at a hyphen: ``hair`` is every ``hair-...``, and nothing that has the word further on.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.golden.cases import CASES, select_cases
from tests.golden.digests import Digests
from tests.golden.runs import Result, Studio


def main() -> int:
    """1 where a case differs from what is recorded, or could not be recorded."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden")
    parser.add_argument("action", choices=("record", "check"))
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="only cases of these names, or that begin so up to a hyphen"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="write pictures and facts there, to compare two versions"
    )
    options = parser.parse_args()
    try:
        chosen = select_cases(options.names)
    except ValueError as unknown:
        parser.error(str(unknown))
    digests = Digests.load()
    record = options.action == "record"
    if not (record or digests.knows_this_machine):
        _say("The bits of this machine are not recorded: shapes, names of facts and coarse colours are compared.")
    with tempfile.TemporaryDirectory() as home:
        studio = _studio(Path(home))
        bad = 0
        for case in chosen:
            began = time.perf_counter()
            result = studio.run(case)
            seconds = time.perf_counter() - began
            if options.keep:
                _keep(options.keep, case.name, result)
            refusal = None if result.picture else result.shape
            if refusal != case.refused:
                bad += 1
                _say(
                    f"{case.name}: {refusal or 'no refusal'}, expected {case.refused or 'a picture'}. {result.written[:300]}"
                )
                continue
            found = digests.differences(case.name, result)
            if record:
                digests.take(case.name, result)
            elif found:
                bad += 1
            if found:
                _say(f"{case.name} ({seconds:.2f} s): {'; '.join(found)}")
    if record:
        digests.save([case.name for case in CASES])
    _say(f"{len(chosen)} cases, {bad} {'could not be recorded' if record else 'differ'}.")
    return int(bad > 0)


def _studio(home: Path) -> Studio:
    """The program's own parts over a home without settings."""
    from catchlight.assembly import parts
    from catchlight.paths import Home

    place = Home(home)
    return Studio(parts.portraits(place), parts.catalogue(place))


def _keep(folder: Path, name: str, result: Result) -> None:
    from catchlight.imaging.io import codec

    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(result.written)
    if result.picture is not None:
        (folder / f"{name}.png").write_bytes(codec.encode(result.picture, "image/png"))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


sys.exit(main())
