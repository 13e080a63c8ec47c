"""What a sentence was understood as, in short words for the chips below the prompt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.core.messages import mark
from catchlight.gui.wording.i18n import is_chinese, tr
from catchlight.language.intents import Amount, Intent, NotUnderstood, Region, Understanding
from catchlight.language.lexicon.degrees import USUAL, degree_name

if TYPE_CHECKING:
    from catchlight.language.lexicon.vocabulary import Vocabulary

_UNITS = {"stops": mark("stops"), "kelvin": mark("K"), "percent": "%", "degrees": "°", "gamma": mark("gamma")}


@dataclass(frozen=True)
class Chip:
    """One thing that was understood, or was not."""

    text: str
    hex: str | None = None
    """A colour that is shown beside the text, #RRGGBB."""
    unknown: bool = False
    leads: bool = False
    """What is to be done; the chips after it say to what, and how."""


def chips(understanding: Understanding, vocabulary: Vocabulary) -> list[Chip]:
    """What each intent comes to, in the sentence's order, and at the end what stays as it is."""
    found = [chip for intent in understanding.intents for chip in _of_intent(intent, vocabulary)]
    kept = [region_name(region, vocabulary) for intent in understanding.intents for region in intent.protected]
    kept += [vocabulary.verb_label(verb, _language()) for intent in understanding.intents for verb in intent.kept]
    if kept:
        found.append(_chip(tr("unchanged"), ", ".join(dict.fromkeys(kept))))
    return found


def unknown_chips(refusal: NotUnderstood) -> list[Chip]:
    """A chip for each word that means nothing here."""
    return [Chip(span.text, unknown=True) for span in refusal.spans if span.kind == "unknown"]


def region_name(region: Region, vocabulary: Vocabulary) -> str:
    """A region in the language of the window: "left eye"."""
    name = vocabulary.name(region.name, _language())
    if region.side is None:
        return name
    return tr("left {part}", part=name) if region.side == "left" else tr("right {part}", part=name)


def _of_intent(intent: Intent, vocabulary: Vocabulary) -> list[Chip]:
    language = _language()
    verb = vocabulary.name(intent.look, language) if intent.look else vocabulary.verb_label(intent.verb, language)
    found = [Chip(verb, leads=True)]
    if intent.regions:
        found.append(_chip(tr("region"), ", ".join(region_name(region, vocabulary) for region in intent.regions)))
    if intent.thing is not None:
        found.append(_chip(tr("thing"), vocabulary.name(intent.thing, language)))
    if intent.colour is not None:
        found.append(_chip(tr("colour"), vocabulary.name(intent.colour.name, language), intent.colour.hex))
    if intent.side is not None:
        found.append(_chip(tr("side"), tr("left") if intent.side == "left" else tr("right")))
    if intent.style is not None:
        found.append(_chip(tr("style"), vocabulary.name(intent.style, language)))
    if (said := _amount(intent.amount)) is not None:
        found.append(_chip(tr("amount"), said))
    return found


def _language() -> str:
    return "zh" if is_chinese() else "en"


def _chip(kind: str, value: str, colour: str | None = None) -> Chip:
    return Chip(f"{kind} → {value}", colour)


def _amount(amount: Amount) -> str | None:
    """How much, where the sentence says it or less is meant."""
    if amount.value is not None and amount.unit is not None:
        number = f"{amount.value:g}" if amount.absolute else f"{amount.value:+g}"
        return f"{number} {tr(_UNITS[amount.unit])}"
    if amount.strength == USUAL:
        return None
    size = tr(degree_name(abs(amount.strength)))
    return size if amount.strength > 0 else tr("less, {size}", size=size)
