"""ICC profiles of screens and printers that tests make themselves: with a matrix, with tables, and of kinds that are refused."""

from __future__ import annotations

import struct
from functools import cache

import numpy as np
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.io.icc import build_profile

D50 = np.array([0.9642, 1.0, 0.8249])
P3_TO_XYZ = np.array([[0.51512, 0.29198, 0.15710], [0.24120, 0.69225, 0.06657], [-0.00105, 0.04189, 0.78407]])
"""Display P3, adapted to D50."""


@cache
def matrix_display() -> bytes:
    """A screen of Display P3 with a gamma of 2.2."""
    return build_profile(P3_TO_XYZ, np.linspace(0, 1, 4096) ** 2.2, "Test screen with a matrix")


@cache
def table_display(steps: int = 17) -> bytes:
    """A screen with tables both ways (lut16Type, ICC.1:2001-04, 6.5.9): gamma 2.4 and a black that glows."""
    grid = np.linspace(0, 1, steps)
    rgb = np.stack(np.meshgrid(grid, grid, grid, indexing="ij"), axis=-1)
    to_lab = _table(steps, _coded(_lab((rgb**2.4 * 0.998 + 0.002) @ P3_TO_XYZ.T)))
    codes = np.linspace(0, 65535, steps)
    lab = np.stack(np.meshgrid(codes / 652.8, codes / 256 - 128, codes / 256 - 128, indexing="ij"), axis=-1)
    linear = (_xyz(lab) @ np.linalg.inv(P3_TO_XYZ).T - 0.002) / 0.998
    from_lab = _table(steps, np.round(np.clip(linear, 0, 1) ** (1 / 2.4) * 65535))
    return _profile(b"mntr", b"RGB ", b"Lab ", "Test screen with tables", {b"A2B0": to_lab, b"B2A0": from_lab})


@cache
def paper(steps: int = 17) -> bytes:
    """A printer whose inks reach little colour, on a yellowish paper: white and black are inside sRGB's."""
    grid = np.linspace(0, 1, steps)
    rgb = np.stack(np.meshgrid(grid, grid, grid, indexing="ij"), axis=-1)
    lab = _lab((rgb**2.2 * 0.95 + 0.03) @ P3_TO_XYZ.T)
    lab[..., 1:] *= 0.5
    lab[..., 2] += 6
    to_lab = _table(steps, _coded(lab))
    codes = np.linspace(0, 65535, steps)
    wanted = np.stack(np.meshgrid(codes / 652.8, codes / 256 - 128, codes / 256 - 128, indexing="ij"), axis=-1)
    wanted[..., 2] -= 6
    wanted[..., 1:] /= 0.5
    linear = (_xyz(wanted) @ np.linalg.inv(P3_TO_XYZ).T - 0.03) / 0.95
    from_lab = _table(steps, np.round(np.clip(linear, 0, 1) ** (1 / 2.2) * 65535))
    return _profile(
        b"prtr", b"RGB ", b"Lab ", "Test paper", {b"A2B0": to_lab, b"B2A0": from_lab}, _xyz(lab[-1, -1, -1])
    )


def of_kind(kind: bytes, space: bytes = b"RGB ") -> bytes:
    """The matrix profile with another class and another space in its header."""
    profile = bytearray(matrix_display())
    profile[12:16], profile[16:20] = kind, space
    return bytes(profile)


def _table(steps: int, values: Doubles) -> bytes:
    head = b"mft2" + bytes(4) + struct.pack(">BBBx", 3, 3, steps)
    return head + _identity() + _ramps(3) + values.astype(">u2").tobytes() + _ramp() * 3


def _identity() -> bytes:
    return b"".join(struct.pack(">i", value) for value in (65536, 0, 0, 0, 65536, 0, 0, 0, 65536))


def _ramp() -> bytes:
    return np.linspace(0, 65535, 256).round().astype(">u2").tobytes()


def _ramps(count: int) -> bytes:
    return struct.pack(">HH", 256, 256) + _ramp() * count


def _lab(xyz: Doubles) -> Doubles:
    ratio = xyz / D50
    root = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = (root[..., axis] for axis in range(3))
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def _xyz(lab: Doubles) -> Doubles:
    y = (np.minimum(lab[..., 0], 100) + 16) / 116
    roots = np.stack([y + lab[..., 1] / 500, y, y - lab[..., 2] / 200], axis=-1)
    return np.asarray(np.where(roots > 6 / 29, roots**3, 3 * (6 / 29) ** 2 * (roots - 4 / 29)) * D50)


def _coded(lab: Doubles) -> Doubles:
    coded = np.stack([lab[..., 0] * 652.8, (lab[..., 1] + 128) * 256, (lab[..., 2] + 128) * 256], axis=-1)
    return np.asarray(np.clip(coded, 0, 65535).round())


def _profile(
    kind: bytes, space: bytes, connection: bytes, name: str, tables: dict[bytes, bytes], white: Doubles = D50
) -> bytes:
    said = name.encode("ascii") + b"\0"
    tags = {
        b"desc": b"desc" + bytes(4) + struct.pack(">I", len(said)) + said + bytes(78),
        b"cprt": b"text" + bytes(4) + b"CC0\0",
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", *(round(float(value) * 65536) for value in white)),
        **tables,
    }
    offset, table, body = 132 + 12 * len(tags), b"", b""
    for tag, value in tags.items():
        padded = value + bytes(-len(value) % 4)
        table += struct.pack(">4sII", tag, offset + len(body), len(value))
        body += padded
    head = struct.pack(">I4s4s4s4s4s", 0, bytes(4), b"\x02\x40\0\0", kind, space, connection)
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    data = head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + body
    return struct.pack(">I", len(data)) + data[4:]
