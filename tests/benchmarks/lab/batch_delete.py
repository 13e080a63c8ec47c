"""How long a lab takes to forget a batch of which nothing is done yet: rows, what waits in the queue, the files that came.

python -m tests.benchmarks.lab.batch_delete --files 5000
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from catchlight.catalogue.catalogue import Catalogue
from catchlight.service.batch_jobs.batch_jobs import BatchJobs, BatchParts
from catchlight.service.editor import no_engine
from catchlight.service.wire import Decoder
from catchlight.service.work.lab_queue import LabQueue
from catchlight.store.batch_jobs.schema import UPLOADS, open_batch_jobs
from catchlight.store.blobs.blobs import Blobs
from catchlight.store.blobs.opening import open_blobs
from catchlight.store.settings.resource_limits import BatchLimits, PictureLimits
from catchlight.store.work.schema import open_work

from tests.batch_service import digest, request_of, wish
from tests.simulators.postgres import MISSING, PostgresServer, find_programs
from tests.simulators.s3 import s3_for_a_run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=5000)
    count = parser.parse_args().files
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # of the S3 server, which tells of every request
    programs = find_programs()
    if programs is None:
        sys.exit(MISSING)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="catchlight-delete-")))
        postgres = PostgresServer(programs, durable=True)
        stack.callback(postgres.close)
        server = stack.enter_context(s3_for_a_run())
        for name, blobs in (
            ("a folder", open_blobs(f"file://{folder}", {}, folder / "batch-files")),
            ("S3", open_blobs(server.make_place(), server.options, folder / "batch-files")),
        ):
            _measure(f"{count} files in {name}", postgres.make_database(), blobs, count)


def _measure(name: str, url: str, blobs: Blobs, count: int) -> None:
    database, work = open_batch_jobs(Path(), url), open_work(Path(), url)
    parts = BatchParts(Catalogue.load(), Decoder(PictureLimits(), kept=0), no_engine, BatchLimits())
    jobs = BatchJobs(database, blobs, LabQueue(work), parts)
    files = [b"file %d" % number for number in range(count)]
    rows = [
        {"client": "", "sha256": digest(data), "key": f"upload-{number}.bin", "bytes": len(data)}
        for number, data in enumerate(files)
    ]
    with database.write() as connection:
        connection.execute(UPLOADS.insert(), rows)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: blobs.put(f"upload-{number}.bin", files[number]), range(count)))
    batch = jobs.create(None, None, request_of(wish(files))).batch_id
    began, spent = time.perf_counter(), time.process_time()
    jobs.delete(batch)
    print(f"{name}: {time.perf_counter() - began:.1f} s, {time.process_time() - spent:.1f} s of CPU in this process")
    with work.read() as connection:
        left = connection.exec_driver_sql("SELECT count(*) FROM procrastinate_jobs").scalar_one()
    assert (left, list(blobs.list()), jobs.batches(None)) == (0, [], ())
    database.close()
    work.close()


if __name__ == "__main__":
    main()
