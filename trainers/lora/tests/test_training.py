"""Gradient steps on a tiny model: against a plain reference, and what they do to rewards and weights."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from conftest import CPU

from heddle_lora.checkpoint import load_optimizer, save_checkpoint
from heddle_lora.job import JobError
from heddle_lora.policy import Policy
from heddle_lora.read_settings import read_settings
from heddle_lora.settings import Settings
from heddle_lora.trainer import GroupTrainer, make_optimizer
from heddle_lora.trajectories import Group, read_groups
from wire import USER, choice, group, trajectory

OpenPolicy = Callable[..., Policy]

GROUPS = read_groups(
    [group(("yes", 1), ("no", 0.25), ("maybe", 0)), group(("a", 0), ("bb", 1)), group(("same", 1), ("too", 1))]
)


def train(
    policy: Policy, groups: list[Group], settings: Settings, notes: list[str] | None = None
) -> list[dict[str, float]]:
    """Trains as one job, with a new optimizer."""
    optimizer = make_optimizer(policy, settings)
    return train_on(policy, optimizer, groups, settings, notes)


def train_on(
    policy: Policy,
    optimizer: torch.optim.Optimizer,
    groups: list[Group],
    settings: Settings,
    notes: list[str] | None = None,
) -> list[dict[str, float]]:
    trainer = GroupTrainer(policy, optimizer, settings, (notes if notes is not None else []).append)
    return list(trainer.train(groups, trainer.plan(groups)))


def weights(policy: Policy) -> list[torch.Tensor]:
    return [parameter.detach().clone() for parameter in policy.parameters]


def are_equal(left: list[torch.Tensor], right: list[torch.Tensor]) -> bool:
    return all(torch.equal(a, b) for a, b in zip(left, right, strict=True))


def stir(policy: Policy) -> Policy:
    """Moves the adapter away from zero, so that the policy differs from its base and all its gradients from zero."""
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for parameter in policy.parameters:
            parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.1)
    return policy


def with_ids(prompt: list[int], ids: list[int], logprobs: list[float]) -> dict[str, Any]:
    entries = [{"token": f"token_id:{token}", "logprob": value} for token, value in zip(ids, logprobs)]
    return choice("x", token_ids=ids, prompt_token_ids=prompt, logprobs={"content": entries})


PROMPT = [5, 9, 200, 3]
ANSWERS: list[tuple[list[int], list[float], float]] = [
    ([17, 18, 19], [-6.5, -7.6, -6.0], 1.0),
    ([40], [-7.0], 0.0),
    ([41, 42, 43, 44, 258], [-6.6, -8.5, -7.5, -6.7, -6.2], 0.25),
]
"""Tokens, log-probabilities under the policy that sampled, and reward. One ratio is far outside of all windows."""


def plain_ratio(differences: list[torch.Tensor], t: int, level: str) -> torch.Tensor:
    """The ratio of the token t of an answer, from the differences of its tokens' log-probabilities."""
    own, whole = torch.exp(differences[t]), torch.exp(sum(differences) / len(differences))
    return {"token": own, "sequence": whole, "average": (own + whole) / 2, "geometric_average": (own * whole) ** 0.5}[
        level
    ]


def plain_gradient(policy: Policy, settings: Settings) -> list[torch.Tensor]:
    """The gradient of GRPO's loss, one trajectory and one token at a time, straight from the formulas."""
    rewards = [reward for _, _, reward in ANSWERS]
    mean = sum(rewards) / len(rewards)
    deviation = math.sqrt(sum((reward - mean) ** 2 for reward in rewards) / len(rewards))
    new: list[list[torch.Tensor]] = []
    base: list[list[torch.Tensor]] = []
    for ids, _, _ in ANSWERS:
        inputs = torch.tensor([PROMPT + ids])
        logits = policy.model(input_ids=inputs, attention_mask=torch.ones_like(inputs)).logits[0]
        with torch.no_grad(), policy.model.disable_adapter():
            base_logits = policy.model(input_ids=inputs).logits[0]
        places = [(len(PROMPT) + t - 1, token) for t, token in enumerate(ids)]
        new.append([torch.log_softmax(logits[at], -1)[token] for at, token in places])
        base.append([torch.log_softmax(base_logits[at], -1)[token] for at, token in places])
    is_sample = settings.kl_penalty_source == "sample"
    distances = [
        [(old[t] if is_sample else new[i][t].detach()) - base[i][t] for t in range(len(ids))]
        for i, (ids, old, _) in enumerate(ANSWERS)
    ]
    center = sum(sum(own) for own in distances) / sum(len(own) for own in distances)
    total = torch.zeros(())
    for i, (ids, old, reward) in enumerate(ANSWERS):
        differences = [new[i][t] - old[t] for t in range(len(ids))]
        for t in range(len(ids)):
            advantage = (reward - mean) / (deviation + 1e-6)
            advantage = advantage + settings.kl_penalty_coef * (center - distances[i][t])
            advantage = advantage - settings.kimi_k2_tau * differences[t].detach()
            ratio = plain_ratio(differences, t, settings.importance_sampling_level)
            clipped = torch.clamp(ratio, 1 - settings.epsilon, 1 + settings.epsilon_high)
            if settings.loss_fn == "ppo":
                loss = -torch.min(ratio * advantage, clipped * advantage)
            else:
                loss = -clipped.detach() * advantage * new[i][t]
            difference = base[i][t] - new[i][t]
            loss = loss + settings.kl_loss_coef * (torch.exp(difference) - difference - 1)
            total = total + loss / len(ids) / len(ANSWERS)
    return list(torch.autograd.grad(total, policy.parameters))


