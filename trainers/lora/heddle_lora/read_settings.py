"""From ``experimental_config`` to settings: names, types, bounds and combinations are checked."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from .job import JobError
from .settings import PPO_EPSILON, Settings

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "loss_fn": ("cispo", "ppo"),
    "loss_type": ("grpo", "bnpo", "dapo", "dr_grpo"),
    "importance_sampling_level": ("token", "sequence", "average", "geometric_average"),
    "kl_penalty_source": ("current_learner", "sample"),
    "logprobs_mode": ("raw_logprobs", "processed_logprobs"),
    "lr_scheduler_type": ("constant", "constant_with_warmup", "linear", "cosine"),
    "vllm_importance_sampling_mode": ("sequence_mask", "sequence_truncate", "token_mask", "token_truncate"),
}
_SCALINGS = ("group", "group_population", "batch", "none")
_NULLABLE = (
    "max_negative_advantage_importance_sampling_weight",
    "truncated_importance_sampling",
    "vllm_importance_sampling_clip_min",
)
_LEAST = {
    "groups_per_step": 1,
    "num_iterations": 1,
    "max_completion_length": 1,
    "logprob_calculation_chunk_size": 1,
    "lora_rank": 1,
    "lora_alpha": 1,
    "advantage_balance": -1,
}
_MOST = {"advantage_balance": 1, "warmup_ratio": 1}
_ABOVE_ZERO = ("temperature",)
_ALIASES = ("ppo", "normalize_advantages", "vllm_importance_sampling_cap", "beta", "seed")
# Levels that a job's page draws; they change no update.
_DRAWN = ("kl_target", "target_kl")
# Members of the interface's clients that have no effect here, and the values with which they have none anywhere.
_WITHOUT_EFFECT: Mapping[str, object] = {
    "kl_penalty_reference_step": None,
    "kl_penalty_step_lag": None,
    "kl_ref_adapter_path": None,
    "num_trajectories_learning_rate_multiplier_power": 0,
    "packed_sequence_length": None,
    "plot_tensors": False,
    "scale_learning_rate_by_reward_std_dev": False,
}


def _error(name: str, problem: str, value: object) -> JobError:
    return JobError(f"experimental_config.{name} must be {problem}, but is {value!r}.")


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise _error(name, "a finite number", value)
    if value < _LEAST.get(name, 0):
        raise _error(name, f"at least {_LEAST.get(name, 0)}", value)
    if name in _MOST and value > _MOST[name]:
        raise _error(name, f"at most {_MOST[name]}", value)
    if name in _ABOVE_ZERO and value == 0:
        raise _error(name, "above 0", value)
    return value


def _checked(name: str, value: object, default: object) -> object:
    """Returns a member's value in the type of its field."""
    if name == "scale_rewards" and isinstance(value, str):
        if value not in _SCALINGS:
            raise _error(name, f"true, false or one of {', '.join(_SCALINGS)}", value)
        return value
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise _error(name, f"one of {', '.join(_CHOICES[name])}", value)
        return value
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise _error(name, "true or false", value)
        return value
    number = _number(name, value)
    if isinstance(default, int):
        if number != int(number):
            raise _error(name, "a whole number", value)
        return int(number)
    return float(number)


def _check_names(names: list[str], known: Mapping[str, object]) -> None:
    """Raises a JobError that names the members that no setting has, with the closest name of one."""
    usable = [*known, *_ALIASES, *_DRAWN, *_WITHOUT_EFFECT]
    for name in names:
        if name not in usable:
            close = difflib.get_close_matches(name, usable, n=1)
            hint = f" Did you mean {close[0]}?" if close else " The trainer's README lists the settings."
            raise JobError(f"experimental_config.{name} is not a setting of this trainer.{hint}")


