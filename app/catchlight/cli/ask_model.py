"""The option ``--ask-model``: a sentence that is refused is read by the language model of the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from catchlight.cli import console
from catchlight.cli.program import Program
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.language.intents import Domain

AskModel = Annotated[
    bool,
    typer.Option(
        "--ask-model",
        help="Let the language model of the settings read a sentence that is not understood; what it reads is told, and done.",
    ),
]


def understood(prompt: str, domain: Domain, program: Program, home: Home) -> str:
    """The sentence itself where it is understood, else as the model reads it, which is told.

    Raises BadParameter where no model is set, and what ``service.rewording.reword`` raises.
    """
    from catchlight.language.intents import NotUnderstood
    from catchlight.operations import sentences
    from catchlight.service.rewording import reword

    model = program.language_model(home)
    if model is None:
        raise typer.BadParameter(
            f"--ask-model: no language model is set. Give languageModel.address in {home.settings} the address of a server on "
            "this computer, for example http://127.0.0.1:11434."
        )
    try:
        sentences.interpreter(domain).understand(prompt)
    except NotUnderstood:
        with console.cancel_on_ctrl_c(lambda _fraction, _step: None) as progress:
            found = reword(prompt, domain, model, progress)
        left_out = f" Not possible here: {found.left_out}." if found.left_out else ""
        console.print_note(f"Read by your language model as: {found.sentence}.{left_out}")
        return found.sentence
    return prompt
