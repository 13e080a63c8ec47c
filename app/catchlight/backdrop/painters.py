"""Layers that cover what lies behind them, each drawn sharp: the lens comes after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from catchlight.backdrop.scene_canvas import SceneCanvas, gradient, light_of, noise
from catchlight.backdrop.shapes import Shapes
from catchlight.catalogue import backdrops as rows
from catchlight.imaging.arrays import Singles

Random = np.random.Generator


def wash(layer: rows.Wash, canvas: SceneCanvas, sheet: Singles, random: Random) -> None:
    angle = np.radians(layer.angle)
    wide = max(canvas.width / canvas.unit, 1e-3)
    along = canvas.y * np.cos(angle) + (canvas.x / wide + 0.5) * np.sin(angle)
    span = abs(np.cos(angle)) + abs(np.sin(angle))
    low = min(0.0, np.cos(angle)) + min(0.0, np.sin(angle))
    sheet[..., :3] = gradient(np.clip((along - low) / span, 0, 1), _stops(layer.stops))
    sheet[..., 3] = 1


def boxes(layer: rows.Rectangles, canvas: SceneCanvas, sheet: Singles, random: Random) -> None:
    shapes = Shapes(canvas)
    for _ in range(layer.count):
        x, y = random.uniform(*layer.x), random.uniform(*layer.y)
        width, height = random.uniform(*layer.width), random.uniform(*layer.height)
        light = _tone(layer.colors, layer.light, random)
        top = y - height if layer.standing else y - height / 2
        shapes.box(x - width / 2, top, x + width / 2, top + height, light)
        # A thing has a lit edge and a foot in shade; flat rectangles would look cut from paper even out of focus.
        shapes.box(x - width / 2, top, x - width * 0.38, top + height, light * np.float32(1.25))
        shapes.box(x - width / 2, top + height * 0.88, x + width / 2, top + height, light * np.float32(0.6))
    shapes.fill(sheet)


def panes(layer: rows.Panes, canvas: SceneCanvas, sheet: Singles, random: Random) -> None:
    shapes = Shapes(canvas)
    bar = light_of(layer.bar_color, layer.bar_light)
    shapes.box(layer.x, layer.y, layer.x + layer.width, layer.y + layer.height, bar)
    across, down = layer.width / layer.columns, layer.height / layer.rows
    stops = _stops(layer.stops)
    for row in range(layer.rows):
        for column in range(layer.columns):
            level = np.float32(1 + layer.uneven * random.uniform(-1, 1))
            x0, y0 = layer.x + column * across + layer.bar / 2, layer.y + row * down + layer.bar / 2
            x1, y1 = x0 + across - layer.bar, y0 + down - layer.bar
            steps = 6
            for step in range(steps):
                top, bottom = y0 + (y1 - y0) * step / steps, y0 + (y1 - y0) * (step + 1) / steps
                place = np.float32(((top + bottom) / 2 - layer.y) / layer.height)
                shapes.box(x0, top, x1, bottom, gradient(np.asarray(place), stops) * level)
    shapes.fill(sheet)


def shelves(layer: rows.Shelves, canvas: SceneCanvas, sheet: Singles, random: Random) -> None:
    shapes = Shapes(canvas)
    back, board = light_of(layer.back), light_of(layer.board)
    sheet[..., :3], sheet[..., 3] = back, 1
    row = layer.top
    while row < 1.4:
        foot = row + layer.spacing * 0.9
        x = -2.6
        while x < 2.6:
            width = random.uniform(*layer.book)
            group = random.integers(2, 7)
            if random.random() < layer.gap:
                x += width * group
                continue
            common = _tone(layer.colors, layer.light, random)
            tall = layer.spacing * random.uniform(0.58, 0.82)
            for _ in range(group):
                light = common if random.random() < 0.45 else _tone(layer.colors, layer.light, random)
                high = tall * random.uniform(0.92, 1.06)
                lean = width * random.uniform(0.2, 0.9) if random.random() < 0.06 else 0.0
                corners = [
                    (x + lean, foot - high),
                    (x + lean + width * 0.94, foot - high),
                    (x + width * 0.94, foot),
                    (x, foot),
                ]
                shapes.polygon(corners, light)
                spine = [(x + lean + width * 0.12, foot - high), (x + lean + width * 0.34, foot - high)]
                shapes.polygon([*spine, (x + width * 0.34, foot), (x + width * 0.12, foot)], light * np.float32(1.45))
                if random.random() < 0.4:
                    band = foot - high * random.uniform(0.6, 0.85)
                    shapes.box(
                        x + width * 0.1,
                        band,
                        x + width * 0.86,
                        band + high * 0.07,
                        light * np.float32(1.5) + np.float32(0.01),
                    )
                x += width
        shapes.box(-3, foot, 3, row + layer.spacing, board)
        shapes.box(-3, row + layer.spacing, 3, row + layer.spacing * 1.14, back * np.float32(0.45))
        row += layer.spacing
    if layer.upright:
        for x in np.arange(-3, 3, layer.upright):
            shapes.box(x, -0.5, x + 0.03, 1.5, board * np.float32(0.85))
    shapes.fill(sheet)


def bricks(layer: rows.Bricks, canvas: SceneCanvas, sheet: Singles, random: Random) -> None:
    shapes = Shapes(canvas)
    sheet[..., :3], sheet[..., 3] = light_of(layer.mortar), 1
    course, long, joint = layer.course, layer.course * layer.ratio, layer.course * layer.joint
    for number, y in enumerate(np.arange(-0.6, 1.6, course)):
        x = -2.6 - (long / 2 if number % 2 else 0) + random.uniform(-0.06, 0.06) * long
        while x < 2.6:
            own = long * random.uniform(0.94, 1.06)
            light = _tone(layer.colors, layer.light, random)
            y0, y1 = (
                y + joint / 2 + random.normal(0, 0.02) * course,
                y + course - joint / 2 + random.normal(0, 0.02) * course,
            )
            shapes.box(x + joint / 2, y0, x + own - joint / 2, y1, light)
            shapes.box(x + joint / 2, y0, x + own - joint / 2, y0 + course * 0.12, light * np.float32(1.2))
            x += own
    shapes.fill(sheet)
    grit = noise(sheet.shape[:2], course * canvas.unit * 0.8, 5, random)
    sheet[..., :3] *= np.exp(np.float32(layer.grit) * grit)[..., None]


def bars(layer: rows.Bars, canvas: SceneCanvas, sheet: Singles, random: Random) -> None:
    shapes = Shapes(canvas)
    x = layer.x[0]
    while x < layer.x[1]:
        width = random.uniform(*layer.width)
        middle = x + layer.jitter * layer.spacing * random.uniform(-0.5, 0.5)
        light = _tone(layer.colors, layer.light, random)
        lean = layer.lean * random.uniform(-1, 1)
        parts = 7 if layer.round else 1
        for part in range(parts):
            side = (part + 0.5) / parts * 2 - 1
            shade = np.float32(1 - layer.round * (0.55 * abs(side) ** 1.5 + 0.25 * side))
            x0 = middle - width / 2 + width * part / parts
            x1 = x0 + width / parts
            y0, y1 = layer.y
            shapes.polygon([(x0 + lean, y0), (x1 + lean, y0), (x1, y1), (x0, y1)], light * shade)
        x += layer.spacing
    shapes.fill(sheet)


def leaves(layer: rows.Leaves, canvas: SceneCanvas, sheet: Singles, random: Random) -> None:
    shapes, count = Shapes(canvas), layer.count
    middles = np.column_stack([random.uniform(*layer.x, layer.clumps), random.uniform(*layer.y, layer.clumps)])
    tones = random.uniform(0.55, 1.35, layer.clumps)
    clump = random.integers(layer.clumps, size=count)
    places = middles[clump] + random.normal(0, layer.clump, (count, 2)) * [1.0, 0.7]
    sizes, turns = random.uniform(*layer.size, count), random.uniform(0, np.pi, count)
    slim = random.uniform(0.3, 0.7, count)
    angles = np.linspace(0, 2 * np.pi, 9)[:-1]
    long, broad = np.cos(angles) * sizes[:, None], np.sin(angles) * (sizes * slim)[:, None]
    c, s = np.cos(turns)[:, None], np.sin(turns)[:, None]
    blades = np.stack([long * c - broad * s, long * s + broad * c], axis=-1) + places[:, None]
    colours = np.stack([light_of(one) for one in layer.colors])[random.integers(len(layer.colors), size=count)]
    levels = random.uniform(*layer.light, count) * tones[clump]
    for blade, light in zip(blades, np.asarray(colours * levels[:, None], np.float32), strict=True):
        shapes.polygon(blade, light)
    shapes.fill(sheet)


def lights(layer: rows.Lights, canvas: SceneCanvas, sheet: Singles, random: Random) -> None:
    shapes = Shapes(canvas)
    angles = np.linspace(0, 2 * np.pi, 13)[:-1]
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    low, high = (max(value, 1e-3) for value in layer.light)
    for _ in range(layer.count):
        place = [random.uniform(*layer.x), random.uniform(*layer.y)]
        size = max(layer.size * random.uniform(0.7, 1.3), 0.7 / canvas.unit)
        level = float(np.exp(random.uniform(np.log(low), np.log(high)))) * (layer.size / size) ** 2
        hue = light_of(str(random.choice(list(layer.colors))), level)
        shapes.polygon(ring * size + place, hue)
    shapes.fill(sheet)


def skyline(layer: rows.Skyline, canvas: SceneCanvas, sheet: Singles, random: Random) -> None:
    shapes = Shapes(canvas)
    x = -2.6
    lit = light_of(layer.window_color, layer.window_light)
    while x < 2.6:
        width, height = random.uniform(*layer.width), random.uniform(*layer.height)
        light = _tone(layer.colors, layer.light, random)
        top = layer.base - height
        seen = x + width > canvas.left and x < canvas.right
        shapes.box(x, top, x + width, 1.6, light)
        shapes.box(x + width * 0.7, top, x + width, 1.6, light * np.float32(0.78))
        columns, across = max(2, int(width / 0.02)), width / max(2, int(width / 0.02))
        rows_of_windows = np.arange(top + 0.02, layer.base + 0.3, 0.028)
        levels = np.where(random.random((len(rows_of_windows), columns)) < layer.windows, 1.0, 0.0)
        levels *= random.uniform(0.15, 1.0, levels.shape) ** 2
        for row, line in zip(rows_of_windows, levels, strict=True):
            for column in range(columns if seen else 0):
                glass = lit * np.float32(line[column]) if line[column] else light * np.float32(0.7)
                left = x + across * (column + 0.2)
                shapes.box(left, row, left + across * 0.6, row + 0.014, glass)
        x += width * random.uniform(0.9, 1.1)
    shapes.fill(sheet)


def _stops(stops: tuple[rows.GradientStop, ...]) -> tuple[tuple[float, Singles], ...]:
    return tuple((stop.at, light_of(stop.color, stop.light)) for stop in stops)


def _tone(colors: tuple[str, ...], light: tuple[float, float], random: Random) -> Singles:
    return light_of(colors[int(random.integers(len(colors)))], float(random.uniform(*light)))


PAINTERS: dict[type[rows.BackdropLayer], Callable[[Any, SceneCanvas, Singles, Random], None]] = {
    rows.Wash: wash,
    rows.Rectangles: boxes,
    rows.Panes: panes,
    rows.Shelves: shelves,
    rows.Bricks: bricks,
    rows.Bars: bars,
    rows.Leaves: leaves,
    rows.Lights: lights,
    rows.Skyline: skyline,
}
"""Type of a covering layer to what draws it on an empty sheet."""
