"""What decides the last bit of a result: the processor's kind and the libraries that calculate."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import zlib
from importlib.metadata import version
from pathlib import Path

LIBRARIES = (
    "imagecodecs", "numpy", "onnxruntime", "opencv-contrib-python-headless", "pillow", "PyPatchMatch", "reportlab", "scipy",
    "simplejpeg", "tifffile",
)  # fmt: skip
_COUNTED = ("sse4_2", "avx", "avx2", "fma", "f16c", "avx_vnni", "avx512", "amx", "asimd", "sve", "i8mm", "bf16")
"""Beginnings of the flags for instructions that round, or sum up, in their own way."""
_CHOSEN = ("OPENBLAS_CORETYPE", "NPY_DISABLE_CPU_FEATURES", "OPENCV_CPU_DISABLE")
"""Variables that make the libraries take the code of another processor."""


def about() -> dict[str, str]:
    """Name and value of everything that decides."""
    told = {"system": platform.system(), "machine": platform.machine(), "libc": " ".join(platform.libc_ver())}
    told |= _processor() | {name: version(name) for name in LIBRARIES}
    told |= {name: os.environ[name] for name in _CHOSEN if name in os.environ}
    return told | {"zlib": zlib.ZLIB_RUNTIME_VERSION}


def fingerprint() -> str:
    """Sixteen hexadecimal digits; the same on two machines that give the same bits."""
    return hashlib.sha256(json.dumps(about(), sort_keys=True).encode()).hexdigest()[:16]


def _processor() -> dict[str, str]:
    """Kind and instructions: BLAS and the networks' runtime choose their code by them."""
    file = Path("/proc/cpuinfo")
    if not file.is_file():
        return {"processor": platform.processor()}
    first = file.read_text().split("\n\n")[0]
    pairs = (line.partition(":") for line in first.splitlines())
    rows = {name.strip(): value.strip() for name, _, value in pairs}
    flags = (rows.get("flags") or rows.get("Features") or "").split()
    kind = [rows[name] for name in ("vendor_id", "cpu family", "model", "CPU part") if name in rows]
    return {
        "processor": " ".join(kind),
        "instructions": " ".join(sorted(flag for flag in flags if flag.startswith(_COUNTED))),
    }
