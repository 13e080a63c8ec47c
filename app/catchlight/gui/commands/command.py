"""A command of the window: its words, its keys, where it stands, and what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from catchlight.gui.document.document import OpenDocument
from catchlight.gui.wording.i18n import tr

Menu = Literal["file", "edit", "view", "cull", "portrait", "batch", "help"]
Need = Literal["", "document", "documents", "picture", "result", "others", "undo", "redo", "pair"]
"""What must be there: an open picture, any open picture, one that is read, a step done to it, a step done to any, another one to
do its steps to, a step to go back or forward to, another file of the same shot. Empty: nothing."""


@dataclass(frozen=True)
class Command:
    """A row of the table. text, help: English, as the table has them, or told in the language of the window.

    keys: shortcuts, the first is shown. tab: key of the tab that runs it; the others are run by the window. separated: a line
    above it in its menu. group: title of a menu within that one. local_keys: keys that hold in the strip and in the culling view
    alone. words: others that people look for it by.
    """

    key: str
    menu: Menu
    text: str
    help: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    tab: str = ""
    needs: Need = ""
    checkable: bool = False
    separated: bool = False
    group: str = ""
    local_keys: tuple[str, ...] = ()
    words: str = ""


def met_needs(document: OpenDocument | None, documents: Sequence[OpenDocument]) -> frozenset[Need]:
    """What is there to work on. document: the current one; documents: all that are open."""
    edited = document is not None and document.loaded and document.index > 0
    needs: dict[Need, bool] = {
        "document": document is not None,
        "documents": bool(documents),
        "picture": document is not None and document.loaded,
        "result": edited,
        "others": edited and len(documents) > 1,
        "undo": document is not None and document.can_undo,
        "redo": document is not None and document.can_redo,
        "pair": document is not None and document.pair is not None,
    }
    return frozenset(need for need, met in needs.items() if met)


def need_words() -> dict[Need, str]:
    """Why a command cannot be done now, by what it needs."""
    picture, edited = tr("Not now: open a picture first"), tr("Not now: the picture has no edit yet")
    return {
        "": tr("Not now"),
        "document": picture,
        "documents": picture,
        "picture": picture,
        "result": edited,
        "others": tr("Not now: it takes an edit, and other open pictures"),
        "undo": tr("Not now: there is nothing to take back"),
        "redo": tr("Not now: nothing was taken back"),
        "pair": tr("Not now: only for a shot of which there are a raw file and a JPEG"),
    }
