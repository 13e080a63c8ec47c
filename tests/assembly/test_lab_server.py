"""Servers of a lab beside each other in one process."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from catchlight.assembly import parts
from catchlight.assembly.lab import Lab, build_worker, open_lab
from catchlight.assembly.lab_server import LabServer, open_lab_server
from catchlight.cli.program import ServeOptions
from catchlight.core.errors import InvalidRequest
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.server.errors import ServerError
from catchlight.server.process.pool import EditPool
from catchlight.service.work.lab_queue import LabQueue
from catchlight.service.work.work_metrics import WorkCollector
from catchlight.service.work.work_queue import WorkItem
from catchlight.store.settings.settings import Settings
from catchlight.store.settings.settings_file import SettingsFile
from catchlight.store.settings.storage import Delivery
from catchlight.store.work.schema import open_work
from prometheus_client import CollectorRegistry

from tests.doubles import eventually


def test_the_servers_of_a_lab_share_the_places_of_edits_that_wait(postgres_url: str) -> None:
    database = open_work(Path(), postgres_url)
    pools = [EditPool(1, 4), EditPool(1, 4)]
    lab = Lab(postgres_url, database, LabQueue(database))
    servers = [LabServer(lab, queue=4) for _ in pools]
    try:
        for server, pool in zip(servers, pools, strict=True):
            server.begin(pool)
        places = [pools[1].place() for _ in range(3)]
        with pytest.raises(ServerError):
            pools[1].place()
        assert [pools[0].place() for _ in range(3)]
        assert places
    finally:
        for server in servers:
            assert server.stop()
            server.close()
        for pool in pools:
            pool.cancel()
            pool.close(0.0)
        database.close()


def test_a_server_that_is_told_to_work_is_counted_among_the_workers(
    postgres_url: str, tmp_path: Path, home: Home, portraits: Portraits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CATCHLIGHT_DATABASE", postgres_url)
    monkeypatch.setenv("CATCHLIGHT_PICTURES", f"file://{tmp_path}/pictures")
    SettingsFile(home.settings).save(Settings(delivery=Delivery(address=str(tmp_path / "delivered"))))
    options = ServeOptions("127.0.0.1", 0, None, None, None, False, "human", work=True)
    generations, pool = parts.generations(home), EditPool(1, 4)
    server = open_lab_server(home, options, generations, portraits, 4)
    try:
        server.begin(pool)
        assert server.queue is not None
        server.queue.defer([WorkItem("selection", "job_of_yesterday")])
        (collector,) = server.collectors
        assert isinstance(collector, WorkCollector)
        registry = CollectorRegistry()
        registry.register(collector)
        assert eventually(lambda: registry.get_sample_value("catchlight_workers_alive") == 1)
        waiting = {"kind": "selection"}
        assert eventually(lambda: registry.get_sample_value("catchlight_work_waiting", waiting) == 0)
        assert server.shared
    finally:
        assert server.stop()
        server.close()
        generations.close()
        pool.close(0.0)


def test_workers_of_a_lab_do_not_deliver_each_into_its_own_home(
    postgres_url: str, tmp_path: Path, home: Home, portraits: Portraits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CATCHLIGHT_DATABASE", postgres_url)
    monkeypatch.setenv("CATCHLIGHT_PICTURES", f"file://{tmp_path}/pictures")
    options = ServeOptions("127.0.0.1", 0, None, None, None, False, "human", work=True)
    generations, lab = parts.generations(home), open_lab(home)
    assert lab is not None
    with ExitStack() as stack:
        stack.callback(lab.close)
        stack.callback(generations.close)
        with pytest.raises(InvalidRequest, match=r"delivery\.address in .*settings\.json"):
            open_lab_server(home, options, generations, portraits, 4)
        assert build_worker(home, lab, generations, portraits, stack, 1, ("batch_file",)).kinds == ("batch_file",)


def test_a_server_of_one_computer_has_no_part_in_a_lab(home: Home, portraits: Portraits) -> None:
    options = ServeOptions("127.0.0.1", 0, None, None, None, False, "human")
    generations, pool = parts.generations(home), EditPool(1, 1)
    server = open_lab_server(home, options, generations, portraits, 4)
    server.begin(pool)
    assert (server.queue, server.shared, server.collectors) == (None, False, ())
    assert server.stop()
    server.close()
    generations.close()
    pool.close(0.0)
