"""A batch done by a lab: two servers behind which one database stands, and two workers, one of which goes away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from itertools import cycle
from pathlib import Path

import httpx
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.batch_crew import RemoteCrew
from catchlight.client.batches import RemoteBatches
from catchlight.client.connection import ServerConnection
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.service.batch.plan import BatchPlan
from catchlight.service.batch.run import BatchRun
from catchlight.service.batch_jobs.batch_file_runner import BatchFileRunner
from catchlight.service.batch_jobs.batch_jobs import BatchJobs, BatchParts
from catchlight.service.editor import no_engine
from catchlight.service.wire import Decoder
from catchlight.store.batch_jobs.schema import open_batch_jobs
from catchlight.store.batches.item import BatchItem
from catchlight.store.batches.journal import Journal
from catchlight.store.blobs.folder import FolderBlobs
from catchlight.store.jobs.owners import this_owner
from catchlight.store.settings.resource_limits import BatchLimits, PictureLimits

from tests.doubles import EchoEditor
from tests.server.conftest import Running, Start
from tests.service.batch.benches import Echo
from tests.service.batch.conftest import begin, make_pictures, preset
from tests.service.work.conftest import LabBench, bench, module_url

__all__ = ["begin", "bench", "module_url", "preset"]


class Site:
    """What the servers and workers of a lab share."""

    def __init__(self, bench: LabBench, folder: Path, catalogue: Catalogue, stack: ExitStack) -> None:
        self._bench, self._catalogue = bench, catalogue
        self._database = stack.enter_context(closing(open_batch_jobs(folder, bench.url)))
        self._blobs = FolderBlobs(folder, shared=True)
        self._decoder = Decoder(PictureLimits(), kept=0)

    def jobs(self) -> BatchJobs:
        """Of one server."""
        parts = BatchParts(self._catalogue, self._decoder, no_engine, BatchLimits())
        return BatchJobs(self._database, self._blobs, self._bench.queue, parts)

    def runner(self) -> BatchFileRunner:
        """Of one worker."""
        return BatchFileRunner(self._database, self._blobs, this_owner(), EchoEditor(), self._decoder)


@pytest.fixture
def site(bench: LabBench, tmp_path: Path, catalogue: Catalogue) -> Iterator[Site]:
    with ExitStack() as stack:
        yield Site(bench, tmp_path / "shared", catalogue, stack)


def balance(servers: list[Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every connection goes to another server, as behind a balancer."""
    turns = cycle([server.url for server in servers])
    options = ServerConnection._options.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(
        ServerConnection, "_options", property(lambda server: options(server) | {"base_url": httpx.URL(next(turns))})
    )


def test_a_batch_through_a_balancer_is_done_by_all_workers(
    site: Site,
    bench: LabBench,
    start: Start,
    begin: Callable[..., Journal[BatchPlan]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    servers = [start(batches=site.jobs()) for _ in range(2)]
    balance(servers, monkeypatch)
    journal = begin(make_pictures(tmp_path / "in", [f"{number}.jpg" for number in range(8)]))
    first = bench.work(site.runner())
    bench.work(site.runner())
    crew = partial(RemoteCrew, RemoteBatches(servers[0].url, None, RetryPolicy(first=0.01)), DecodeLimits())
    for event in BatchRun(journal, Echo(Path("nowhere")), DecodeLimits(), 8, crew=crew).events():
        if isinstance(event, BatchItem) and event.state == "done":
            first.stop()
    assert [item.state for item in journal.items()] == ["done"] * 8
    assert len(list((tmp_path / "out").iterdir())) == 8
    assert [server.client.get("/batches").json() for server in servers] == [{"batches": []}] * 2
