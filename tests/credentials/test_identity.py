"""Keys and certificates: made for their owner alone, loaded with what is wrong told, never shown."""

from __future__ import annotations

import os
import stat
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from catchlight.credentials.errors import CredentialsMissing, IdentityFault
from catchlight.credentials.identity import CHAIN, KEY, ROOTS, Identity, load_identity, make_identity
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat

posix = pytest.mark.skipif(os.name != "posix", reason="rights of files are the system's own there")


def written(
    folder: Path, key: object, *, days: int = 100, email: bool = True, password: bytes | None = None
) -> tuple[Path, Path]:
    """A key of the user's own with a certificate by itself."""
    name = x509.Name([x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, "Agency")])
    begins = datetime.now(UTC) - timedelta(days=50)
    usage = x509.KeyUsage(True, False, False, False, False, False, False, False, False)
    usages = x509.ExtendedKeyUsageOID.EMAIL_PROTECTION if email else x509.ExtendedKeyUsageOID.SERVER_AUTH
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 5)  # type: ignore[attr-defined]
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=days))
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([usages]), critical=False)
    )
    digest = None if isinstance(key, ed25519.Ed25519PrivateKey) else hashes.SHA256()
    chain, secret = folder / "mine.crt", folder / "mine.key"
    chain.write_bytes(made.sign(key, digest).public_bytes(Encoding.PEM))  # type: ignore[arg-type]
    locked = BestAvailableEncryption(password) if password else NoEncryption()
    secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, locked))  # type: ignore[attr-defined]
    secret.chmod(0o600)
    return secret, chain


@posix
def test_the_key_is_readable_by_its_owner_alone_at_every_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes = []
    opened = os.open

    def watched(path: object, flags: int, mode: int = 0o777, **more: int) -> int:
        if flags & os.O_CREAT and str(path).endswith(".partial") and mode != 0o666:
            modes.append(mode)
        return opened(path, flags, mode, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", watched)
    made = make_identity(tmp_path, "Studio")
    assert modes == [0o600]
    assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted((KEY, CHAIN, ROOTS))
    assert (made.name, made.algorithm) == ("Studio", "es256")
    assert (made.ends - datetime.now(UTC)).days > 3600


def test_an_identity_shows_nothing_of_its_key(identity: Identity) -> None:
    assert identity.key.startswith(b"-----BEGIN PRIVATE KEY-----")
    secret = identity.key.decode().splitlines()[1]
    assert secret not in repr(identity)
    assert "key" not in repr(identity)


def test_another_identity_has_to_be_asked_for_and_the_old_root_stays_known(tmp_path: Path) -> None:
    first = make_identity(tmp_path, "  One \n two ")
    assert first.name == "One two"
    with pytest.raises(IdentityFault, match="--replace"):
        make_identity(tmp_path, "Another")
    assert (tmp_path / KEY).read_bytes() == first.key
    second = make_identity(tmp_path, "Another", replace=True)
    assert second.key != first.key
    roots = x509.load_pem_x509_certificates((tmp_path / ROOTS).read_bytes())
    assert len(roots) == 2
    for root, leaf in zip(roots, (first, second), strict=True):
        x509.load_pem_x509_certificate(leaf.chain).verify_directly_issued_by(root)


@pytest.mark.parametrize("name", ["", "   ", "x" * 65])
def test_a_name_that_no_certificate_takes_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(IdentityFault, match="1 to 64"):
        make_identity(tmp_path, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [
        (ec.generate_private_key(ec.SECP384R1()), "es384"),
        (ec.generate_private_key(ec.SECP521R1()), "es512"),
        (ed25519.Ed25519PrivateKey.generate(), "ed25519"),
        (rsa.generate_private_key(65537, 2048), "ps256"),
    ],
    ids=["P-384", "P-521", "Ed25519", "RSA"],
)
def test_keys_of_the_users_own_are_told_apart(key: object, algorithm: str, tmp_path: Path) -> None:
    loaded = load_identity(*written(tmp_path, key))
    assert (loaded.algorithm, loaded.name) == (algorithm, "Agency")


def test_what_is_wrong_with_files_of_ones_own_is_told(tmp_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    secret, chain = written(tmp_path, key)
    other = make_identity(tmp_path / "other", "Other")
    assert other.name == "Other"
    with pytest.raises(IdentityFault, match="does not belong"):
        load_identity(secret, tmp_path / "other" / CHAIN)
    with pytest.raises(IdentityFault, match="no private key in PEM"):
        load_identity(_locked(tmp_path / "text.pem", b"nothing"), chain)
    with pytest.raises(IdentityFault, match="no certificates in PEM"):
        load_identity(secret, secret)
    with pytest.raises(IdentityFault, match="cannot be read"):
        load_identity(tmp_path / "gone.pem", chain)
    with pytest.raises(IdentityFault, match="has a password"):
        load_identity(*written(tmp_path, key, password=b"secret"))
    with pytest.raises(IdentityFault, match="valid from"):
        load_identity(*written(tmp_path, key, days=10))
    with pytest.raises(IdentityFault, match="not made for signing"):
        load_identity(*written(tmp_path, key, email=False))
    with pytest.raises(IdentityFault, match="of no kind"):
        load_identity(*written(tmp_path, ec.generate_private_key(ec.SECP256K1())))


@posix
def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    secret, chain = written(tmp_path, ec.generate_private_key(ec.SECP256R1()))
    secret.chmod(0o640)
    with pytest.raises(IdentityFault, match="chmod 600"):
        load_identity(secret, chain)


def test_without_the_extra_there_is_no_identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(CredentialsMissing, match=r"pip install 'catchlight\[credentials\]'"):
        make_identity(tmp_path, "Studio")
    assert not (tmp_path / KEY).exists()


def _locked(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    path.chmod(0o600)
    return path
