"""The bank is learned from its text, whose every row means something that the program knows."""

from __future__ import annotations

import hashlib
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from catchlight.language.intents import Domain
from catchlight.language.lexicon.row_types import DomainWords
from catchlight.language.ranking.bank import Bank, learn
from catchlight.language.ranking.features import feature_groups, hashed
from catchlight.operations.sentences import encoder
from catchlight.paths import resources

from tests.language.sentences import DOMAINS, bank_rows, interpreter, lex

FOLDER = resources() / "language"
NOT_DONE = {
    "beyond": {"shape", "flyaway", "cloth", "beard", "makeup", "canvas", "light", "teeth", "add", "replace"},
    "elsewhere": {"hair", "expression", "headshot", "id_photo", "print", "adjust", "edit"},
    "impossible": {""}, "none": {""}, "refuse": {""},
}  # fmt: skip
_AMOUNT = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?)(stops|percent|kelvin|degrees)?")
_MODIFIER = re.compile(r"(?:(?:light|dark|pale|deep|bright) )*")
_HEX = re.compile(r"#[0-9A-F]{6}")
SMALL = {
    "make it brighter": "lighten", "brighten this up": "lighten", "lighter please": "lighten",
    "turn it navy": "recolour", "paint this red": "recolour", "colour it green": "recolour",
}  # fmt: skip
"""Phrases of a tiny bank with what they mean."""


def tiny() -> Bank:
    bins = [hashed(feature_groups(lex("edit", phrase), None)) for phrase in SMALL]
    labels = [frozenset({label}) for label in SMALL.values()]
    return learn(labels, bins, encoder()(list(SMALL)), frozenset({"navy"}), "digest")


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_bank_was_learned_from_its_text(domain: Domain) -> None:
    bank = Bank.read(FOLDER / f"bank.{domain}.npz")
    text = (FOLDER / f"bank.{domain}.tsv").read_bytes()
    assert bank.digest == hashlib.sha256(text).hexdigest(), "run python packaging/phrase_bank.py"
    assert len(bank.embeddings) == len(bank.weights) == len(bank.starts) - 1 == len(bank_rows(domain))
    assert bank.weights.shape[1] == len(bank.labels)
    assert len(bank.bins) == len(bank.values) == bank.starts[-1]


def test_a_bank_is_what_was_written(tmp_path: Path) -> None:
    bank = tiny()
    bank.write(tmp_path / "bank.npz")
    read = Bank.read(tmp_path / "bank.npz")
    assert read.labels == ("lighten", "recolour")
    assert (read.words, read.digest) == (frozenset({"navy"}), "digest")
    for name in ("idf", "embeddings", "starts", "bins", "values", "weights"):
        assert np.array_equal(getattr(read, name), getattr(bank, name)), name


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    whole = tmp_path / "whole.npz"
    tiny().write(whole)
    file = tmp_path / "bank.edit.npz"
    turned = bytearray(whole.read_bytes())
    with zipfile.ZipFile(whole) as archive:
        at = archive.getinfo("weights.npy").header_offset + 150
    turned[at] ^= 255
    for damage in (bytes(turned), b""):
        file.write_bytes(damage)
        with pytest.raises(ValueError, match=r"bank\.edit\.npz is no phrase bank"):
            Bank.read(file)
    np.savez_compressed(file, labels=np.array(["lighten"]))
    with pytest.raises(ValueError, match=r"bank\.edit\.npz is no phrase bank"):
        Bank.read(file)
    with pytest.raises(OSError, match=r"missing\.npz"):
        Bank.read(tmp_path / "missing.npz")


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_row_means_something_that_is_known(domain: Domain) -> None:
    words = DomainWords.model_validate_json((FOLDER / f"{domain}.en.json").read_bytes())
    unknown = [(row.sentence, fault) for row in bank_rows(domain) for fault in _faults(domain, words, row.wanted[0])]
    assert unknown == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_phrase_stands_twice_and_there_are_enough_in_both_languages(domain: Domain) -> None:
    said = [row.sentence.casefold() for row in bank_rows(domain)]
    assert len(said) == len(set(said))
    assert sum(not one.isascii() for one in said) >= 1500
    assert sum(one.isascii() for one in said) >= 1500


@pytest.mark.parametrize("domain", DOMAINS)
def test_held_out_sentences_are_not_in_the_bank(domain: Domain) -> None:
    from tests.language.sentences import held_out_rows, strangers_rows

    known = {row.sentence for row in bank_rows(domain)}
    assert not known & {row.sentence for row in (*held_out_rows(domain), *strangers_rows()) if row.domain == domain}


def _faults(domain: Domain, words: DomainWords, wanted: str) -> Iterator[str]:
    for wish in wanted.split("; "):
        name, *slots = wish.split(" ")
        kind, _, rest = name.partition(":")
        if kind in NOT_DONE:
            if rest not in NOT_DONE[kind] or slots:
                yield wish
            continue
        vocabulary = interpreter(domain).vocabulary
        verb, looks = vocabulary.grammar.verbs.get(kind), vocabulary.grammar.looks
        if verb is None or (rest not in looks if kind == "look" else bool(rest)):
            yield name
            continue
        for slot in slots:
            if amount := _AMOUNT.fullmatch(slot):
                known = amount[2] in verb.units if amount[2] else -1 <= float(amount[1]) <= 1
            elif slot[0] == "=":
                colour = slot[1:].replace("_", " ")
                known = colour in vocabulary.colours or _HEX.fullmatch(colour) is not None
                known = known or _MODIFIER.sub("", colour, count=1) in vocabulary.colours
            elif slot[0] == ">":
                known = verb.sided and slot[1:] in ("left", "right")
            elif slot[0] == "/":
                known = slot[1:] in verb.styles
            elif slot[0] == "~":
                known = slot[1:] in vocabulary.grammar.verbs
            else:
                known = all(_is_place(one, words) for one in slot.removeprefix("!").split(","))
            if not known:
                yield slot


def _is_place(name: str, words: DomainWords) -> bool:
    if name.startswith("<"):
        return name[1:-1] in words.things
    return name.removeprefix("left.").removeprefix("right.") in {*words.regions, "everything"}
