"""Every token knows its place in the sentence as it was typed."""

from __future__ import annotations

import pytest
from catchlight.language.text import token_texts, tokens


def test_words_numbers_and_marks_are_told_apart() -> None:
    assert [(token.text, token.kind) for token in tokens("Don't +0.5, #fa0 亮!")] == [
        ("don't", "word"), ("+0.5", "number"), (",", "mark"), ("#fa0", "hex"), ("亮", "ideograph"), ("!", "mark"),
    ]  # fmt: skip


def test_folding_keeps_the_places() -> None:
    sentence = "Ｃａｆé’s ﬁlm"
    assert [(token.text, sentence[token.start : token.end]) for token in tokens(sentence)] == [
        ("cafe", "Ｃａｆé"), ("'s", "’s"), ("film", "ﬁlm"),
    ]  # fmt: skip


def test_quotes_and_brackets_leave_no_token() -> None:
    assert [token.text for token in tokens("(the “low-key” look)")] == ["the", "low", "key", "look"]


@pytest.mark.parametrize("phrase", ["warm up", "暖一点", "low-key", "2x", "é", "a  b", "", "Navy"])
def test_the_short_way_to_the_texts_is_the_tokenisers(phrase: str) -> None:
    assert token_texts(phrase) == tuple(token.text for token in tokens(phrase))
