"""What the OpenAPI document says against what the service does: schemathesis with every check and phase, for as long as wished.

The engine is an echo, as in ``tests.server.http.test_document_fuzz``, so that the time goes into requests. Ends with 1 where one
check has failed. ``--report FOLDER`` keeps what was asked.

    python -m tests.benchmarks.contract --seconds 600 --seed 1
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from catchlight.catalogue.catalogue import Catalogue
from catchlight.models.registry import Models
from catchlight.portrait.portrait import Portraits

from tests.server.contract import complete, contract_service

HOOKS = "tests.benchmarks.contract_hooks"
PHASES = "examples,coverage,fuzzing,stateful"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--phases", default=PHASES)
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="contract-") as folder:
        home = Path(folder)
        with contract_service(home, Catalogue.load(), Portraits(Models())) as service:
            document = home / "openapi.json"
            document.write_text(json.dumps(complete(service.client.get("/openapi.json").json())), encoding="utf-8")
            command = [
                *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"),
                *("run", str(document), "--url", service.url, "--checks", "all", "--phases", options.phases),
                *("--max-time", str(options.seconds), "--seed", str(options.seed), "--continue-on-failure"),
                *("--suppress-health-check", "all", "--generation-database", "none", "--request-timeout", "60"),
                *("--no-color", "--warnings", "off"),
            ]
            if options.report is not None:
                command += ["--report", "json,ndjson", "--report-dir", str(options.report)]
            done = subprocess.run(command, env={**os.environ, "SCHEMATHESIS_HOOKS": HOOKS}, check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
