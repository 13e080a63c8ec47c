"""Handing over by e-mail through a configured SMTP server (RFC 5321), encrypted by STARTTLS (RFC 3207) or TLS (RFC 8314)."""

from __future__ import annotations

import logging
import re
import smtplib
import socket
import ssl
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from pathlib import Path

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message, mark
from catchlight.core.translation import SOURCE, kiosk_languages, translation
from catchlight.kiosk.config.model import HandoverSettings
from catchlight.kiosk.handover.port import Handed, HandoverFault, HandoverFile, HandoverId, check_files

_LOG = logging.getLogger(__name__)
TIMEOUT_S = 20.0
"""Of each answer of the server."""
_NOT_SET_UP = Message("E-mail is not set up as it must be. Choose another way, or call staff.")
_SUBJECT = mark("Your photos from {name}")
_BODY = mark("Your photos are attached. The kiosk has kept no copy of them, nor of your address.")
_DOMAIN = re.compile(
    r"(?=.{1,253}$)([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")


def check_address(text: str) -> str:
    """An address that was typed, without spaces around it: one mailbox in ASCII with a domain (RFC 5321, 4.1.2). Raises
    HandoverFault."""
    address = text.strip()
    local, _, domain = address.rpartition("@")
    if len(address) > 254 or len(local) > 64 or not _LOCAL.fullmatch(local) or not _DOMAIN.fullmatch(domain):
        raise HandoverFault(Message("This is no e-mail address. Write it like anna@example.org."))
    return address


class EmailHandover:
    """Sends one message and keeps nothing of it."""

    id: HandoverId = "email"

    def __init__(self, config: HandoverSettings, sender_name: str, language: Callable[[], str]) -> None:
        """sender_name: of the kiosk. language: of the person, asked when a message is written."""
        self._config = config
        self._sender_name = sender_name
        self._language = language

    def available(self) -> bool:
        return bool(self._config.smtp_host and self._config.smtp_from)

    def hand(self, files: Sequence[HandoverFile], address: str, cancelled: Callable[[], bool]) -> Handed:
        check_files(files)
        receiver = check_address(address)
        message = self._message(files, receiver)
        if cancelled():
            raise HandoverFault(Message("No e-mail was sent."))
        try:
            with self._connect() as server:
                if self._config.smtp_user:
                    server.login(self._config.smtp_user, self._password())
                server.send_message(message, self._config.smtp_from, [receiver])
        except StorageFault as fault:  # the file of the password: its name is for the log alone
            _LOG.error("%s", fault.message)
            raise HandoverFault(_NOT_SET_UP) from fault
        except (smtplib.SMTPException, OSError) as fault:
            raise HandoverFault(_reason(fault)) from fault
        return Handed("email", place=receiver)

    def wipe(self) -> None:
        """Nothing: a message lives as long as it is being sent."""

    def _message(self, files: Sequence[HandoverFile], receiver: str) -> EmailMessage:
        language = self._language()
        text = translation(language if language in kiosk_languages() else SOURCE).text
        message = EmailMessage(policy=SMTP)
        try:
            message["From"] = Address(self._sender_name, addr_spec=self._config.smtp_from)
        except (MessageError, ValueError, IndexError) as fault:
            raise HandoverFault(_NOT_SET_UP) from fault
        message["To"] = receiver
        message["Subject"] = text(_SUBJECT).format(name=self._sender_name)
        message["Date"] = format_datetime(datetime.now(UTC))
        message["Message-ID"] = make_msgid(domain=self._config.smtp_from.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"  # RFC 3834: nobody's holiday answers it
        message.set_content(f"{text(_BODY)}\n")
        for file in files:
            kind, _, sort = file.media_type.partition("/")
            message.add_attachment(file.data, maintype=kind, subtype=sort, filename=file.name)
        return message

    def _connect(self) -> smtplib.SMTP:
        config = self._config
        where, own = (config.smtp_host, config.smtp_port), socket.gethostname()
        if config.smtp_security == "tls":
            return smtplib.SMTP_SSL(*where, local_hostname=own, timeout=TIMEOUT_S, context=self._tls())
        server = smtplib.SMTP(*where, local_hostname=own, timeout=TIMEOUT_S)
        if config.smtp_security == "starttls":
            try:
                server.starttls(context=self._tls())
            except BaseException:
                server.close()
                raise
        return server

    def _tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self._config.smtp_ca_file or None)

    def _password(self) -> str:
        with disk(Message("read {path}", path=self._config.smtp_password_file)):
            return Path(self._config.smtp_password_file).read_text(encoding="utf-8").strip("\r\n")


def _reason(fault: smtplib.SMTPException | OSError) -> Message:
    """What went wrong, for the person; never the address, never the server's words, which may hold it."""
    if isinstance(fault, smtplib.SMTPServerDisconnected) and isinstance(fault.__context__, TimeoutError):
        fault = fault.__context__
    match fault:
        case smtplib.SMTPRecipientsRefused():
            return Message("The mail server does not know this e-mail address. Check it, or choose another way.")
        case smtplib.SMTPAuthenticationError():
            return Message("The mail server does not accept the kiosk's password. Choose another way, or call staff.")
        case smtplib.SMTPResponseException(smtp_code=552 | 523):
            return Message("The files are too large for the mail server. Choose another way.")
        case smtplib.SMTPSenderRefused(smtp_code=552 | 523):
            return Message("The files are too large for the mail server. Choose another way.")
        case smtplib.SMTPNotSupportedError():
            return Message(
                "The mail server does not offer what the kiosk is set to. Choose another way, or call staff."
            )
        case ssl.SSLError():
            return Message("The mail server's certificate is not trusted. Choose another way, or call staff.")
        case TimeoutError():
            return Message("The mail server does not answer in time. Try again, or choose another way.")
        case smtplib.SMTPException():
            return Message("The mail server did not take the message. Try again, or choose another way.")
    return Message("The mail server cannot be reached. Try again, or choose another way.")
