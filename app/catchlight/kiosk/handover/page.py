"""The page behind the QR code: one button for each file, in the person's language, without scripts and without pictures."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Collection, Sequence

from catchlight.core.messages import mark
from catchlight.core.translation import SOURCE, Translation, kiosk_languages, translation
from catchlight.kiosk.handover.port import HandoverFile

_RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur"})
_TITLE = mark("Your photos")
_ONCE = mark("Each file can be downloaded once, for a few minutes. Then it is deleted.")
_DOWNLOAD = mark("Download {name} ({size})")
_GONE = mark("{name} was downloaded already")
_STYLE = """\
:root{color-scheme:light dark}
body{margin:0;padding:24px;font:24px/1.4 system-ui,sans-serif;background:#f2f2f2;color:#1c1c1c}
main{max-width:640px;margin:0 auto}
h1{font-size:32px;font-weight:600;margin:16px 0}
button{width:100%;min-height:64px;margin:12px 0;padding:12px 20px;border:0;border-radius:8px;font:inherit}
button{background:#e9a23b;color:#1c1c1c}
button:focus-visible{outline:3px solid #1c1c1c;outline-offset:3px}
button:disabled{background:#d8d8d8;color:#5a5a5a}
@media(prefers-color-scheme:dark){body{background:#1f1f1f;color:#ececec}button:disabled{background:#3a3a3a;color:#a8a8a8}
button:focus-visible{outline-color:#ececec}}
"""
POLICY = (
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; "
    f"style-src 'sha256-{base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()}'"
)
"""Content-Security-Policy of the page: nothing but its own style and its own buttons."""


def render_page(files: Sequence[HandoverFile], gone: Collection[int], path: str, language: str) -> bytes:
    """HTML in UTF-8. gone: numbers of files that were downloaded. path: of the page; a file is posted to ``path/number``.

    A language that has no catalogue is told in English.
    """
    known = language if language in kiosk_languages() else SOURCE
    words = translation(known)
    text = words.text
    rows = []
    for number, file in enumerate(files):
        if number in gone:
            rows.append(f"<button disabled>{html.escape(text(_GONE).format(name=file.name))}</button>")
        else:
            label = html.escape(text(_DOWNLOAD).format(name=file.name, size=_size(len(file.data), words)))
            rows.append(f'<form method="post" action="{path}/{number}"><button>{label}</button></form>')
    direction = "rtl" if known in _RIGHT_TO_LEFT else "ltr"
    return f"""\
<!DOCTYPE html>
<html lang="{known}" dir="{direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>{html.escape(text(_TITLE))}</title><style>{_STYLE}</style></head>
<body><main><h1>{html.escape(text(_TITLE))}</h1><p>{html.escape(text(_ONCE))}</p>
{"".join(rows)}
</main></body></html>
""".encode()


def _size(count: int, words: Translation) -> str:
    """With a space that does not break."""
    return (
        f"{max(1, round(count / 1000))}\N{NO-BREAK SPACE}kB"
        if count < 1_000_000
        else f"{words.number(count / 1_000_000, '.1f')}\N{NO-BREAK SPACE}MB"
    )
