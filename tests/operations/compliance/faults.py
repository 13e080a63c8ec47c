"""Pictures with one fault each, made from the shipped samples, and the same without."""

from __future__ import annotations

import cv2
import numpy as np
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.paths import resources
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.portrait import Portrait, Portraits

from tests.benchmarks import verdicts


def sample(name: str) -> Picture:
    return codec.decode((resources() / "samples" / name).read_bytes(), name=name)


def make(name: str, portraits: Portraits) -> Picture:
    """One of the pictures: ``officer``, ``astronaut``, or one of them with a fault, as in ``officer, grey``."""
    who, _, fault = name.partition(", ")
    picture = sample("officer.jpg" if who == "officer" else "astronaut.png")
    if not fault:
        return picture
    if fault in verdicts.MADE:
        return picture.with_(pixels=verdicts.MADE[fault](portraits.of(picture)))
    return Picture(_SHAPED[fault](portraits.of(picture)))


def _lock(portrait: Portrait) -> ByteImage:
    """A narrow dark lock of hair over one eye."""
    image = portrait.picture.rgb8
    (x, y), far = portrait.landmarks.right_eye, portrait.landmarks.eye_distance
    corners = [(x - 0.45 * far, y - far), (x + 0.3 * far, y - far)]
    corners += [(x + 0.28 * far, y + 0.5 * far), (x - 0.5 * far, y + 0.6 * far)]
    inside = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.array(corners, np.int32)], 1)
    strands = 2 * cv2.blur(np.random.default_rng(3).normal(0, 30, inside.shape).astype(np.float32), (1, 25))
    hair = np.clip(np.array([60, 42, 30]) + strands[..., None], 0, 255)
    return np.where(inside[..., None] > 0, hair, image).astype(np.uint8)


def _mask(portrait: Portrait) -> ByteImage:
    """A blue mask over nose and mouth, shaded as the face below it."""
    image, marks = portrait.picture.rgb8, portrait.landmarks
    ring = marks.ring(OVAL)
    low = ring[ring[:, 1] > marks.xy[4, 1] + 0.05 * marks.eye_distance]
    inside = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, cv2.convexHull(np.round(low).astype(np.int32)), 1)
    light = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), (0, 0), 6).astype(np.float32)
    cloth = np.clip(np.array([120, 160, 200]) * (light / light[inside > 0].mean())[..., None], 0, 255)
    return np.where(inside[..., None] > 0, cloth, image).astype(np.uint8)


def _neighbour(portrait: Portrait) -> ByteImage:
    """Somebody else's head, smaller, at the left of the picture."""
    other = sample("astronaut.png").rgb8[12:228, 142:308]
    head = cv2.resize(other, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    image = portrait.picture.rgb8.copy()
    image[330 - head.shape[0] : 330, : head.shape[1]] = head
    return image


def _twin(portrait: Portrait) -> ByteImage:
    return np.hstack([portrait.picture.rgb8, portrait.picture.rgb8[:, ::-1]])


def _burnt(portrait: Portrait) -> ByteImage:
    """A lamp too near: three and a half times the light."""
    light = (portrait.picture.rgb8 / 255.0) ** 2.2 * 3.5
    return (np.clip(light, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)


def _cut_above(portrait: Portrait) -> ByteImage:
    """The top edge goes through the hat."""
    return np.ascontiguousarray(portrait.picture.rgb8[40:])


def _cut_through(portrait: Portrait) -> ByteImage:
    """The top edge goes through the forehead."""
    return np.ascontiguousarray(portrait.picture.rgb8[150:])


def _tight(portrait: Portrait) -> ByteImage:
    """The picture ends right below the chin."""
    return np.ascontiguousarray(portrait.picture.rgb8[: int(portrait.landmarks.xy[152, 1]) + 15])


def _narrow(portrait: Portrait) -> ByteImage:
    """The picture ends at the ears."""
    x, far = int(portrait.landmarks.eyes[0]), portrait.landmarks.eye_distance
    return np.ascontiguousarray(portrait.picture.rgb8[:, int(x - 1.15 * far) : int(x + 1.15 * far)])


def _circle(corner: int | None) -> verdicts.Change:
    """An avatar: a circle of the picture, with one grey level in the corners or, for None, nothing."""

    def change(portrait: Portrait) -> ByteImage:
        image = np.pad(portrait.picture.rgb8, ((90, 0), (0, 0), (0, 0)), mode="edge")[:512]
        y, x = np.mgrid[:512, :512]
        inside = np.hypot(x - 255.5, y - 255.5) < 255.5
        if corner is None:
            return np.dstack([image, np.where(inside, 255, 0).astype(np.uint8)])
        return np.where(inside[..., None], image, corner).astype(np.uint8)

    return change


def drawing(portrait: Portrait) -> ByteImage:
    """The picture in eight flat colours."""
    flat = cv2.pyrMeanShiftFiltering(portrait.picture.rgb8, 15, 40)
    cv2.setRNGSeed(1)
    values = flat.reshape(-1, 3).astype(np.float32)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 10, 1.0)
    _, labels, colours = cv2.kmeans(values, 8, np.empty(0, np.int32), ends, 1, cv2.KMEANS_PP_CENTERS)
    return np.asarray(colours[labels.ravel()].reshape(flat.shape), np.uint8)


_SHAPED: dict[str, verdicts.Change] = {
    "narrow lock": _lock,
    "mask": _mask,
    "neighbour": _neighbour,
    "twin": _twin,
    "burnt": _burnt,
    "cut above": _cut_above,
    "cut through": _cut_through,
    "tight": _tight,
    "narrow": _narrow,
    "circle, alpha": _circle(None),
    "circle, white": _circle(255),
    "circle, grey": _circle(128),
    "drawing": drawing,
}
