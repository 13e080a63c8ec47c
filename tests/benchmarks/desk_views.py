"""What is photographed of a photographer's tools: hand tools, crop, culling, reference, clipping, and their dialogs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

if TYPE_CHECKING:
    from catchlight.gui.app.main_window import MainWindow

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
DIALOGS = ("print_picture", "proof_settings", "copy_edits", "watch_folder", "clipping_limits")


def desk_views(window: MainWindow, rest: Callable[[], None]) -> dict[str, Callable[[], object]]:
    """Name and preparation of each view. rest: returns when nothing is under way any more."""
    do = {key: action.trigger for key, action in window.actions_by_key.items()}

    def drag(*places: tuple[float, float]) -> None:
        """On the canvas, in shares of the picture."""
        document = window.session.current
        assert document is not None
        assert document.current is not None
        width, height = document.current.width, document.current.height
        port = window.canvas.viewport_now
        points = [QPoint(*(round(value) for value in port.to_view(x * width, y * height))) for x, y in places]
        QTest.mousePress(window.canvas, LEFT, NONE, points[0])
        for point in points[1:]:
            QTest.mouseMove(window.canvas, point)
        QTest.mouseRelease(window.canvas, LEFT, NONE, points[-1])

    def heal() -> None:
        do["hand_heal"]()
        rest()
        drag((0.4, 0.35), (0.45, 0.37))
        rest()

    def gradient() -> None:
        do["hand_adjust"]()
        do["hand_linear"]()
        rest()
        drag((0.5, 0.5), (0.5, 0.8))
        window.tab.hand.controls.sliders["exposure"].track.setValue(-15)  # type: ignore[attr-defined]
        rest()

    def mask() -> None:
        gradient()
        do["hand_mask"]()
        rest()

    def crop() -> None:
        do["hand_mask"]()
        window.tab.hand.draft.begin(())  # type: ignore[attr-defined]
        do["crop_tool"]()
        rest()

    def corners() -> None:
        do["crop_corners"]()
        rest()

    def culling(panes: int) -> None:
        if not window.culling.shown:
            do["cull"]()
        rest()
        for _ in range(panes - 1):
            do["cull_panes"]()
        rest()

    def end_culling() -> None:
        do["cull"]()
        do["adjust"]()
        do["clipping"]()
        rest()

    def proof() -> None:
        do["clipping"]()
        do["soft_proof"]()
        rest()

    def dialog(key: str) -> None:
        do[key]()
        rest()

    return {
        "desk_heal": heal,
        "desk_gradient": gradient,
        "desk_mask": mask,
        "desk_crop": crop,
        "desk_corners": corners,
        "desk_cull": partial(culling, 1),
        "desk_cull_two": partial(culling, 2),
        "desk_clipping": end_culling,
        "desk_proof": proof,
        **{f"desk_{key}": partial(dialog, key) for key in DIALOGS},
    }
