"""The service over a lab's store: while the place of pictures is away it says so, and goes on when it is back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.remote import RemoteEditor
from catchlight.core.progress import Progress
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.picture import Picture
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.registry import OPERATIONS
from catchlight.service.editor import EditRequest
from catchlight.store.blobs.fsspec_store import FsspecBlobs
from catchlight.store.database.postgresql import PostgresDatabase
from catchlight.store.generation_schema import SCHEMA
from catchlight.store.generations import Generations

from tests.doubles import EchoEditor
from tests.server.conftest import GENERATE, Running, running
from tests.simulators.s3 import S3Server

WISH = EditRequest("id_photo", IdPhotoParams(), (Picture(np.full((200, 200, 3), 128, np.uint8)),))


@pytest.fixture(scope="module", autouse=True)
def _s3_runs(s3: S3Server) -> None:
    """Its threads start here, not within a test."""


@pytest.fixture
def absent() -> Iterator[S3Server]:
    """A server of the test's own, to be stopped; it runs again by the end of the test."""
    server = S3Server()
    yield server
    server.stop()


@pytest.fixture
def service(postgres_url: str, absent: S3Server, catalogue: Catalogue, tmp_path: Path) -> Iterator[Running]:
    blobs = FsspecBlobs(absent.make_place(), absent.options, RetryPolicy(attempts=2, first=0.01))
    generations = Generations(tmp_path, database=PostgresDatabase(postgres_url, SCHEMA), blobs=blobs)
    try:
        with running(EchoEditor(), generations, catalogue, shared=True) as started:
            yield started
    finally:
        generations.close()


def test_an_edit_that_cannot_be_stored_is_to_be_asked_for_again(
    service: Running, absent: S3Server, sample_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catchlight.server.errors.RETRY_SECONDS", 1)
    absent.stop()
    refused = service.client.post(GENERATE, json={"imageDataUrl": sample_url})
    assert (refused.status_code, refused.json()["error"]) == (503, "storage_fault")
    assert refused.headers["Retry-After"] == "1"
    assert service.client.get("/ready").status_code == 503
    assert service.stored() == 0
    back = threading.Timer(0.5, absent.start)
    back.start()
    made = RemoteEditor(service.url, OPERATIONS).run(WISH, Progress())
    back.join()
    assert service.stored() == 1
    assert service.generations.data(made.generation or "") == made.file.data
    assert service.client.get("/ready").status_code == 200
