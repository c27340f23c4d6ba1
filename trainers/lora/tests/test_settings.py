"""Settings as clients send them, and advantages."""

from __future__ import annotations

from typing import Any

import pytest

from heddle_lora.advantages import group_advantages, reward_metrics
from heddle_lora.job import JobError
from heddle_lora.read_settings import read_settings
from heddle_lora.settings import Settings
from heddle_lora.trajectories import read_groups
from wire import USER, choice, group, trajectory

ELEVEN = {
    "advantage_balance": None,
    "epsilon": None,
    "epsilon_high": None,
    "importance_sampling_level": None,
    "kimi_k2_tau": None,
    "learning_rate": 1e-5,
    "mask_prob_ratio": None,
    "max_negative_advantage_importance_sampling_weight": None,
    "ppo": None,
    "precalculate_logprobs": None,
    "scale_rewards": None,
}


def test_null_members_count_as_missing() -> None:
    assert read_settings(ELEVEN) == (Settings(learning_rate=1e-5), [])


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({}, ("cispo", 1.0, 4.0)),
        ({"ppo": True}, ("ppo", 0.2, 0.2)),
        ({"loss_fn": "ppo", "epsilon": 0.1}, ("ppo", 0.1, 0.1)),
        ({"loss_fn": "ppo", "epsilon": 0.2, "epsilon_high": 0.28}, ("ppo", 0.2, 0.28)),
        ({"loss_fn": "cispo", "ppo": True, "epsilon_high": 3}, ("cispo", 1.0, 3.0)),
    ],
)
def test_the_window_depends_on_the_loss(config: dict[str, Any], expected: tuple[str, float, float]) -> None:
    settings, _ = read_settings(config)
    assert (settings.loss_fn, settings.epsilon, settings.epsilon_high) == expected


def test_names_the_members_without_effect() -> None:
    _, unused = read_settings({"packed_sequence_length": 4096, "seed": 3, "plot_tensors": False, "other": None})
    assert unused == ["packed_sequence_length"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [("temprature", "Did you mean temperature"), ("lose_type", "Did you mean loss_type"), ("zzz", "README lists")],
)
def test_names_a_member_that_it_does_not_know(name: str, hint: str) -> None:
    with pytest.raises(JobError, match=rf"experimental_config\.{name} is not a setting of this trainer.*{hint}"):
        read_settings({name: 1})


def test_configurations_without_a_type_of_the_loss_keep_their_meaning() -> None:
    settings, _ = read_settings({})
    assert settings == Settings()
    kept = (settings.loss_type, settings.loss_fn, settings.scaling, settings.vllm_importance_sampling_correction)
    assert kept == (None, "cispo", "group_population", False)
    assert (settings.lr_scheduler_type, settings.num_iterations, settings.temperature) == ("constant", 1, 1)
    assert read_settings({"scale_rewards": False})[0].scaling == "none"


def test_a_type_of_the_loss_has_the_defaults_of_trl() -> None:
    settings, _ = read_settings({"loss_type": "dapo"})
    assert (settings.loss_fn, settings.epsilon, settings.epsilon_high) == ("ppo", 0.2, 0.2)
    assert (settings.scaling, settings.max_completion_length, settings.temperature) == ("group", 512, 1)
    assert (settings.num_iterations, settings.importance_sampling_level) == (1, "token")
    assert settings.vllm_importance_sampling_correction
    assert settings.vllm_importance_sampling_mode == "sequence_mask"
    limits = (settings.vllm_importance_sampling_clip_min, settings.vllm_importance_sampling_clip_max)
    assert limits == (None, 3)
    named, _ = read_settings({"loss_type": "dapo", "loss_fn": "cispo", "scale_rewards": True})
    assert (named.loss_fn, named.epsilon_high, named.scaling) == ("cispo", 4, "group_population")