CONFIGS: list[dict[str, Any]] = [
    {},
    {"loss_fn": "ppo", "epsilon": 0.2, "epsilon_high": 0.28},
    {"loss_fn": "ppo", "kl_loss_coef": 0.3},
    {"kl_penalty_coef": 0.5, "kl_penalty_source": "sample"},
    {"kl_penalty_coef": 0.5, "kl_penalty_source": "current_learner"},
    {"kimi_k2_tau": 0.2},
    *({"loss_fn": "ppo", "importance_sampling_level": each} for each in ("sequence", "average", "geometric_average")),
]


@pytest.mark.parametrize("config", CONFIGS, ids=str)
@pytest.mark.parametrize("budget", [9, 256], ids=["many micro-batches", "one batch"])
@pytest.mark.parametrize("checkpointing", [False, True], ids=["kept", "recomputed"])
def test_the_gradient_of_a_step_equals_the_plain_formula(
    open_policy: OpenPolicy, config: dict[str, Any], budget: int, checkpointing: bool
) -> None:
    settings, _ = read_settings({"lora_rank": 4, "max_grad_norm": 0, "logprob_calculation_chunk_size": 2, **config})
    machine = replace(CPU, micro_batch_tokens=budget, gradient_checkpointing=checkpointing)
    policy = stir(open_policy(settings, machine=machine))
    expected = plain_gradient(policy, settings)
    items = [trajectory(reward, USER, with_ids(PROMPT, ids, old)) for ids, old, reward in ANSWERS]
    [metrics] = train(policy, read_groups([{"trajectories": items}]), settings)
    for parameter, gradient in zip(policy.parameters, expected, strict=True):
        assert parameter.grad is not None
        assert torch.dist(parameter.grad, gradient) <= 1e-4 * gradient.norm()
        assert gradient.norm() > 1e-4
    norm = math.sqrt(sum(float((gradient**2).sum()) for gradient in expected))
    assert metrics["grad_norm"] == pytest.approx(norm, rel=1e-4)
    assert metrics["clip_fraction"] > 0
    assert all(math.isfinite(value) for value in metrics.values())


def test_without_log_probabilities_of_the_request_the_ratio_is_one(open_policy: OpenPolicy) -> None:
    settings = Settings(loss_fn="ppo", epsilon=0.2, epsilon_high=0.2, lora_rank=4)
    [metrics, _] = train(stir(open_policy(settings)), GROUPS, settings)
    assert metrics["known_logprob_fraction"] == 0
    assert not {"kl_div", "clip_fraction"} & set(metrics)
    assert metrics["policy_loss"] == pytest.approx(0, abs=1e-6)


def test_kl_and_clipping_are_those_of_tokens_with_known_log_probabilities(open_policy: OpenPolicy) -> None:
    settings = Settings(loss_fn="ppo", epsilon=0.2, epsilon_high=0.2, lora_rank=4)
    known = [trajectory(reward, USER, with_ids(PROMPT, ids, old)) for ids, old, reward in ANSWERS]
    unknown = [
        trajectory(reward, USER, choice("x", token_ids=ids, prompt_token_ids=PROMPT)) for ids, _, reward in ANSWERS
    ]
    [alone] = train(stir(open_policy(settings)), read_groups([{"trajectories": known}]), settings)
    [both] = train(stir(open_policy(settings)), read_groups([{"trajectories": known + unknown}]), settings)
    assert (alone["known_logprob_fraction"], both["known_logprob_fraction"]) == (1, 0.5)
    assert both["kl_div"] == pytest.approx(alone["kl_div"], rel=1e-4)


def test_recomputed_log_probabilities_are_those_before_the_first_step(open_policy: OpenPolicy) -> None:
    settings = Settings(precalculate_logprobs=True, learning_rate=0.01, lora_rank=4)
    items = [trajectory(reward, USER, with_ids(PROMPT, ids, old)) for ids, old, reward in ANSWERS]
    twice = read_groups([{"trajectories": items}] * 2)
    first, second = train(open_policy(settings), twice, settings)
    assert first["kl_div"] == pytest.approx(0, abs=1e-6)
    assert abs(second["kl_div"]) > 1e-4


