"""Settings of a job: ``experimental_config`` as clients send it, over the defaults of the command line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from .job import JobError

RatioLevel = Literal["token", "sequence", "average", "geometric_average"]

PPO_EPSILON = 0.2
CISPO_EPSILON = (1.0, 4.0)


@dataclass(frozen=True)
class Settings:
    """Everything that shapes an update. Each field is also the name of a member of ``experimental_config``."""

    learning_rate: float = 5e-6
    weight_decay: float = 0.0
    max_grad_norm: float = 1.0
    """Gradients with a larger norm are scaled down to it; 0 leaves them as they are."""

    groups_per_step: int = 1
    max_length: int = 0
    """Tokens of a conversation after which it is cut; 0 is the model's own limit."""

    loss_fn: Literal["cispo", "ppo"] = "cispo"
    epsilon: float = CISPO_EPSILON[0]
    epsilon_high: float = CISPO_EPSILON[1]
    importance_sampling_level: RatioLevel = "token"
    max_negative_advantage_importance_sampling_weight: float | None = None
    mask_prob_ratio: bool = False
    truncated_importance_sampling: float | None = None
    kimi_k2_tau: float = 0.0
    precalculate_logprobs: bool = False
    allow_training_without_logprobs: bool = False
    """Also trains on the assistant's messages of trajectories that have no choice."""

    scale_rewards: bool = True
    advantage_balance: float = 0.0
    kl_penalty_coef: float = 0.0
    """Subtracts the distance from the base from the advantage of each token."""

    kl_penalty_source: Literal["current_learner", "sample"] = "sample"
    kl_loss_coef: float = 0.0
    """Adds the k3 estimate of the distance from the base to the loss."""

    logprob_calculation_chunk_size: int = 1024
    lora_rank: int = 16
    lora_alpha: int = 32


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "loss_fn": ("cispo", "ppo"),
    "importance_sampling_level": ("token", "sequence", "average", "geometric_average"),
    "kl_penalty_source": ("current_learner", "sample"),
}
_NULLABLE = ("max_negative_advantage_importance_sampling_weight", "truncated_importance_sampling")
_LEAST = {
    "groups_per_step": 1,
    "logprob_calculation_chunk_size": 1,
    "lora_rank": 1,
    "lora_alpha": 1,
    "advantage_balance": -1,
}
_ALIASES = ("ppo", "normalize_advantages", "seed")
_IDLE: Mapping[str, object] = {
    "num_trajectories_learning_rate_multiplier_power": 0,
    "scale_learning_rate_by_reward_std_dev": False,
    "plot_tensors": False,
}


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise JobError(f"experimental_config.{name} must be a finite number, but is {value!r}.")
    if value < _LEAST.get(name, 0):
        raise JobError(f"experimental_config.{name} must be at least {_LEAST.get(name, 0)}, but is {value!r}.")
    return value


def _checked(name: str, value: object, default: object) -> object:
    """Returns a member's value in the type of its field."""
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise JobError(f"experimental_config.{name} must be one of {', '.join(_CHOICES[name])}, but is {value!r}.")
        return value
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise JobError(f"experimental_config.{name} must be true or false, but is {value!r}.")
        return value
    number = _number(name, value)
    if isinstance(default, int):
        if number != int(number):
            raise JobError(f"experimental_config.{name} must be a whole number, but is {value!r}.")
        return int(number)
    return float(number)


def read_settings(config: Mapping[str, Any], defaults: Settings | None = None) -> tuple[Settings, list[str]]:
    """Returns the settings of a job, and the names of members that were sent but have no effect.

    Null members count as missing. ``ppo`` is the older name of ``loss_fn``, and ``normalize_advantages`` another one
    of ``scale_rewards``. ``epsilon`` and ``epsilon_high`` default to 0.2 and ``epsilon`` for ppo, and to 1 and 4 for
    cispo.
    """
    defaults = defaults or Settings()
    sent = {name: value for name, value in config.items() if value is not None}
    known = {field.name: getattr(defaults, field.name) for field in fields(Settings)}
    values = {
        name: _checked(name, value, 0.0 if name in _NULLABLE else known[name])
        for name, value in sent.items()
        if name in known
    }
    if "loss_fn" not in values and "ppo" in sent:
        values["loss_fn"] = "ppo" if _checked("ppo", sent["ppo"], False) else "cispo"
    if "scale_rewards" not in values and "normalize_advantages" in sent:
        values["scale_rewards"] = _checked("normalize_advantages", sent["normalize_advantages"], True)
    if values.get("loss_fn", defaults.loss_fn) == "ppo":
        values.setdefault("epsilon", PPO_EPSILON)
        values.setdefault("epsilon_high", values["epsilon"])
    if values.get("advantage_balance", 0.0) > 1:
        raise JobError(
            f"experimental_config.advantage_balance must be at most 1, but is {values['advantage_balance']}."
        )
    unused = [n for n, value in sent.items() if n not in known and n not in _ALIASES and _IDLE.get(n) != value]
    return replace(defaults, **values), unused
