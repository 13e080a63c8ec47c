"""Servers of a lab beside each other in one process."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.assembly.lab import Lab
from catchlight.assembly.lab_server import LabServer
from catchlight.server.errors import ServerError
from catchlight.server.process.pool import EditPool
from catchlight.service.work.lab_queue import LabQueue
from catchlight.store.work.schema import open_work


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
