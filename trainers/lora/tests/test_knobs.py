"""The settings of the loss, each against a plain reference."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from reference import (
    FIRST,
    SECOND,
    Answer,
    advantages,
    detached,
    logprobs_of,
    mean_of_means,
    mismatch,
    payload,
    ppo_term,
    soft_overlong,
    terms_of_step,
    total,
)
from transformers import get_scheduler

from heddle_lora.advantages import group_advantages
from heddle_lora.checkpoint import load_optimizer, save_checkpoint
from heddle_lora.mismatch import mismatch_weights
from heddle_lora.overlong import overlong_penalty
from heddle_lora.policy import Policy
from heddle_lora.read_settings import read_settings
from heddle_lora.schedule import learning_rate
from heddle_lora.settings import Settings
from heddle_lora.trainer import Context, GroupTrainer, make_optimizer
from heddle_lora.trajectories import read_groups

OpenPolicy = Callable[..., Policy]

# Without this, a job with loss_type recomputes the log-probabilities that ratios compare with.
SENT: dict[str, Any] = {"vllm_importance_sampling_correction": False}


def settings_of(**config: Any) -> Settings:
    settings, _ = read_settings({"lora_rank": 4, "max_grad_norm": 0, **config})
    return settings


def stirred(policy: Policy) -> Policy:
    """The policy with an adapter that is not zero, so that all gradients differ from zero."""
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for parameter in policy.parameters:
            parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.1)
    return policy


def run(
    policy: Policy, settings: Settings, groups: Sequence[Sequence[Answer]], notes: list[str] | None = None
) -> tuple[list[dict[str, float]], list[list[torch.Tensor]]]:
    """The metrics and the gradient of each step."""
    trainer = GroupTrainer(policy, make_optimizer(policy, settings), settings, ([] if notes is None else notes).append)
    read = read_groups(payload(*groups))
    metrics, gradients = [], []
    for step in trainer.train(read, trainer.plan(read)):
        metrics.append(step)
        gradients.append([parameter.grad.clone() for parameter in policy.parameters])
    return metrics, gradients


def gradient(policy: Policy, loss: torch.Tensor) -> list[torch.Tensor]:
    return list(torch.autograd.grad(loss, policy.parameters))


def assert_close(actual: list[torch.Tensor], expected: list[torch.Tensor], tolerance: float = 1e-4) -> None:
    for one, other in zip(actual, expected, strict=True):
        scale = float(other.abs().max())
        torch.testing.assert_close(one, other.to(one.dtype), rtol=1e-3, atol=tolerance * scale + 1e-9)


def tokens(*groups: Sequence[Answer]) -> int:
    return sum(len(answer.ids) for group in groups for answer in group)


LOSSES: dict[str | None, Callable[[list[list[torch.Tensor]]], torch.Tensor]] = {
    None: mean_of_means,
    "grpo": mean_of_means,
    "bnpo": lambda terms: total([term for own in terms for term in own]) / sum(len(own) for own in terms),
    # The tokens of the job, of which the step has its share of trajectories.
    "dapo": lambda terms: total([t for own in terms for t in own]) / (tokens(FIRST, SECOND) * len(terms) / 5),
    "dr_grpo": lambda terms: total([term for own in terms for term in own]) / (len(terms) * 7),
}


@pytest.mark.parametrize("loss_type", LOSSES)
def test_tokens_are_averaged_as_the_type_of_the_loss_says(open_policy: OpenPolicy, loss_type: str | None) -> None:
    policy = stirred(open_policy())
    config = {"loss_type": loss_type, "max_completion_length": 7, "loss_fn": "ppo", "scale_rewards": "group", **SENT}
    settings = settings_of(learning_rate=0, **config)
    losses = [
        LOSSES[loss_type](terms_of_step(policy, group, advantages([answer.reward for answer in group])))
        for group in (FIRST, SECOND)
    ]
    expected = [gradient(policy, loss) for loss in losses]
    metrics, gradients = run(policy, settings, [FIRST, SECOND])
    assert [step["loss"] for step in metrics] == pytest.approx(detached(losses), rel=1e-4)
    for one, other in zip(gradients, expected, strict=True):
        assert_close(one, other)


def test_token_level_losses_are_equal_in_a_job_of_one_step(open_policy: OpenPolicy) -> None:
    config = {"learning_rate": 0, "groups_per_step": 2, **SENT}
    gradients = [
        run(stirred(open_policy()), settings_of(loss_type=each, **config), [FIRST, SECOND])[1]
        for each in ("bnpo", "dapo")
    ]
    assert_close(gradients[0][0], gradients[1][0], 1e-6)


REWARDS = [1.0, 0.0, 0.25, 0.5]
BATCH = [*REWARDS, 3.0, 2.0, 2.0]


@pytest.mark.parametrize("scaling", ["group", "group_population", "batch", "none"])
def test_advantages_are_divided_by_the_deviation_that_is_named(scaling: str) -> None:
    actual = group_advantages(REWARDS, settings_of(scale_rewards=scaling), BATCH)
    assert actual == pytest.approx(advantages(REWARDS, scaling, BATCH), rel=1e-12)


def test_the_deviation_of_a_group_is_that_of_torch() -> None:
    values = torch.tensor(REWARDS, dtype=torch.float64)
    expected = (values - values.mean()) / (values.std() + 1e-4)
    assert group_advantages(REWARDS, settings_of(scale_rewards="group")) == pytest.approx(expected.tolist())


def test_the_deviation_of_the_batch_is_over_all_groups_of_the_job(open_policy: OpenPolicy) -> None:
    policy = stirred(open_policy())
    third = [Answer([7], 2.0, [-7.0]), Answer([8], 2.0, [-7.0])]
    batch = [answer.reward for group in (FIRST, SECOND, third) for answer in group]
    own = advantages([answer.reward for answer in SECOND], "batch", batch)
    expected = gradient(policy, mean_of_means(terms_of_step(policy, SECOND, own)))
    settings = settings_of(learning_rate=0, loss_type="grpo", scale_rewards="batch", **SENT)
    _, gradients = run(policy, settings, [FIRST, SECOND, third])
    assert_close(gradients[1], expected)


@pytest.mark.parametrize("temperature", [0.6, 1.4])
def test_logits_are_divided_by_the_temperature(open_policy: OpenPolicy, temperature: float) -> None:
    policy = stirred(open_policy())
    own = advantages([answer.reward for answer in FIRST])
    loss = mean_of_means(terms_of_step(policy, FIRST, own, temperature))
    entropies = []
    for answer in FIRST:
        inputs = torch.tensor([[5, 9, 200, 3, *answer.ids]])
        logits = policy.model(input_ids=inputs).logits[0, 3:-1].double().detach()
        probabilities = torch.softmax(logits / temperature, -1)
        entropies += (-(probabilities * probabilities.log()).sum(-1)).tolist()
    expected = gradient(policy, loss)
    config = {"temperature": temperature, "logprobs_mode": "processed_logprobs", "loss_type": "grpo", **SENT}
    [metrics], [actual] = run(policy, settings_of(learning_rate=0, **config), [FIRST])
    assert metrics["loss"] == pytest.approx(loss.item(), rel=1e-4)
    assert metrics["entropy"] == pytest.approx(sum(entropies) / len(entropies), rel=1e-4)
    assert_close(actual, expected)


def test_log_probabilities_before_the_temperature_are_not_compared_with_those_after_it(
    open_policy: OpenPolicy,
) -> None:
    notes: list[str] = []
    settings = settings_of(temperature=0.6, learning_rate=0.01)
    metrics, _ = run(stirred(open_policy()), settings, [FIRST, SECOND], notes)
    assert any("logprobs_mode" in note for note in notes)
    # Those of the first step are the policy's own, and so are compared with themselves.
    assert metrics[0]["kl_div"] == pytest.approx(0, abs=1e-6)
    assert abs(metrics[1]["kl_div"]) > 1e-4


@pytest.mark.parametrize("loss_type", ["grpo", "bnpo", "dapo", "dr_grpo"])
def test_answers_that_were_cut_are_masked_and_still_count_as_trajectories(
    open_policy: OpenPolicy, loss_type: str
) -> None:
    policy = stirred(open_policy())
    own = advantages([answer.reward for answer in FIRST])
    terms = terms_of_step(policy, FIRST[:2], own[:2])
    sums = total([term for each in terms for term in each])
    loss = {
        "grpo": total([total(each) / len(each) for each in terms]) / 3,
        "bnpo": sums / 4,
        "dapo": sums / 4,
        "dr_grpo": sums / (3 * 7),
    }[loss_type]
    config = {"loss_type": loss_type, "max_completion_length": 7, "mask_truncated_completions": True, **SENT}
    expected = gradient(policy, loss)
    notes: list[str] = []
    [metrics], [actual] = run(policy, settings_of(learning_rate=0, **config), [FIRST], notes)
    assert metrics["num_trainable_tokens"] == 4
    assert metrics["completions/clipped_ratio"] == pytest.approx(1 / 3)
    assert notes == ["Masked 1 trajectories whose answers were cut; they count in their group's mean."]
    assert_close(actual, expected)


def test_the_overlong_penalty_is_that_of_the_paper() -> None:
    for longest, cache in ((20, 5), (20, 20), (7, 3)):
        settings = settings_of(max_completion_length=longest, soft_punish_cache=cache)
        for length in range(30):
            assert overlong_penalty(length, settings) == pytest.approx(soft_overlong(length, longest, cache))
    assert overlong_penalty(10**6, settings_of(max_completion_length=4)) == 0


def test_the_overlong_penalty_is_part_of_the_reward_that_is_compared(open_policy: OpenPolicy) -> None:
    policy = stirred(open_policy())
    equal = [replace(answer, reward=0.5) for answer in FIRST]
    penalties = [0.5 * soft_overlong(len(answer.ids), 4, 3) for answer in equal]
    own = advantages([0.5 + penalty for penalty in penalties])
    expected = gradient(policy, mean_of_means(terms_of_step(policy, equal, own)))
    config = {"max_completion_length": 4, "soft_punish_cache": 3, "overlong_penalty_factor": 0.5}
    settings = settings_of(learning_rate=0, loss_type="grpo", **config, **SENT)
    [metrics], [actual] = run(policy, settings, [equal])
    assert metrics["overlong_penalty"] == pytest.approx(sum(penalties) / 3)
    assert metrics["reward"] == 0.5
    assert_close(actual, expected)


@pytest.mark.parametrize("knows", [True, False], ids=["sent", "unknown"])
def test_several_passes_compare_with_the_policy_before_the_first(open_policy: OpenPolicy, knows: bool) -> None:
    groups = [[answer if knows else replace(answer, logprobs=[]) for answer in group] for group in (FIRST, SECOND)]
    config = {"epsilon": 0.2, "epsilon_high": 0.28, "num_iterations": 3, "learning_rate": 0.02}
    settings = settings_of(loss_type="bnpo", **config, **SENT)
    policy, other = stirred(open_policy(settings)), stirred(open_policy(settings))
    metrics, _ = run(policy, settings, groups)

    old = {id(answer): answer.logprobs or detached(logprobs_of(other, answer)) for group in groups for answer in group}
    optimizer = torch.optim.AdamW(other.parameters, lr=0.02, betas=(0.9, 0.99), weight_decay=0)
    for _ in range(3):
        for group in groups:
            own = advantages([answer.reward for answer in group])
            terms = [
                ppo_term(new, old[id(answer)][t], advantage, 0.2, 0.28)
                for answer, advantage in zip(group, own)
                for t, new in enumerate(logprobs_of(other, answer))
            ]
            optimizer.zero_grad()
            (total(terms) / len(terms)).backward()
            optimizer.step()
    assert len(metrics) == 6
    assert any(step["clip_fraction"] > 0 for step in metrics)
    for one, two in zip(policy.parameters, other.parameters, strict=True):
        torch.testing.assert_close(one, two, rtol=1e-3, atol=2e-4)


def test_minibatches_draw_each_trajectory_once_in_a_pass_and_by_the_seed(open_policy: OpenPolicy) -> None:
    policy = open_policy()
    settings = settings_of(loss_type="dapo", minibatch_size=2, num_iterations=2)

    def plan(seed: int) -> list[list[tuple[int, int]]]:
        trainer = GroupTrainer(policy, make_optimizer(policy, settings), settings, print, context=Context(seed))
        steps = trainer.plan(read_groups(payload(FIRST, SECOND)))
        assert trainer.step_count(steps) == 6
        return [[(sample.origin.group, sample.origin.trajectory) for sample in step] for step in steps]

    drawn = plan(1)
    assert [len(step) for step in drawn] == [2, 2, 1]
    assert sorted(each for step in drawn for each in step) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    assert drawn == plan(1)
    assert any(drawn != plan(seed) for seed in (2, 3, 4))


def test_the_tokens_of_all_minibatches_count_the_same_in_dapo(open_policy: OpenPolicy) -> None:
    policy = open_policy()
    settings = settings_of(loss_type="dapo", minibatch_size=1)
    trainer = GroupTrainer(policy, make_optimizer(policy, settings), settings, print)
    steps = trainer.plan(read_groups(payload(FIRST, SECOND)))
    assert {sample.weight for step in steps for sample in step} == {5 / 15}


SCHEDULES: list[dict[str, Any]] = [
    {"lr_scheduler_type": "constant"},
    {"lr_scheduler_type": "constant_with_warmup", "warmup_steps": 4},
    {"lr_scheduler_type": "linear", "warmup_steps": 3, "max_steps": 12},
    {"lr_scheduler_type": "linear", "max_steps": 12},
    {"lr_scheduler_type": "cosine", "warmup_ratio": 0.2, "max_steps": 12},
    {"lr_scheduler_type": "cosine", "max_steps": 5},
]


@pytest.mark.parametrize("config", SCHEDULES, ids=str)
def test_learning_rates_are_those_of_transformers(config: dict[str, Any]) -> None:
    settings = settings_of(learning_rate=0.5, **config)
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.5)
    last = config.get("max_steps", 0)
    warmup = config.get("warmup_steps") or math.ceil(config.get("warmup_ratio", 0) * last)
    schedule = get_scheduler(config["lr_scheduler_type"], optimizer, num_warmup_steps=warmup, num_training_steps=last)
    for step in range(last or 8):
        assert learning_rate(step, settings) == pytest.approx(schedule.get_last_lr()[0], abs=1e-12)
        optimizer.step()
        schedule.step()
    assert learning_rate(10**6, settings) == (0 if last else 0.5)


def test_a_warm_up_continues_in_the_next_job(open_policy: OpenPolicy, tmp_path: Path) -> None:
    settings = settings_of(learning_rate=0.4, warmup_steps=4)
    policy = open_policy(settings)
    optimizer = make_optimizer(policy, settings)
    read = read_groups(payload(FIRST, SECOND))
    rates = []
    for job in range(3):
        if job > 0:
            policy = open_policy(checkpoint=tmp_path)
            optimizer = make_optimizer(policy, settings)
            load_optimizer(tmp_path, optimizer, settings.learning_rate, settings.weight_decay)
        trainer = GroupTrainer(policy, optimizer, settings, print)
        rates += [step["learning_rate"] for step in trainer.train(read, trainer.plan(read))]
        save_checkpoint(tmp_path, policy, optimizer)
    assert rates == pytest.approx([0, 0.1, 0.2, 0.3, 0.4, 0.4])


def test_the_ratio_of_a_sequence_is_that_of_gspo(open_policy: OpenPolicy) -> None:
    policy = stirred(open_policy())
    own = advantages([answer.reward for answer in FIRST])
    losses = []
    for answer, advantage in zip(FIRST, own):
        differences = [new - old for new, old in zip(logprobs_of(policy, answer), answer.logprobs)]
        ratio = torch.exp(total(differences) / len(differences))
        clipped = torch.clamp(ratio, 1 - 0.2, 1 + 0.28)
        losses.append(-torch.min(ratio * advantage, clipped * advantage))
    loss = total(losses) / len(losses)
    expected = gradient(policy, loss)
    config = {"importance_sampling_level": "sequence", "epsilon": 0.2, "epsilon_high": 0.28, **SENT}
    [metrics], [actual] = run(policy, settings_of(learning_rate=0, loss_type="grpo", **config), [FIRST])
    assert metrics["loss"] == pytest.approx(loss.item(), rel=1e-4)
    assert_close(actual, expected)


MODES = ["sequence_mask", "sequence_truncate", "token_mask", "token_truncate"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("low", [None, 0.5])
def test_the_weights_of_the_mismatch_are_those_of_trl(mode: str, low: float | None) -> None:
    generator = np.random.default_rng(3)
    settings = settings_of(
        vllm_importance_sampling_mode=mode,
        vllm_importance_sampling_clip_max=1.5,
        vllm_importance_sampling_clip_min=low,
    )
    seen = set()
    for _ in range(40):
        old = generator.normal(-3, 0.4, 3)
        sampled = np.where(generator.random(3) < 0.2, np.nan, generator.normal(-3, 0.4, 3))
        actual = mismatch_weights(old, sampled, settings)
        assert actual.tolist() == pytest.approx(mismatch(old, sampled, mode, low, 1.5), rel=1e-5)
        seen |= {0.0, 1.5} & set(actual.tolist())
    assert seen == ({0.0} if mode.endswith("mask") else {1.5})


@pytest.mark.parametrize("mode", MODES)
def test_the_mismatch_weighs_the_loss_of_a_policy_that_is_recomputed(open_policy: OpenPolicy, mode: str) -> None:
    policy = stirred(open_policy())
    group = [
        replace(answer, logprobs=[value + 0.2 * t for t, value in enumerate(detached(logprobs_of(policy, answer)))])
        for answer in FIRST
    ]
    own = advantages([answer.reward for answer in group])
    answers, used = [], []
    for answer, advantage in zip(group, own):
        news = logprobs_of(policy, answer)
        weights = mismatch(detached(news), answer.logprobs, mode, None, 0.9)
        used += weights
        answers.append([ppo_term(new, new.item(), advantage) * weight for new, weight in zip(news, weights)])
    expected = gradient(policy, mean_of_means(answers))
    config = {"vllm_importance_sampling_mode": mode, "vllm_importance_sampling_cap": 0.9}
    [metrics], [actual] = run(policy, settings_of(learning_rate=0, loss_type="grpo", **config), [group])
    assert metrics["kl_div"] == pytest.approx(0, abs=1e-6)
    assert metrics["sampling/importance_sampling_ratio/mean"] == pytest.approx(sum(used) / len(used), rel=1e-3)
    assert metrics["sampling/sampling_logp_difference/max"] == pytest.approx(0.8, rel=1e-3)
    assert_close(actual, expected)


def test_a_job_without_log_probabilities_has_no_mismatch(open_policy: OpenPolicy) -> None:
    unknown = [replace(answer, logprobs=[]) for answer in FIRST]
    notes: list[str] = []
    [metrics], _ = run(stirred(open_policy()), settings_of(loss_type="dapo"), [unknown], notes)
    assert notes == []
    assert metrics["known_logprob_fraction"] == 0
    assert not any(name.startswith("sampling/") for name in metrics)