def test_groups_without_spread_change_nothing_and_are_counted(open_policy: OpenPolicy) -> None:
    settings = Settings(learning_rate=0.01, lora_rank=4)
    policy, other, notes = open_policy(settings), open_policy(settings), []
    before = weights(policy)
    assert train(policy, [GROUPS[2]], settings, notes) == []
    assert are_equal(weights(policy), before)
    assert notes == ["Skipped 1 of 1 groups: all rewards equal."]
    with_equal = train(policy, GROUPS, settings)
    train(other, GROUPS[:2], settings)
    assert not are_equal(weights(policy), before)
    assert are_equal(weights(policy), weights(other))
    assert [(each["num_groups_submitted"], each["num_groups_trainable"]) for each in with_equal] == [(3, 2)] * 2


def test_continuing_from_a_checkpoint_equals_an_uninterrupted_run(open_policy: OpenPolicy, tmp_path: Path) -> None:
    settings = Settings(learning_rate=0.01, lora_rank=4)
    whole = open_policy(settings)
    optimizer = make_optimizer(whole, settings)
    for part in GROUPS[:2]:
        train_on(whole, optimizer, [part], settings)

    first = open_policy(settings)
    optimizer = make_optimizer(first, settings)
    train_on(first, optimizer, [GROUPS[0]], settings)
    save_checkpoint(tmp_path, first, optimizer)
    second = open_policy(checkpoint=tmp_path)
    assert are_equal(weights(second), weights(first))
    optimizer = make_optimizer(second, settings)
    load_optimizer(tmp_path, optimizer, settings.learning_rate, settings.weight_decay)
    train_on(second, optimizer, [GROUPS[1]], settings)
    assert are_equal(weights(second), weights(whole))


def test_several_groups_can_share_a_step(open_policy: OpenPolicy) -> None:
    settings = Settings(groups_per_step=2, lora_rank=4)
    [metrics] = train(open_policy(settings), GROUPS, settings)
    assert metrics["num_trainable_tokens"] == sum(len(each) + 1 for each in ("yes", "no", "maybe", "a", "bb"))


def test_long_conversations_are_cut_and_the_log_says_so(open_policy: OpenPolicy) -> None:
    settings = Settings(max_length=50, lora_rank=4)
    notes: list[str] = []
    groups = read_groups([group(("x" * 200, 1), ("short", 0))])
    [metrics] = train(open_policy(settings), groups, settings, notes)
    assert notes == ["Cut 1 sequences at 50 tokens; what follows is not trained."]
    assert metrics["num_tokens"] < 100


def test_a_job_without_anything_to_train_is_an_error_that_says_what_to_set(open_policy: OpenPolicy) -> None:
    plain = [trajectory(reward, USER, {"role": "assistant", "content": "a"}) for reward in (0, 1)]
    with pytest.raises(JobError, match="allow_training_without_logprobs"):
        train(open_policy(), read_groups([{"trajectories": plain}]), Settings())


def test_a_gradient_that_is_not_finite_is_an_error_that_names_the_step(open_policy: OpenPolicy) -> None:
    policy = open_policy()
    with torch.no_grad():
        policy.parameters[0].fill_(float("nan"))
    with pytest.raises(JobError, match="not finite in gradient step 1 of 2"):
        train(policy, GROUPS, Settings())


@torch.no_grad()
def sample(policy: Policy, prompt: list[int], count: int, length: int) -> list[tuple[list[int], list[float]]]:
    """Answers of a fixed length and their log-probabilities, sampled token by token."""
    ids = torch.tensor([prompt] * count)
    logprobs = []
    for _ in range(length):
        distribution = policy.model(input_ids=ids).logits[:, -1].log_softmax(-1)
        drawn = torch.multinomial(distribution.exp(), 1)
        logprobs.append(distribution.gather(1, drawn))
        ids = torch.cat([ids, drawn], dim=1)
    values = torch.cat(logprobs, dim=1).tolist()
    return list(zip(ids[:, len(prompt) :].tolist(), values))


@pytest.mark.parametrize("seed", [2, 3])
def test_the_reward_of_rewarded_tokens_rises(open_policy: OpenPolicy, seed: int) -> None:
    settings = Settings(learning_rate=0.02, lora_rank=4)
    policy = open_policy(settings)
    optimizer = make_optimizer(policy, settings)
    torch.manual_seed(seed)
    rewards = []
    for _ in range(30):
        items = []
        for ids, logprobs in sample(policy, PROMPT, count=32, length=8):
            reward = sum(token < 64 for token in ids) / len(ids)
            items.append(trajectory(reward, USER, with_ids(PROMPT, ids, logprobs)))
        groups = read_groups([{"trajectories": items[at : at + 8]} for at in range(0, len(items), 8)])
        rewards.append(train_on(policy, optimizer, groups, settings)[0]["reward"])
    # Without training the difference is within 0.05. How fast it grows depends on the processor's arithmetic.
    assert sum(rewards[-5:]) / 5 - sum(rewards[:5]) / 5 > 0.1
