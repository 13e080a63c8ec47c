"""A fleet's configuration: taken when it is valid, between sessions, without what is the kiosk's own."""

from __future__ import annotations

import json
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.kiosk.config.model import Admin, Fleet, KioskConfig, Payment
from catchlight.kiosk.fleet.config_source import MOST_BYTES, ConfigSource
from pydantic import ValidationError


def read(data: bytes, source: str) -> KioskConfig:
    """TOML to a configuration, as the kiosk's own file is read."""
    try:
        return KioskConfig.model_validate_json(json.dumps(tomllib.loads(data.decode())))
    except (ValueError, ValidationError) as fault:
        raise InvalidRequest(Message("{name} is not valid.", name=source)) from fault


def check(config: KioskConfig, source: str) -> None:
    """A price needs a means of payment."""
    if config.shop.price and config.payment.method == "free":
        raise InvalidRequest(Message("{name} has a price, and nothing to pay with.", name=source))


class Served(BaseHTTPRequestHandler):
    """Answers with what lies in ``files``."""

    files: dict[str, bytes] = {}  # noqa: RUF012 - one for all requests is meant

    def do_GET(self) -> None:
        body = self.files.get(self.path)
        self.send_response(404 if body is None else 200)
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, text: str, *values: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    Served.files = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), Served)
    server.daemon_threads = False
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


def source(tmp_path: Path, where: str) -> ConfigSource:
    own = KioskConfig(
        admin=Admin(pin_hash="scrypt$own"),
        fleet=Fleet(id="hall-2", config_source=where),
        payment=Payment(url="https://terminal.example/", token_file="/etc/token"),
    )
    return ConfigSource(own, tmp_path / "last-good.toml", read, check)


def test_a_folder_gives_the_file_of_this_kiosk_before_that_of_all(tmp_path: Path) -> None:
    folder = tmp_path / "fleet"
    folder.mkdir()
    found = source(tmp_path, str(folder))
    assert not found.fetch()
    assert found.trouble is not None
    (folder / "kiosk.toml").write_text('[screens]\nname = "All"\n')
    assert found.fetch()
    (folder / "hall-2.toml").write_text('[screens]\nname = "Hall 2"\n')
    assert found.fetch()
    config = found.take()
    assert config is not None
    assert config.screens.name == "Hall 2"
    assert found.take() is None
    assert not found.fetch()  # the same again
    assert found.trouble is None


def test_what_is_sent_changes_neither_secrets_nor_programs(tmp_path: Path) -> None:
    (tmp_path / "kiosk.toml").write_text(
        '[payment]\nurl = "https://thief.example/"\ntoken_file = "/etc/shadow"\ntimeout_s = 90\n'
        '[handover]\nways = ["qr", "upload"]\nupload_command = ["rm", "-rf", "/"]\nsmtp_host = "thief.example"\n'
        '[admin]\npin_hash = "scrypt$thief"\n[fleet]\nid = "thief"\nconfig_source = "https://thief.example/"\n'
    )
    found = source(tmp_path, str(tmp_path))
    assert found.fetch()
    config = found.take()
    assert config is not None
    assert (config.payment.url, config.payment.token_file) == ("https://terminal.example/", "/etc/token")
    assert config.payment.timeout_s == 90
    assert config.handover.upload_command == ()
    assert config.handover.ways == ("qr",)
    assert config.handover.smtp_host == ""
    assert (config.admin.pin_hash, config.fleet.id) == ("scrypt$own", "hall-2")


def test_pictures_go_where_the_kiosk_itself_says(tmp_path: Path) -> None:
    (tmp_path / "kiosk.toml").write_text(
        '[fleet]\nserver = "https://thief.example/"\n[printer]\nname = "dnp"\nserver = "thief.example"\n'
        '[handover]\nqr_host = "thief.example"\n'
    )
    found = source(tmp_path, str(tmp_path))
    assert found.fetch()
    config = found.take()
    assert config is not None
    assert config.printer.name == "dnp"
    assert (config.fleet.server, config.printer.server, config.handover.qr_host) == ("", "", "")


def test_what_does_not_agree_with_the_own_fields_is_not_taken(tmp_path: Path) -> None:
    """Else the kiosk could not start with it, and all kiosks of a fleet were out of order at once."""
    found = source(tmp_path, str(tmp_path))
    (tmp_path / "kiosk.toml").write_text("[shop]\nprice = 450\n")
    assert not found.fetch()
    assert "nothing to pay with" in str(found.trouble)
    (tmp_path / "last-good.toml").write_text("[shop]\nprice = 450\n")  # as an earlier version has taken it
    assert source(tmp_path, str(tmp_path)).start().shop.price == 0


def test_what_staff_change_holds_until_the_fleet_sends_something_else(tmp_path: Path) -> None:
    sent = tmp_path / "kiosk.toml"
    sent.write_text("[screens]\nidle_s = 45\n")
    first = source(tmp_path, str(tmp_path))
    assert first.fetch()
    first.set_aside()
    after = source(tmp_path, str(tmp_path))
    assert after.start().screens.idle_s == KioskConfig().screens.idle_s
    assert not after.fetch()
    sent.write_text("[screens]\nidle_s = 50\n")
    assert after.fetch()
    assert source(tmp_path, str(tmp_path)).start().screens.idle_s == 50


def test_an_address_is_asked_and_what_is_not_valid_is_not_taken(tmp_path: Path, address: str) -> None:
    found = source(tmp_path, address + "{id}.toml")
    assert found.start().screens.name == "Catchlight"
    assert not found.fetch()
    assert "404" in str(found.trouble)
    for bad in (b'[screens]\nidle_s = "soon"\n', b"\xff", b"#" * (MOST_BYTES + 1)):
        Served.files["/hall-2.toml"] = bad
        assert not found.fetch()
        assert found.trouble is not None
    Served.files["/hall-2.toml"] = b"[screens]\nidle_s = 45\n"
    assert found.fetch()
    assert found.trouble is None
    Served.files["/hall-2.toml"] = b"[screens]\nidle_s = 0\n"
    assert not found.fetch()
    again = source(tmp_path, address + "{id}.toml")  # a restart, and the server is wrong or away
    assert again.start().screens.idle_s == 45


def test_a_damaged_last_one_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "last-good.toml").write_bytes(b"[screens\n")
    assert source(tmp_path, str(tmp_path)).start().screens == KioskConfig().screens


@pytest.mark.parametrize(
    "where", ["http://fleet.example/kiosk.toml", "ftp://fleet.example/x", "file:///etc/kiosk.toml"]
)
def test_only_https_is_trusted(tmp_path: Path, where: str) -> None:
    with pytest.raises(InvalidRequest, match="https"):
        source(tmp_path, where)
