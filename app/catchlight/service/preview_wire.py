"""Previews across the network: the size in an edit's address, and the answer to it."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping

import numpy as np

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.imaging.io import codec
from catchlight.operations.operation import Preview
from catchlight.operations.reduce import WHOLE
from catchlight.service.data_url import data_url

PREVIEW = "preview"
"""Parameter of an edit's address that asks for a preview."""
SMALLEST, LARGEST = 16, WHOLE
"""Pixels of a preview's longer side: an icon, and more than any picture has."""
_QUALITY = 92
_PIXELS = re.compile(r"([0-9]+)(?:\.0+)?")
"""A whole number, also as other programs write it: ``512.0``."""


def preview_size(query: Mapping[str, str]) -> int | None:
    """The size that an address asks for; None where it asks for the edit itself. Raises InvalidRequest."""
    asked = query.get(PREVIEW)
    if asked is None:
        return None
    whole = _PIXELS.fullmatch(asked)
    if whole is None or not SMALLEST <= int(whole[1][:9]) <= LARGEST:
        raise InvalidRequest(
            Message(
                "{field} is the longer side in whole pixels, from {least} to {most}.",
                field=PREVIEW,
                least=SMALLEST,
                most=LARGEST,
            )
        )
    return int(whole[1])


def preview_json(preview: Preview) -> bytes:
    """The answer: ``{"image": data URL, "preview": {width, height, placement, details}}`` as UTF-8. JPEG, or PNG with alpha."""
    picture = preview.picture
    media_type = "image/png" if picture.has_alpha else "image/jpeg"
    placement = None if preview.placement is None else preview.placement.tolist()
    facts = {
        "width": preview.width,
        "height": preview.height,
        "placement": placement,
        "details": preview.details,
    }
    tail = f'","preview":{json.dumps(facts, ensure_ascii=False)}}}'.encode()
    return b"".join((b'{"image":"', *data_url(codec.encode(picture, media_type, _QUALITY), media_type), tail))


def read_preview(data: bytes) -> Preview:
    """What ``preview_json`` has written. Raises ValueError, KeyError or TypeError for anything else."""
    answer = json.loads(data)
    facts = answer["preview"]
    file = base64.b64decode(answer["image"].partition(",")[2], validate=True)
    placement = None if facts["placement"] is None else np.asarray(facts["placement"], float).reshape(2, 3)
    picture = codec.decode(file, codec.STORE_LIMITS)
    return Preview(picture, int(facts["width"]), int(facts["height"]), placement, dict(facts["details"]))
