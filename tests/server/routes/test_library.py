"""Pictures, generations, catalogue, health and documentation."""

from __future__ import annotations

import base64
import re
from datetime import UTC, datetime, timedelta

import pytest
from catchlight import __version__
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging.io import codec
from catchlight.store.settings.resource_limits import StoreLimits

from tests.doubles import eventually
from tests.server.conftest import GENERATE, LAYOUT, Start


def test_an_upload_gets_an_id_and_comes_back_unchanged(start: Start, sample_url: str, sample_bytes: bytes) -> None:
    service = start()
    answer = service.post("/pictures", imageDataUrl=sample_url, name="Ich é.png")
    assert answer.status_code == 200
    entry = answer.json()["generationId"]
    assert service.client.get(f"/generations/{entry}/image").content == sample_bytes
    kept = service.client.get(f"/generations/{entry}").json()
    assert (kept["operation"], kept["name"], kept["source"]) == ("upload", "Ich é.png", None)
    edited = service.post(GENERATE, imageDataUrl=sample_url).json()["generationId"]
    assert service.client.get(f"/generations/{edited}").json()["parent"] == entry


def test_thumbnails_are_small(start: Start, sample_url: str) -> None:
    service = start()
    entry = service.post("/pictures", imageDataUrl=sample_url).json()["generationId"]
    answer = service.client.get(f"/generations/{entry}/image", params={"thumbnail": "true"})
    assert answer.headers["content-type"] == "image/jpeg"
    assert codec.decode(answer.content).width == 256


def test_the_list_comes_in_pages(start: Start, sample_url: str) -> None:
    service = start()
    ids = [service.post("/pictures", imageDataUrl=sample_url).json()["generationId"] for _ in range(5)]
    first = service.client.get("/generations", params={"limit": 3}).json()
    second = service.client.get("/generations", params={"limit": 3, "before": first["next"]}).json()
    assert [entry["id"] for entry in first["generations"] + second["generations"]] == ids[::-1]
    assert second["next"] is None


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=x", "limit=1e9"])
def test_a_page_that_cannot_be_is_refused(start: Start, query: str) -> None:
    answer = start().client.get(f"/generations?{query}")
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_request"})
    assert "limit" in answer.headers["Error-Detail"]


def test_deleting_is_for_good(start: Start, sample_url: str) -> None:
    service = start()
    entry = service.post("/pictures", imageDataUrl=sample_url).json()["generationId"]
    assert service.client.delete(f"/generations/{entry}").status_code == 204
    for answer in (
        service.client.get(f"/generations/{entry}"),
        service.client.get(f"/generations/{entry}/image"),
        service.client.delete(f"/generations/{entry}"),
    ):
        assert (answer.status_code, answer.json()) == (404, {"error": "unknown_generation"})


@pytest.mark.parametrize(
    "entry", ["x", "gen_", "gen_%2e%2e%2fsettings", "gen_' OR 1=1", "..%2f..%2fetc%2fpasswd", "é" * 500]
)
def test_ids_that_are_none_are_not_found(start: Start, entry: str) -> None:
    answer = start().client.get(f"/generations/{entry}/image")
    assert answer.status_code == 404
    assert answer.json()["error"] in ("unknown_generation", "not_found")
    assert answer.headers["Error-Detail"].isascii()


def test_the_catalogue_is_sent_once(start: Start, catalogue: Catalogue) -> None:
    service = start()
    answer = service.client.get("/catalogue")
    rows = answer.json()
    assert [row["id"] for row in rows["documents"]] == list(catalogue.documents.ids)
    assert all(row["label"] and row["source"] and "verified" in row for row in rows["documents"])
    assert {"4r"} <= {row["id"] for row in rows["papers"]}
    assert rows["backgrounds"]
    again = service.client.get("/catalogue", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert service.client.get("/catalogue", headers={"If-None-Match": '"other"'}).status_code == 200


def test_health_and_header_carry_the_version(start: Start) -> None:
    answer = start().client.get("/health")
    assert (answer.status_code, answer.json()["status"], answer.json()["version"]) == (200, "ok", __version__)
    assert answer.headers["server"] == f"Catchlight/{__version__}"
    assert answer.headers.get_list("server") == [f"Catchlight/{__version__}"]


def test_unknown_paths_and_methods_are_answered_in_the_same_shape(start: Start) -> None:
    client = start().client
    missing = client.get("/nowhere")
    assert (missing.status_code, missing.json()) == (404, {"error": "not_found"})
    assert missing.headers["server"].startswith("Catchlight/")
    method = client.get(GENERATE)
    assert (method.status_code, method.json(), method.headers["allow"]) == (
        405,
        {"error": "method_not_allowed"},
        "POST",
    )


def test_the_documentation_page_stands_alone(start: Start) -> None:
    page = start().client.get("/docs").text
    assert GENERATE in page
    assert LAYOUT in page
    assert "imageDataUrl" in page
    assert not re.search(r"<(script|link|img|iframe)|https?://|@import", page)


def test_what_is_too_old_goes_while_the_server_runs(
    start: Start, sample_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catchlight.server.app.PRUNE_SECONDS", 0.05)
    service = start()
    service.post("/pictures", imageDataUrl=sample_url)
    service.generations.prune(StoreLimits(keep_days=30))
    assert service.stored() == 1
    monkeypatch.setattr(service.generations, "_now", lambda: datetime.now(UTC) + timedelta(days=31))
    assert eventually(lambda: service.stored() == 0)


def test_a_list_of_all_generations_holds_no_picture(start: Start, sample_url: str) -> None:
    service = start()
    service.post("/pictures", imageDataUrl=sample_url)
    listed = service.client.get("/generations").text
    assert base64.b64encode(b"\x89PNG")[:5].decode() not in listed


def test_a_wrong_method_is_told_all_right_ones(start: Start) -> None:
    client = start().client
    one = f"/generations/gen_{'0' * 12}7{'0' * 3}8{'0' * 15}"
    for path, methods in ((one, {"GET", "HEAD", "DELETE"}), ("/pictures", {"POST"}), ("/health", {"GET", "HEAD"})):
        answer = client.request("PATCH", path)
        assert (answer.status_code, answer.json()) == (405, {"error": "method_not_allowed"})
        assert set(answer.headers["Allow"].split(", ")) == methods
        assert all(method in answer.headers["Error-Detail"] for method in methods)
