"""Sentences that the program refuses, read by a language model of the user's own: what comes back is a sentence in known words.

The model chooses from the commands of the domain; nothing that it says is carried out. Its answer is put into words that the
interpreter understands, and whoever asked decides whether those are meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.language.intents import Domain
from catchlight.language.suggest.commands import Commands, PlainWish
from catchlight.language.text import language_of
from catchlight.operations import sentences
from catchlight.paths import resources

MOST_WISHES = 4
"""Of one sentence; more than that nobody says of one place."""
_LEFT_OUT = 200
"""Characters that are told of what a model left out."""
_ON_WHAT: Mapping[Domain, str] = {
    "edit": "one part of a portrait photograph",
    "adjust": "light and colour of a whole photograph",
}


class LanguageModel(Protocol):
    """Anything that answers a question with JSON of a given schema."""

    def answer(self, instructions: str, question: str, schema: dict[str, Any], progress: Progress) -> Any:
        """The JSON value. Raises EngineFault where the model cannot be reached or answers with something else."""


@dataclass(frozen=True)
class Rewording:
    """sentence: understood by the interpreter. left_out: parts of the original that no command can do, in the model's words."""

    sentence: str
    left_out: str = ""


class _Wish(BaseModel):
    model_config = ConfigDict(extra="ignore")

    command: str
    place: str = ""
    side: Literal["left", "right", "upper", "lower", "dark", "light", ""] = ""
    colour: str = ""
    amount: Literal["slight", "usual", "strong"] = "usual"

    def plain(self) -> PlainWish:
        return PlainWish(self.command, self.place, self.side or None, self.colour or None, self.amount)


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore")

    wishes: Annotated[tuple[_Wish, ...], Field(max_length=MOST_WISHES)]
    left_out: str = ""


def reword(
    sentence: str, domain: Domain, model: LanguageModel, progress: Progress, under: str | None = None
) -> Rewording:
    """A refused sentence as one that is understood.

    under: the region under the hotspot, where it is known. Raises UnusablePicture ``prompt_not_understood`` where the model finds
    no command for it or its answer says nothing that is understood, and what the model raises.
    """
    commands = commands_of(domain)
    progress.report(0.1, "asking the language model")
    found = model.answer(_instructions(domain, commands), _question(sentence, under), _schema(commands), progress)
    try:
        answer = _Answer.model_validate(found)
    except ValidationError as fault:
        raise _nothing() from fault
    said = commands.say([wish.plain() for wish in answer.wishes], language_of(sentence), under)
    if said is None:
        raise _nothing()
    left_out = " ".join("".join(sign if sign.isprintable() else " " for sign in answer.left_out).split())
    return Rewording(said, left_out[:_LEFT_OUT])


@cache
def commands_of(domain: Domain) -> Commands:
    """The commands of a domain, read once. Raises VocabularyFault."""
    return Commands(sentences.interpreter(domain), resources() / "language" / "commands.json")


def _instructions(domain: Domain, commands: Commands) -> str:
    listed = "\n".join(f"- {key}: {commands.describe(key)}" for key in commands.keys)
    return (
        "You translate what a client of a photographer says into commands of a retouching program that changes "
        f"{_ON_WHAT[domain]}. "
        "Answer with JSON: the wishes in their order, each with a command of this list, and in left_out, in the client's "
        "language and in a few words, what the client wants that no command does. Never add what the client does not want. "
        "When no command does any of it, wishes is empty. place: where, when the client names a place; empty otherwise. side: "
        "when the client names one, as one looks at the picture. colour: a plain name or #rrggbb, for commands that "
        "need one; empty otherwise. amount: slight, usual or strong.\n\nCommands:\n" + listed
    )


def _question(sentence: str, under: str | None) -> str:
    at = f"\n\nThe client points at: {under}." if under else ""
    return f"The client says: {sentence}{at}"


def _schema(commands: Commands) -> dict[str, Any]:
    """The JSON schema of an answer, strict: every property required, none besides."""
    wish = {
        "command": {"type": "string", "enum": list(commands.keys)},
        "place": {"type": "string", "enum": ["", *commands.places]},
        "side": {"type": "string", "enum": ["", "left", "right", "upper", "lower", "dark", "light"]},
        "colour": {"type": "string"},
        "amount": {"type": "string", "enum": ["slight", "usual", "strong"]},
    }
    wishes = {"type": "array", "maxItems": MOST_WISHES, "items": _object(wish)}
    return _object({"wishes": wishes, "left_out": {"type": "string"}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _nothing() -> UnusablePicture:
    return UnusablePicture(
        Message("Your language model finds nothing in this sentence that can be done here."),
        code="prompt_not_understood",
    )
