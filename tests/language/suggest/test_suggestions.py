"""The nearest phrases rank alike, or are written alike."""

from __future__ import annotations

import numpy as np
from catchlight.language.suggest.suggestions import nearest

LIGHTEN, BLUR, NONE = (np.array(one, np.float32) for one in ([1, 0], [0, 1], [0, 0]))
KNOWN = {"blur it": BLUR, "brighten the face": LIGHTEN, "darkroom": NONE, "zoom": NONE}


def test_three_are_named_the_nearest_first() -> None:
    assert nearest("qqq", np.array([1, 0.5], np.float32), KNOWN)[:2] == ("brighten the face", "blur it")
    assert len(nearest("qqq", LIGHTEN, KNOWN)) == 3


def test_of_phrases_that_rank_alike_the_one_written_alike_is_nearer() -> None:
    assert nearest("the darkroom", NONE, KNOWN)[0] == "darkroom"
    assert nearest("zooming", NONE, KNOWN)[0] == "zoom"


def test_ranking_alike_counts_more_than_letters() -> None:
    assert nearest("darkroom", LIGHTEN, KNOWN)[:2] == ("brighten the face", "darkroom")


def test_fewer_phrases_than_three() -> None:
    assert nearest("blur", BLUR, {"blur it": BLUR}) == ("blur it",)
    assert nearest("blur", BLUR, {}) == ()


def test_chinese_is_compared_by_characters() -> None:
    known = {"把背景虚化": NONE, "牙齿白一点": NONE}
    assert nearest("牙齿", NONE, known)[0] == "牙齿白一点"
