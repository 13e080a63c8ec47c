"""E-mail through a real SMTP server on loopback: encrypted, whole, and told in plain words when it fails."""

from __future__ import annotations

import email
import socket
import ssl
from email import policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, cast

import pytest
from catchlight.kiosk.config.model import HandoverSettings
from catchlight.kiosk.handover import mail
from catchlight.kiosk.handover.mail import EmailHandover, check_address
from catchlight.kiosk.handover.port import Handed, HandoverFault, HandoverFile

from tests.kiosk.handover.mail_server import Mailbox, mail_server, make_certificate

Certificate = tuple[Path, ssl.SSLContext]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return make_certificate(tmp_path_factory.mktemp("certificate"))


def send(files: list[HandoverFile], port: int, ca: Path | str, to: str = "anna@example.org", **more: Any) -> Handed:
    base = {"smtp_host": "127.0.0.1", "smtp_port": port, "smtp_from": "kiosk@example.org", "smtp_ca_file": str(ca)}
    way = EmailHandover(HandoverSettings(**(base | more)), "Kiosk, Hall 2", lambda: "en")
    assert way.available()
    return way.hand(files, to, lambda: False)


@pytest.mark.parametrize("security", ["starttls", "tls", "none"])
def test_a_message_arrives_whole(files: list[HandoverFile], certificate: Certificate, security: Any) -> None:
    mailbox, (ca, context) = Mailbox(), certificate
    with mail_server(mailbox, context, security) as port:
        assert send(files, port, ca, " anna@example.org ", smtp_security=security).place == "anna@example.org"
    (envelope,) = mailbox.envelopes
    assert (envelope.mail_from, envelope.rcpt_tos) == ("kiosk@example.org", ["anna@example.org"])
    assert mailbox.encrypted == [security != "none"]
    message = cast(EmailMessage, email.message_from_bytes(cast(bytes, envelope.content), policy=policy.default))
    assert message["From"] == '"Kiosk, Hall 2" <kiosk@example.org>'
    assert message["Subject"] == "Your photos from Kiosk, Hall 2"
    attached = [(one.get_filename(), one.get_content_type(), one.get_content()) for one in message.iter_attachments()]
    assert attached == [(file.name, file.media_type, file.data) for file in files]


def test_the_kiosk_logs_in_with_the_password_of_a_file(
    files: list[HandoverFile], certificate: Certificate, tmp_path: Path
) -> None:
    mailbox, (ca, context) = Mailbox(), certificate
    password = tmp_path / "password"
    password.write_text("sesame\n")
    login = {"smtp_user": "kiosk", "smtp_password_file": str(password)}
    with mail_server(mailbox, context, "starttls", "sesame") as port:
        send(files, port, ca, **login)
        password.write_text("wrong")
        with pytest.raises(HandoverFault, match="password"):
            send(files, port, ca, **login)
        password.unlink()
        with pytest.raises(HandoverFault, match="call staff") as fault:
            send(files, port, ca, **login)
    assert str(password) not in str(fault.value)
    assert len(mailbox.envelopes) == 1


def test_a_certificate_of_nobody_is_refused(files: list[HandoverFile], certificate: Certificate) -> None:
    mailbox, (_, context) = Mailbox(), certificate
    with mail_server(mailbox, context, "starttls") as port, pytest.raises(HandoverFault, match="certificate"):
        send(files, port, "")
    assert mailbox.envelopes == []


def test_a_server_without_encryption_gets_nothing(files: list[HandoverFile], certificate: Certificate) -> None:
    mailbox, (ca, context) = Mailbox(), certificate
    with mail_server(mailbox, context, "none") as port, pytest.raises(HandoverFault, match="does not offer"):
        send(files, port, ca)
    assert mailbox.envelopes == []


def test_what_the_server_refuses_is_told_without_the_address(
    files: list[HandoverFile], certificate: Certificate
) -> None:
    ca, context = certificate
    with mail_server(Mailbox(), context, "starttls", most_bytes=100_000) as port:
        with pytest.raises(HandoverFault, match="does not know this e-mail address") as unknown:
            send(files[:1], port, ca, "nobody@example.org")
        with pytest.raises(HandoverFault, match="too large"):
            send(files, port, ca)
    assert "nobody" not in str(unknown.value)


def test_a_server_that_is_not_there_is_told(files: list[HandoverFile], certificate: Certificate) -> None:
    with socket.create_server(("127.0.0.1", 0)) as once:
        port = once.getsockname()[1]
    with pytest.raises(HandoverFault, match="cannot be reached"):
        send(files, port, certificate[0])


def test_a_server_that_says_nothing_is_not_waited_for(
    files: list[HandoverFile], certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail, "TIMEOUT_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(HandoverFault, match="in time"):
        send(files, silent.getsockname()[1], certificate[0])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "anna",
        "anna@",
        "@example.org",
        "anna@example",
        "anna@exa mple.org",
        "anna@example.org, ben@example.org",
        "anna@example.org\nBcc: ben@example.org",
        "anna..b@example.org",
        "anna@-example.org",
        "änna@example.org",
        "a" * 65 + "@example.org",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(HandoverFault, match=r"anna@example\.org"):
        check_address(text)


@pytest.mark.parametrize("text", ["anna@example.org", "a.b+c@mail.example.co.uk", "o'neill@xn--bcher-kva.example"])
def test_addresses_are_taken(text: str) -> None:
    assert check_address(f" {text} ") == text
