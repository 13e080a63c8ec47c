"""Where a picture lies on the screen: pure arithmetic of fit, zoom and pan."""

from __future__ import annotations

from dataclasses import dataclass, replace

MARGIN = 24.0
"""Free room around a fitted picture, in logical pixels."""
SMALLEST, LARGEST = 0.02, 32.0
_ALIKE = 0.1
"""Pictures whose sides differ by no more than this share are of one size: shots of one camera, some of them cut a little."""


@dataclass(frozen=True)
class SeenView:
    """How a picture was looked at, in a view of whatever size.

    size: of the picture, in its pixels. scale: as of ``Viewport``. middle: what lay in the middle of the view, by width and
    height of the picture. fitted: whether all of it was seen.
    """

    size: tuple[float, float]
    scale: float
    middle: tuple[float, float]
    fitted: bool

    def suits(self, size: tuple[float, float]) -> bool:
        """Whether a picture of another size can be looked at in the same way: as large, and lying the same way."""
        alike = all(abs(one - other) <= _ALIKE * one for one, other in zip(self.size, size, strict=True))
        return alike and (self.size[0] > self.size[1]) == (size[0] > size[1])


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

    def look(self, width: float, height: float) -> SeenView:
        """How a width x height picture is looked at."""
        x, y = self.to_picture(self.width / 2, self.height / 2)
        return SeenView((width, height), self.scale, (x / width, y / height), self.fitted)

    def looking(self, look: SeenView, width: float, height: float) -> Viewport:
        """Look at a width x height picture as at another one before: as closely, at the same place; all of it where it is another
        size."""
        if look.fitted or not look.suits((width, height)):
            return self.fit(width, height)
        placed = replace(self, scale=look.scale, fitted=False)
        x, y = look.middle[0] * width * placed.step, look.middle[1] * height * placed.step
        return replace(placed, x=self.width / 2 - x, y=self.height / 2 - y)._snapped()

    def to_view(self, x: float, y: float) -> tuple[float, float]:
        return self.x + x * self.step, self.y + y * self.step

    def to_picture(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.x) / self.step, (y - self.y) / self.step

    def _snapped(self) -> Viewport:
        """On whole device pixels, so that 100 % draws every pixel exactly."""
        return replace(self, x=round(self.x * self.ratio) / self.ratio, y=round(self.y * self.ratio) / self.ratio)
