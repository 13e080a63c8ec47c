"""Engines over HTTP: refused unless the server lets them, and never named by a client."""

from __future__ import annotations

from typing import Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.imagine.fill import Imagine
from catchlight.operations.registry import OPERATIONS
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import LocalEditor

from tests.imagine.engines import ToldEngine, repainted
from tests.server.conftest import Start

EDIT, HAIR, HEADSHOT = (OPERATIONS[name].path for name in ("edit", "hair", "headshot"))
WISH = {
    "userPrompt": "remove this",
    "hotspot": {"x": 38, "y": 65},
    "box": {"x": 8, "y": 30, "width": 60, "height": 70},
    "imagine": True,
}


def test_imagine_is_off_unless_the_server_has_an_engine(
    start: Start, portraits: Portraits, catalogue: Catalogue, sample_url: str
) -> None:
    service = start(LocalEditor(portraits, catalogue))
    off = service.post(EDIT, imageDataUrl=sample_url, **WISH)
    assert (off.status_code, off.json()) == (409, {"error": "imagining_off"})
    named = service.post(EDIT, imageDataUrl=sample_url, **WISH, engine="http://127.0.0.1:1")
    assert named.status_code == 400
    assert service.stored() == 0


def test_with_an_engine_the_result_is_stored_with_its_record(
    start: Start, portraits: Portraits, catalogue: Catalogue, sample_url: str
) -> None:
    imagine = Imagine(ToldEngine(repainted), portraits.models)
    service = start(LocalEditor(portraits, catalogue, lambda: imagine))
    answer = service.post(EDIT, imageDataUrl=sample_url, **WISH, seed=4, variants=3)
    assert answer.status_code == 200
    place = f"/generations/{answer.json()['generationId']}"
    stored = service.client.get(place).json()
    assert stored["record"]["steps"][-1]["kind"] == "imagined"
    others = service.client.get(f"{place}/variants").json()["generations"]
    assert [one["id"] for one in others] == stored["details"]["variants"]["generations"]
    seeds = [stored["details"]["imagined"][0]["seed"]]
    for other in others:
        found = service.client.get(f"/generations/{other['id']}").json()
        seeds.append(found["details"]["imagined"][0]["seed"])
        assert service.client.get(f"/generations/{other['id']}/image").content.startswith(b"\x89PNG")
    assert sorted(seeds) == [4, 5, 6]
    service.client.delete(f"/generations/{others[0]['id']}")
    assert len(service.client.get(f"{place}/variants").json()["generations"]) == 1
    assert service.client.get("/generations/gen_nothing/variants").status_code == 404


def test_a_style_and_a_background_in_words_are_painted_where_the_server_lets_them(
    start: Start, portraits: Portraits, catalogue: Catalogue, sample_url: str
) -> None:
    hair: dict[str, Any] = {"hairStyles": ["smooth"], "hairColor": "original", "imagine": True}
    lists: dict[str, Any] = {"clothingStyles": [], "backgroundStyles": [], "framingStyles": ["original"]}
    place = lists | {"backgroundPrompt": "a library", "imagine": True}
    service = start(LocalEditor(portraits, catalogue))
    for path, body in ((HAIR, hair), (HEADSHOT, place)):
        off = service.post(path, imageDataUrl=sample_url, **body)
        assert (off.status_code, off.json()) == (409, {"error": "imagining_off"})
    told = ToldEngine(repainted)
    imagine = Imagine(told, portraits.models)
    service = start(LocalEditor(portraits, catalogue, lambda: imagine))
    for path, body in ((HAIR, hair), (HEADSHOT, place)):
        answer = service.post(path, imageDataUrl=sample_url, **body)
        assert answer.status_code == 200, answer.headers
        stored = service.client.get(f"/generations/{answer.json()['generationId']}").json()
        assert stored["record"]["steps"][-1]["kind"] == "imagined"
    assert ["smooth straight hair" in told.requests[0].prompt, "a library" in told.requests[1].prompt] == [True, True]
    lone = service.post(HEADSHOT, imageDataUrl=sample_url, **lists, backgroundPrompt="a library")
    assert lone.status_code == 400
    assert "backgroundPrompt" in lone.headers["Error-Detail"]


def test_errors_of_engines_are_documented_once(start: Start) -> None:
    document = start().client.get("/openapi.json").json()
    for code in ("imagining_off", "engine_unreachable", "engine_timeout", "imagining_failed"):
        assert code in document["info"]["description"]
        assert code in document["components"]["responses"]
