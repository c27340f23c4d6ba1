"""Signals of tokens: what is written for the page."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference import FIRST, SECOND, advantages, detached, logprobs_of, payload
from test_knobs import settings_of, stirred

from heddle_lora.batches import Origin
from heddle_lora.policy import Policy
from heddle_lora.settings import Settings
from heddle_lora.signals import TokenSignals
from heddle_lora.trainer import Context, GroupTrainer, make_optimizer
from heddle_lora.trajectories import read_groups

OpenPolicy = Callable[..., Policy]


def written(
    policy: Policy, path: Path, settings: Settings, groups: list[Any], max_bytes: int = 100_000
) -> tuple[list[dict[str, Any]], list[str], list[dict[str, float]]]:
    """The lines of the file, the log and the metrics of a job on these groups."""
    notes: list[str] = []
    with TokenSignals(path, max_bytes) as signals:
        context = Context(weight_version=7, signals=signals)
        trainer = GroupTrainer(policy, make_optimizer(policy, settings), settings, notes.append, context=context)
        read = read_groups(groups)
        metrics = list(trainer.train(read, trainer.plan(read)))
    return [json.loads(line) for line in path.read_text().splitlines()], notes, metrics


def listed(value: float | list[float]) -> list[float]:
    """The numbers of a figure: a single one where all tokens have the same."""
    return value if isinstance(value, list) else [value]


def test_a_choice_has_the_figures_of_each_of_its_tokens(open_policy: OpenPolicy, tmp_path: Path) -> None:
    policy = stirred(open_policy())
    groups = payload(FIRST, SECOND)
    groups[0]["trajectories"][0].update(initial_policy_version=5, final_policy_version=5)
    groups[0]["trajectories"][1].update(initial_policy_version=5, final_policy_version=6)
    news = [detached(logprobs_of(policy, answer)) for answer in FIRST]
    lines, _, metrics = written(policy, tmp_path / "s.jsonl", settings_of(learning_rate=0), groups)
    assert len(lines) == 5
    by_place = {(line["group"], line["trajectory"]): line for line in lines}
    assert [by_place[0, at]["weight_version"] for at in range(3)] == [5, None, None]
    assert metrics[0]["steps_off_policy"] == 2
    assert "steps_off_policy" not in metrics[1]
    own = advantages([answer.reward for answer in FIRST], "group_population")
    for at, answer in enumerate(FIRST):
        line = by_place[0, at]
        assert (line["history"], line["message"], line["tokens"], line["mask"]) == (0, 1, len(answer.ids), 1)
        assert line["advantage"] == pytest.approx(own[at], rel=1e-3)
        ratios = [math.exp(new - old) for new, old in zip(news[at], answer.logprobs)]
        assert listed(line["new_logprob"]) == pytest.approx(news[at], rel=1e-3)
        assert listed(line["ratio"]) == pytest.approx(ratios, rel=1e-3)
        assert all(0 < value < math.log(600) for value in listed(line["entropy"]))


def test_signals_of_several_passes_are_those_of_the_last(open_policy: OpenPolicy, tmp_path: Path) -> None:
    settings = settings_of(learning_rate=0.02, num_iterations=2, loss_fn="ppo", epsilon=0.2, epsilon_high=0.2)
    unknown = [replace(answer, logprobs=[]) for answer in FIRST]
    lines, _, _ = written(stirred(open_policy(settings)), tmp_path / "s.jsonl", settings, payload(unknown))
    assert len(lines) == 3
    assert any(abs(value - 1) > 1e-3 for line in lines if line["tokens"] > 1 for value in line["ratio"])


def test_answers_that_are_masked_are_written_as_not_trained(open_policy: OpenPolicy, tmp_path: Path) -> None:
    settings = settings_of(learning_rate=0, mask_truncated_completions=True)
    lines, _, _ = written(stirred(open_policy()), tmp_path / "s.jsonl", settings, payload(FIRST))
    assert {line["trajectory"]: line["mask"] for line in lines} == {0: 1, 1: 1, 2: 0}


def test_the_file_never_exceeds_its_size_and_the_log_says_what_is_missing(
    open_policy: OpenPolicy, tmp_path: Path
) -> None:
    path = tmp_path / "s.jsonl"
    lines, notes, _ = written(stirred(open_policy()), path, settings_of(learning_rate=0), payload(FIRST, SECOND), 600)
    assert path.stat().st_size <= 600
    assert 0 < len(lines) < 5
    assert f"Left out the signals of {5 - len(lines)} choices, beyond the size that the service keeps." in notes


def test_a_line_begins_with_its_place_and_unknown_numbers_are_null(tmp_path: Path) -> None:
    with TokenSignals(tmp_path / "s.jsonl", 1000) as signals:
        signals.add(Origin(3, 14, 1, None), np.array([2, 2, 4]), {"ratio": [1.0, math.nan, 2 / 3], "mask": [1, 1, 1]})
    assert (tmp_path / "s.jsonl").read_text() == (
        '{"group":3,"trajectory":14,"history":1,"message":2,"tokens":2,"weight_version":null,"ratio":[1.0,null],"mask":1.0}\n'
        '{"group":3,"trajectory":14,"history":1,"message":4,"tokens":1,"weight_version":null,"ratio":0.6667,"mask":1.0}\n'
    )
