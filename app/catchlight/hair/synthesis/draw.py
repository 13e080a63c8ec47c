"""Drawn hair, behind one door: what a photo tells for it, whole styles, and fringes.

Nothing outside ``hair.synthesis`` imports another module of it (a contract in ``pyproject.toml``), and nothing but styling
imports this one: own-hair changes and colour do without drawn hair.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catchlight.catalogue.hairstyles import Added, Groom
from catchlight.core import memory
from catchlight.core.progress import Progress
from catchlight.core.threads import both
from catchlight.hair.compositing import spectacles
from catchlight.hair.head import hairline
from catchlight.hair.head.ellipsoid import Hairline
from catchlight.hair.preparation import StyleContext
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.style_plan import Options
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite import blend_with_photo, composite, photo_light, strand_colours
from catchlight.hair.synthesis.composite.photo_light import HairLight
from catchlight.hair.synthesis.composite.setting import HairLook
from catchlight.hair.synthesis.composite.strand_colours import StrandColours
from catchlight.hair.synthesis.guides import fringe_over_own_hair, root_directions
from catchlight.hair.synthesis.render import groom as render
from catchlight.hair.synthesis.strands import flyaway_measure
from catchlight.hair.trim.volume import EditedHair
from catchlight.portrait.portrait import Portrait


@dataclass(frozen=True)
class PhotoHair:
    """What drawn hair takes from the photo's own: colours of strands, how light falls on them, where hair begins, and how many
    strands stand off (``flyaway_measure.measure_flyaways``)."""

    colours: StrandColours
    light: HairLight
    line: Hairline
    flyaways: float


def measure_photo_hair(ready: StyleContext) -> PhotoHair:
    """Of the hair as it is worn in ``ready``: of the wished colour where it is dyed. What colours do not change is kept."""
    known = ready.seen.kept("hair:for drawing", lambda: _measure(ready.scene, ready.bare, ready.seen))
    if ready.hair is ready.scene.rgb:
        return known
    dyed = replace(ready.scene, rgb=ready.hair)
    return replace(
        known,
        colours=strand_colours.measure_strand_colours(dyed, ready.seen, dyed=True),
        light=photo_light.measure_hair_light(dyed, ready.bare),
    )


def _measure(scene: HairScene, bare: CleanPlate, seen: Portrait) -> PhotoHair:
    shape = scene.shape
    colours, (line, light, stray) = both(
        lambda: strand_colours.measure_strand_colours(scene, seen),
        lambda: (
            hairline.find_hairline(scene),
            photo_light.measure_hair_light(scene, bare),
            flyaway_measure.measure_flyaways(scene),
        ),
        in_turn=memory.is_large(shape),
    )
    found = PhotoHair(colours, light, line, stray)
    memory.trim_heap_after(shape)
    return found


def draw_style(
    ready: StyleContext, own: PhotoHair, groom: Groom, options: Options, progress: Progress, *, reshaped: bool
) -> EditedHair:
    """A whole style in the worked part. reshaped: whether modifiers have changed the style's own shape."""
    line = own.line
    if root_directions.clears_ears(groom):
        line = hairline.fit_hairline_to_ears(hairline.remove_sideburns(line, ready.scene), ready.scene, ready.bare.ear8)
    groom = flyaway_measure.add_flyaways(groom, own.flyaways)
    hair = render.render_hair(ready.scene, ready.bare, groom, line, options, reshaped=reshaped)
    progress.report(0.8, "style")
    stays = blend_with_photo.photo_hair_share(ready.scene, ready.bare, hair, options.seed)
    known = ready.scene if ready.hair is ready.scene.rgb else replace(ready.scene, rgb=ready.hair)
    look = HairLook(groom, own.colours, own.light, line, options.seed)
    after = composite.composite_hair(known, ready.bare.plate, ready.bare, hair, look, stays=stays)
    worn = hair.cover(ready.bare)
    share = 0.0 if stays is None else blend_with_photo.blend_with_photo(after, worn, known, hair, stays)
    spectacles.restore_frame(after, worn, ready.scene, ready.bare)
    return EditedHair(after, worn, share, hair.lower is not None, lost=own.colours.lost)


def draw_fringe(ready: StyleContext, own: PhotoHair, added: Added, options: Options) -> EditedHair:
    """A fringe over the photo's own hair, in the worked part."""
    known = ready.scene
    fringe = added.fringe
    if root_directions.falls_straight(fringe):
        fringe = fringe_over_own_hair.widen_fringe(fringe, known, ready.bare.skull, own.line)
    groom = Groom.model_validate({"cut": {"length": 8.0}, "fringe": fringe, "fibre": added.fibre})
    hair = render.render_hair(known, ready.bare, groom, own.line, options, only_fringe=True)
    look = HairLook(groom, own.colours, own.light, own.line, options.seed)
    picture = composite.composite_hair(known, known.rgb, ready.bare, hair, look, on_scalp=False)
    x0, y0, x1, y1 = hair.window
    worn = known.hair.copy()
    np.maximum(worn[y0:y1, x0:x1], hair.front.cover, out=worn[y0:y1, x0:x1])
    return EditedHair(picture, worn)
