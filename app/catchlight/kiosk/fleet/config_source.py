"""The configuration of a kiosk from its fleet: out of a folder or from an address, valid or not taken, the last good one kept."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable
from pathlib import Path

from catchlight.core.errors import CatchlightError, InvalidRequest, StorageFault
from catchlight.core.files.writing import disk, write_atomic
from catchlight.core.messages import Message
from catchlight.kiosk.config.model import KioskConfig

MOST_BYTES = 1_000_000
_SECONDS = 10.0
"""For each answer of the fleet's server."""
LOCAL: dict[str, frozenset[str]] = {
    "admin": frozenset({"pin_hash"}),
    "fleet": frozenset({"id", "config_source", "metrics_host", "metrics_port", "server"}),
    "printer": frozenset({"server"}),
    "payment": frozenset({"url", "token_file", "coin_gpio", "coin_gpio_chip"}),
    "handover": frozenset(
        {
            "qr_host",
            "smtp_host",
            "smtp_port",
            "smtp_security",
            "smtp_user",
            "smtp_password_file",
            "smtp_ca_file",
            "upload_command",
            "usb_folder",
        }
    ),
    "staff": frozenset({"webhook", "webhook_token_file", "command", "gpio", "gpio_chip"}),
}
"""Fields that stay the kiosk's own whatever is sent: which files hold secrets and whom these are told to, where pictures are
sent, which program is run, how the kiosk is wired, who it is. So a fleet's server that was taken over learns no secret, gets no
picture and runs nothing."""
_LOG = logging.getLogger(__name__)


class ConfigSource:
    """Looks for another configuration, and keeps it until it can hold: between two sessions. ``fetch`` on any thread."""

    def __init__(
        self,
        own: KioskConfig,
        last_good: Path,
        read: Callable[[bytes, str], KioskConfig],
        check: Callable[[KioskConfig, str], None],
        loopback: bool = True,
    ) -> None:
        """own: of the kiosk's file, whose ``fleet.config_source`` says where: a folder, in which ``ID.toml`` goes before
        ``kiosk.toml``; or an address, in which ``{id}`` stands for the kiosk's name. last_good: where what was taken is kept.
        read: makes a configuration of TOML; check: whether its parts agree once the kiosk's own fields are in it; both raise
        CatchlightError with what is wrong in the file of this name. loopback: whether http may go to this computer; else https
        alone. Raises InvalidRequest for an address that is none of these."""
        self._own, self._last_good, self._read, self._check = own, last_good, read, check
        self._source = own.fleet.config_source
        self._lock = threading.Lock()
        self._taken: bytes | None = None
        self._waiting: KioskConfig | None = None
        self.trouble: Message | None = None
        """Why the last look brought nothing; None while all is well."""
        if "://" in self._source:
            _check_address(self._source, loopback)

    @property
    def aside(self) -> Path:
        """Where that of the fleet lies which staff have changed on the kiosk: it is not taken again until another one is sent."""
        return self._last_good.with_suffix(".aside")

    def start(self) -> KioskConfig:
        """The configuration to begin with: the last good one with what is the kiosk's own. Its own alone before one was taken,
        and where staff have changed it since."""
        try:
            if self.aside.exists():
                self._taken = self.aside.read_bytes()
                return self._own
            data = self._last_good.read_bytes()
            config = self._made_of(data, self._last_good.name)
        except FileNotFoundError:
            return self._own
        except (OSError, CatchlightError) as fault:
            _LOG.warning("The last configuration of the fleet is not used: %s", fault)
            return self._own
        self._taken = data
        return config

    def set_aside(self) -> None:
        """Staff have changed the settings on the kiosk, and they lie in its own file: these hold from the next start on, until
        the fleet sends others than it has sent so far. Raises StorageFault."""
        with disk(Message("write {path}", path=str(self.aside))):
            if self._last_good.exists():
                self._last_good.replace(self.aside)

    def fetch(self) -> bool:
        """Look once; whether another configuration waits now. Raises nothing: ``trouble`` says what went wrong, and all stays as
        it is."""
        try:
            data = self._fetch()
            with self._lock:
                if data == self._taken:
                    self.trouble = None
                    return self._waiting is not None
            config = self._made_of(data, "kiosk.toml")
            write_atomic(self._last_good, data)
            with disk(Message("remove {path}", path=str(self.aside))):
                self.aside.unlink(missing_ok=True)
        except CatchlightError as fault:
            if fault.message != self.trouble:
                _LOG.warning("The fleet's configuration was not taken: %s", fault.message)
            self.trouble = fault.message
            return False
        with self._lock:
            self._taken, self._waiting, self.trouble = data, config, None
        return True

    def take(self) -> KioskConfig | None:
        """What waits, once: to be called between two sessions. None where nothing does."""
        with self._lock:
            config, self._waiting = self._waiting, None
        return config

    def merge(self, sent: KioskConfig) -> KioskConfig:
        """What was sent, with the fields of ``LOCAL`` as they are here."""
        values, own = sent.model_dump(), self._own.model_dump()
        for section, fields in LOCAL.items():
            values[section] |= {name: own[section][name] for name in fields if name in own[section]}
        if "upload" in values["handover"]["ways"] and not values["handover"]["upload_command"]:
            values["handover"]["ways"] = [way for way in values["handover"]["ways"] if way != "upload"]
        return KioskConfig.model_validate(values)

    def _made_of(self, data: bytes, name: str) -> KioskConfig:
        """What TOML comes to on this kiosk. Raises CatchlightError where it could not start with it."""
        config = self.merge(self._read(data, name))
        self._check(config, name)
        return config

    def _fetch(self) -> bytes:
        if "://" in self._source:
            return _download(self._source.replace("{id}", self._own.fleet.id or "kiosk"))
        folder = Path(self._source)
        named = [folder / f"{name}.toml" for name in (self._own.fleet.id, "kiosk") if name]
        file = next((one for one in named if one.is_file()), None)
        if file is None:
            raise StorageFault(
                Message("There is no {names} in {folder}.", names=[one.name for one in named], folder=str(folder))
            )
        with disk(Message("read {path}", path=str(file))), file.open("rb") as opened:
            return _checked(opened.read(MOST_BYTES + 1))


def _check_address(address: str, loopback: bool) -> None:
    here = re.match(r"http://(127\.0\.0\.1|localhost|\[::1\])(:\d+)?/", address)
    if not address.startswith("https://") and not (loopback and here):
        raise InvalidRequest(
            Message(
                "The configuration comes by https alone, not from {address}. Change config_source.", address=address
            )
        )


def _download(address: str) -> bytes:
    import httpx

    from catchlight.client.certificates import trust

    found = b""
    try:
        with (
            httpx.Client(timeout=_SECONDS, verify=trust(address), follow_redirects=False, trust_env=False) as client,
            client.stream("GET", address) as answer,
        ):
            if answer.status_code != 200:
                raise StorageFault(
                    Message(
                        "The fleet's server answered {status} for {address}.",
                        status=answer.status_code,
                        address=address,
                    )
                )
            for piece in answer.iter_bytes():
                found += piece
                if len(found) > MOST_BYTES:
                    break
    except httpx.HTTPError as fault:
        raise StorageFault(
            Message(
                "The fleet's server does not answer at {address} ({why}).", address=address, why=type(fault).__name__
            )
        ) from fault
    return _checked(found)


def _checked(data: bytes) -> bytes:
    if len(data) > MOST_BYTES:
        raise StorageFault(Message("The fleet's configuration is too large for one. It was not taken."))
    return data
