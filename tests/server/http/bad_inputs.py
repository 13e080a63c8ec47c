"""Bad inputs as data: files, bodies and fields, each with the codes that say it right."""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
from catchlight.paths import resources
from catchlight.server.http.body import limit_for
from PIL import Image

from tests.server.conftest import data_url

SAMPLE = (resources() / "samples" / "astronaut.png").read_bytes()
URL = data_url(SAMPLE)


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png_header(width: int, height: int, data: bytes = b"") -> bytes:
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + _chunk(b"IDAT", data or zlib.compress(b"")) + _chunk(b"IEND", b"")


def _frames(kind: str, **options: Any) -> bytes:
    images = [Image.new("RGB", (120, 120), (60 * n, 0, 0)) for n in range(3)]
    return saved(images[0], kind, save_all=True, append_images=images[1:], duration=100, **options)


def _drawing() -> bytes:
    """A smiling circle on paper."""
    import cv2

    page = np.full((600, 600, 3), 250, np.uint8)
    for centre, radius in (((300, 300), 180), ((240, 250), 20), ((360, 250), 20)):
        cv2.circle(page, centre, radius, (30, 30, 30), 6)
    cv2.ellipse(page, (300, 340), (90, 60), 0, 20, 160, (30, 30, 30), 6)
    return saved(Image.fromarray(page), "png")


def _crowd() -> bytes:
    person = Image.open(io.BytesIO(SAMPLE))
    page = Image.new("RGB", (1024, 512))
    page.paste(person, (0, 0))
    page.paste(person, (512, 0))
    return saved(page, "jpeg")


def _noise(mode: str = "RGB") -> Image.Image:
    shape = (300, 300, len(mode))
    return Image.fromarray(np.random.default_rng(7).integers(0, 255, shape, np.uint8).squeeze(), mode)


def odd_avif() -> bytes:
    """An AVIF whose list of items cannot be found: its decoder raises RuntimeError."""
    return saved(Image.open(io.BytesIO(SAMPLE)), "avif").replace(b"iinf", b"\xb1inf", 1)


_photo = Image.open(io.BytesIO(SAMPLE))
_jpeg, _webp = saved(_photo, "jpeg"), saved(_photo, "webp")
_tiff = saved(_photo, "tiff")
_cmyk = saved(_noise().convert("CMYK"), "jpeg")

_TOO_MUCH = {"image_too_large", "unsupported_image"}

