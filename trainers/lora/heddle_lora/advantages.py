"""Group-relative advantages, and what is reported about rewards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .settings import Settings
from .trajectories import Group

SPREAD_FLOOR = 1e-6
TRL_SPREAD_FLOOR = 1e-4


def is_trainable(rewards: Sequence[float]) -> bool:
    """True when a group has a gradient: more than one reward."""
    return len(set(rewards)) > 1


def _divisor(values: np.ndarray, batch: np.ndarray, settings: Settings) -> float:
    scaling = settings.scaling
    if scaling == "none":
        return 1.0
    if scaling == "group_population":
        return float(values.std()) + SPREAD_FLOOR
    return float((values if scaling == "group" else batch).std(ddof=1)) + TRL_SPREAD_FLOOR


def group_advantages(rewards: Sequence[float], settings: Settings, batch: Sequence[float] | None = None) -> list[float]:
    """The advantage of each reward of a group; ``batch`` are the rewards of all groups of the job, this one included.

    It is the reward minus the group's mean, divided as ``scale_rewards`` says:

    - ``true`` or ``group_population``: by the group's standard deviation over n, plus 1e-6 (Shao et al., 2024,
      "DeepSeekMath", section 4.1.2).
    - ``group``: by that over n - 1, plus 1e-4, as TRL does.
    - ``batch``: by that of the batch over n - 1, plus 1e-4 (Liu et al., 2025, "Part I: Tricks or Traps?", section 4.1).
    - ``false`` or ``none``: not divided (Liu et al., 2025, "Understanding R1-Zero-Like Training").

    A balance above 0 shrinks negative advantages by this share, one below 0 positive ones. All are 0 in a group without
    spread.
    """
    if not is_trainable(rewards):
        return [0.0] * len(rewards)
    values = np.asarray(rewards, dtype=np.float64)
    every = values if batch is None else np.asarray(batch, dtype=np.float64)
    advantages = (values - values.mean()) / _divisor(values, every, settings)
    balance = settings.advantage_balance
    factors = np.where(advantages < 0, 1 - max(0.0, balance), 1 + min(0.0, balance))
    return (advantages * factors).tolist()


def reward_metrics(groups: Sequence[Group]) -> dict[str, float]:
    """Statistics of a job's rewards, before any step; without a trajectory there is no reward."""
    rewards = [group.rewards for group in groups]
    exceptions = sum(group.exception_count for group in groups)
    every = [reward for own in rewards for reward in own]
    deviations = [float(np.std(own)) for own in rewards if len(own) > 1]
    spread = {"reward": float(np.mean(every)), "reward_std_dev": float(np.mean(deviations)) if deviations else 0.0}
    return {
        **(spread if every else {}),
        "exception_rate": exceptions / max(1, exceptions + len(every)),
        "num_trajectories": exceptions + len(every),
        "num_groups_submitted": len(groups),
        "num_groups_trainable": sum(is_trainable(own) for own in rewards),
    }
