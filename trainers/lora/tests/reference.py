"""The loss of a gradient step written after the papers, one trajectory and one token at a time."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from heddle_lora.policy import Policy
from wire import USER, choice, trajectory

PROMPT = [5, 9, 200, 3]


@dataclass(frozen=True)
class Answer:
    """Sampled tokens, their log-probabilities under the engine that sampled (or none), and the reward."""

    ids: list[int]
    reward: float
    logprobs: list[float] = field(default_factory=list)
    finish_reason: str = "stop"

    def sent(self) -> dict[str, Any]:
        entries = [{"token": f"token_id:{token}", "logprob": value} for token, value in zip(self.ids, self.logprobs)]
        logprobs = {"content": entries} if entries else None
        more = {"token_ids": self.ids, "prompt_token_ids": PROMPT, "logprobs": logprobs}
        return trajectory(self.reward, USER, choice("x", self.finish_reason, **more))


FIRST = [
    Answer([17, 18, 19], 1.0, [-6.5, -7.6, -6.0]),
    Answer([40], 0.0, [-7.0]),
    Answer([41, 42, 43, 44, 258], 0.25, [-6.6, -8.5, -7.5, -6.7, -6.2], "length"),
]
SECOND = [Answer([50, 51], 0.5, [-6.9, -6.0]), Answer([60, 61, 62, 63], 0.0, [-6.4, -7.0, -7.3, -6.1])]


def payload(*groups: Sequence[Answer]) -> list[dict[str, Any]]:
    return [{"trajectories": [answer.sent() for answer in group]} for group in groups]


def logprobs_of(policy: Policy, answer: Answer, temperature: float = 1.0) -> list[torch.Tensor]:
    """The log-probability of each token of an answer, from the whole distribution at its place."""
    logits = policy.model(input_ids=torch.tensor([PROMPT + answer.ids])).logits[0].double()
    places = range(len(PROMPT) - 1, len(PROMPT) - 1 + len(answer.ids))
    return [torch.log_softmax(logits[at] / temperature, -1)[token] for at, token in zip(places, answer.ids)]


def detached(values: Sequence[torch.Tensor]) -> list[float]:
    return [float(value.detach()) for value in values]


def advantages(rewards: Sequence[float], scaling: str = "group", batch: Sequence[float] = ()) -> list[float]:
    """Rewards minus their mean, divided as TRL does it."""
    mean = sum(rewards) / len(rewards)
    divisor = {
        "group": lambda: statistics.stdev(rewards) + 1e-4,
        "group_population": lambda: statistics.pstdev(rewards) + 1e-6,
        "batch": lambda: statistics.stdev(batch) + 1e-4,
        "none": lambda: 1.0,
    }[scaling]()
    return [(reward - mean) / divisor for reward in rewards]


def ppo_term(new: torch.Tensor, old: float, advantage: float, low: float = 0.2, high: float = 0.2) -> torch.Tensor:
    """Schulman et al. (2017), equation 7, as a loss."""
    ratio = torch.exp(new - old)
    clipped = torch.clamp(ratio, 1 - low, 1 + high)
    return -torch.min(ratio * advantage, clipped * advantage)


def terms_of_step(
    policy: Policy, answers: Sequence[Answer], own_advantages: Sequence[float], temperature: float = 1.0
) -> list[list[torch.Tensor]]:
    """The loss of each token of each answer, compared with the engine that sampled."""
    return [
        [ppo_term(new, answer.logprobs[t], advantage) for t, new in enumerate(logprobs_of(policy, answer, temperature))]
        for answer, advantage in zip(answers, own_advantages)
    ]


def total(values: Sequence[torch.Tensor]) -> torch.Tensor:
    return torch.stack(list(values)).sum() if values else torch.zeros((), dtype=torch.float64)


def mean_of_means(terms: Sequence[Sequence[torch.Tensor]]) -> torch.Tensor:
    """GRPO: the mean over answers of the mean over their tokens."""
    return total([total(own) / len(own) for own in terms]) / len(terms)


def soft_overlong(length: int, longest: int, cache: int) -> float:
    """DAPO (Yu et al., 2025), equation 13, case by case."""
    if length <= longest - cache:
        return 0.0
    if length <= longest:
        return ((longest - cache) - length) / cache
    return -1.0


def mismatch(old: Sequence[float], sampled: Sequence[float], mode: str, low: float | None, high: float) -> list[float]:
    """The weights of the tokens of a sequence in each mode of TRL, token by token."""
    differences = [0.0 if math.isnan(s) else o - s for o, s in zip(old, sampled)]
    if mode.startswith("sequence"):
        differences = [sum(differences)] * len(differences)
    weights = []
    for difference in differences:
        ratio = math.exp(difference)
        if mode.endswith("truncate"):
            weights.append(min(high, ratio if low is None else max(low, ratio)))
        else:
            weights.append(0.0 if ratio > high or (low is not None and ratio < low) else ratio)
    return weights
