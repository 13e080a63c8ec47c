"""The key and the certificates that exports are signed with: made here, or the user's own. The key never leaves its file but to
sign, and its file is for its owner alone."""

from __future__ import annotations

import os
import secrets
import stat
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catchlight.core.files.writing import disk, make_private_folder, write_atomic
from catchlight.core.messages import Message
from catchlight.credentials.errors import CredentialsMissing, IdentityFault
from catchlight.credentials.library import USAGES

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

KEY, CHAIN, ROOTS = "key.pem", "chain.pem", "roots.pem"
"""Files of an identity made here; the roots of all that were made stay, so that what they signed is known again."""
YEARS = 10
"""How long an identity made here lasts. Without a time stamp from a server a signature ends with its certificate."""
LONGEST_NAME = 64
"""Characters of a name in a certificate (RFC 5280, ub-common-name)."""


@dataclass(frozen=True)
class Identity:
    """What a file is signed with. chain: PEM, the signer's certificate first; algorithm: as C2PA names it; name: whose it is."""

    chain: bytes = field(repr=False)
    algorithm: str
    name: str
    ends: datetime
    key: bytes = field(repr=False)


def make_identity(folder: Path, name: str, *, replace: bool = False) -> Identity:
    """A new key of the curve P-256 with a certificate under a root of its own, written to ``folder``; the root's key is kept by
    nobody.

    replace: in the place of the identity that is there, whose key is gone then. Raises IdentityFault, CredentialsMissing,
    StorageFault.
    """
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise IdentityFault(Message("Give the identity a name of 1 to {most} characters.", most=LONGEST_NAME))
    if (folder / KEY).exists() and not replace:
        raise IdentityFault(
            Message(
                "There is an identity already, in {path}. A new one in its place has to be asked for (--replace).",
                path=str(folder),
            )
        )
    key, leaf, root = _issue(name)
    from cryptography.hazmat.primitives.serialization import Encoding

    chain = leaf.public_bytes(Encoding.PEM)
    roots = folder / ROOTS
    with disk(Message("read {path}", path=str(roots))):
        known = roots.read_bytes() if roots.exists() else b""
    write_atomic(roots, known + root.public_bytes(Encoding.PEM))
    _write_secret(folder / KEY, key)
    write_atomic(folder / CHAIN, chain)
    return load_identity(folder / KEY, folder / CHAIN)


def load_identity(key: Path, chain: Path) -> Identity:
    """The identity in two PEM files. Raises IdentityFault with what is wrong with them, CredentialsMissing."""
    try:
        from cryptography import x509
    except ImportError as fault:
        raise CredentialsMissing from fault
    secret, told = _read_secret(key), _read(chain)
    private = _private_key(secret, key)
    try:
        certificates = x509.load_pem_x509_certificates(told)
    except ValueError as fault:
        raise IdentityFault(
            Message("{path} holds no certificates in PEM. Choose the certificate chain.", path=str(chain))
        ) from fault
    leaf = certificates[0]
    if leaf.public_key() != private.public_key():
        raise IdentityFault(
            Message("The first certificate of {chain} does not belong to {key}.", chain=str(chain), key=str(key))
        )
    algorithm = _algorithm(private, key)
    _check_use(leaf, chain)
    return Identity(told, algorithm, _name_of(leaf), leaf.not_valid_after_utc, secret)


