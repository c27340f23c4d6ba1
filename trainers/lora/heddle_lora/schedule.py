"""The learning rate over the gradient steps of a model, which its jobs continue."""

from __future__ import annotations

import math

import torch

from .settings import Settings


def steps_done(optimizer: torch.optim.Optimizer) -> int:
    """The number of gradient steps that an optimizer has taken, in this job and in those that it continues."""
    counts = [int(state["step"]) for state in optimizer.state.values() if "step" in state]
    return max(counts, default=0)


def warmup_steps(settings: Settings) -> int:
    """``warmup_steps``, or else the share ``warmup_ratio`` of ``max_steps``, rounded up."""
    return settings.warmup_steps or math.ceil(settings.warmup_ratio * settings.max_steps)


def learning_rate(step: int, settings: Settings) -> float:
    """The learning rate of a gradient step, counted from 0.

    As the schedules of the same names in transformers (``transformers/optimization.py``): it rises from 0 in a line
    over the steps of the warm-up; then it stays, or falls to 0 at ``max_steps``, in a line or as half a cosine
    (Loshchilov and Hutter, 2017, "SGDR", equation 5, without restarts).
    """
    warmup = 0 if settings.lr_scheduler_type == "constant" else warmup_steps(settings)
    if step < warmup:
        return settings.learning_rate * step / warmup
    if settings.lr_scheduler_type in ("constant", "constant_with_warmup"):
        return settings.learning_rate
    progress = min(1.0, (step - warmup) / max(1, settings.max_steps - warmup))
    share = 1 - progress if settings.lr_scheduler_type == "linear" else (1 + math.cos(math.pi * progress)) / 2
    return settings.learning_rate * share
