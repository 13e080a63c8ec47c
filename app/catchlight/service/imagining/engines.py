"""The engines that the user has added: their rows in the settings, and the adapters that are made of them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imagine.errors import ImaginingOff
from catchlight.imagine.port import EngineAccess, Generator, Place
from catchlight.store.settings.engine_settings import EngineSettings, Imagining

if TYPE_CHECKING:
    from catchlight.imagine.fill import Imagine
    from catchlight.models.registry import Models
    from catchlight.paths import Home
    from catchlight.service.editor import EngineSource

NONE = "none"
"""What ``imagining.use`` is while no engine is used."""


BatchEngine = Callable[["Home", "Models"], "EngineSource"]
"""Gives what gives the engine of a batch's process: a function of a module, so that it crosses to the process."""


class LocalEngine(Protocol):
    """An engine that answers on this computer."""

    @property
    def kind(self) -> str: ...

    @property
    def address(self) -> str: ...


@dataclass(frozen=True)
class Adapters:
    """What is known of engines beyond the port; ``assembly`` brings it.

    make: an engine of a row, by what may be reached. place: where an address is; looks its name up. look: what answers on this
    computer. keep_token, forget_token: of the system's key ring.
    """

    make: Callable[[EngineSettings, EngineAccess], Generator]
    place: Callable[[str], Place]
    look: Callable[[Progress], tuple[LocalEngine, ...]]
    keep_token: Callable[[str, str], None]
    forget_token: Callable[[str], None]
    for_batches: BatchEngine


class ImaginingStore(Protocol):
    """Where the rows are kept."""

    def load(self) -> Imagining: ...

    def save(self, imagining: Imagining) -> None: ...


@dataclass
class Engines:
    """The user's engines. Thread safe. sessions: whether a person is there who can allow the internet for a session: never where
    a server or a batch works."""

    store: ImaginingStore
    models: Callable[[], Models]
    adapters: Adapters
    sessions: bool = True
    _confirmed: set[str] = field(default_factory=set)
    _made: dict[tuple[EngineSettings, EngineAccess], Imagine] = field(default_factory=dict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    @property
    def rows(self) -> tuple[EngineSettings, ...]:
        return self.store.load().engines

    @property
    def used(self) -> EngineSettings | None:
        """The engine that is used where none is named."""
        kept = self.store.load()
        return kept.engine(kept.use)

    def row(self, entry: str) -> EngineSettings:
        """Raises InvalidRequest for an engine that is not there."""
        kept = self.store.load()
        found = kept.engine(entry)
        if found is None:
            known = tuple(row.id for row in kept.engines)
            raise InvalidRequest(
                Message("There is no engine {entry!r}. Known are: {known}.", entry=entry, known=known)
                if known
                else Message("There is no engine {entry!r}: none has been added.", entry=entry)
            )
        return found

    def add(self, row: EngineSettings, token: str = "") -> None:
        """Keep an engine, in the place of one with its id; the first that is added is used. Looks its address up.

        Raises ImaginingOff for another computer that nobody has confirmed, InvalidRequest for what is no address, and for a token
        where there is no key ring.
        """
        if row.kind != "onnx":
            place = self.adapters.place(row.address)
            if place == "network" and not row.network:
                raise ImaginingOff(
                    Message(
                        "{address} is another computer of your network: parts of pictures would go there. Confirm it with "
                        "--allow-network.",
                        address=row.address,
                    )
                )
        self.keep(row, token)

    def keep(self, row: EngineSettings, token: str = "") -> None:
        """The same of a row whose address has been looked at: asks no network."""
        if token:
            self.adapters.keep_token(row.id, token)
        kept = self.store.load()
        others = tuple(one for one in kept.engines if one.id != row.id)
        use = kept.use if kept.engine(kept.use) is not None else row.id
        self.store.save(kept.model_copy(update={"engines": (*others, row), "use": use}))

    def remove(self, entry: str) -> None:
        """Forget an engine, and its token. Raises InvalidRequest for one that is not there."""
        row, kept = self.row(entry), self.store.load()
        others = tuple(one for one in kept.engines if one.id != row.id)
        use = kept.use if kept.use != row.id else (others[0].id if others else NONE)
        self.adapters.forget_token(row.id)
        self.store.save(kept.model_copy(update={"engines": others, "use": use}))

    def choose(self, entry: str) -> None:
        """Use an engine from now on, or with ``none`` none."""
        chosen = entry if entry == NONE else self.row(entry).id
        self.store.save(self.store.load().model_copy(update={"use": chosen}))

    def place(self, row: EngineSettings) -> Place:
        """Where an engine is; files are on this computer. Looks its name up."""
        return "computer" if row.kind == "onnx" else self.adapters.place(row.address)

    def confirm(self, entry: str) -> None:
        """A person says in this session that parts of pictures may go to an engine on the internet."""
        if self.sessions:
            self._confirmed.add(entry)

    def is_confirmed(self, entry: str) -> bool:
        return entry in self._confirmed

    def imagine(self, entry: str | None = None) -> Imagine:
        """The engine by its id, or the one that is used, ready for edits; its answers are kept as long as the row stays the same.

        Raises ImaginingOff where none is set up, InvalidRequest for an unknown one.
        """
        row = self.row(entry) if entry else self.used
        if row is None:
            from catchlight.service.editor import no_engine

            return no_engine()
        kept = self.store.load()
        access = EngineAccess(row.network, kept.allow_internet and row.id in self._confirmed)
        with self._guard:
            made = self._made.get((row, access))
            if made is None:
                from catchlight.imagine.fill import Imagine

                made = Imagine(self.adapters.make(row, access), self.models())
                self._made = {key: value for key, value in self._made.items() if key[0].id != row.id}
                self._made[row, access] = made
        return made

    def look(self, progress: Progress) -> tuple[LocalEngine, ...]:
        """What answers on this computer and has not been added. Asks 127.0.0.1 alone."""
        known = {row.address.rstrip("/") for row in self.rows}
        return tuple(found for found in self.adapters.look(progress) if found.address not in known)
