"""Seconds that a job spends in its phases."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from .trajectories import Group

SENT = ("time/sampling_s", "time/reward_s")
"""Phases before the job, which the sender of its groups measured."""


class Phases:
    """Adds up the wall time of named phases."""

    def __init__(self, seconds: Mapping[str, float] | None = None) -> None:
        self.seconds: dict[str, float] = dict(seconds or {})

    @contextmanager
    def measured(self, name: str) -> Iterator[None]:
        """Adds the time that its block takes to a phase."""
        started_at = time.monotonic()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + time.monotonic() - started_at


def sent_seconds(groups: Sequence[Group]) -> dict[str, float]:
    """The seconds of sampling and of rewards that the groups' metrics name.

    Groups of one batch are sampled at the same time, so that it is the largest, not the sum.
    """
    found = {name: [group.metrics[name] for group in groups if name in group.metrics] for name in SENT}
    return {name: max(values) for name, values in found.items() if values}
