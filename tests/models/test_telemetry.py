"""The libraries of the program keep no notes about their use, and start nothing that could send them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

RUN = """
import os
import numpy as np
from catchlight.models.registry import Models

Models(threads=1).run("face_detection_yunet", np.zeros((1, 3, 640, 640), np.float32))
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are counted in /proc")
def test_a_network_runs_without_notes_and_without_a_thread_that_sends_them(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    environment = kept | {"HOME": str(tmp_path), "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", RUN], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.rglob("*")) == []
    assert int(done.stdout) == 1
