"""Settings of a job: ``experimental_config`` as clients send it, over the defaults of the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RatioLevel = Literal["token", "sequence", "average", "geometric_average"]
LossType = Literal["grpo", "bnpo", "dapo", "dr_grpo"]
Scaling = Literal["group", "group_population", "batch", "none"]
Schedule = Literal["constant", "constant_with_warmup", "linear", "cosine"]
MismatchMode = Literal["sequence_mask", "sequence_truncate", "token_mask", "token_truncate"]

PPO_EPSILON = 0.2
CISPO_EPSILON = (1.0, 4.0)


@dataclass(frozen=True)
class Settings:
    """Everything that shapes an update. Each field is also the name of a member of ``experimental_config``.

    Names that TRL's ``GRPOConfig`` has mean what they mean there (TRL 1.16, ``trl/trainer/grpo_config.py``).
    """

    learning_rate: float = 5e-6
    lr_scheduler_type: Schedule = "constant"
    warmup_steps: int = 0
    warmup_ratio: float = 0.0
    """Share of ``max_steps``; only without ``warmup_steps``."""

    max_steps: int = 0
    """Gradient steps of the model, over all of its jobs, after which a falling schedule is at 0."""

    weight_decay: float = 0.0
    max_grad_norm: float = 1.0
    """Gradients with a larger norm are scaled down to it; 0 leaves them as they are."""

    groups_per_step: int = 1
    minibatch_size: int = 0
    """Trajectories of a gradient step, drawn over all groups; 0 takes ``groups_per_step`` whole groups instead."""

    num_iterations: int = 1
    """Passes over the data, whose ratios all compare with the policy before the first."""

    max_length: int = 0
    """Tokens of a conversation after which it is cut; 0 is the model's own limit."""

    max_completion_length: int = 512
    """Tokens that an answer may have: the constant of ``dr_grpo``, and the end of the overlong penalty."""

    loss_type: LossType | None = None
    """How the losses of tokens are averaged; None is the mean over trajectories of the mean over their tokens."""

    loss_fn: Literal["cispo", "ppo"] = "cispo"
    epsilon: float = CISPO_EPSILON[0]
    epsilon_high: float = CISPO_EPSILON[1]
    importance_sampling_level: RatioLevel = "token"
    max_negative_advantage_importance_sampling_weight: float | None = None
    mask_prob_ratio: bool = False
    truncated_importance_sampling: float | None = None
    vllm_importance_sampling_correction: bool = False
    vllm_importance_sampling_mode: MismatchMode = "sequence_mask"
    vllm_importance_sampling_clip_max: float = 3.0
    vllm_importance_sampling_clip_min: float | None = None
    kimi_k2_tau: float = 0.0
    precalculate_logprobs: bool = False
    temperature: float = 1.0
    """The temperature of sampling, by which logits are divided before log-probabilities are computed."""

    logprobs_mode: Literal["raw_logprobs", "processed_logprobs"] = "raw_logprobs"
    """Whether the log-probabilities of the request are those before the temperature, or after it."""

    mask_truncated_completions: bool = False
    allow_training_without_logprobs: bool = False
    """Also trains on the assistant's messages of trajectories that have no choice."""

    scale_rewards: bool | Scaling = True
    advantage_balance: float = 0.0
    soft_punish_cache: int = 0
    """Length of the zone before ``max_completion_length`` in which the overlong penalty grows; 0 is no penalty."""

    overlong_penalty_factor: float = 1.0
    kl_penalty_coef: float = 0.0
    """Subtracts the distance from the base from the advantage of each token."""

    kl_penalty_source: Literal["current_learner", "sample"] = "sample"
    kl_loss_coef: float = 0.0
    """Adds the k3 estimate of the distance from the base to the loss."""

    logprob_calculation_chunk_size: int = 1024
    lora_rank: int = 16
    lora_alpha: int = 32

    @property
    def scaling(self) -> Scaling:
        """What advantages are divided by: true is the population deviation of a group, as ART's clients mean it."""
        if isinstance(self.scale_rewards, bool):
            return "group_population" if self.scale_rewards else "none"
        return self.scale_rewards

    @property
    def ignores_sampled_logprobs(self) -> bool:
        """True when those of the request are of another temperature than the policy's."""
        return self.temperature != 1 and self.logprobs_mode == "raw_logprobs"
