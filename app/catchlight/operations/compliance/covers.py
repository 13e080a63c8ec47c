"""What covers a head: glasses, hair over the eyes, a hat. Read from the parsing of the source, where it is sharpest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.engine import geometry, parsing
from catchlight.engine.landmarks import LEFT_EYE, RIGHT_EYE
from catchlight.engine.portrait import Portrait
from catchlight.operations.compliance.measures import polygon


@dataclass(frozen=True)
class Covers:
    """hair_over_eyes: percent of the eye openings. hat: percent of the head's pixels. glasses: whether there are any."""

    hair_over_eyes: float
    hat: float
    glasses: bool


def covers(portrait: Portrait) -> Covers:
    """Measured on the tight crop of face parsing only."""
    parsed, landmarks = portrait.face_parsing, portrait.landmarks
    # Every other pixel says as much about shares, at a quarter of the time.
    labels = np.ascontiguousarray(parsed.answers[0].logits[:, ::2, ::2]).argmax(axis=0)
    matrix = geometry.joined(np.array([[0.5, 0, 0], [0, 0.5, 0]]), parsed.matrices[0])
    eyes = np.zeros(labels.shape, bool)
    for ring in (RIGHT_EYE, LEFT_EYE):
        eyes |= polygon(geometry.apply(matrix, landmarks.ring(ring)), labels.shape)
    head = ~np.isin(labels, (parsing.BACKGROUND, parsing.CLOTH, parsing.NECK, parsing.NECKLACE))
    hair = float((labels[eyes] == parsing.HAIR).mean() * 100) if eyes.any() else 0.0
    hat = float((labels == parsing.HAT).sum() / max(head.sum(), 1) * 100)
    glasses = float((labels == parsing.GLASSES).sum() / max(head.sum(), 1)) > 0.004
    return Covers(hair, hat, glasses)
