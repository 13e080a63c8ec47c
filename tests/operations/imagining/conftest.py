"""An editor whose engine is told what to answer."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.imagine.fill import Imagine
from catchlight.imagine.port import GenerationRequest
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.operations.operation import Params
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor

from tests.imagine.engines import ToldEngine

Finish = Callable[..., EditResult]


def refined(request: GenerationRequest) -> ByteImage:
    """The draft with other fine detail, everything a little warmer."""
    seen = request.picture.astype(int)
    soft = cv2.GaussianBlur(request.picture, (0, 0), 2).astype(int)
    return np.asarray(np.clip((seen + soft) // 2 + np.array([6, 0, -4]) + request.seed, 0, 255), np.uint8)


@pytest.fixture
def finisher() -> ToldEngine:
    return ToldEngine(refined)


@pytest.fixture
def finish(portraits: Portraits, catalogue: Catalogue, finisher: ToldEngine, sample: Picture) -> Finish:
    """Runs an operation on the sample, or on other pictures."""

    def ran(operation: str, params: Params, *pictures: Picture) -> EditResult:
        editor = LocalEditor(portraits, catalogue, lambda: Imagine(finisher, portraits.models))
        return editor.run(EditRequest(operation, params, pictures or (sample,)), Progress())

    return ran