def _issue(name: str) -> tuple[bytes, Certificate, Certificate]:
    """PEM of a new key, its certificate, and the root that signed it (profile: C2PA 2.1, 14.5)."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
        from cryptography.x509.oid import ExtendedKeyUsageOID
    except ImportError as fault:
        raise CredentialsMissing from fault
    begins = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)  # clocks differ
    root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())

    def issued(common: str, issuer: x509.Name | None, public: ec.EllipticCurvePublicKey, is_root: bool) -> Certificate:
        parts = ((x509.NameOID.ORGANIZATION_NAME, name), (x509.NameOID.COMMON_NAME, common))
        subject = x509.Name([x509.NameAttribute(kind, text) for kind, text in parts])
        usage = x509.KeyUsage(not is_root, False, False, False, False, is_root, is_root, False, False)
        made = (
            x509.CertificateBuilder(issuer or subject, subject, public, x509.random_serial_number())
            .not_valid_before(begins)
            .not_valid_after(begins + timedelta(days=365 * (YEARS + (1 if is_root else 0))))
            .add_extension(x509.BasicConstraints(is_root, 0 if is_root else None), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), critical=False)
        )
        if not is_root:
            usages = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.EMAIL_PROTECTION])
            made = made.add_extension(usages, critical=False)
        return made.sign(root_key, hashes.SHA256())

    root = issued(f"{name[: LONGEST_NAME - 7]} (root)", None, root_key.public_key(), True)
    leaf = issued(name, root.subject, key.public_key(), False)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), leaf, root


def _private_key(secret: bytes, path: Path) -> Any:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        return load_pem_private_key(secret, None)
    except TypeError as fault:
        raise IdentityFault(
            Message("The key in {path} has a password. Choose one without; its file is for you alone.", path=str(path))
        ) from fault
    except (ValueError, UnsupportedAlgorithm) as fault:
        raise IdentityFault(Message("{path} holds no private key in PEM. Choose the key.", path=str(path))) from fault


def _algorithm(private: Any, path: Path) -> str:
    """C2PA 2.1, 13.2.1."""
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

    curves = {"secp256r1": "es256", "secp384r1": "es384", "secp521r1": "es512"}
    if isinstance(private, ec.EllipticCurvePrivateKey) and private.curve.name in curves:
        return curves[private.curve.name]
    if isinstance(private, ed25519.Ed25519PrivateKey):
        return "ed25519"
    if isinstance(private, rsa.RSAPrivateKey) and private.key_size >= 2048:
        return "ps256"
    raise IdentityFault(
        Message(
            "The key in {path} is of no kind that Content Credentials take: P-256, P-384, P-521, Ed25519, or RSA from 2048 bits.",
            path=str(path),
        )
    )


def _check_use(leaf: Certificate, path: Path) -> None:
    """Raise IdentityFault for a certificate that readers would refuse."""
    from cryptography import x509

    now = datetime.now(UTC)
    if not leaf.not_valid_before_utc <= now <= leaf.not_valid_after_utc:
        raise IdentityFault(
            Message(
                "The certificate in {path} is valid from {begin} to {end}. Make or choose another identity.",
                path=str(path),
                begin=leaf.not_valid_before_utc.date().isoformat(),
                end=leaf.not_valid_after_utc.date().isoformat(),
            )
        )
    try:
        usages = {usage.dotted_string for usage in leaf.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value}
        signs = leaf.extensions.get_extension_for_class(x509.KeyUsage).value.digital_signature
    except x509.ExtensionNotFound:
        usages, signs = set(), False
    if not signs or usages.isdisjoint(USAGES):
        raise IdentityFault(
            Message(
                "The certificate in {path} is not made for signing: it needs the key usage digitalSignature and the extended key "
                "usage emailProtection or documentSigning.",
                path=str(path),
            )
        )


def _name_of(leaf: Certificate) -> str:
    from cryptography.x509 import NameOID

    for kind in (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME):
        found = leaf.subject.get_attributes_for_oid(kind)
        if found:
            return str(found[0].value)
    return leaf.subject.rfc4514_string()


def _read_secret(path: Path) -> bytes:
    """The key's file. Raises IdentityFault where others may read it (POSIX; elsewhere the system's own rights hold)."""
    secret = _read(path)
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise IdentityFault(
            Message("Others may read the key in {path}. Make it yours alone: chmod 600 {path}", path=str(path))
        )
    return secret


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise IdentityFault(
            Message("{path} cannot be read: {why}. Make an identity, or choose its files.", path=str(path), why=reason)
        ) from fault


def _write_secret(path: Path, secret: bytes) -> None:
    """Written so that nobody else can read it at any moment, and whole or not at all."""
    with disk(Message("write {path}", path=str(path))):
        make_private_folder(path.parent)
        temporary = path.with_name(f".{secrets.token_hex(8)}.partial")
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(secret)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
