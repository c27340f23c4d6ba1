"""The weight of each token in the loss of a gradient step."""

from __future__ import annotations

from dataclasses import dataclass

from .settings import Settings


@dataclass(frozen=True)
class Size:
    """The trajectories of a gradient step or a job, those that are masked included, and the tokens that are trained."""

    trajectories: int
    tokens: int


def token_weight(length: int, step: Size, job: Size, settings: Settings) -> float:
    """The weight of a token of a trajectory with ``length`` trained tokens; the loss is the sum of weight x term.

    By ``loss_type``, with M trajectories and N trained tokens in the step, as in TRL:

    - ``grpo``, and without one: 1 / (M length), the mean over trajectories of the mean over their tokens (Shao et al.,
      2024, "DeepSeekMath", equation 3).
    - ``bnpo``: 1 / N, the mean over the tokens of the step.
    - ``dapo``: the mean over the tokens of the whole job, of which the step has its share of trajectories, so that a
      token counts the same in each step (Yu et al., 2025, "DAPO", equation 8). In a job of one step it is ``bnpo``.
    - ``dr_grpo``: 1 / (M L) with the constant L = ``max_completion_length`` (Liu et al., 2025, "Understanding
      R1-Zero-Like Training", section 3.2).
    """
    if settings.loss_type == "bnpo":
        return 1 / step.tokens
    if settings.loss_type == "dapo":
        return job.trajectories / (step.trajectories * job.tokens)
    if settings.loss_type == "dr_grpo":
        return 1 / (step.trajectories * settings.max_completion_length)
    return 1 / (step.trajectories * length)
