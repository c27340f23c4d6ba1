"""The policy loss of a token, as PyTorch tensors over all trained tokens of a batch ([N])."""

from __future__ import annotations

import torch
from torch import Tensor

from .batches import Batch
from .settings import Settings


def k3(logprobs: Tensor, reference: Tensor) -> Tensor:
    """An estimate of KL(policy || reference) per token: e^(r - p) - (r - p) - 1.

    It is unbiased and never negative (Schulman, 2020, "Approximating KL Divergence"; GRPO's equation 4).
    """
    difference = reference - logprobs
    return difference.exp() - difference - 1


def ratios(logprobs: Tensor, old: Tensor, sequence: Tensor, settings: Settings) -> Tensor:
    """The ratio of probabilities, new to old, of each token.

    ``sequence`` [N] numbers the sequence of each token. At the level ``sequence`` the ratio is e to the mean difference
    of its log-probabilities (Zheng et al., 2025, "Group Sequence Policy Optimization"); ``average`` and
    ``geometric_average`` combine it with the token's own.
    """
    difference = logprobs - old
    level = settings.importance_sampling_level
    if level == "token":
        return difference.exp()
    size = int(sequence.max()) + 1
    sums = torch.zeros(size, dtype=difference.dtype, device=difference.device).index_add(0, sequence, difference)
    means = (sums / torch.bincount(sequence, minlength=size).clamp(min=1))[sequence]
    if level == "sequence":
        return means.exp()
    if level == "average":
        return (difference.exp() + means.exp()) / 2
    return ((difference + means) / 2).exp()


def policy_terms(batch: Batch, logprobs: Tensor, advantages: Tensor, settings: Settings) -> tuple[Tensor, Tensor]:
    """The loss of each token, and whether its ratio q is clipped in effect to 1 - epsilon to 1 + epsilon_high.

    In ``ppo`` it is only where the ratio left the window in the direction of the advantage: the other side of the
    window is left as it is by the minimum. In ``cispo``, and with ``mask_prob_ratio``, it is on both sides.

    With c = clip(q, 1 - epsilon, 1 + epsilon_high):

    - ``ppo``: -min(q A, c A) (Schulman et al., 2017, equation 7), as in GRPO. A larger ``epsilon_high`` is the
      clip-higher of DAPO (Yu et al., 2025, section 3.1).
    - ``cispo``: -c A log p, with c held constant (MiniMax, 2025, "MiniMax-M1", equation 4).

    Where the old log-probability is unknown, the current policy counts as the one that sampled: the ratio is 1.
    ``truncated_importance_sampling`` weighs a token by the ratio of the recomputed old probability to the sampled one,
    up to this limit (Yao et al., 2025, "Your Efficient RL Framework Secretly Brings You Off-Policy RL Training").
    """
    current = logprobs.detach()
    old = torch.where(batch.old_logprobs.isnan(), current, batch.old_logprobs)
    ratio = ratios(logprobs, old, batch.rows, settings)
    cap = settings.max_negative_advantage_importance_sampling_weight
    if cap is not None:
        ratio = torch.where(advantages < 0, ratio.clamp(max=cap), ratio)
    low, high = 1 - settings.epsilon, 1 + settings.epsilon_high
    is_clipped = (ratio < low) | (ratio > high)
    if settings.mask_prob_ratio:
        ratio = torch.where(is_clipped, torch.zeros_like(ratio), ratio)
    if settings.kimi_k2_tau:
        advantages = advantages - settings.kimi_k2_tau * (current - old)
    if settings.loss_fn == "ppo":
        if not settings.mask_prob_ratio:
            is_clipped = ((ratio > high) & (advantages > 0)) | ((ratio < low) & (advantages < 0))
        terms = -torch.minimum(ratio * advantages, ratio.clamp(low, high) * advantages)
    else:
        terms = -ratio.detach().clamp(low, high) * advantages * logprobs
    if settings.truncated_importance_sampling is not None:
        drift = (old - batch.sampled_logprobs).nan_to_num(0.0)
        terms = terms * drift.exp().clamp(max=settings.truncated_importance_sampling)
    return terms, is_clipped
