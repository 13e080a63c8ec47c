"""Bad inputs against both paths: each a documented error, none a 500, nothing left behind."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from catchlight.server.errors import PATH_ERRORS, STATUS
from catchlight.store.settings.resource_limits import PictureLimits
from PIL import Image

from tests.server.conftest import GENERATE, LAYOUT, Running, data_url
from tests.server.http.bad_inputs import (
    BODIES,
    FIELDS,
    FILES,
    GENERATE_FIELDS,
    LAYOUT_FIELDS,
    PORTRAITS,
    SAMPLE,
    URL,
    saved,
)

LIMITS = PictureLimits(max_bytes=2_000_000)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, catalogue: Any, portraits: Any) -> Iterator[Running]:
    """The real engine behind a server with a small limit, so that what is too large is quickly sent."""
    from catchlight.service.editor import LocalEditor
    from catchlight.store.generations import Generations

    from tests.server.conftest import running

    generations = Generations(tmp_path_factory.mktemp("home") / "store")
    try:
        with running(LocalEditor(portraits, catalogue), generations, catalogue, limits=LIMITS) as service:
            service.post("/pictures", imageDataUrl="")  # its threads start here, not within a test
            yield service
    finally:
        generations.close()


@pytest.fixture(autouse=True)
def _nothing_left_behind(real: Running, tmp_path: Path) -> Iterator[None]:
    before = _state(real)
    yield
    assert _state(real) == before
    assert list(tmp_path.iterdir()) == []


def _state(service: Running) -> tuple[int, list[str]]:
    return service.stored(), sorted(file.name for file in (service.generations._folder / "pictures").iterdir())


def _check(answer: Any, path: str, codes: set[str]) -> None:
    body = answer.json()
    assert body["error"] in codes, f"{answer.status_code} {body} {answer.headers.get('Error-Detail')}"
    assert answer.status_code == STATUS[body["error"]] != 500
    assert answer.status_code in PATH_ERRORS[path].statuses
    assert set(body) == ({"error", "message"} if answer.status_code == 400 else {"error"})
    detail = answer.headers["Error-Detail"]
    assert detail.isascii()
    assert len(detail) > 15
    assert "Traceback" not in detail
    assert URL[100:140] not in answer.text


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data:UserWarning")  # Pillow's own word on a broken TIFF
@pytest.mark.parametrize("path", [GENERATE, LAYOUT])
@pytest.mark.parametrize("name", FILES)
def test_a_bad_file(real: Running, path: str, name: str) -> None:
    make, media_type, codes = FILES[name]
    _check(real.post(path, imageDataUrl=data_url(make(), media_type)), path, codes)


@pytest.mark.parametrize("path", [GENERATE, LAYOUT])
@pytest.mark.parametrize("name", BODIES)
def test_a_bad_body(real: Running, path: str, name: str) -> None:
    body, code = BODIES[name]
    content = body if isinstance(body, bytes) else body()
    answer = real.client.post(path, content=content, headers={"Content-Type": "application/json"})
    _check(answer, path, {code})


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "0x10", "1_000", "-"])
@pytest.mark.parametrize(
    ("path", "field"), [(GENERATE, "widthMm"), (LAYOUT, "gapMm"), (GENERATE, "dpi"), (LAYOUT, "dpi")]
)
def test_a_number_that_is_none(real: Running, path: str, field: str, number: str) -> None:
    content = f'{{"imageDataUrl":"{URL}","{field}":{number}}}'
    answer = real.client.post(path, content=content, headers={"Content-Type": "application/json"})
    _check(answer, path, {"invalid_request"})


@pytest.mark.parametrize(
    ("path", "name"),
    [
        *((path, name) for path in (GENERATE, LAYOUT) for name in FIELDS),
        *((GENERATE, name) for name in GENERATE_FIELDS),
        *((LAYOUT, name) for name in LAYOUT_FIELDS),
    ],
)
def test_a_bad_field(real: Running, path: str, name: str) -> None:
    own = GENERATE_FIELDS if path == GENERATE else LAYOUT_FIELDS
    fields, codes = own.get(name) or FIELDS[name]
    _check(real.post(path, **{"imageDataUrl": URL, **fields}), path, codes)


@pytest.mark.parametrize("path", [GENERATE, LAYOUT])
@pytest.mark.parametrize(
    "kind", [None, "text/plain", "multipart/form-data; boundary=x", "image/png", "application/xml"]
)
def test_a_wrong_content_type(real: Running, path: str, kind: str | None) -> None:
    headers = {"Content-Type": kind} if kind else {}
    content = json.dumps({"imageDataUrl": URL}).encode()
    _check(real.client.post(path, content=content, headers=headers), path, {"invalid_request"})


@pytest.mark.parametrize("path", [GENERATE, LAYOUT])
@pytest.mark.parametrize("name", PORTRAITS)
def test_a_portrait_that_cannot_be_used(real: Running, portraits_folder: Path, path: str, name: str) -> None:
    image = Image.open(portraits_folder / name)
    image.thumbnail((1600, 1600))
    url = data_url(saved(image.convert("RGB"), "jpeg", quality=92), "image/jpeg")
    _check(real.post(path, imageDataUrl=url), path, PORTRAITS[name])


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"imageDataUrl":"x"}', b'{"imageDataUrl":"data:image/png;base64,AAAA","name":5}']
)
def test_bad_uploads(real: Running, body: bytes) -> None:
    answer = real.client.post("/pictures", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_request"})


def test_there_are_more_than_enough() -> None:
    assert len(FILES) + len(BODIES) + len(FIELDS) >= 45
    assert base64.b64encode(SAMPLE[:30]).decode() in URL
