"""The handbook: ``resources/help/<language>.md``, a section for each tab and each subject.

A section begins with ``## Title {#key}``; keys of tabs are those of the operations. Below ``###`` stands what an edit does
not do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from catchlight.paths import resources

_HEADING = re.compile(r"^## (?P<title>.+?) \{#(?P<key>\w+)\}$", re.MULTILINE)
_LIMITS = re.compile(r"^### .+$", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A page of the handbook. text: Markdown without the heading."""

    key: str
    title: str
    text: str

    @property
    def limits(self) -> tuple[str, ...]:
        """What the edit does not do, a sentence or two each."""
        parts = _LIMITS.split(self.text, maxsplit=1)
        lines = parts[1].splitlines() if len(parts) > 1 else []
        return tuple(line.removeprefix("- ") for line in lines if line.startswith("- "))


def sections(language: str) -> tuple[Section, ...]:
    """All pages in their order. language: ``en`` or ``zh``."""
    text = (resources() / "help" / f"{language}.md").read_text(encoding="utf-8")
    found = list(_HEADING.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    return tuple(
        Section(match["key"], match["title"], text[match.end() : end].strip())
        for match, end in zip(found, ends, strict=True)
    )