FILES: dict[str, tuple[Callable[[], bytes], str, set[str]]] = {
    # name: bytes, declared type, codes that say it right
    "zero bytes": (lambda: b"", "image/jpeg", {"unsupported_image"}),
    "one byte": (lambda: b"\xff", "image/jpeg", {"unsupported_image"}),
    "text": (lambda: b"not a picture at all" * 50, "image/png", {"unsupported_image"}),
    "html": (lambda: b"<html><body>404</body></html>", "image/jpeg", {"unsupported_image"}),
    "a PDF": (lambda: b"%PDF-1.7\n" + b"x" * 500, "image/png", {"unsupported_image"}),
    "text declared as text": (lambda: b"no picture" * 30, "text/plain", {"unsupported_image"}),
    "an AVIF whose decoder fails": (odd_avif, "image/avif", {"unsupported_image"}),
    "an SVG": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml", {"unsupported_image"}),
    "truncated JPEG": (lambda: _jpeg[: len(_jpeg) // 2], "image/jpeg", {"unsupported_image"}),
    "truncated PNG": (lambda: SAMPLE[: len(SAMPLE) // 2], "image/png", {"unsupported_image"}),
    "truncated WebP": (lambda: _webp[: len(_webp) // 2], "image/webp", {"unsupported_image"}),
    "truncated TIFF": (lambda: _tiff[: len(_tiff) // 2], "image/tiff", {"unsupported_image"}),
    "JPEG header alone": (lambda: _jpeg[:20], "image/jpeg", {"unsupported_image"}),
    "PNG signature alone": (lambda: SAMPLE[:8], "image/png", {"unsupported_image"}),
    "TIFF header alone": (lambda: b"II*\x00\x08\x00\x00\x00", "image/tiff", {"unsupported_image"}),
    "BMP header alone": (lambda: b"BM" + bytes(12), "image/bmp", {"unsupported_image"}),
    "HEIC header alone": (lambda: b"\x00\x00\x00\x18ftypheic" + bytes(12), "image/heic", {"unsupported_image"}),
    "AVIF header alone": (lambda: b"\x00\x00\x00\x18ftypavif" + bytes(12), "image/avif", {"unsupported_image"}),
    "60000 x 60000 header": (lambda: _png_header(60000, 60000), "image/png", {"image_too_large"}),
    "2 x 2000000000 header": (lambda: _png_header(2, 2_000_000_000), "image/png", _TOO_MUCH),
    "0 x 0 header": (lambda: _png_header(0, 0), "image/png", {"unsupported_image", "invalid_request"}),
    "PNG with garbage for pixels": (lambda: _png_header(200, 200, b"garbage" * 99), "image/png", {"unsupported_image"}),
    "1 px": (lambda: saved(Image.new("RGB", (1, 1)), "png"), "image/png", {"invalid_request"}),
    "63 px wide": (lambda: saved(Image.new("RGB", (63, 900)), "png"), "image/png", {"invalid_request"}),
    "animated GIF": (lambda: _frames("gif"), "image/gif", {"unsupported_image"}),
    "animated GIF declared as PNG": (lambda: _frames("gif"), "image/png", {"unsupported_image"}),
    "animated WebP": (lambda: _frames("webp"), "image/webp", {"no_face"}),
    "animated PNG": (lambda: _frames("png"), "image/png", {"no_face"}),
    "CMYK noise": (lambda: _cmyk, "image/jpeg", {"no_face"}),
    "CMYK garbage": (lambda: _cmyk[:700] + b"\x00" * 5000, "image/jpeg", {"unsupported_image", "no_face"}),
    "no face: noise": (lambda: saved(_noise(), "png"), "image/png", {"no_face"}),
    "no face: white": (lambda: saved(Image.new("L", (500, 500), 255), "png"), "image/png", {"no_face"}),
    "no face: transparent": (lambda: saved(Image.new("RGBA", (500, 500)), "png"), "image/png", {"no_face"}),
    "a drawing": (_drawing, "image/png", {"no_face"}),
    "two people": (_crowd, "image/jpeg", {"several_faces"}),
}

BODIES: dict[str, tuple[bytes | Callable[[], bytes], str]] = {
    # name: body, code
    "empty": (b"", "invalid_request"),
    "not JSON": (b"imageDataUrl=data:image/png;base64,AAAA", "invalid_request"),
    "half JSON": (b'{"imageDataUrl": "data:image/png;base6', "invalid_request"),
    "null": (b"null", "invalid_request"),
    "array": (b"[]", "invalid_request"),
    "string": (b'"data:image/png;base64,AAAA"', "invalid_request"),
    "number": (b"12", "invalid_request"),
    "empty object": (b"{}", "invalid_request"),
    "deep JSON": (b'{"imageDataUrl":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "invalid_request"),
    "broken UTF-8": (b'{"imageDataUrl":"\xff\xfe"}', "invalid_request"),
    "lone surrogate": (b'{"imageDataUrl":"\\ud800"}', "invalid_request"),
    "UTF-16": ('{"imageDataUrl":""}'.encode("utf-16"), "invalid_request"),
    "two objects": (b"{}{}", "invalid_request"),
    "too large": (lambda: b'{"imageDataUrl":"' + b"A" * limit_for(2_000_000) + b'"}', "image_too_large"),
    "too many bytes of picture": (
        lambda: json.dumps({"imageDataUrl": data_url(bytes(2_010_000))}).encode(),
        "image_too_large",
    ),
}

FIELDS: dict[str, tuple[dict[str, Any], set[str]]] = {
    # name: fields beside the picture (or instead of it), codes
    "picture null": ({"imageDataUrl": None}, {"invalid_request"}),
    "picture number": ({"imageDataUrl": 5}, {"invalid_request"}),
    "picture list": ({"imageDataUrl": [URL]}, {"invalid_request"}),
    "picture object": ({"imageDataUrl": {"url": URL}}, {"invalid_request"}),
    "picture empty": ({"imageDataUrl": ""}, {"invalid_request"}),
    "web address": ({"imageDataUrl": "https://example.org/me.jpg"}, {"invalid_request"}),
    "file address": ({"imageDataUrl": "file:///etc/passwd"}, {"invalid_request"}),
    "plain base64": ({"imageDataUrl": URL.partition(",")[2]}, {"invalid_request"}),
    "no comma": ({"imageDataUrl": URL.replace(",", "", 1)}, {"invalid_request"}),
    "no base64 marker": ({"imageDataUrl": URL.replace(";base64", "", 1)}, {"invalid_request"}),
    "broken base64": ({"imageDataUrl": URL[:2000] + "!!" + URL[2000:]}, {"invalid_request"}),
    "URL-safe base64": ({"imageDataUrl": "data:image/png;base64,-_-_"}, {"invalid_request"}),
    "cut base64": ({"imageDataUrl": "data:image/png;base64,QUJDR"}, {"invalid_request"}),
    "padding in the middle": ({"imageDataUrl": "data:image/png;base64,QUI=QUJD"}, {"invalid_request"}),
    "unknown field": ({"colour": "red"}, {"invalid_request"}),
    "snake case": ({"image_data_url": URL}, {"invalid_request"}),
    "spec number": ({"spec": 5}, {"invalid_request"}),
    "unknown spec": ({"spec": "atlantis_passport"}, {"unknown_spec"}),
    "empty spec": ({"spec": ""}, {"unknown_spec", "invalid_request"}),
    "path as spec": ({"spec": "../../etc/passwd"}, {"unknown_spec", "invalid_request"}),
    "long spec": ({"spec": "x" * 100_000}, {"unknown_spec", "invalid_request"}),
    "dpi negative": ({"dpi": -300}, {"invalid_request"}),
    "dpi zero": ({"dpi": 0}, {"invalid_request"}),
    "dpi huge": ({"dpi": 10**30}, {"invalid_request"}),
    "dpi fraction": ({"dpi": 300.5}, {"invalid_request"}),
    "dpi text": ({"dpi": "300"}, {"invalid_request"}),
    "dpi true": ({"dpi": True}, {"invalid_request"}),
    "dpi list": ({"dpi": [300]}, {"invalid_request"}),
    "background number": ({"background": 255}, {"invalid_request"}),
    "background unknown": ({"background": "ultraviolet"}, {"invalid_request", "unknown_color"}),
    "background half a hex": ({"background": "#12"}, {"invalid_request", "unknown_color"}),
    "outputFormat unknown": ({"outputFormat": "gif"}, {"invalid_request"}),
    "outputFormat number": ({"outputFormat": 1}, {"invalid_request"}),
}

GENERATE_FIELDS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "width alone": ({"widthMm": 35}, {"invalid_request"}),
    "height alone": ({"heightMm": 45}, {"invalid_request"}),
    "width negative": ({"widthMm": -35, "heightMm": 45}, {"invalid_request"}),
    "width huge": ({"widthMm": 1e300, "heightMm": 45}, {"invalid_request"}),
    "width text": ({"widthMm": "35", "heightMm": "45"}, {"invalid_request"}),
    "hd text": ({"hd": "yes"}, {"invalid_request"}),
    "hd number": ({"hd": 1}, {"invalid_request"}),
    "hd null": ({"hd": None}, {"invalid_request"}),
    "align list": ({"align": []}, {"invalid_request"}),
    "kilobytes zero": ({"maxKilobytes": 0}, {"invalid_request"}),
    "kilobytes out of reach": ({"maxKilobytes": 1}, {"cannot_reach_size", "invalid_request"}),
    "field of the other path": ({"paper": "4r"}, {"invalid_request"}),
    "further pictures": ({"moreImages": [URL]}, {"invalid_request"}),
}

LAYOUT_FIELDS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "unknown paper": ({"paper": "papyrus"}, {"unknown_paper"}),
    "paper null": ({"paper": None}, {"invalid_request"}),
    "copies zero": ({"copies": 0}, {"invalid_request"}),
    "copies negative": ({"copies": -1}, {"invalid_request"}),
    "copies fraction": ({"copies": 1.5}, {"invalid_request"}),
    "too many copies": ({"copies": 501}, {"invalid_request"}),
    "more copies than fit": ({"copies": 400}, {"does_not_fit"}),
    "gap negative": ({"gapMm": -1}, {"invalid_request"}),
    "margins wider than the paper": ({"marginMm": 50}, {"does_not_fit"}),
    "cutLines unknown": ({"cutLines": "dotted"}, {"invalid_request"}),
    "format unknown": ({"format": "docx"}, {"invalid_request"}),
    "ruler text": ({"ruler": "true"}, {"invalid_request"}),
    "moreImages text": ({"moreImages": URL}, {"invalid_request"}),
    "moreImages broken": ({"moreImages": ["data:image/png;base64,AA"]}, {"invalid_request", "unsupported_image"}),
    "moreImages too many": ({"moreImages": ["x"] * 20}, {"invalid_request"}),
    "mixed wrong": ({"mixed": [{"copies": "two"}]}, {"invalid_request"}),
}

PORTRAITS = {
    "d16_children_two.jpg": {"several_faces"},
    "d17_group_50_office.jpg": {"several_faces", "face_too_small"},
    "d18_cartoon_crayon.jpg": {"no_face"},
    "d23_profile_sepia.jpg": {"face_turned_away", "no_face"},
    "d24_back_of_head_hat.jpg": {"no_face"},
    "d25_noface_lake.jpg": {"no_face"},
    "d11_small_face_climber.jpg": {"face_too_small", "too_small_for_spec", "no_face"},
}
