"""What a reference photo tells of its hair: matte, colours free of what lies behind, place on the head, light and focus."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from catchlight.hair.reference import alignment, edge
from catchlight.hair.reference.tone import HairTone, measure_tone
from catchlight.hair.removal import match_photo
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim import ends
from catchlight.imaging import inpaint, vec3
from catchlight.imaging.arrays import Doubles, Floats, Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.filters.planes import as_bytes, blur_plane, dilate_mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_CORE, _LEAST = 0.9, 0.004
"""Share of hair from which a pixel shows hair alone, and below which none."""
_RIM_CM = 0.12
"""How far inside its outline something still shines through hair, or lights it from behind."""
_BESIDE_CM = 0.35
"""Width over which the colours of hair further inside go on towards its outline and beyond it."""
_CLEAN = 0.9
"""How far hair at its outline takes those colours: its own have skin, background and light from behind in them."""
_END_CM, _RAGGED = 2.6, 0.8
"""How far above the lower edge of a photo hair is cut that goes beyond it, and how unevenly."""
_TOUCHES_CM = 0.5
"""Width of hair at the lower edge of a photo from which it goes beyond that."""
_EARS, _LOBE_CM, _HANGS_CM, _RING_CM = (234, 454), 3.0, 4.5, 0.28
"""Landmarks beside the ears, how far below them earrings hang and how far around, and half the width of the gap they leave."""
_TIP_CM, _SHADED = 3.0, 0.75
"""How far around the part of an ear that is called one more of it may be, and how bright it is in shade, by the face."""
_AROUND_EAR_CM, _FROM_CM, _PATCHED = 0.3, 2.5, 700
"""How far around an ear its border goes on, from how far away hair goes on over it, and at how many pixels that is found."""
_THREAD_CM = 0.09
"""Half the width over which the matte is evened on cloth."""
_CROWN_CM, _CHORD_CM, _FULL = 11.0, (0.3, 5.5), 0.8
"""Radius of a head with hair, seen from the front; width of hair at the upper edge of a photo whose crown is completed by an arc
of it (0.35 cm high at the widest: an arc over 7.5 cm was told by every judge), and the share of that width which must be hair."""
_ROOM_CM = 0.2
"""Height of the ground that is added above such an arc."""
_SPECK_CM2, _JOINED = 1.5, 0.15
"""Area below which what hangs together by this share of hair, apart from the rest, is no hair."""


@dataclass(frozen=True)
class ReferenceHair:
    """rgb: HxWx3 uint8, colours of hair, which go on beyond it. cover: HxW, its matte. ends: HxW, share of it that is left where
    what goes beyond the lower edge of the photo is cut a little above it. ears: HxW, what is seen of the ears in it, over which
    ``rgb`` goes on as if hair hid them. anchors: Nx2 pixels, ``alignment.find_anchors``. cm: pixels for a centimetre. yaw, pitch:
    degrees, as ``Pose``. shading: 4x3, as ``HairScene``. softness: blur in pixels, as ``match_photo.measure_softness``. grain:
    deviation of the photo's, 0..255. tone: of its dense hair. grey: whether the photo has no colours."""

    rgb: ByteImage
    cover: FloatPlane
    ends: FloatPlane
    ears: FloatPlane
    anchors: Doubles
    cm: float
    yaw: float
    pitch: float
    shading: Floats
    softness: float
    grain: float
    tone: HairTone
    grey: bool

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width in pixels."""
        return self.cover.shape[0], self.cover.shape[1]

    def mirrored(self) -> ReferenceHair:
        """The same in a mirror."""
        shading = self.shading.copy()
        shading[1] *= -1
        return replace(
            self,
            rgb=np.ascontiguousarray(self.rgb[:, ::-1]),
            cover=np.ascontiguousarray(self.cover[:, ::-1]),
            ends=np.ascontiguousarray(self.ends[:, ::-1]),
            ears=np.ascontiguousarray(self.ears[:, ::-1]),
            anchors=alignment.mirror_anchors(self.anchors, self.shape[1]),
            yaw=-self.yaw,
            shading=shading,
        )

    def resized(self, scale: float) -> ReferenceHair:
        """The same at ``scale`` times the size, smaller."""
        import cv2

        size = (max(2, round(self.shape[1] * scale)), max(2, round(self.shape[0] * scale)))
        rgb, *planes = (
            cv2.resize(plane, size, interpolation=cv2.INTER_AREA)
            for plane in (self.rgb, self.cover, self.ends, self.ears)
        )
        cover, ends_left, ears = (np.asarray(plane, np.float32) for plane in planes)
        return replace(
            self,
            rgb=np.asarray(rgb, np.uint8),
            cover=cover,
            ends=ends_left,
            ears=ears,
            anchors=(self.anchors + 0.5) * scale - 0.5,
            cm=self.cm * scale,
            softness=self.softness * scale,
        )


def read_hair(scene: HairScene, tone: HairTone, *, grey: bool, seed: int = 0) -> ReferenceHair:
    """The hair of a scene, whose dense hair has a ``tone``. grey: whether its picture has no colours."""
    found = edge.refine_outline(scene, _without_specks(scene))
    cover = close_over_jewellery(scene, found)
    ears = _ears_in_hair(scene, cover)
    rgb = inpaint.fill_with_patches(
        as_bytes(clean_colours(scene)),
        np.maximum(ears, 4 * (cover - found)) > 0.2,
        (cover > _CORE) & dilate_mask(ears > 0.2, _FROM_CM * scene.cm),
        _PATCHED,
        seed,
    )
    left = _cut_ends(scene, seed)
    anchors = alignment.find_anchors(scene.marks, scene.head)
    crown = _missing_crown(cover, scene.cm)
    if crown is not None:
        room = len(crown)
        rgb = np.concatenate([rgb[room:0:-1], rgb])
        cover = np.concatenate([crown, cover])
        left = np.concatenate([np.ones_like(crown), left])
        ears = np.concatenate([np.zeros_like(crown), ears])
        anchors = anchors + np.array([0.0, room])
    return ReferenceHair(
        rgb,
        cover,
        left,
        ears,
        anchors,
        scene.cm,
        scene.head.pose.yaw,
        scene.head.pose.pitch,
        scene.shading,
        match_photo.measure_softness(scene),
        inpaint.measure_grain(scene.rgb, (scene.oval > 0.9) & (scene.skin > 0.6)),
        tone,
        grey,
    )


def clean_colours(scene: HairScene) -> FloatImage:
    """HxWx3, 0..255: colours of the hair of a scene. At its outline and beyond they are those from further inside, so that
    nothing comes along with it of what lies behind."""
    import cv2

    whole = scene.colours((0, 0, scene.shape[1], scene.shape[0]))
    solid = (scene.hair > _CORE).astype(np.uint8)
    deep = np.asarray(cv2.distanceTransform(solid, cv2.DIST_L2, 5) / np.float32(_RIM_CM * scene.cm), np.float32)
    filled = inpaint.fill_and_blur(whole, (deep > 1).astype(np.float32), max(1.0, _BESIDE_CM * scene.cm))
    rim = (scene.hair > _LEAST) & (deep < 1)
    lab, beside = (oklab.from_srgb(np.clip(colours[rim], 0, 255) / np.float32(255)) for colours in (whole, filled))
    lab += (np.float32(_CLEAN) * (1 - deep[rim]))[:, None] * (beside - lab)
    result = np.where((scene.hair > _LEAST)[..., None], whole, filled).astype(np.float32)
    result[rim] = oklab.to_srgb(lab) * np.float32(255)
    return result


def close_over_jewellery(scene: HairScene, cover: FloatPlane) -> FloatPlane:
    """``cover`` (HxW) without the rings and threads that earrings leave in it: gaps beside the ears no wider than they."""
    import cv2

    near = np.zeros(scene.shape, np.uint8)
    for mark in _EARS:
        x, y = scene.marks.xy[mark]
        place = (round(float(x)), round(float(y + _LOBE_CM * scene.cm)))
        cv2.circle(near, place, max(1, round(_HANGS_CM * scene.cm)), 1, -1)
    beside = blur_plane(((near > 0) & (scene.oval < 0.1)).astype(np.float32), 0.2 * scene.cm)
    kernel = disc(_RING_CM * scene.cm)
    closed = cv2.morphologyEx(cover, cv2.MORPH_CLOSE, kernel, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cover + (closed - cover) * beside, np.float32)


def scene_tone(scene: HairScene) -> HairTone | None:
    """The tone of the dense hair of a scene; None where there is none."""
    return measure_tone(scene.rgb, scene.hair)


def _ears_in_hair(scene: HairScene, cover: FloatPlane) -> FloatPlane:
    """The ears (HxW, 0..1) as far as hair lies beyond them, with what borders on them."""
    ear = (scene.ear > 0.4) & (scene.oval < 0.5)
    # Its upper edge is often called hair: what beside it has the colour of skin is ear.
    ear |= dilate_mask(ear, _TIP_CM * scene.cm) & _is_skin(scene) & (scene.oval < 0.5)
    wide = dilate_mask(ear, _AROUND_EAR_CM * scene.cm) & (scene.oval < 0.5)
    return np.asarray(blur_plane((wide & _hair_outwards(scene, cover)).astype(np.float32), 0.06 * scene.cm), np.float32)


def _hair_outwards(scene: HairScene, cover: FloatPlane) -> Mask:
    """Where hair lies near by on the side away from the face, HxW: an ear that stands out of the hair has none there."""
    columns = np.arange(scene.shape[1], dtype=np.float32)[None]
    worn = cover > 0.7
    reach = _FROM_CM * scene.cm
    left = columns - np.maximum.accumulate(np.where(worn, columns, np.float32(-1e6)), axis=1)
    right = np.minimum.accumulate(np.where(worn, columns, np.float32(1e6))[:, ::-1], axis=1)[:, ::-1] - columns
    return np.asarray(np.where(columns < scene.middle, left, right) < reach, bool)


def _is_skin(scene: HairScene) -> Mask:
    """Where a scene has colours nearer to those of its face than to those of its hair, HxW."""
    rgb = scene.rgb.astype(np.float32)
    face = rgb[(scene.skin > 0.8) & (scene.oval > 0.9)]
    dense = rgb[scene.hair > 0.97]
    if not len(face) or not len(dense):
        return np.zeros(scene.shape, bool)
    apart = [vec3.square(rgb - np.median(of, axis=0)) for of in (face * np.float32(_SHADED), dense)]
    return np.asarray(apart[0] < apart[1], bool)


def _without_specks(scene: HairScene) -> FloatPlane:
    """The hair's matte without small parts that hang together with nothing, patterns behind or below it, and without those of
    cloth that let some of its threads through."""
    import cv2

    size = 2 * max(1, round(_THREAD_CM * scene.cm)) + 1
    even = cv2.medianBlur((scene.hair * 255).astype(np.uint8), size).astype(np.float32) / np.float32(255)
    hair = scene.hair + (even - scene.hair) * np.clip(scene.cloth * 2, 0, 1)
    joined = (hair > _JOINED).astype(np.uint8)
    count, labels, facts, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    if count <= 2:
        return np.asarray(hair, np.float32)
    areas = facts[:, cv2.CC_STAT_AREA].astype(float) / scene.cm**2
    gone = areas < _SPECK_CM2
    gone[[0, 1 + int(np.argmax(areas[1:]))]] = False
    apart = dilate_mask(gone[labels], 1.5) & ~dilate_mask((~gone & (np.arange(count) > 0))[labels], 1.5)
    return np.asarray(np.where(apart, np.float32(0), hair), np.float32)


def _missing_crown(cover: FloatPlane, cm: float) -> FloatPlane | None:
    """Rows of hair (hxW, 0..1) above the picture that complete a crown which its upper edge just cuts; None where it does not, or
    cuts more than an arc could complete."""
    seen = np.flatnonzero(cover[0] > 0.5)
    if not len(seen):
        return None
    left, right = int(seen[0]), int(seen[-1])
    chord = (right - left + 1) / cm
    if not _CHORD_CM[0] < chord < _CHORD_CM[1] or len(seen) < _FULL * (right - left + 1):
        return None
    middle, radius, half = (left + right) / 2, _CROWN_CM * cm, (right - left + 1) / 2
    below = float(np.sqrt(radius**2 - half**2))
    height = int(np.ceil(radius - below + _ROOM_CM * cm)) + 2
    y, x = np.mgrid[0:height, 0 : cover.shape[1]]
    away = np.hypot(x - middle, height - 0.5 - y + below)
    return np.asarray(np.clip(radius - away + 0.5, 0, 1), np.float32)


def _cut_ends(scene: HairScene, seed: int) -> FloatPlane:
    """Share of hair (HxW) that is left where strands that go beyond the lower edge end above it, one by one."""
    height, cm = scene.shape[0], scene.cm
    result = np.ones(scene.shape, np.float32)
    if (scene.hair[-2:] > 0.5).any(axis=0).sum() < _TOUCHES_CM * cm:
        return result
    first = int(np.clip(height - 3 * _END_CM * cm, 0, height - 1))
    rows = slice(first, height)
    above = (height - _END_CM * cm - np.arange(first, height, dtype=np.float32)) / np.float32(cm)
    wide = np.ascontiguousarray(np.broadcast_to(above[:, None], (height - first, scene.shape[1])))
    result[rows] = ends.remaining_share(scene, rows, wide, _RAGGED, seed)
    return result
