"""What schemathesis is to know besides the document, in its own process: pictures are real ones."""

from __future__ import annotations

import schemathesis
from hypothesis import strategies as st

from tests.server.http.bad_inputs import URL

schemathesis.openapi.format("data-url", st.just(URL))
