"""Catchlight: an offline portrait studio. Nothing of it is imported here, so that every front end starts fast."""

import os

__version__ = "0.2.0"

# Since 1.31 ONNX Runtime's wheels for Linux keep a device id and a database of events below the user's cache, to be sent to
# mobile.events.data.microsoft.com, unless this is set before the library is loaded (onnxruntime/core/platform/telemetry_1ds.cc).
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
