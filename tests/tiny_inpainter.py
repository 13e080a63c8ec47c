"""A tiny inpainter in ONNX, written byte by byte: LaMa's signature, four layers, some hundred bytes, no package needed.

It fills a hole with the mean of what it sees outside of it: ``image * keep + hole * sum(image * keep) / sum(keep)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

_FLOAT = 1
Side = int | str


def write_inpainter(
    file: Path,
    side: Side = "side",
    *,
    inverted: bool = False,
    scale: float = 1.0,
    slow: int = 0,
    names: Sequence[str] = (),
    channels: tuple[int, int] = (3, 1),
) -> Path:
    """side: a number of pixels, or a name for any. inverted: 0 in the mask is the hole. scale: what its answer is multiplied by.
    slow: how many times it goes over the picture for nothing. names: of image, mask and output, if not LaMa's.
    channels: that it says its inputs have."""
    image, mask, output = names or ("image", "mask", "output")
    hole = [_node("Sub", ["one", mask], ["hole"])] if inverted else [_node("Identity", [mask], ["hole"])]
    nodes = [
        *hole,
        _node("Sub", ["one", "hole"], ["keep"]),
        _node("Mul", [image, "keep"], ["seen"]),
        _node("ReduceSum", ["seen", "axes"], ["sums"]),
        _node("ReduceSum", ["keep", "axes"], ["count"]),
        _node("Add", ["count", "least"], ["safe"]),
        _node("Div", ["sums", "safe"], ["mean"]),
        _node("Mul", ["mean", "hole"], ["filled"]),
        _node("Add", ["seen", "filled"], ["round0"]),
    ]
    for number in range(slow):
        nodes.append(
            _node("Conv", [f"round{number}", "same"], [f"round{number + 1}"], [_attribute("pads", ints=[4] * 4)])
        )
    nodes.append(_node("Mul", [f"round{slow}", "scale"], [output]))
    same = np.zeros((3, 3, 9, 9), np.float32)
    same[[0, 1, 2], [0, 1, 2], 4, 4] = 1
    graph = b"".join(
        [
            *(_field(1, node) for node in nodes),
            _field(2, b"tiny"),
            *(
                _field(5, tensor)
                for tensor in (
                    _tensor("one", np.array([1], np.float32)),
                    _tensor("least", np.array([1e-6], np.float32)),
                    _tensor("scale", np.array([scale], np.float32)),
                    _tensor("axes", np.array([2, 3], np.int64)),
                    *([_tensor("same", same)] if slow else []),
                )
            ),
            _field(11, _value(image, [1, channels[0], side, side])),
            _field(11, _value(mask, [1, channels[1], side, side])),
            _field(12, _value(output, [1, 3, side, side])),
        ]
    )
    opset = _field(1, b"") + _number(2, 17)
    file.write_bytes(_number(1, 9) + _field(7, graph) + _field(8, opset))
    return file


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _field(field: int, data: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _attribute(name: str, ints: Sequence[int]) -> bytes:
    return _field(1, name.encode()) + b"".join(_number(8, value) for value in ints) + _number(20, 7)


def _node(kind: str, inputs: Sequence[str], outputs: Sequence[str], attributes: Sequence[bytes] = ()) -> bytes:
    parts = [_field(1, name.encode()) for name in inputs] + [_field(2, name.encode()) for name in outputs]
    return b"".join(parts) + _field(4, kind.encode()) + b"".join(_field(5, attribute) for attribute in attributes)


def _tensor(name: str, values: np.ndarray) -> bytes:
    kind = {np.dtype(np.float32): 1, np.dtype(np.int64): 7}[values.dtype]
    dims = b"".join(_number(1, side) for side in values.shape)
    return dims + _number(2, kind) + _field(8, name.encode()) + _field(9, values.tobytes())


def _value(name: str, sides: Sequence[Side]) -> bytes:
    dims = b"".join(
        _field(1, _number(1, side) if isinstance(side, int) else _field(2, side.encode())) for side in sides
    )
    return _field(1, name.encode()) + _field(2, _field(1, _number(1, _FLOAT) + _field(2, dims)))
