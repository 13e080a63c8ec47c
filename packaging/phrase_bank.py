"""Learns the phrase banks of the interpreter from their texts: python packaging/phrase_bank.py (some minutes).

Texts: resources/language/bank.edit.tsv and bank.adjust.tsv, one phrase a line with what it means, in the notation of
docs/language.md. Needs the program installed; writes bank.edit.npz and bank.adjust.npz beside them.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import numpy as np
from catchlight.language.intents import Domain
from catchlight.language.lexicon.vocabulary import Vocabulary
from catchlight.language.parse.lexing import Lexeme, lexemes
from catchlight.language.ranking.bank import learn
from catchlight.language.ranking.features import feature_groups, hashed
from catchlight.operations.sentences import encoder
from catchlight.paths import resources

_SIGNED = frozenset(
    {"exposure", "contrast", "highlights", "shadows", "midtones", "whites", "blacks", "temperature", "tint", "vibrance",
     "saturation", "luminance", "clarity", "sharpness", "dehaze", "vignette", "grain", "fade", "noise"}
)  # fmt: skip
_AMOUNT = re.compile(r"[+-]?[0-9.]+(stops|percent|kelvin|degrees)?")
_REGION = re.compile(r"(?:(?:left|right)\.)?([a-z_]+)(?:,.*)?|<([a-z_]+)>")
_SPOKEN_OFTEN = 3
"""Phrases that say a word at least, for it to be no misspelling."""
_PLACED = 0.7
"""Share of the phrases that are learned with what lies under the hotspot."""


def read_phrases(file: Path) -> list[tuple[str, str]]:
    """Phrases with what they mean."""
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line]
    return [(phrase, wanted) for phrase, wanted in rows]


def labels_of(wanted: str) -> frozenset[str]:
    """The labels of what a phrase means: verbs with their direction, looks, or what is not done here."""
    return frozenset(_label(wish.split()) for wish in wanted.split("; "))


def _label(parts: Sequence[str]) -> str:
    amount = next((part for part in parts[1:] if _AMOUNT.fullmatch(part)), "")
    return parts[0] + ("-" if amount.startswith("-") and parts[0] in _SIGNED else "")


def _place(wanted: str, said: Sequence[Lexeme]) -> str | None:
    """What lay under the hotspot of a phrase: the region or thing that it means, else the first that it names."""
    for part in wanted.split("; ")[0].split()[1:]:
        if match := _REGION.fullmatch(part):
            return match[1] or match[2]
    return next((sense.value for one in said for sense in one.senses if sense.role in ("region", "thing")), None)


def learn_domain(domain: Domain, folder: Path) -> None:
    """Writes the bank of a domain."""
    text = folder / f"bank.{domain}.tsv"
    phrases = read_phrases(text)
    spoken = Counter(word for phrase, _ in phrases for word in set(re.findall(r"[a-z]+", phrase.lower())))
    words = frozenset(word for word, times in spoken.items() if times >= _SPOKEN_OFTEN)
    vocabulary = Vocabulary(domain, folder, words)
    chance = np.random.default_rng(0)
    bins = []
    for phrase, wanted in phrases:
        said = lexemes(phrase, vocabulary)
        place = _place(wanted, said) if domain == "edit" and chance.random() < _PLACED else None
        bins.append(hashed(feature_groups(said, place)))
    embeddings = np.asarray(encoder()([phrase for phrase, _ in phrases]), np.float32)
    digest = hashlib.sha256(text.read_bytes()).hexdigest()
    bank = learn([labels_of(wanted) for _, wanted in phrases], bins, embeddings, words, digest)
    bank.write(folder / f"bank.{domain}.npz")
    print(f"{domain}: {len(phrases)} phrases, {len(bank.labels)} labels")


if __name__ == "__main__":
    for one in get_args(Domain):
        learn_domain(one, resources() / "language")
