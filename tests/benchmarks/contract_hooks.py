"""What schemathesis is to know besides the document, in its own process: pictures are real ones, keys of requests differ."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import strategies as st

from tests.server.contract import use_own_key
from tests.server.http.bad_inputs import URL

schemathesis.openapi.format("data-url", st.just(URL))


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    use_own_key(case)
