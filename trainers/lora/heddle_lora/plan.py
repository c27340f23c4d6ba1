"""From trajectory groups to the samples of each gradient step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from .advantages import group_advantages, is_trainable
from .batches import Origin, Sample
from .job import JobError
from .overlong import overlong_penalty
from .rendering import Renderer, TokenSequence
from .settings import Settings
from .token_weights import Size, token_weight
from .trajectories import Group, Trajectory

Note = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """The samples of each gradient step of one pass, and those that are masked because their answers were cut."""

    steps: list[list[Sample]]
    masked: list[Sample]
    metrics: dict[str, float]
    """Of the whole job: lengths, cut answers and penalties."""


@dataclass(frozen=True)
class _Rendered:
    """A trajectory as sequences with the histories that they are from."""

    parts: list[tuple[int, TokenSequence]]
    is_masked: bool

    @property
    def length(self) -> int:
        return sum(sequence.trained_count for _, sequence in self.parts)


@dataclass(frozen=True)
class _Rollout:
    """A trajectory that has tokens to train."""

    origin: tuple[int, int]
    rendered: _Rendered
    advantage: float
    weight_version: int | None

    def samples(self, weight: float) -> list[Sample]:
        return [
            _sample(sequence, Origin(*self.origin, history, self.weight_version), self.advantage, weight)
            for history, sequence in self.rendered.parts
            if sequence.trained_count > 0
        ]


def _sample(tokens: TokenSequence, origin: Origin, advantage: float, weight: float) -> Sample:
    count = tokens.trained_count
    unknown = np.full(count, np.nan, np.float32)
    old = tokens.sampled_logprobs[tokens.is_trained]
    return Sample(tokens, origin, advantage, weight, old, unknown, np.ones(count, np.float32))


class Planner:
    """Renders groups, computes advantages and distributes trajectories over gradient steps."""

    def __init__(self, renderer: Renderer, settings: Settings, limit: int | None, note: Note, seed: int = 0) -> None:
        """``limit`` is the number of tokens after which a conversation is cut; the seed is of minibatches."""
        self._renderer = renderer
        self._settings = settings
        self._limit = limit
        self._note = note
        self._seed = seed
        self._cut = 0

    def plan(self, groups: Sequence[Group]) -> Plan:
        """Plans one pass over the groups. Notes in the log what is skipped, cut and masked."""
        rendered, rewards = self._rendered(groups)
        trainable = [index for index, own in enumerate(rewards) if is_trainable(own)]
        if len(trainable) < len(groups):
            self._note(f"Skipped {len(groups) - len(trainable)} of {len(groups)} groups: all rewards equal.")
        every = list(chain(*rewards))
        rollouts: list[list[_Rollout]] = []
        for index in trainable:
            advantages = group_advantages(rewards[index], self._settings, every)
            own = zip(groups[index].trajectories, rendered[index], advantages)
            rollouts.append(
                [
                    _Rollout((index, at), each, advantage, trajectory.weight_version)
                    for at, (trajectory, each, advantage) in enumerate(own)
                    if each.length > 0
                ]
            )
        self._note_omissions(sum(len(rewards[index]) for index in trainable), rollouts)
        filled = [own for own in rollouts if own]
        if trainable and not filled:
            raise JobError(
                "No trajectory has a token to train. Only choices are trained, that is items with finish_reason and "
                "message; set allow_training_without_logprobs to train the assistant's messages of trajectories "
                "without choices."
            )
        metrics = self._metrics(groups, rendered, rewards)
        masked = [sample for own in filled for each in own if each.rendered.is_masked for sample in each.samples(0.0)]
        return Plan(self._steps(filled), masked, metrics)

    def _rendered(self, groups: Sequence[Group]) -> tuple[list[list[_Rendered]], list[list[float]]]:
        """The trajectories of each group, where they are needed, and the rewards with the overlong penalty."""
        penalizes = self._settings.soft_punish_cache > 0
        rendered, rewards = [], []
        for group in groups:
            needed = penalizes or is_trainable(group.rewards)
            own = [self._render(trajectory) for trajectory in group.trajectories] if needed else []
            penalties = [overlong_penalty(each.length, self._settings) for each in own] if penalizes else None
            rendered.append(own)
            rewards.append([sum(pair) for pair in zip(group.rewards, penalties)] if penalties else group.rewards)
        return rendered, rewards

    def _render(self, trajectory: Trajectory) -> _Rendered:
        settings, parts, was_cut = self._settings, [], False
        for index, history in enumerate(trajectory.histories):
            for whole in self._renderer.sequences(history):
                sequence = whole.cut(self._limit) if self._limit else whole
                if len(sequence) < len(whole):
                    self._cut += 1
                    was_cut = True
                parts.append((index, sequence.without_logprobs() if settings.ignores_sampled_logprobs else sequence))
        return _Rendered(parts, settings.mask_truncated_completions and (was_cut or trajectory.is_truncated))

    def _note_omissions(self, count: int, rollouts: Sequence[Sequence[_Rollout]]) -> None:
        if self._cut:
            self._note(f"Cut {self._cut} sequences at {self._limit} tokens; what follows is not trained.")
        empty = count - sum(len(own) for own in rollouts)
        if empty:
            self._note(f"Left out {empty} trajectories without a trained token.")
        masked = sum(each.rendered.is_masked for own in rollouts for each in own)
        if masked:
            self._note(f"Masked {masked} trajectories whose answers were cut; they count in their group's mean.")

    def _minibatches(self, groups: Sequence[list[_Rollout]]) -> list[list[_Rollout]]:
        size = self._settings.minibatch_size
        if size == 0:
            size = self._settings.groups_per_step
            return [list(chain(*groups[at : at + size])) for at in range(0, len(groups), size)]
        every = list(chain(*groups))
        order = np.random.default_rng(self._seed).permutation(len(every))
        return [[every[index] for index in order[at : at + size]] for at in range(0, len(every), size)]

    def _steps(self, groups: Sequence[list[_Rollout]]) -> list[list[Sample]]:
        job = _size(list(chain(*groups)))
        steps = []
        for rollouts in self._minibatches(groups):
            step = _size(rollouts)
            samples = [
                sample
                for each in rollouts
                if not each.rendered.is_masked
                for sample in each.samples(token_weight(each.rendered.length, step, job, self._settings))
            ]
            if samples:
                steps.append(samples)
        return steps

    def _metrics(
        self, groups: Sequence[Group], rendered: Sequence[list[_Rendered]], rewards: Sequence[list[float]]
    ) -> dict[str, float]:
        every = [trajectory for group in groups for trajectory in group.trajectories]
        lengths = [each.length for own in rendered for each in own]
        metrics: dict[str, float] = {}
        if every:
            metrics["completions/clipped_ratio"] = sum(each.is_truncated for each in every) / len(every)
        if lengths:
            metrics["completions/mean_length"] = sum(lengths) / len(lengths)
        if self._settings.soft_punish_cache and every:
            raw = sum(chain(*(group.rewards for group in groups)))
            metrics["overlong_penalty"] = (sum(chain(*rewards)) - raw) / len(every)
        return metrics


def _size(rollouts: Sequence[_Rollout]) -> Size:
    return Size(len(rollouts), sum(each.rendered.length for each in rollouts if not each.rendered.is_masked))
