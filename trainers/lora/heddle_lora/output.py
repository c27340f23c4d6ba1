"""The messages that a trainer writes to standard output; see docs/train/trainer.md."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TextIO


class Output:
    """Writes messages as lines of JSON, and notes for people to the log."""

    def __init__(self, messages: TextIO, log: TextIO) -> None:
        self._messages = messages
        self._log = log

    def started(self, num_sequences: int) -> None:
        """Reports the number of gradient steps to come."""
        self._write({"type": "training_started", "data": {"num_sequences": num_sequences}})

    def step(self, metrics: Mapping[str, float]) -> None:
        """Reports a gradient step. Clients fail on a number that is not finite, so such a one is an error here."""
        broken = [name for name, value in metrics.items() if not math.isfinite(value)]
        if broken:
            raise ValueError(f"These metrics are not finite: {', '.join(broken)}.")
        self._write({"type": "gradient_step", "data": dict(metrics)})

    def checkpoint(self, metrics: Mapping[str, float]) -> None:
        """Reports that the output folder is complete."""
        self._write({"type": "checkpoint", "metrics": dict(metrics)})

    def failed(self, error_message: str) -> None:
        """Reports that training cannot continue."""
        self._write({"type": "training_failed", "data": {"error_message": error_message}})

    def note(self, line: str) -> None:
        """Writes a line to the job's log."""
        print(line, file=self._log, flush=True)

    def _write(self, message: Mapping[str, object]) -> None:
        print(json.dumps(message, allow_nan=False), file=self._messages, flush=True)
