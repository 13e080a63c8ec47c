"""Drawing strands: what lies behind many others is left out and not missed, and what lies behind the body is not drawn."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.hair.synthesis.render import rasterise
from catchlight.hair.synthesis.strands import short_runs
from catchlight.imaging import byte_planes

SIZE = (300, 240)
INSIDE = (slice(100, 200), slice(80, 160))


def strands(count: int, depth: float, shade: float, seed: int = 0) -> tuple[np.ndarray, ...]:
    """Strands that fall over the middle of a picture, all about as near and as bright."""
    random = np.random.default_rng(seed)
    x = random.uniform(40, 200, (count, 1)) + random.normal(0, 1, (count, 12))
    y = np.linspace(30, 270, 12)[None] + random.normal(0, 2, (count, 1))
    near = random.normal(depth, 0.3, (count, 12))
    pixels = np.stack([x, np.broadcast_to(y, x.shape)], axis=-1)
    return pixels.astype(np.float32), near.astype(np.float32), np.full((count, 12), shade, np.float32)


def drawn(before: float, *groups: tuple[np.ndarray, ...]) -> tuple[rasterise.StrandLayer, rasterise.StrandLayer]:
    pixels, near, shade = (np.concatenate(parts) for parts in zip(*groups, strict=True))
    body, beside = np.full(SIZE, before, np.float32), np.ones(SIZE, bool)
    return rasterise.draw_strands(pixels, near, shade, np.ones(len(pixels), np.float32), body, beside, 2)


def test_what_many_strands_hide_is_left_out_and_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = strands(6000, 5.0, 1.0), strands(6000, 0.0, 0.2, 1)
    front, _ = drawn(-1e3, *groups)
    kept = len(np.concatenate(seen_of(groups)))
    monkeypatch.setattr(short_runs, "_COVERED", 1e9)
    everything, _ = drawn(-1e3, *groups)
    assert kept < 0.7 * len(np.concatenate(seen_of(groups)))
    assert np.abs(front.cover - everything.cover).mean() < 0.008
    assert np.abs(front.cover - everything.cover)[INSIDE].mean() < 0.0015
    assert np.abs(front.shade - everything.shade)[INSIDE].mean() < 0.01


def seen_of(groups: tuple[tuple[np.ndarray, ...], ...]) -> list[np.ndarray]:
    pixels, near, shade = (np.concatenate(parts) for parts in zip(*groups, strict=True))
    found, _ = short_runs.split_into_segments(
        pixels, near, shade, np.ones(len(pixels), np.float32), np.full(SIZE, -1e3, np.float32)
    )
    seen = short_runs.find_visible_segments(found, short_runs.order_by_depth(found), SIZE, 2, np.ones(SIZE, bool))
    return [which for both in seen for which in both]


def test_the_nearer_strands_are_seen() -> None:
    front, _ = drawn(-1e3, strands(6000, 5.0, 1.0), strands(6000, 0.0, 0.2, 1))
    assert np.percentile(front.shade[INSIDE], 1) > 0.9


def test_an_upright_strand_is_drawn_without_steps() -> None:
    pixels = np.stack([np.linspace(100, 103, 12), np.linspace(30, 270, 12)], axis=-1)[None].astype(np.float32)
    front, _ = drawn(-1e3, (pixels, np.full((1, 12), 5, np.float32), np.ones((1, 12), np.float32)))
    middle = (front.cover * np.arange(SIZE[1])).sum(axis=1)[60:240] / front.cover.sum(axis=1)[60:240]
    assert np.abs(np.diff(middle)).max() < 0.2
    assert np.ptp(middle) > 1.5


def test_strands_behind_the_body_go_into_the_second_layer() -> None:
    front, back = drawn(2.0, strands(6000, 5.0, 1.0), strands(6000, 0.0, 0.2, 1))
    assert front.shade[front.cover > 0.9].mean() == pytest.approx(1.0, abs=0.1)
    assert back.shade[back.cover > 0.9].mean() == pytest.approx(0.2, abs=0.05)


def test_kept_planes_come_back_within_half_a_step() -> None:
    plane = np.random.default_rng(0).random((40, 30), np.float32)
    assert np.abs(byte_planes.plane_from_bytes(byte_planes.plane_to_bytes(plane)) - plane).max() <= 0.5 / 255 + 1e-6
