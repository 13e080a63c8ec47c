"""Where a picture lies on the screen: pure arithmetic of fit, zoom and pan."""

from __future__ import annotations

from dataclasses import dataclass, replace

MARGIN = 24.0
"""Free room around a fitted picture, in logical pixels."""
SMALLEST, LARGEST = 0.02, 32.0


@dataclass(frozen=True)
class Viewport:
    """width, height: the view in logical pixels. ratio: device pixels per logical pixel. scale: device pixels per picture
    pixel. x, y: the picture's top left corner in logical pixels. fitted: follows the size of the view. margin: free room
    around a fitted picture, in logical pixels.
    """

    width: float = 1.0
    height: float = 1.0
    ratio: float = 1.0
    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0
    fitted: bool = True
    margin: float = MARGIN

    @property
    def step(self) -> float:
        """Logical pixels per picture pixel."""
        return self.scale / self.ratio

    def fit(self, width: float, height: float) -> Viewport:
        """Show all of a width x height picture, centred; small ones are not enlarged above 400 %."""
        room_x = max(self.width - 2 * self.margin, 16.0)
        room_y = max(self.height - 2 * self.margin, 16.0)
        step = min(room_x / width, room_y / height, 4.0 / self.ratio)
        placed = replace(self, scale=step * self.ratio, fitted=True)
        return replace(placed, x=(self.width - width * step) / 2, y=(self.height - height * step) / 2)._snapped()

    def zoom(self, scale: float, x: float, y: float) -> Viewport:
        """Zoom to ``scale`` while the picture's point under (x, y) stays there."""
        scale = min(max(scale, SMALLEST), LARGEST)
        grow = scale / self.scale
        return replace(self, scale=scale, x=x - (x - self.x) * grow, y=y - (y - self.y) * grow, fitted=False)._snapped()

    def pan(self, dx: float, dy: float) -> Viewport:
        return replace(self, x=self.x + dx, y=self.y + dy, fitted=False)._snapped()

    def resized(self, width: float, height: float, ratio: float) -> Viewport:
        """The same middle in a view of another size."""
        moved = replace(self, width=width, height=height, ratio=ratio)
        dx, dy = (width - self.width) / 2, (height - self.height) / 2
        return replace(moved, x=self.x + dx, y=self.y + dy)._snapped()

    def kept_inside(self, width: float, height: float) -> Viewport:
        """At least a bit of the picture stays in view, so that it cannot be lost."""
        bit = 48.0
        x = min(max(self.x, bit - width * self.step), self.width - bit)
        y = min(max(self.y, bit - height * self.step), self.height - bit)
        return replace(self, x=x, y=y)._snapped()

    def to_view(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.step, self.y + y * self.step

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.x) / self.step, (y - self.y) / self.step

    def _snapped(self) -> Viewport:
        """On whole device pixels, so that 100 % draws every pixel exactly."""
        return replace(self, x=round(self.x * self.ratio) / self.ratio, y=round(self.y * self.ratio) / self.ratio)
