"""What can be wrong with Content Credentials."""

from __future__ import annotations

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message


class CredentialsMissing(CatchlightError):
    """The extra ``credentials`` is not installed."""

    code = "credentials_missing"

    def __init__(self) -> None:
        super().__init__(
            Message("Content Credentials need c2pa-python. Install it with: pip install 'catchlight[credentials]'.")
        )


class IdentityFault(CatchlightError):
    """There is no key to sign with, or key and certificates cannot be used."""

    code = "credentials_identity"


class CredentialsFault(CatchlightError):
    """A file that could not be signed."""

    code = "credentials_fault"
