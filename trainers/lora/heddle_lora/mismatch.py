"""The correction of the difference between the engine that sampled and the policy that is trained."""

from __future__ import annotations

import math

import numpy as np

from .settings import Settings


def mismatch_weights(old: np.ndarray, sampled: np.ndarray, settings: Settings) -> np.ndarray:
    """The weights of the loss of a sequence's tokens ([n]), from its log-probabilities ([n]).

    ``old`` are those that the trainer computes for the policy that sampled, ``sampled`` those that the engine sent, NaN
    where unknown; such a token has the ratio 1. With the ratio q = e^(old - sampled), of each token or, as one for all,
    the product over the sequence:

    - ``token_truncate``, ``sequence_truncate``: min(q, clip_max), at least clip_min (Yao et al., 2025, "Your Efficient
      RL Framework Secretly Brings You Off-Policy RL Training").
    - ``token_mask``, ``sequence_mask``: q, or 0 where it is outside of clip_min to clip_max (Liu et al., 2025, "When
      Speed Kills Stability").

    They equal those of TRL's ``vllm_importance_sampling_mode``.
    """
    difference = np.nan_to_num(old.astype(np.float64) - sampled, nan=0.0)
    if settings.vllm_importance_sampling_mode.startswith("sequence"):
        difference = np.full_like(difference, difference.sum())
    with np.errstate(over="ignore"):
        ratio = np.exp(difference)
    low, high = settings.vllm_importance_sampling_clip_min or 0.0, settings.vllm_importance_sampling_clip_max
    if settings.vllm_importance_sampling_mode.endswith("truncate"):
        return np.clip(ratio, low, high).astype(np.float32)
    return np.where((ratio < low) | (ratio > high) | ~np.isfinite(ratio), 0.0, ratio).astype(np.float32)


def mismatch_metrics(olds: list[np.ndarray], sampleds: list[np.ndarray], weights: list[np.ndarray]) -> dict[str, float]:
    """How far the engine is from the policy, over the tokens whose log-probability it sent; empty without any."""
    differences = [np.abs(old.astype(np.float64) - sampled) for old, sampled in zip(olds, sampleds)]
    known = [difference[~np.isnan(difference)] for difference in differences]
    count = sum(len(own) for own in known)
    if count == 0:
        return {}
    total = math.fsum(float(own.sum()) for own in known)
    used = np.concatenate(weights)
    return {
        "sampling/sampling_logp_difference/mean": total / count,
        "sampling/sampling_logp_difference/max": max(float(own.max()) for own in known if len(own)),
        "sampling/importance_sampling_ratio/mean": float(used.mean()),
    }
