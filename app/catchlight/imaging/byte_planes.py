"""Planes that are kept in bytes: a quarter of the memory for what is kept with a portrait and read now and then."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

import numpy as np

from catchlight.imaging.arrays import Bytes
from catchlight.imaging.picture import FloatPlane

Window = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels."""


class BytePlane:
    """A field that holds a plane of 0..1: kept in 256 steps, read as a new HxW float32 array each time.

    Given bytes, it takes them as they are.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"{name} in bytes"

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else plane_from_bytes(instance.__dict__[self._name])

    def __set__(self, instance: Any, value: Any) -> None:
        instance.__dict__[self._name] = value if value.dtype == np.uint8 else plane_to_bytes(value)

    def kept(self, instance: Any) -> Any:
        """The bytes."""
        return instance.__dict__[self._name]


def plane_from_bytes(kept: Bytes) -> FloatPlane:
    """A plane of 0..1 that was kept in bytes."""
    return np.asarray(kept * np.float32(1 / 255), np.float32)


def plane_to_bytes(plane: FloatPlane) -> Bytes:
    """A plane of 0..1 in 256 steps."""
    value = np.multiply(plane, np.float32(255), dtype=np.float32)
    return np.clip(np.rint(value, out=value), 0, 255, out=value).astype(np.uint8)


def crop_fields(holder: Any, names: Iterable[str], window: Window) -> dict[str, Any]:
    """Fields of a dataclass (arrays HxW...) in a window, by name; those kept in bytes as bytes."""
    x0, y0, x1, y1 = window
    found = {}
    for name in names:
        how = inspect.getattr_static(type(holder), name, None)
        whole = how.kept(holder) if isinstance(how, BytePlane) else getattr(holder, name)
        found[name] = whole[y0:y1, x0:x1]
    return found
