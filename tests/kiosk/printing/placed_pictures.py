"""Sizes of the pictures on a page of a PDF, by the matrices that place them, through any forms that a queue wrapped it in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from pypdf import PdfReader
from pypdf.generic import ContentStream

MM_PER_POINT = 25.4 / 72
Matrix = np.ndarray[Any, np.dtype[np.float64]]


def placed_pictures(pdf: Path) -> list[tuple[float, float]]:
    """Width and height in mm of every picture on the first page, as seen on the page turned upright."""
    page = PdfReader(pdf).pages[0]
    found = list(_pictures(page.get_contents(), page["/Resources"], np.eye(3), page.pdf))
    sideways = page.get("/Rotate", 0) % 180 == 90
    return [(height, width) if sideways else (width, height) for width, height in found]


def _pictures(content: Any, resources: Any, matrix: Matrix, pdf: Any) -> Iterator[tuple[float, float]]:
    kept: list[Matrix] = []
    for operands, operator in ContentStream(content, pdf).operations:
        if operator == b"q":
            kept.append(matrix)
        elif operator == b"Q":
            matrix = kept.pop()
        elif operator == b"cm":
            matrix = _matrix(operands) @ matrix
        elif operator == b"Do":
            drawn = resources["/XObject"][operands[0]].get_object()
            if drawn["/Subtype"] == "/Form":
                inner = _matrix(drawn.get("/Matrix", (1, 0, 0, 1, 0, 0))) @ matrix
                yield from _pictures(drawn, drawn.get("/Resources", resources), inner, pdf)
            else:
                sides = np.abs(matrix[:2, :2]).max(axis=0) * MM_PER_POINT  # a unit square, turned by quarters at most
                yield float(sides[0]), float(sides[1])


def _matrix(numbers: Any) -> Matrix:
    """As PDF has it: for rows on the left."""
    a, b, c, d, e, f = (float(number) for number in numbers)
    return np.array([[a, b, 0], [c, d, 0], [e, f, 1]])
