"""The servers of the server's own tests."""

from tests.server.conftest import start

__all__ = ["start"]
