"""TLS for the service's own socket, and how many files it may have open."""

from __future__ import annotations

import ssl
import sys
from pathlib import Path

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message


def tls_context(cert: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """What connections are encrypted with: TLS 1.2 and newer; None where neither file is given.

    cert: the chain, PEM, the server's certificate first. key: PEM without password. Raises InvalidRequest.
    """
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        raise InvalidRequest(Message("TLS needs both: --tls-cert with the certificate and --tls-key with its key."))
    for file in (cert, key):
        try:
            file.open("rb").close()
        except OSError as fault:
            raise InvalidRequest(
                Message("{path} cannot be read: {why}.", path=str(file), why=fault.strerror or str(fault))
            ) from fault
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    context.options |= (
        ssl.OP_NO_RENEGOTIATION
    )  # costs the server far more than the client, and sending could wait for it
    try:
        context.load_cert_chain(cert, key, password=_refuse_password)
    except (ssl.SSLError, ValueError) as fault:
        raise InvalidRequest(
            Message(
                "{cert} and {key} are no certificate with its own private key, both as PEM, the key without a password "
                "({why}).",
                cert=str(cert),
                key=str(key),
                why=getattr(fault, "reason", None) or str(fault),
            )
        ) from fault
    return context


def raise_file_limit() -> int:
    """Let this process, and those it starts, open as many files and connections as the system allows it; gives that number."""
    if sys.platform == "win32":
        return 8192  # what its C library can be told; sockets do not count
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return wanted if soft == resource.RLIM_INFINITY else soft


_MOST_FILES = 65_536


def _refuse_password() -> str:
    raise ValueError(Message("the key has a password"))
