"""ONNX Runtime, by the one way in which it is loaded: without the telemetry of its wheels."""

from __future__ import annotations

from types import ModuleType


def load_onnxruntime() -> ModuleType:
    """The library, which tells nobody about its use.

    On Linux ``ORT_DISABLE_TELEMETRY`` in ``catchlight/__init__.py`` sees to that before it is loaded; on Windows its events
    (Event Tracing for Windows) are switched off here.
    """
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    loaded: ModuleType = onnxruntime
    return loaded
