"""A finished file with its Content Credentials: the same pixels, metadata and record, and a signed manifest beside them."""

from __future__ import annotations

import io
import json
from typing import Any

from catchlight.core.messages import Message
from catchlight.credentials import library
from catchlight.credentials.errors import CredentialsFault
from catchlight.credentials.identity import Identity
from catchlight.credentials.manifest import definition, ingredients
from catchlight.imaging.io.formats.jumbf import credentials_box
from catchlight.imaging.picture import Picture


def can_sign(media_type: str) -> bool:
    return media_type in library.SIGNED


def sign(data: bytes, media_type: str, picture: Picture, identity: Identity, *, resized: bool = False) -> bytes:
    """The file signed.

    data: a JPEG or PNG that ``picture`` was written to. The files that the picture knows to come from are read again and become
    ingredients, with their own manifests where they have some; one that is gone is named without. Raises CredentialsFault,
    CredentialsMissing.
    """
    if not can_sign(media_type):
        raise CredentialsFault(unsupported(media_type))
    c2pa = library.load()
    found = [(told, source, source.read() if source is not None else None) for told, source in ingredients(picture)]
    signed_source = found[0][2] is not None and has_credentials(found[0][2], found[0][0]["format"])
    wanted = definition(picture, media_type, signed_source=signed_source, resized=resized)
    with_file = [(told, content) for told, _, content in found if content and _is_read(c2pa, told["format"], content)]
    named = [told["label"] for told, _ in with_file]
    wanted["ingredients"] = [told for told, _, _ in found if told["label"] not in named]
    signed = io.BytesIO()
    try:
        builder = c2pa.Builder(json.dumps(wanted), context=library.context())
        for told, content in with_file:
            builder.add_ingredient(json.dumps(told), told["format"], io.BytesIO(content))
        info = c2pa.C2paSignerInfo(
            identity.algorithm.encode(), identity.chain, identity.key, None
        )  # None: no time stamp
        builder.sign(c2pa.Signer.from_info(info), media_type, io.BytesIO(data), signed)
    except c2pa.C2paError as fault:
        raise CredentialsFault(
            Message(
                "The Content Credentials could not be written: {why}. Switch them off to export without.",
                why=_why(fault),
            )
        ) from fault
    return signed.getvalue()


def unsupported(media_type: str) -> Message:
    """Why a file goes without Content Credentials, and what to do."""
    kind = media_type.partition("/")[2].upper()
    return Message("A {kind} file takes no Content Credentials here. Export a JPEG or PNG to have them.", kind=kind)


def has_credentials(content: bytes, media_type: str) -> bool:
    """Whether a file carries a manifest. Raises CredentialsMissing."""
    if media_type in library.SIGNED:
        return bool(credentials_box(content))
    c2pa = library.load()
    if media_type not in library.READ:
        return False
    try:
        return c2pa.Reader.try_create(media_type, io.BytesIO(content), context=library.context()) is not None
    except c2pa.C2paError:
        return False  # a file that it cannot read, or whose manifest lies elsewhere


def _is_read(c2pa: Any, media_type: str, content: bytes) -> bool:
    """Whether a source can be named with its bytes. A file without a manifest that c2pa cannot parse is named by its pixels."""
    if media_type not in library.READ:
        return False
    if credentials_box(content):
        return True
    try:
        c2pa.Reader.try_create(media_type, io.BytesIO(content), context=library.context())
    except c2pa.C2paError:
        return False
    return True


def _why(fault: Exception) -> str:
    return " ".join(str(fault).split()).rstrip(".")[:200]
