"""A portrait after styling: the same person and analysis with other hair, so that colour can be laid on what was grown."""

from __future__ import annotations

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.hair import analysis
from catchlight.hair.analysis import Hair
from catchlight.hair.mask import share
from catchlight.hair.styling import StyleResult
from catchlight.portrait.portrait import Portrait

_LEAST = 0.5
_ROOM = 0.02


def restyle_portrait(portrait: Portrait, styled: StyleResult) -> Portrait:
    """A portrait of the styled pixels that asks no network again: its hair is the one that was drawn."""
    twin = Portrait(portrait.picture.with_(pixels=styled.pixels), portrait.models)
    twin.kept("faces", lambda: portrait.faces)
    twin.kept("head", lambda: (portrait.landmarks, portrait.pose))
    twin.kept("parsing", lambda: portrait.parsing)
    twin.kept("face_parsing", lambda: portrait.face_parsing)
    twin.kept("alpha", lambda: styled.alpha(portrait.alpha))
    # What is asked for first decides: the analysis of colour finds this hair and looks for no other.
    twin.kept("hair", lambda: _hair(twin, styled))
    return twin


def _hair(twin: Portrait, styled: StyleResult) -> Hair:
    """Raises UnusablePicture ``no_hair`` where the style has left none."""
    hair = styled.hair
    solid = hair > _LEAST
    rows, columns = np.nonzero(solid.any(axis=1))[0], np.nonzero(solid.any(axis=0))[0]
    if solid.sum() < 200:
        raise UnusablePicture(Message("This style leaves no hair to colour. Choose another one."), code="no_hair")
    height, width = solid.shape
    room = int(_ROOM * max(height, width)) + 2
    box = (
        max(0, int(columns[0]) - room),
        max(0, int(rows[0]) - room),
        min(width, int(columns[-1]) + room),
        min(height, int(rows[-1]) + room),
    )
    x0, y0, x1, y1 = box
    return analysis.build_hair(twin, share.empty_coarse_hair(twin, box), hair[y0:y1, x0:x1].copy())