def _check_together(settings: Settings, sent: Mapping[str, object]) -> None:
    """Raises a JobError for settings that contradict each other."""
    if settings.soft_punish_cache > settings.max_completion_length:
        limit = f"at most max_completion_length ({settings.max_completion_length})"
        raise _error("soft_punish_cache", limit, settings.soft_punish_cache)
    low, high = settings.vllm_importance_sampling_clip_min, settings.vllm_importance_sampling_clip_max
    if low is not None and low > high:
        raise _error("vllm_importance_sampling_clip_min", f"at most vllm_importance_sampling_clip_max ({high})", low)
    if settings.vllm_importance_sampling_correction and settings.truncated_importance_sampling is not None:
        raise JobError(
            "experimental_config.truncated_importance_sampling and vllm_importance_sampling_correction correct the "
            "same mismatch: set one of them."
        )
    falls = settings.lr_scheduler_type in ("linear", "cosine")
    if not settings.max_steps and (falls or settings.warmup_ratio):
        reason = f"lr_scheduler_type {settings.lr_scheduler_type}" if falls else "warmup_ratio"
        raise _error("max_steps", f"above 0 with {reason}", settings.max_steps)
    for name in ("warmup_steps", "warmup_ratio"):
        if settings.lr_scheduler_type == "constant" and getattr(settings, name):
            raise _error(name, "0 with lr_scheduler_type constant", sent[name])


def _add_defaults(values: dict[str, Any], sent: Mapping[str, object], defaults: Settings) -> None:
    """Adds the values that depend on other members.

    A job that names ``loss_type`` has TRL's defaults: a loss that is clipped as in ppo, the sample deviation of the
    group, and the correction of the sampler's mismatch. ``docs/adr/0072-defaults-of-the-loss.md`` has the reasons.
    """
    if "loss_type" in values:
        values.setdefault("loss_fn", "ppo")
        values.setdefault("scale_rewards", "group")
        corrects = "truncated_importance_sampling" not in values
        values.setdefault("vllm_importance_sampling_correction", corrects)
    if values.get("loss_fn", defaults.loss_fn) == "ppo":
        values.setdefault("epsilon", PPO_EPSILON)
        values.setdefault("epsilon_high", values["epsilon"])
    if values.get("warmup_steps") or values.get("warmup_ratio"):
        values.setdefault("lr_scheduler_type", "constant_with_warmup")


def read_settings(config: Mapping[str, Any], defaults: Settings | None = None) -> tuple[Settings, list[str]]:
    """Returns the settings of a job, and the names of members that were sent but have no effect.

    Null members count as missing. ``ppo`` is the older name of ``loss_fn``, ``normalize_advantages`` another one of
    ``scale_rewards``, and ``vllm_importance_sampling_cap`` the older one of ``vllm_importance_sampling_clip_max``.
    ``beta`` is TRL's name of ``kl_loss_coef``.
    ``epsilon`` and ``epsilon_high`` default to 0.2 and ``epsilon`` for ppo, and to 1 and 4 for cispo.

    Raises a JobError that names the member for an unknown name, a value that cannot be used, or a contradiction.
    """
    defaults = defaults or Settings()
    sent = {name: value for name, value in config.items() if value is not None}
    known = {field.name: getattr(defaults, field.name) for field in fields(Settings)}
    _check_names(list(sent), known)
    values: dict[str, Any] = {
        name: _checked(name, value, 0.0 if name in _NULLABLE else known[name])
        for name, value in sent.items()
        if name in known
    }
    if "loss_fn" not in values and "ppo" in sent:
        values["loss_fn"] = "ppo" if _checked("ppo", sent["ppo"], False) else "cispo"
    if "scale_rewards" not in values and "normalize_advantages" in sent:
        values["scale_rewards"] = _checked("normalize_advantages", sent["normalize_advantages"], True)
    cap = "vllm_importance_sampling_cap"
    if cap in sent:
        values.setdefault("vllm_importance_sampling_clip_max", _checked(cap, sent[cap], 0.0))
    if "beta" in sent:
        if "kl_loss_coef" in sent:
            raise JobError("experimental_config.beta is another name of kl_loss_coef: set one of them.")
        values["kl_loss_coef"] = _checked("beta", sent["beta"], 0.0)
    _add_defaults(values, sent, defaults)
    settings = replace(defaults, **values)
    _check_together(settings, sent)
    return settings, [name for name, idle in _WITHOUT_EFFECT.items() if name in sent and sent[name] != idle]
