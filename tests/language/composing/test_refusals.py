"""A refusal says why, and which operation does it where one does."""

from __future__ import annotations

import pytest
from catchlight.language.composing.refusals import UNCLEAR, refusal_of

from tests.language.sentences import DOMAINS, interpreter

LABELS = sorted({label for domain in DOMAINS for label in interpreter(domain)._ranker.labels if ":" in label})


@pytest.mark.parametrize("label", [label for label in LABELS if label.startswith(("beyond", "elsewhere"))])
def test_every_label_that_is_not_done_has_a_reason_of_its_own(label: str) -> None:
    refusal = refusal_of(label)
    assert refusal.message != UNCLEAR
    assert (refusal.elsewhere is not None) == (label.startswith("elsewhere:") or label == "beyond:canvas")


def test_what_nobody_does_is_unclear() -> None:
    for label in ("impossible", "refuse"):
        assert (refusal_of(label).message, refusal_of(label).elsewhere) == (UNCLEAR, None)
