"""Old background that would stay beside a person: no headshot and no profile picture is made before another one."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict
from catchlight.core.progress import Progress
from catchlight.imaging.picture import FloatPlane
from catchlight.operations.compliance.cues.cut_shape import require_clean_background
from catchlight.operations.headshot import assemble
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.headshot.run import parse_request
from catchlight.portrait.portrait import Portrait

from tests.operations.compliance.conftest import Booth

_CM = 1.2


def with_scrap(portrait: Portrait) -> FloatPlane:
    """The portrait's matte with a round scrap of the flag beside the shoulder."""
    import cv2

    alpha = portrait.alpha.copy()
    row = round(float(portrait.pose.project([[0.0, -11.0, 0.0]])[0, 1]))
    column = int(np.flatnonzero(alpha[row] > 0.5).max())
    radius = round(_CM * portrait.pose.px_per_cm)
    cv2.circle(alpha, (column + radius // 2, row), radius, (1.0,), -1)
    return alpha


def test_a_scrap_of_the_old_background_is_refused_and_a_clean_outline_is_not(booth: Booth) -> None:
    clean, torn = (Portrait(booth.picture("officer"), booth.portraits.models) for _ in range(2))
    require_clean_background(clean, clean.bust_plane)
    with pytest.raises(Conflict) as refusal:
        require_clean_background(torn, with_scrap(torn))
    assert refusal.value.code == "does_not_fit"


def test_a_headshot_with_a_scrap_is_made_before_its_own_background_alone(booth: Booth, catalogue: Catalogue) -> None:
    portrait = Portrait(booth.picture("officer"), booth.portraits.models)
    alpha = with_scrap(portrait)
    portrait.kept("backdrop:fine_alpha", lambda: alpha)
    for styles in (("studio_grey",), ("transparent",)):
        with pytest.raises(Conflict, match="old background"):
            assemble.make_headshot(
                portrait, parse_request(HeadshotParams(background_styles=styles), catalogue), None, Progress()
            )
    assert assemble.make_headshot(portrait, parse_request(HeadshotParams(), catalogue), None, Progress()).pixels.size
