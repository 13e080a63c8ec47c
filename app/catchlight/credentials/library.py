"""c2pa-python, loaded when it is first needed, and never allowed to use a network."""

from __future__ import annotations

import importlib.util
from typing import Any

from catchlight.credentials.errors import CredentialsMissing

SIGNED = ("image/jpeg", "image/png")
"""Types of files that are signed."""
READ = (*SIGNED, "image/webp", "image/tiff", "image/heic", "image/heif", "image/avif")
"""Types whose Content Credentials are read, and that can be named as a source with their own."""
USAGES = ("1.3.6.1.5.5.7.3.4", "1.3.6.1.5.5.7.3.36", "1.3.6.1.4.1.62558.2.1")
"""Extended key usages that a signer's certificate may have (C2PA 2.1, 14.5.1): e-mail protection, document signing, and C2PA's
own."""


def is_installed() -> bool:
    return importlib.util.find_spec("c2pa") is not None


def load() -> Any:
    """The module. Raises CredentialsMissing, also where its library is not for this system."""
    try:
        import c2pa
    except (ImportError, OSError, RuntimeError) as fault:
        raise CredentialsMissing from fault
    return c2pa


def context(anchors: str = "") -> Any:
    """Settings for one use. anchors: PEM of the certificates that are trusted; empty: none is.

    Manifests on servers, answers on revocation and time stamps are never asked for; no thumbnail is made, which would take more
    bytes than all else.
    """
    c2pa = load()
    settings: dict[str, Any] = {
        "version": 1,
        "verify": {"verify_trust": True, "remote_manifest_fetch": False, "ocsp_fetch": False},
        "builder": {"thumbnail": {"enabled": False}},
    }
    if anchors:
        settings["trust"] = {"trust_anchors": anchors, "trust_config": "\n".join((*USAGES, ""))}
    return c2pa.Context(c2pa.Settings.from_dict(settings))
