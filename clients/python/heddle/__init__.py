"""Reads and logs LLM traces, evaluations and training runs of a Heddle service. It needs only the standard library."""

from .client import Client
from .rows import Rows
from .wire import HeddleError

__all__ = ["Client", "HeddleError", "HeddleRun", "Rows"]


def __getattr__(name):
    # The logger is a file of its own that is also copied into programs; the package contains it.
    if name == "HeddleRun":
        from .run import HeddleRun

        return HeddleRun
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
