"""The job that a service writes to standard input; see docs/train/trainer.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROTOCOL_VERSION = 1


class JobError(Exception):
    """A job that cannot be trained; the message is for its sender."""


@dataclass(frozen=True)
class Job:
    """The members of a job that this trainer uses."""

    base_model: str
    step: int
    config: Mapping[str, Any]
    seed: int
    payload_path: Path
    previous_checkpoint: Path | None
    output_directory: Path
    waited_s: float | None
    """Seconds between the request and the start of the job; None from a service that does not send it."""

    signals_path: Path | None
    """The file for signals of tokens; None where the service keeps none."""

    signals_max_bytes: int


def member(value: Any, place: str, name: str, kind: type | tuple[type, ...]) -> Any:
    """Returns a member of a JSON object, or raises a JobError that names its place."""
    found = value.get(name) if isinstance(value, Mapping) else None
    if not isinstance(found, kind) or isinstance(found, bool):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        expected = " or ".join(each.__name__ for each in kinds)
        raise JobError(f"{place}.{name} must be {expected}, but is {json.dumps(found, default=str)[:80]}.")
    return found


def read_job(text: str) -> Job:
    """Reads the job from the text of standard input."""
    try:
        job = json.loads(text)
    except ValueError as error:
        raise JobError(f"Standard input is not a job: {error}") from error
    version = member(job, "job", "version", int)
    if version != PROTOCOL_VERSION:
        raise JobError(f"job.version is {version}; this trainer supports version {PROTOCOL_VERSION}.")
    config = job.get("config")
    waited = job.get("waited_s")
    signals = job.get("token_signals")
    previous = job.get("previous_checkpoint")
    if config is not None and not isinstance(config, Mapping):
        raise JobError("experimental_config must be an object.")
    return Job(
        base_model=member(member(job, "job", "model", dict), "job.model", "base_model", str),
        step=member(job, "job", "step", int),
        config=config or {},
        seed=member(job, "job", "seed", int),
        payload_path=Path(member(member(job, "job", "payload", dict), "job.payload", "path", str)),
        previous_checkpoint=None
        if previous is None
        else Path(member(previous, "job.previous_checkpoint", "path", str)),
        output_directory=Path(member(job, "job", "output_directory", str)),
        waited_s=None if waited is None else float(member(job, "job", "waited_s", (int, float))),
        signals_path=None if signals is None else Path(member(signals, "job.token_signals", "path", str)),
        signals_max_bytes=0 if signals is None else member(signals, "job.token_signals", "max_bytes", int),
    )
