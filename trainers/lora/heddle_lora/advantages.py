"""Group-relative advantages, and what is reported about rewards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .settings import Settings
from .trajectories import Group

SPREAD_FLOOR = 1e-6


def is_trainable(rewards: Sequence[float]) -> bool:
    """True when a group has a gradient: more than one reward."""
    return len(set(rewards)) > 1


def group_advantages(rewards: Sequence[float], settings: Settings) -> list[float]:
    """The advantage of each reward of a group.

    (r - m) / (s + 1e-6), with the mean m and the population standard deviation s of the group (Shao et al., 2024,
    "DeepSeekMath", section 4.1.2). Without ``scale_rewards`` it is r - m (Liu et al., 2025, "Understanding
    R1-Zero-Like Training"). A balance above 0 shrinks negative advantages by this share, one below 0 positive ones.
    """
    if not is_trainable(rewards):
        return [0.0] * len(rewards)
    values = np.asarray(rewards, dtype=np.float64)
    advantages = values - values.mean()
    if settings.scale_rewards:
        advantages /= values.std() + SPREAD_FLOOR
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
