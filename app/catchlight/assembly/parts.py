"""The parts that every way of running the program is made of, from the settings of a home. Nothing is loaded before its call."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.catalogue.documents import DocumentSpec
    from catchlight.imaging.io.codec import DecodeLimits
    from catchlight.models.registry import Models
    from catchlight.operations.compliance.verdict import Verdict
    from catchlight.operations.operation import Operation
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.batch.messages import EditorFactory
    from catchlight.service.editor import Editor
    from catchlight.service.imagining.engines import Engines
    from catchlight.service.rewording import LanguageModel
    from catchlight.service.selection.job_steps import JobResources
    from catchlight.service.selection.selections import Library, LocalSelections
    from catchlight.service.work.work_queue import WorkQueue
    from catchlight.store.generations import Generations
    from catchlight.store.idempotency.request_keys import RequestKeys
    from catchlight.store.settings.engine_settings import LanguageModelSettings
    from catchlight.store.settings.settings import Settings
    from catchlight.store.settings.storage import Delivery, Storage


def settings(home: Home, say: Callable[[str], None] | None = None) -> Settings:
    """say: hears what had to be mended; without it a person at the terminal does."""
    from catchlight.cli import console
    from catchlight.store.settings.settings_file import SettingsFile

    loaded = SettingsFile(home.settings).load()
    if loaded.notice:
        (say or console.print_note)(loaded.notice)
    return loaded.settings


def storage(home: Home) -> Storage:
    """Where generations, jobs and tokens lie: of the environment, else of the settings, else on this computer."""
    from catchlight.store.settings.settings_file import SettingsFile

    return SettingsFile(home.settings).load().settings.storage.in_environment()


def limits(home: Home) -> DecodeLimits:
    """Limits of pictures that are opened on this machine."""
    from catchlight.imaging.io.codec import DecodeLimits

    local = settings(home).local_limits
    return DecodeLimits(local.max_bytes, local.max_pixels, local.min_side)


def catalogue(home: Home, say: Callable[[str], None] | None = None) -> Catalogue:
    """say: hears which rows of the user's own were left out; without it a person at the terminal does."""
    from catchlight.cli import console
    from catchlight.service.user_catalogues import load_catalogue

    return load_catalogue(home.catalogue, say or console.print_note)


def operations() -> Mapping[str, Operation[Any]]:
    from catchlight.operations.registry import OPERATIONS

    return OPERATIONS


def models(home: Home, threads: int | None = None) -> Models:
    from catchlight.models.registry import Models

    return Models(threads=threads, face_parsing=settings(home).face_parsing)


def editor(home: Home, catalogue: Catalogue, engine: str = "") -> Editor:
    """engine: the id of the one that wishes are painted with; empty for the one that the settings use."""
    from catchlight.assembly.engines import engines
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.editor import LocalEditor
    from catchlight.service.signing import Signing, SigningEditor

    networks = models(home)
    known = engines(home, lambda: networks)
    if engine:
        known.confirm(engine)  # whoever names an engine in a command means it
    local = LocalEditor(Portraits(networks), catalogue, lambda: known.imagine(engine or None))
    return SigningEditor(local, Signing.of_home(home))


def editor_factory(home: Home) -> EditorFactory:
    from catchlight.assembly.engines import batch_engine
    from catchlight.service.batch.worker_context import LocalEditorFactory

    return LocalEditorFactory(home.root, batch_engine)


def engines(home: Home) -> Engines:
    from catchlight.assembly import engines as assembled

    return assembled.engines(home, lambda: models(home))


def language_model(home: Home) -> LanguageModel | None:
    """The one of the settings; None where none is set."""
    return chat_model(settings(home).language_model)


def chat_model(row: LanguageModelSettings) -> LanguageModel | None:
    if not row.address.strip():
        return None
    from catchlight.generators.chat import ChatModel

    return ChatModel(row.address, row.model)


def portraits(home: Home) -> Portraits:
    from catchlight.portrait.portrait import Portraits

    return Portraits(models(home))


def delivery(home: Home) -> Delivery:
    return settings(home).delivery


def judge(home: Home) -> Callable[[bytes, str, DocumentSpec, DecodeLimits], Verdict]:
    from catchlight.operations.compliance import judge_file
    from catchlight.portrait.portrait import Portraits

    portraits = Portraits(models(home), capacity=1)
    return partial(judge_file, portraits=portraits)


def generations(home: Home) -> Generations:
    """Of this computer, or of a lab. Raises StorageFault, also where only one of a lab's two places is set."""
    from catchlight.store.generations import FILE, PICTURES, Generations
    from catchlight.store.settings.settings_file import SettingsFile

    limits, shared = SettingsFile(home.settings).load().settings.store, storage(home)
    if not shared.database and not shared.pictures:
        return Generations(home.store, limits)
    from catchlight.core.errors import StorageFault
    from catchlight.core.messages import Message
    from catchlight.store.blobs.opening import open_blobs
    from catchlight.store.database.opening import open_database
    from catchlight.store.generation_schema import SCHEMA

    if not shared.pictures:
        raise StorageFault(
            Message(
                "Servers that share a database need a place for pictures that they share too: set storage.pictures, for "
                "example to s3://bucket/prefix or file:///mnt/share."
            )
        )
    blobs = open_blobs(shared.pictures, shared.picture_options, home.store / PICTURES)
    database = open_database(shared.database, home.store / FILE, SCHEMA)
    return Generations(home.store, limits, database=database, blobs=blobs)


def request_keys(home: Home) -> RequestKeys:
    """Opened when the first request has one."""
    from catchlight.store.database.opening import open_database
    from catchlight.store.idempotency.request_keys import SCHEMA, RequestKeys

    url = storage(home).database
    return RequestKeys(lambda: open_database(url, home.requests, SCHEMA))


def job_resources(home: Home, generations: Library, portraits: Portraits, catalogue: Catalogue) -> JobResources:
    """What selection jobs are worked on with."""
    from catchlight.service.delivery.deliver import target_of
    from catchlight.service.selection.job_steps import JobResources
    from catchlight.service.signing import Signing

    chosen = delivery(home)
    address, options = chosen.address or str(home.delivered), chosen.options
    return JobResources(generations, portraits, catalogue, lambda: target_of(address, options), Signing.of_home(home))


def selections(
    home: Home, generations: Library, portraits: Portraits, catalogue: Catalogue, queue: WorkQueue | None = None
) -> LocalSelections:
    """queue: hands the jobs to the workers of a lab; None: they are done in this process."""
    from catchlight.service.selection.selections import LocalSelections

    used = job_resources(home, generations, portraits, catalogue)
    made = LocalSelections(
        home.jobs,
        generations,
        portraits,
        catalogue,
        used.target,
        settings(home).jobs,
        signing=used.signing,
        database=storage(home).database,
        queue=queue,
    )
    for notice in made.notices:
        logging.getLogger(__name__).warning(notice)
    return made
