"""Styling: the background at the square's size, and the person's light fitted to it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.backdrop import match_light, scene
from catchlight.catalogue.framings import FramingStyle
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot import assemble
from catchlight.operations.headshot.assemble import HeadshotRequest
from catchlight.operations.headshot.choices import BackgroundChoice, FramingChoice
from catchlight.operations.profile_picture.work import AvatarWork


def headshot_request(ground: BackgroundChoice, frame: FramingStyle) -> HeadshotRequest:
    """A headshot's wish: that frame, safe for a circle, before that background."""
    return HeadshotRequest((), ground, FramingChoice(frame, True))


def prepare_scene(work: AvatarWork, progress: Progress) -> AvatarWork:
    """The scene that will stand behind the person, and the square with the look that goes with it.

    A background that stays, is blurred or cut away asks for no look of its own.
    """
    if work.wish.ground.kind != "scene":
        return replace(work, facts=work.facts | {"background": work.wish.ground.id})
    height, width = work.pixels.shape[:2]
    light = assemble.scene_of(work.portrait, work.wish, None, width, height)
    progress.report(0.7, "fitting the person")
    fit = match_light.fit(work.portrait, light, work.wish.match)
    shown = Picture(np.round(np.clip(scene.encode_srgb(light), 0, 1) * 255).astype(np.uint8))
    facts = work.facts | {"background": work.wish.ground.id, "fitted": not fit.idle}
    return replace(work, scene=light, fit=fit, shown=shown, facts=facts)
