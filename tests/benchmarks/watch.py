"""A watched folder: pictures that a slow writer drops, and kill -9 in the middle; what is lost, there twice, half or done again.

python -m tests.benchmarks.watch [--count 300] [--side 160] [--kills 2] [--seconds 60]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.benchmarks.batch import pictures

_CHUNKS = 4
"""Pieces in which a file is written."""
_STEPS = json.dumps({"adjustmentPrompt": "warmer"})


def drop(sources: list[Path], folder: Path, seconds: float) -> None:
    """Write the files into the folder, three at a time: in pieces with pauses under their own names, every fifth under a
    temporary one that it then gives up. The whole takes about so long."""
    waiting, lock, pause = list(sources), threading.Lock(), 3 * seconds / len(sources) / _CHUNKS

    def write() -> None:
        chance = random.Random(threading.get_ident())
        while True:
            with lock:
                if not waiting:
                    return
                source = waiting.pop(0)
                renamed = len(waiting) % 5 == 0
            data = source.read_bytes()
            target = folder / (source.name + ".part" if renamed else source.name)
            with target.open("wb") as file:
                for piece in range(_CHUNKS):
                    file.write(data[piece * len(data) // _CHUNKS : (piece + 1) * len(data) // _CHUNKS])
                    file.flush()
                    time.sleep(chance.uniform(0.2, 1.8) * pause)
            if renamed:
                target.rename(folder / source.name)

    writers = [threading.Thread(target=write) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()


def watched(home: Path, folder: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "catchlight", "watch", str(folder), "--home", str(home), "--to", str(out)]
    command += ["--operation", "adjust", "--params", _STEPS, *more]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def run(root: Path, sources: list[Path], kills: int, seconds: float) -> tuple[int, int]:
    """Drop all while the real command is killed and begun again; how many finished ones were done again, and the seconds until
    the last one was there after the writer had ended."""
    folder, out, chance, again = root / "hot", root / "out", random.Random(), 0
    folder.mkdir()
    writer = threading.Thread(target=drop, args=(sources, folder, seconds))
    writer.start()
    before: dict[Path, int] = {}
    for _kill in range(kills):
        process = watched(root / "home", folder, out)
        time.sleep(chance.uniform(0.6, 1.0) * seconds / (kills + 0.5))
        while len(list(out.glob("*.jpg"))) <= len(before):  # a kill before anything is done would prove nothing
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        again += sum(file.stat().st_ino != inode for file, inode in before.items())
        before = {file: file.stat().st_ino for file in out.glob("*.jpg")}
        print(f"  killed after {len(before)} results, {len(list(folder.glob('*.jpg')))} files there", flush=True)
    last = watched(root / "home", folder, out)
    writer.join()
    ended = time.monotonic()
    while len(list(out.glob("*.jpg"))) < len(sources) and time.monotonic() < ended + 600:
        time.sleep(0.1)
    late = time.monotonic() - ended
    last.send_signal(signal.SIGTERM)
    _, said = last.communicate()
    assert last.returncode == 0, said
    again += sum(file.stat().st_ino != inode for file, inode in before.items())
    drained = watched(root / "home", folder, out, "--once")
    _, said = drained.communicate()
    assert "0 of 0 done" in said, said
    return again, round(late)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--side", type=int, default=160, help="pixels of the longer side")
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60.0, help="so long the writer takes")
    chosen = parser.parse_args()
    from catchlight.core.errors import CatchlightError
    from catchlight.intake.whole import check_whole

    print(f"load average at the start {os.getloadavg()[0]:.2f}")
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        sources = pictures(root / "in", chosen.count, chosen.side)
        again, late = run(root, sources, chosen.kills, chosen.seconds)
        names = [file.name for file in (root / "out").iterdir()]
        wanted = {source.name for source in sources}
        half = 0
        for file in (root / "out").iterdir():
            try:
                check_whole(file.read_bytes(), name=file.name)
            except CatchlightError as fault:
                print(fault.message)
                half += 1
        lost, twice = len(wanted - set(names)), len(set(names) - wanted)
        print(
            f"{chosen.count} pictures, {chosen.kills} times kill -9: {len(names)} results, {lost} lost, {twice} there twice or "
            f"left over, {half} half, {again} finished ones done again; the last was there {late} s after the writer had "
            f"ended; load {os.getloadavg()[0]:.2f}"
        )
    if lost or twice or half or again:
        sys.exit(1)


if __name__ == "__main__":
    main()
