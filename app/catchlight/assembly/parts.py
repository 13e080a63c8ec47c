"""The parts that every way of running the program is made of, from the settings of a home. Nothing is loaded before its call."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.catalogue.documents import Document
    from catchlight.catalogue.shelf import Catalogue
    from catchlight.engine.codec import Limits
    from catchlight.engine.models import Models
    from catchlight.engine.portrait import Portraits
    from catchlight.operations.base import Operation
    from catchlight.operations.compliance.verdict import Verdict
    from catchlight.service.batch.messages import Bench
    from catchlight.service.editor import Editor
    from catchlight.service.generations import Generations
    from catchlight.service.selection.selections import Library, LocalSelections
    from catchlight.service.settings import Delivery, Settings


def settings(home: Home, say: Callable[[str], None] | None = None) -> Settings:
    """say: hears what had to be mended; without it a person at the terminal does."""
    from catchlight.cli import console
    from catchlight.service.settings import SettingsFile

    loaded = SettingsFile(home.settings).load()
    if loaded.notice:
        (say or console.note)(loaded.notice)
    return loaded.settings


def limits(home: Home) -> Limits:
    """Limits of pictures that are opened on this machine."""
    from catchlight.engine.codec import Limits

    local = settings(home).local_limits
    return Limits(local.max_bytes, local.max_pixels, local.min_side)


def catalogue(home: Home) -> Catalogue:
    from catchlight.service.rows import load_catalogue

    return load_catalogue(home.catalogue)


def operations() -> Mapping[str, Operation[Any]]:
    from catchlight.operations.table import OPERATIONS

    return OPERATIONS


def models(home: Home, threads: int | None = None) -> Models:
    from catchlight.engine.models import Models

    return Models(threads=threads, face_parsing=settings(home).face_parsing)


def editor(home: Home, catalogue: Catalogue) -> Editor:
    from catchlight.engine.portrait import Portraits
    from catchlight.service.editor import LocalEditor

    return LocalEditor(Portraits(models(home)), catalogue)


def bench(home: Home) -> Bench:
    from catchlight.service.batch.bench import LocalBench

    return LocalBench(home.root)


def portraits(home: Home) -> Portraits:
    from catchlight.engine.portrait import Portraits

    return Portraits(models(home))


def delivery(home: Home) -> Delivery:
    return settings(home).delivery


def judge(home: Home) -> Callable[[bytes, str, Document, Limits], Verdict]:
    from catchlight.engine.portrait import Portraits
    from catchlight.operations.compliance import judge_file

    portraits = Portraits(models(home), capacity=1)
    return partial(judge_file, portraits=portraits)


def generations(home: Home) -> Generations:
    from catchlight.service.generations import Generations
    from catchlight.service.settings import SettingsFile

    return Generations(home.store, SettingsFile(home.settings).load().settings.store)


def selections(home: Home, generations: Library, portraits: Portraits, catalogue: Catalogue) -> LocalSelections:
    from catchlight.service.delivery import target_of
    from catchlight.service.selection.selections import LocalSelections

    chosen = settings(home)
    address, options = chosen.delivery.address or str(home.delivered), chosen.delivery.options
    made = LocalSelections(
        home.jobs, generations, portraits, catalogue, lambda: target_of(address, options), chosen.jobs
    )
    for notice in made.notices:
        logging.getLogger(__name__).warning(notice)
    return made
