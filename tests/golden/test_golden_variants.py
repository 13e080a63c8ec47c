"""Cropped, mirrored, dark, turned and 16-bit pictures, and the officer: every result is the recorded one."""

from __future__ import annotations

import pytest

from tests.golden.cases import CASES, FIRST, Case
from tests.golden.digests import Digests
from tests.golden.runs import Studio


@pytest.mark.parametrize("case", [case for case in CASES if case.variant not in FIRST], ids=lambda case: case.name)
@pytest.mark.sampled(12)
def test_the_result_is_the_recorded_one(studio: Studio, digests: Digests, case: Case) -> None:
    result = studio.run(case)
    assert (None if result.picture else result.shape) == case.refused, result.written
    assert digests.differences(case.name, result) == []
