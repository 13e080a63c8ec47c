"""The shipped astronaut, and larger: every result is the recorded one. ``test_golden_variants`` has the other pictures."""

from __future__ import annotations

from collections import Counter

import pytest
from catchlight.operations.registry import STEPS

from tests.golden.cases import CASES, FIRST, Case, select_cases
from tests.golden.digests import MOST_LEVELS, MOST_ON_AVERAGE, Digests, distance
from tests.golden.runs import Studio


@pytest.mark.parametrize("case", [case for case in CASES if case.variant in FIRST], ids=lambda case: case.name)
@pytest.mark.sampled(23)
def test_the_result_is_the_recorded_one(studio: Studio, digests: Digests, case: Case) -> None:
    result = studio.run(case)
    assert (None if result.picture else result.shape) == case.refused, result.written
    assert digests.differences(case.name, result) == []


def test_every_operation_has_cases_and_every_case_is_recorded(digests: Digests) -> None:
    assert set(digests.cases) == {case.name for case in CASES}
    assert len(digests.cases) == len(CASES) >= 64
    assert sum(case.refused is not None for case in CASES) <= 8
    found = Counter(case.operation for case in CASES if case.refused is None)
    assert set(found) == {*STEPS, "profile_picture"}
    assert min(found.values()) >= 2


def test_a_word_chooses_a_name_or_its_beginning_and_nothing_that_has_it_further_on() -> None:
    """A recording of some cases must not overwrite others, which may have changed by a mistake."""
    assert select_cases([]) == [*CASES]
    assert [case.name for case in select_cases(["adjust-monochrome-vignette"])] == ["adjust-monochrome-vignette"]
    adjust, background = select_cases(["adjust"]), select_cases(["edit-blur", "crop"])
    assert {case.operation for case in adjust} == {"adjust"}
    assert {case.name for case in background} == {"edit-blur-background", "crop-plain", "crop-deep"}
    for word in ("vignette", "adj", "edit-", ""):
        with pytest.raises(ValueError, match="no case is called"):
            select_cases(["adjust", word])


def test_cells_tell_the_cases_of_a_picture_apart(digests: Digests) -> None:
    """The coarse comparison is worth something: most edits of one picture are further apart than what it lets pass."""
    chosen = [case for case in CASES if case.variant == "large" and case.refused is None and not case.before]
    shown = [digests.cases[case.name]["cells"] for case in chosen]
    pairs = [distance(one, other) for place, one in enumerate(shown) for other in shown[:place]]
    apart = [levels > MOST_LEVELS or average > MOST_ON_AVERAGE for levels, average in pairs]
    assert sum(apart) > 0.8 * len(apart)


def test_the_bits_of_this_machine_are_recorded(digests: Digests) -> None:
    if not digests.knows_this_machine:
        pytest.skip("only coarse results are compared here; python -m tests.golden record adds this machine")
    results = digests.machines[digests.here]["results"]
    assert set(results) == set(digests.cases)
