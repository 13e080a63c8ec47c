"""What the store of a lab's generations costs: ``python -m tests.benchmarks.generations [ROWS]`` (100,000 unless given).

Rows are made in a PostgreSQL server of the benchmark's own; pictures lie in moto's S3 server in this process, whose time is in
the figures of adding and deleting. CPU seconds of the whole process stand beside the wall's.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from catchlight.imaging.picture import Picture
from catchlight.store.blobs.fsspec_store import FsspecBlobs
from catchlight.store.database.postgresql import PostgresDatabase
from catchlight.store.generation_schema import SCHEMA
from catchlight.store.generations import Generations
from catchlight.store.settings.resource_limits import StoreLimits

from tests.simulators.postgres import PostgresServer, find_programs
from tests.simulators.s3 import S3Server

_MANY = """
INSERT INTO generations (id, operation, parent, parameters, details, record, source, result, media_type, width, height, bytes,
                         name, created, file, thumbnail, owner)
SELECT 'gen_' || lpad(to_hex(n), 32, '0'), 'hair',
       CASE WHEN mod(n, 4) = 0 THEN NULL ELSE 'gen_' || lpad(to_hex(n - 1), 32, '0') END, '{{}}', '{{}}', '{{"steps": []}}',
       CASE WHEN mod(n, 4) = 0 THEN NULL ELSE md5((n - 1)::text) END, md5(n::text), 'image/png', 600, 600, 400000, '',
       '2026-11-28T00:00:00Z', md5(n::text) || '.png', decode(repeat('ab', 8000), 'hex'), 'kiosk-' || mod(n, 20)
FROM generate_series({first}, {last}) AS n
"""
_AT_ONCE = 5_000


def measure(name: str, work: Callable[[int], object], times: int = 50) -> None:
    wall, began = [], time.process_time()
    for number in range(times):
        at = time.perf_counter()
        work(number)
        wall.append((time.perf_counter() - at) * 1000)
    cpu = (time.process_time() - began) * 1000 / times
    wall.sort()
    print(
        f"{name:<34} median {statistics.median(wall):8.2f} ms   p95 {wall[int(times * 0.95)]:8.2f} ms   CPU {cpu:8.2f} ms"
    )


_QUESTIONS = {
    "page": "SELECT id, record FROM generations WHERE id < '{entry}' ORDER BY id DESC LIMIT 51",
    "page of one owner": "SELECT id FROM generations WHERE owner = 'kiosk-7' AND id < '{entry}' ORDER BY id DESC LIMIT 51",
    "history, a step": "SELECT id, record FROM generations WHERE source IN (md5('{number}')) OR parent IN ('{entry}')",
    "parent_of": "SELECT id FROM generations WHERE result = md5('{number}') AND owner = 'kiosk-7' ORDER BY id DESC LIMIT 1",
    "others with the same file": "SELECT id FROM generations WHERE file = md5('{number}') || '.png' LIMIT 1",
}


def measure_database(database: PostgresDatabase, rows: int) -> None:
    """Milliseconds that the database itself says a question took."""
    for name, question in _QUESTIONS.items():
        took = []
        for number in range(1, 41):
            row = number * 1009 % rows
            asked = question.format(number=row, entry=f"gen_{row:032x}")
            with database.read() as connection:
                (told,) = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {asked}").scalar_one()
            took.append(told["Execution Time"])
        took.sort()
        print(f"{'database: ' + name:<34} median {statistics.median(took):8.2f} ms   p95 {took[38]:8.2f} ms")


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    programs = find_programs()
    assert programs is not None, "no PostgreSQL here"
    postgres, s3 = PostgresServer(programs), S3Server()
    try:
        run(postgres, s3, rows)
    finally:
        s3.stop()
        postgres.close()


def run(postgres: PostgresServer, s3: S3Server, rows: int) -> None:
    database = PostgresDatabase(postgres.make_database(), SCHEMA)
    for first in range(1, rows + 1, _AT_ONCE):
        with database.write() as connection:
            connection.exec_driver_sql(_MANY.format(first=first, last=min(rows, first + _AT_ONCE - 1)))
    with database.write() as connection:
        connection.exec_driver_sql("ANALYZE generations")
    blobs = FsspecBlobs(s3.make_place(), s3.options)
    store = Generations(
        Path(tempfile.gettempdir()) / "none", StoreLimits(max_megabytes=None), database=database, blobs=blobs
    )

    def entry(number: int) -> str:
        return f"gen_{(number * 1009 + 1) % rows + 1:032x}"

    def digest(number: int) -> str:
        return store.find(entry(number)).result

    digests = [digest(number) for number in range(50)]
    pictures = [Picture(np.full((600, 600, 3), number, np.uint8)) for number in range(50)]
    data = [bytes([number]) * 400_000 for number in range(50)]
    made: list[str] = []
    try:
        print(f"{rows} rows on PostgreSQL")
        measure_database(database, rows)
        measure("page of 50", lambda number: store.page(50, entry(number)))
        measure("page of 50 of one owner", lambda number: store.page(50, entry(number), f"kiosk-{number % 20}"))
        measure("history", lambda number: store.history(digests[number]))
        measure("parent_of, unknown picture", lambda number: store.parent_of(pictures[number], "kiosk-1"))
        measure("find", lambda number: store.find(entry(number)))
        measure("add, 400 kB", lambda number: made.append(store.upload(pictures[number], data[number]).id))
        measure("data, 400 kB", lambda number: store.data(made[number]))
        measure("delete", lambda number: store.delete(made[number]))
        measure("sum of bytes (once a sweep)", lambda _: store.bytes, 5)
    finally:
        store.close()


if __name__ == "__main__":
    main()
