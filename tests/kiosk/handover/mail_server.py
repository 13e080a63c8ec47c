"""An SMTP server on loopback that keeps what it is sent: aiosmtpd, with a certificate made for the test."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any, Literal

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Mailbox:
    """Keeps messages. refused: an address that it does not know."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self.encrypted: list[bool] = []
        self.refused = "nobody@example.org"

    async def handle_RCPT(self, server: SMTP, session: Any, envelope: Envelope, address: str, options: Any) -> str:  # noqa: N802 - by aiosmtpd
        if address == self.refused:
            return f"550 no such mailbox: {address}"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Envelope) -> str:  # noqa: N802 - by aiosmtpd
        self.envelopes.append(envelope)
        self.encrypted.append(session.ssl is not None or server.transport.get_extra_info("sslcontext") is not None)
        return "250 OK"


class MailServer(Controller):
    """security: as the kiosk's configuration has it. password: that logging in needs; "" for no log-in."""

    def __init__(
        self, mailbox: Mailbox, context: ssl.SSLContext, security: str, password: str, most_bytes: int
    ) -> None:
        self._context, self._security, self._password, self._most = context, security, password, most_bytes
        whole = context if security == "tls" else None
        super().__init__(mailbox, hostname="127.0.0.1", port=0, ssl_context=whole)

    def factory(self) -> SMTP:
        starttls = self._context if self._security == "starttls" else None
        return SMTP(
            self.handler,
            data_size_limit=self._most,
            tls_context=starttls,
            require_starttls=starttls is not None,
            auth_required=bool(self._password),
            authenticator=self._authenticate,
            hostname="mail.test",
            loop=self.loop,
        )

    def _authenticate(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=(data.login, data.password) == (b"kiosk", self._password.encode()), handled=False)

    @property
    def bound_port(self) -> int:
        assert self.server is not None
        return int(self.server.sockets[0].getsockname()[1])

    def _trigger_server(self) -> None:
        """The controller's first visit, at the port that was really given."""
        self.port = self.bound_port
        super()._trigger_server()


def make_certificate(folder: Path) -> tuple[Path, ssl.SSLContext]:
    """A self-made certificate for 127.0.0.1 as a PEM file, and a server's side of it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "mail.pem", folder / "mail.key"
    public.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return public, context


@contextmanager
def mail_server(
    mailbox: Mailbox,
    context: ssl.SSLContext,
    security: Literal["starttls", "tls", "none"],
    password: str = "",
    most_bytes: int = 5_000_000,
) -> Iterator[int]:
    """The port of a server that answers until the end."""
    server = MailServer(mailbox, context, security, password, most_bytes)
    server.start()
    try:
        yield server.bound_port
    finally:
        server.stop()
