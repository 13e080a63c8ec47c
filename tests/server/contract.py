"""The service whose document is compared with what it does, and the document with all that it says at each path."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.server.errors import EVERYWHERE
from catchlight.server.http.request_key import KEY_HEADER, LONGEST_KEY
from catchlight.service.delivery.deliver import target_of
from catchlight.service.selection.selections import LocalSelections
from catchlight.store.generations import Generations

from tests.batch_service import batch_service
from tests.doubles import EchoEditor
from tests.server.conftest import Running, running


@contextlib.contextmanager
def contract_service(home: Path, catalogue: Catalogue, portraits: Portraits) -> Iterator[Running]:
    """A server whose engine is an echo, with profile pictures and batches, over a home of its own."""
    generations = Generations(home / "store")
    address = str(home / "delivered")
    selections = LocalSelections(home / "jobs", generations, portraits, catalogue, lambda: target_of(address))
    try:
        with (
            batch_service(Home(home), EchoEditor(), catalogue) as batches,
            running(EchoEditor(), generations, catalogue, selections=selections, batches=batches) as service,
        ):
            yield service
    finally:
        selections.close()
        generations.close()


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """The served document, with what it says once about all paths written at each of them."""
    for methods in document["paths"].values():
        for operation in methods.values():
            for code, status in EVERYWHERE.items():
                operation["responses"].setdefault(str(status), {"$ref": f"#/components/responses/{code}"})
    return document


def use_own_key(case: Any) -> None:
    """Give a case with a valid ``Idempotency-Key`` one that no other case has; a bad key stays.

    Whether a key may come depends on what was asked under it before, which no schema can say.
    """
    key = (case.headers or {}).get(KEY_HEADER["name"])
    if isinstance(key, str) and len(key) <= LONGEST_KEY and re.fullmatch(KEY_HEADER["schema"]["pattern"], key):
        case.headers[KEY_HEADER["name"]] = secrets.token_hex(16)
