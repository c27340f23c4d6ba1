"""Signals of tokens for the page of rollouts: a file with a line of JSON for each choice; see docs/train/trainer.md."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import numpy as np

from .batches import Origin

DIGITS = 4

Figures = Mapping[str, Sequence[float]]


def _rounded(value: float) -> float | None:
    """A number with as many significant digits as a page can show; None where it is not finite, or unknown."""
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None


def _column(values: Sequence[float]) -> float | list[float | None] | None:
    """One number for each token, or a single one where all are the same."""
    rounded = [_rounded(float(value)) for value in values]
    return rounded[0] if all(value == rounded[0] for value in rounded) else rounded


class TokenSignals:
    """Writes signals to a file until it has ``max_bytes``; what would exceed them is left out and counted."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        self._path = path
        self._left = max_bytes
        self._file = path.open("wb")
        self.omitted = 0

    def __enter__(self) -> TokenSignals:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, origin: Origin, items: np.ndarray, figures: Figures) -> None:
        """Adds the signals of a sequence's trained tokens: ``items`` [n] is the place of each one's choice.

        A figure of ``figures`` has n numbers: ``new_logprob`` (under the weights before the step), ``ratio``,
        ``advantage``, ``entropy`` (nats) and ``mask`` (1 where the token is trained).
        """
        for item in dict.fromkeys(items.tolist()):
            own = np.flatnonzero(items == item)
            line = {
                "group": origin.group,
                "trajectory": origin.trajectory,
                "history": origin.history,
                "message": item,
                "tokens": len(own),
                "weight_version": origin.weight_version,
                **{name: _column(np.asarray(values)[own].tolist()) for name, values in figures.items()},
            }
            written = json.dumps(line, allow_nan=False, separators=(",", ":")).encode() + b"\n"
            if len(written) > self._left:
                self.omitted += 1
                continue
            self._left -= len(written)
            self._file.write(written)
