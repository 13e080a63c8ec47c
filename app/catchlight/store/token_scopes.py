"""What a token of a service's client may allow, and how often it may be used."""

from __future__ import annotations

SCOPES = {
    "edit": "send pictures, have them edited, and ask for profile pictures",
    "own": "see and delete what was made under this token",
    "monitor": "read what the server counts (/metrics)",
    "admin": "everything, and everybody's pictures",
}
"""What a token may allow, in the words of the help."""
USUAL_SCOPES = ("edit", "own")
REQUESTS_A_MINUTE = 600
"""What a token may ask at most, where nothing else was said when it was made."""
