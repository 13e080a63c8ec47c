"""Phrases are found by longest match."""

from __future__ import annotations

import pytest
from catchlight.language.lexicon.phrase_table import PhraseTable, Sense, VocabularyFault

SHINE, BAGS, RID = Sense("fault", "shine"), Sense("fault", "bags"), Sense("remove")


def table() -> PhraseTable:
    phrases = PhraseTable(["the", "my"])
    phrases.add(["shine", "greasy shine"], SHINE)
    phrases.add(["bags under the eyes"], BAGS)
    phrases.add(["get rid of the"], RID)
    return phrases


def test_the_longest_phrase_is_found() -> None:
    texts = ["the", "greasy", "shine", "please"]
    assert table().longest(texts, 1) == (2, (SHINE,))
    assert table().longest(texts, 2) == (1, (SHINE,))
    assert table().longest(texts, 3) is None


def test_articles_inside_a_phrase_may_be_left_out() -> None:
    assert table().longest(["bags", "under", "eyes"], 0) == (3, (BAGS,))
    assert table().longest(["bags", "under", "the", "eyes"], 0) == (4, (BAGS,))


def test_an_article_at_the_end_may_not() -> None:
    assert table().longest(["get", "rid", "of"], 0) is None


def test_senses_add_up_and_same_ones_merge() -> None:
    phrases = table()
    phrases.add(["shine"], Sense("act", "shine", verbal=True))
    phrases.add(["shine"], Sense("act", "shine", base=True))
    assert phrases.senses["shine",] == (SHINE, Sense("act", "shine", base=True, verbal=True))


def test_new_phrases_only_where_none_is_known() -> None:
    phrases = table()
    phrases.add_new(["shine", "gleam"], Sense("foreign"))
    assert phrases.senses["shine",] == (SHINE,)
    assert phrases.senses["gleam",] == (Sense("foreign"),)


def test_words_and_single_words() -> None:
    assert set(table().english_words()) >= {"greasy", "shine", "rid"}
    assert list(table().single_words()) == ["shine"]


def test_a_phrase_without_a_word_is_a_fault() -> None:
    with pytest.raises(VocabularyFault, match="holds no word"):
        table().add(["()"], SHINE)
