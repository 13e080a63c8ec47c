"""The window: widgets show and emit, sessions and jobs decide. The only package that knows Qt."""

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401 - what follows undoes what this does

# Qt's binding reads the source of every module that is imported after it, to see whether it asks for ``__feature__``, and
# keeps it: imports take three times as long, hold the window up, and cost some 30 MB. Nothing here asks for that.
vars(builtins)["__import__"] = getattr(builtins, "__orig_import__", builtins.__import__)