def test_beta_is_the_name_that_trl_has_for_the_weight_of_the_distance() -> None:
    settings, unused = read_settings({"loss_type": "dapo", "beta": 0.04})
    assert (settings.kl_loss_coef, unused) == (0.04, [])
    assert read_settings({"beta": None, "kl_loss_coef": 0.1})[0].kl_loss_coef == 0.1
    assert read_settings({"beta": 0}, Settings(kl_loss_coef=0.1))[0].kl_loss_coef == 0


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"beta": 0.1, "kl_loss_coef": 0.1}, "beta is another name of kl_loss_coef"),
        ({"max_completion_length": 8, "soft_punish_cache": 9}, "soft_punish_cache must be at most max_completion_"),
        ({"lr_scheduler_type": "linear"}, "max_steps must be above 0 with lr_scheduler_type linear"),
        ({"warmup_ratio": 0.1}, "max_steps must be above 0 with warmup_ratio"),
        ({"lr_scheduler_type": "constant", "warmup_steps": 3}, "warmup_steps must be 0 with lr_scheduler_type const"),
        ({"vllm_importance_sampling_clip_min": 4}, "clip_min must be at most vllm_importance_sampling_clip_max"),
        ({"vllm_importance_sampling_correction": True, "truncated_importance_sampling": 2}, "set one of them"),
    ],
)
def test_names_members_that_contradict_each_other(config: dict[str, Any], message: str) -> None:
    with pytest.raises(JobError, match=message):
        read_settings(config)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("learning_rate", "fast"),
        ("learning_rate", float("nan")),
        ("learning_rate", -1),
        ("beta", -0.1),
        ("groups_per_step", 1.5),
        ("groups_per_step", 0),
        ("scale_rewards", 1),
        ("importance_sampling_level", "word"),
        ("advantage_balance", 2),
        ("temperature", 0),
        ("loss_type", "token"),
        ("scale_rewards", "sequence"),
        ("num_iterations", 0),
        ("lr_scheduler_type", "step"),
        ("warmup_ratio", 1.5),
        ("vllm_importance_sampling_cap", "high"),
        ("vllm_importance_sampling_mode", "mask"),
        ("logprobs_mode", "raw"),
        ("mask_truncated_completions", 1),
    ],
)
def test_names_a_member_that_it_cannot_use(name: str, value: Any) -> None:
    with pytest.raises(JobError, match=rf"experimental_config\.{name} must be"):
        read_settings({name: value})


def test_advantages_are_divided_by_the_population_deviation() -> None:
    assert group_advantages([1, 0, 0, 0], Settings()) == pytest.approx([3**0.5, *[-(3**-0.5)] * 3], abs=1e-5)


def test_advantages_are_only_centered_without_scaling() -> None:
    assert group_advantages([1, 0, 0, 0], Settings(scale_rewards=False)) == [0.75, -0.25, -0.25, -0.25]


@pytest.mark.parametrize(("balance", "expected"), [(0.5, [0.5, -0.25]), (-0.5, [0.25, -0.5]), (1, [0.5, 0])])
def test_a_balance_shrinks_one_side(balance: float, expected: list[float]) -> None:
    assert group_advantages([1, 0], Settings(scale_rewards=False, advantage_balance=balance)) == expected


@pytest.mark.parametrize("rewards", [[], [1], [0.1, 0.1, 0.1]])
def test_advantages_are_zero_without_spread(rewards: list[float]) -> None:
    assert group_advantages(rewards, Settings()) == [0.0] * len(rewards)


def test_rewards_are_counted_over_all_groups() -> None:
    groups = read_groups([group(("a", 1), ("b", 0), exceptions=[{}]), group(("a", 1), ("b", 1))])
    assert reward_metrics(groups) == {
        "reward": 0.75,
        "reward_std_dev": 0.25,
        "exception_rate": 0.2,
        "num_trajectories": 5,
        "num_groups_submitted": 2,
        "num_groups_trainable": 1,
    }


def test_assistant_messages_are_trained_only_where_allowed_and_without_choices() -> None:
    plain = {"role": "assistant", "content": "a"}
    payload = [{"trajectories": [trajectory(1, USER, plain), trajectory(0, plain, choice("b"))]}]

    def trained(allows_messages: bool) -> list[list[bool]]:
        [read] = read_groups(payload, allows_messages)
        return [[item.is_trained for item in each.histories[0].items] for each in read.trajectories]

    assert trained(False) == [[False, False], [False, True]]
    assert trained(True) == [[False, True], [False, True]]


@pytest.mark.parametrize("reward", [None, "1", True, float("inf")])
def test_names_a_reward_that_is_not_a_number(reward: Any) -> None:
    with pytest.raises(JobError, match=r"trajectory_groups\[0\]\.trajectories\[0\]\.reward must be"):
        read_groups([{"trajectories": [{"messages_and_choices": [], "reward": reward}]}])
