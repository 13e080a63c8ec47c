"""A printer for tests. A room that prints imports both fixtures into its conftest.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.simulators.cups.photo_printer import PhotoPrinter
from tests.simulators.cups.print_server import PrintServer, missing


@pytest.fixture(scope="session")
def installed_printer() -> Iterator[PhotoPrinter]:
    """CUPS with one photo printer, once for all tests of this process; skips where it cannot be had."""
    if why := missing():
        pytest.skip(f"no print server: {why}")
    server = PrintServer()
    try:
        server.start()
        printer = PhotoPrinter(server)
        printer.install()
        yield printer
    finally:
        server.stop()


@pytest.fixture
def photo_printer(installed_printer: PhotoPrinter) -> Iterator[PhotoPrinter]:
    """The printer as new: on, with paper, nothing printed. ``queue`` and ``server`` belong into a configuration's ``Printer``."""
    installed_printer.reset()
    yield installed_printer
    installed_printer.mend()
