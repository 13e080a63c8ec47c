"""The Content Credentials of a file, read and validated without any network."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from catchlight.core.messages import Message, mark
from catchlight.credentials import library
from catchlight.credentials.errors import CredentialsFault
from catchlight.credentials.identity import ROOTS
from catchlight.imaging.io.formats.jumbf import credentials_box, generative_word
from catchlight.imaging.io.sniff import sniff

State = Literal["trusted", "untrusted", "tampered", "none", "unsupported"]
SENTENCES: dict[State, str] = {
    "trusted": mark("Signed by somebody you trust, and unchanged since."),
    "untrusted": mark("Unchanged since it was signed, but nothing here vouches for who signed it."),
    "tampered": mark("Changed after it was signed: what it says of itself does not hold."),
    "none": mark("The file has no Content Credentials."),
    "unsupported": mark("Content Credentials are not read from files of this type."),
}
_OF_THE_SIGNER = ("signingCredential.", "claimSignature.outsideValidity", "timeStamp.")
"""Codes (C2PA 2.1, 15.2.1) of what speaks against the signer, and not against the file."""


@dataclass(frozen=True)
class ManifestAction:
    """One thing that was done: C2PA's name, when, with what, and IPTC's word for what came of it; empty where it is not said."""

    name: str
    when: str = ""
    program: str = ""
    description: str = ""
    source: str = ""


@dataclass(frozen=True)
class CredentialsReport:
    """What a file says of itself, and whether that holds.

    signer: whose certificate it is. source_state: of the picture that it was made from, as it was found when this one was signed;
    None where that had no credentials. codes: C2PA's, of what is wrong.
    """

    state: State
    signer: str = ""
    issuer: str = ""
    program: str = ""
    actions: tuple[ManifestAction, ...] = ()
    ingredients: tuple[tuple[str, str, bool], ...] = ()
    """Title, relationship, and whether it has Content Credentials of its own."""
    source_state: State | None = None
    codes: tuple[str, ...] = ()
    generative: str = ""
    """IPTC's word where a generator had a part in it, also earlier."""

    @property
    def sentence(self) -> Message:
        return Message(SENTENCES[self.state])


def read_credentials(data: bytes, anchors: str = "") -> CredentialsReport:
    """The report on a picture's file. anchors: PEM of the certificates that are trusted. Raises CredentialsMissing."""
    media_type = sniff(data)
    if media_type not in library.READ:
        return CredentialsReport("unsupported")
    c2pa = library.load()
    try:
        reader = c2pa.Reader.try_create(media_type, io.BytesIO(data), context=library.context(anchors))
    except c2pa.C2paError as fault:
        if media_type in library.SIGNED and not credentials_box(data):
            return CredentialsReport("none")  # a damaged file, or one whose manifest lies on a server
        return CredentialsReport("tampered", codes=(_first_words(fault),))
    if reader is None:
        return CredentialsReport("none")
    with reader:
        return _report(json.loads(reader.json()), credentials_box(data))


def read_anchors(home: Path, trust_list: str = "") -> str:
    """PEM of what is trusted: the roots of the identities made in ``home``, and the user's list.

    Raises CredentialsFault where the list cannot be read or holds no certificate.
    """
    own = home / ROOTS
    text = own.read_text(encoding="ascii") if own.is_file() else ""
    if not trust_list:
        return text
    try:
        listed = Path(trust_list).expanduser().read_text(encoding="ascii")
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or Message("it is no text")
        raise CredentialsFault(
            Message("The trust list {path} cannot be read: {why}.", path=trust_list, why=why)
        ) from fault
    if "-----BEGIN CERTIFICATE-----" not in listed:
        raise CredentialsFault(
            Message("The trust list {path} holds no certificates in PEM. Choose another file.", path=trust_list)
        )
    return text + listed


def _report(told: dict[str, Any], box: bytes) -> CredentialsReport:
    manifests = told.get("manifests", {})
    active = manifests.get(told.get("active_manifest"), {})
    signature = active.get("signature_info", {})
    generator = (active.get("claim_generator_info") or [{}])[0]
    codes = tuple(dict.fromkeys(_failures(told.get("validation_results", {}))))
    found = active.get("ingredients", [])
    parent: dict[str, Any] = next((one for one in found if one.get("relationship") == "parentOf"), {})
    return CredentialsReport(
        _state(told.get("validation_state", ""), codes),
        str(signature.get("common_name") or signature.get("issuer") or ""),
        str(signature.get("issuer") or ""),
        f"{generator.get('name', '')} {generator.get('version', '')}".strip(),
        tuple(_actions(active)),
        tuple((str(one.get("title", "")), str(one.get("relationship", "")), _has_manifest(one)) for one in found),
        _state_of_source(parent) if _has_manifest(parent) else None,
        codes,
        generative_word(box, json.dumps(told).encode()),
    )


def _state(validation: str, codes: tuple[str, ...]) -> State:
    if validation == "Trusted":
        return "trusted"
    against_the_file = [code for code in codes if not code.startswith(_OF_THE_SIGNER)]
    if validation == "Valid" or (codes and not against_the_file):
        return "untrusted"
    return "tampered"


def _failures(results: dict[str, Any]) -> list[str]:
    """Codes of the failures of a manifest, and of what is new about its ingredients."""
    told = [results.get("activeManifest") or {}]
    told += [one.get("validationDeltas") or {} for one in results.get("ingredientDeltas") or ()]
    return [str(failure["code"]) for part in told for failure in part.get("failure") or ()]


def _state_of_source(ingredient: dict[str, Any]) -> State:
    """How the source was found when it was signed over; nobody's trust was asked then."""
    codes = tuple(_failures(ingredient.get("validation_results") or {}))
    against_the_file = [code for code in codes if not code.startswith(_OF_THE_SIGNER)]
    return "tampered" if against_the_file else "untrusted"


def _has_manifest(ingredient: dict[str, Any]) -> bool:
    return bool(ingredient.get("active_manifest"))


def _actions(manifest: dict[str, Any]) -> list[ManifestAction]:
    found = []
    for assertion in manifest.get("assertions", ()):
        if not str(assertion.get("label", "")).startswith("c2pa.actions"):
            continue
        for action in (assertion.get("data") or {}).get("actions", ()):
            agent = action.get("softwareAgent") or ""
            program = (
                f"{agent.get('name', '')} {agent.get('version', '')}".strip() if isinstance(agent, dict) else agent
            )
            word = str(action.get("digitalSourceType") or "").rpartition("/")[2]
            description = str(action.get("description") or "")
            found.append(
                ManifestAction(str(action.get("action", "")), str(action.get("when") or ""), program, description, word)
            )
    return found


def _first_words(fault: Exception) -> str:
    return " ".join(str(fault).split())[:120]
