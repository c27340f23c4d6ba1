"""Micro-batches: sequences side by side, filled up on the right, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from .rendering import TokenSequence


@dataclass(frozen=True)
class Origin:
    """Where a sequence is in the payload: its group, trajectory and history, counted from 0.

    The history 0 is the trajectory's own conversation, 1 its first additional one.
    """

    group: int
    trajectory: int
    history: int
    weight_version: int | None


@dataclass(frozen=True)
class Sample:
    """A sequence to learn from. Arrays have one number for each trained token ([n])."""

    tokens: TokenSequence
    origin: Origin
    advantage: float
    weight: float
    """Weight of each token in the loss of its gradient step."""

    old_logprobs: np.ndarray
    """Under the policy that the ratio compares with: the one that sampled, unless recomputed; NaN where unknown."""

    reference_logprobs: np.ndarray
    """Under the base; NaN where it was not computed."""

    importance: np.ndarray
    """What the policy loss of each token is multiplied by: corrects the mismatch of the engine that sampled."""

    @property
    def sampled_logprobs(self) -> np.ndarray:
        """Under the engine that sampled; NaN where unknown."""
        return self.tokens.sampled_logprobs[self.tokens.is_trained]

    @property
    def items(self) -> np.ndarray:
        """The place of each token's choice in its history."""
        return self.tokens.items[self.tokens.is_trained]


@dataclass(frozen=True)
class Batch:
    """Samples as tensors: ``input_ids`` [B, L], and for each of N trained tokens its place, values and sample.

    ``rows`` and ``columns`` [N] are the place of the position that predicts the token ``targets`` [N]. No attention
    mask is needed: in a causal model no token sees what fills up the row behind it.
    """

    input_ids: Tensor
    rows: Tensor
    columns: Tensor
    targets: Tensor
    advantages: Tensor
    weights: Tensor
    old_logprobs: Tensor
    sampled_logprobs: Tensor
    reference_logprobs: Tensor
    importance: Tensor
    token_count: int

    def to(self, device: torch.device) -> Batch:
        moved = {name: v.to(device) if isinstance(v, Tensor) else v for name, v in vars(self).items()}
        return Batch(**moved)


def make_batch(samples: Sequence[Sample]) -> Batch:
    """Combines samples, in their order."""
    lengths = [len(sample.tokens) for sample in samples]
    input_ids = np.zeros((len(samples), max(lengths)), dtype=np.int64)
    places = []
    for row, sample in enumerate(samples):
        input_ids[row, : lengths[row]] = sample.tokens.token_ids
        at = np.flatnonzero(sample.tokens.is_trained)
        places.append(np.stack([np.full_like(at, row), at]))
    rows, at = np.concatenate(places, axis=1)
    counts = [sample.tokens.trained_count for sample in samples]

    def each(values: list[float]) -> Tensor:
        return torch.from_numpy(np.repeat(np.asarray(values, np.float32), counts))

    def joined(parts: list[np.ndarray]) -> Tensor:
        return torch.from_numpy(np.concatenate(parts))

    return Batch(
        input_ids=torch.from_numpy(input_ids),
        rows=torch.from_numpy(rows),
        columns=torch.from_numpy(at - 1),
        targets=torch.from_numpy(input_ids[rows, at]),
        advantages=each([sample.advantage for sample in samples]),
        weights=each([sample.weight for sample in samples]),
        old_logprobs=joined([sample.old_logprobs for sample in samples]),
        sampled_logprobs=joined([sample.sampled_logprobs for sample in samples]),
        reference_logprobs=joined([sample.reference_logprobs for sample in samples]),
        importance=joined([sample.importance for sample in samples]),
        token_count=sum(lengths),
    )


def micro_batches(samples: Sequence[Sample], token_budget: int) -> list[list[int]]:
    """Distributes samples, longest first, so that rows times the longest row is within the budget.

    Returns the indices of each batch. A sample that is longer than the budget is alone in its batch.
    """
    order = sorted(range(len(samples)), key=lambda index: -len(samples[index].tokens))
    batches: list[list[int]] = []
    for index in order:
        longest = len(samples[batches[-1][0]].tokens) if batches else 0
        if batches and (len(batches[-1]) + 1) * longest <= token_budget:
            batches[-1].append(index)
        else:
            batches.append([index])
    return batches
