"""What the OpenAPI document says is so: schemathesis asks everything that it allows, and much that it does not.

The engine is an echo, so that the time goes into requests; every picture that the document asks for is a real one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from catchlight.catalogue.catalogue import Catalogue
from catchlight.operations.profile_picture.params import PATH
from catchlight.operations.registry import OPERATIONS
from catchlight.portrait.portrait import Portraits
from catchlight.server.errors import PATH_ERRORS
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from tests.server.conftest import Running
from tests.server.contract import complete, contract_service, use_own_key
from tests.server.http.bad_inputs import URL
from tests.server.routes.test_probes import counted

EXAMPLES = 10
"""Requests for each method of a path that keep to the document, and as many that do not."""
EDITS = {operation.path: operation.id for operation in OPERATIONS.values()}
WITH_FIELDS = [*EDITS, PATH, "/pictures", "/generations", "/generations/{generation_id}/image", "/batches"]
WITH_FIELDS += ["/batches/{batch_id}/retry", "/batches/{batch_id}/pictures/{sha256}"]
"""Paths that take a body or a query which can be wrong; elsewhere every request keeps to the document."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, catalogue: Catalogue, portraits: Portraits) -> Iterator[Running]:
    with contract_service(tmp_path_factory.mktemp("home"), catalogue, portraits) as service:
        service.post("/pictures", imageDataUrl="")  # its threads start here, not within a test
        for path in ("/catalogue", "/generations", "/ready"):
            service.client.get(path)
        yield service


@pytest.fixture(scope="module")
def document(service: Running) -> Any:
    """The served document, with what it says once about all paths written at each of them."""
    found = complete(service.client.get("/openapi.json").json())
    schemathesis.openapi.format("data-url", st.just(URL))
    load_all_checks()
    return schemathesis.openapi.from_dict(found)


def test_the_document_is_valid_and_names_every_path(document: Any) -> None:
    document.validate()
    assert set(document.raw_schema["paths"]) == set(PATH_ERRORS)
    fields = {
        path
        for path, methods in document.raw_schema["paths"].items()
        for operation in methods.values()
        if "requestBody" in operation or any(given["in"] == "query" for given in operation.get("parameters", ()))
    }
    assert fields == set(WITH_FIELDS)


def _asked(service: Running, operation: Any, mode: GenerationMode) -> None:
    """Ask a method of a path as often as ``EXAMPLES`` says, and check every answer."""
    checks = CHECKS.get_all()
    assert {"negative_data_rejection", "positive_data_acceptance"} <= {check.__name__ for check in checks}

    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def asked(case: Any) -> None:
        use_own_key(case)
        case.call_and_validate(base_url=service.url, checks=checks, timeout=30)

    asked()


@pytest.mark.parametrize("path", PATH_ERRORS)
def test_what_keeps_to_the_document_is_answered_as_it_says(service: Running, document: Any, path: str) -> None:
    for result in document.include(path=path).get_all_operations():
        _asked(service, result.ok(), GenerationMode.POSITIVE)
    if path in EDITS:
        numbers = counted(service)
        done = numbers["catchlight_edits_total", (("operation", EDITS[path]), ("outcome", "done"))]
        assert done >= 1  # some were fit to run
    if path == "/batches":
        assert service.client.get(path).json()["batches"]  # some were begun


@pytest.mark.parametrize("path", WITH_FIELDS)
def test_what_breaks_the_document_is_refused_as_it_says(service: Running, document: Any, path: str) -> None:
    for result in document.include(path=path, method=["GET", "POST"]).get_all_operations():
        _asked(service, result.ok(), GenerationMode.NEGATIVE)
