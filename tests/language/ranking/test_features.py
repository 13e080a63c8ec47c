"""Features are words, neighbours, parts and senses, hashed to a sparse unit vector."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from catchlight.language.ranking.features import BINS, feature_groups, hashed, vector

from tests.language.sentences import lex


def groups(sentence: str, place: str | None = None) -> dict[str, set[str]]:
    return feature_groups(lex("edit", sentence), place)


def test_words_are_those_that_were_meant() -> None:
    assert groups("make the jaket navy") == groups("make the jacket navy")
    assert groups("teeth 20% whiter")["word"] == groups("teeth 30% whiter")["word"] == {"teeth", "#", "whiter"}


def test_what_a_colour_is_called_is_a_word_and_no_sense() -> None:
    navy, red = groups("make the jacket navy"), groups("make the jacket red")
    assert navy["word"] != red["word"]
    assert navy["sense"] == red["sense"]


def test_order_is_told_by_neighbours() -> None:
    one, other = groups("eyes brighter than skin"), groups("skin brighter than eyes")
    assert one["word"] == other["word"]
    assert one["pair"] != other["pair"]
    assert "^ eyes" in one["pair"]
    assert "skin $" in one["pair"]


def test_only_chinese_has_triples_and_only_long_words_parts() -> None:
    assert groups("make the jacket navy")["triple"] == set()
    assert "换成红" in groups("换成红色")["triple"]
    assert {"<nav", "navy", "avy>"} <= groups("navy")["part"]
    assert groups("red")["part"] == set()


def test_the_place_is_a_feature_where_it_is_known() -> None:
    assert groups("brighter")["place"] == set()
    assert groups("brighter", "teeth")["place"] == {"teeth"}


def test_bins_are_checksums_of_names() -> None:
    assert hashed({"word": {"navy"}}) == {"word": [zlib.crc32(b"wordnavy") % BINS]}


def test_a_vector_has_unit_length_and_rare_words_count_more() -> None:
    idf = np.ones(BINS, np.float32)
    bins, values = vector(hashed(groups("make the jacket navy", "jacket")), idf)
    assert len(set(bins.tolist())) == len(bins)
    assert float(np.linalg.norm(values)) == pytest.approx(1)
    (rare,) = hashed({"word": {"navy"}})["word"]
    idf[rare] = 5
    raised = vector(hashed(groups("make the jacket navy", "jacket")), idf)
    assert raised[1][list(raised[0]).index(rare)] > values[list(bins).index(rare)]


def test_nothing_said_is_no_vector() -> None:
    bins, values = vector(hashed({"word": set(), "place": set()}), np.ones(BINS, np.float32))
    assert (len(bins), len(values)) == (0, 0)
