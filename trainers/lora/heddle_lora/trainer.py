"""GRPO with LoRA: from trajectory groups to gradient steps (Shao et al., 2024, "DeepSeekMath", section 4.1)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
import torch
from torch import Tensor

from .advantages import group_advantages, is_trainable, reward_metrics
from .batches import Batch, Sample, make_batch, micro_batches
from .job import JobError
from .loss import k3, policy_terms
from .policy import Policy
from .rendering import Renderer, TokenSequence
from .settings import Settings
from .trajectories import Group

NOTE_SECONDS = 30.0


def make_optimizer(policy: Policy, settings: Settings) -> torch.optim.Optimizer:
    """AdamW over the adapter (Loshchilov and Hutter, 2019)."""
    return torch.optim.AdamW(
        policy.parameters, lr=settings.learning_rate, betas=(0.9, 0.99), weight_decay=settings.weight_decay
    )


@dataclass
class _Sums:
    """Sums over the trained tokens of one step."""

    loss: float = 0.0
    policy_loss: float = 0.0
    entropy: float = 0.0
    drift: float = 0.0
    distance: float = 0.0
    k3: float = 0.0
    clipped: float = 0.0
    # Tokens whose old log-probability is known.
    known: int = 0
    trained: int = 0
    tokens: int = 0


class GroupTrainer:
    """Trains a policy on the groups of one job: one pass, in the order in which the groups were sent.

    The loss of a step is (1/M) sum over its M trajectories of (1/|o|) sum over the trajectory's |o| trained tokens of
    the token's policy loss, plus ``kl_loss_coef`` times the same mean of k3. Groups whose rewards are all equal are
    skipped.
    """

    def __init__(
        self,
        policy: Policy,
        optimizer: torch.optim.Optimizer,
        settings: Settings,
        note: Callable[[str], None],
        measures_reference: bool = True,
    ) -> None:
        self._policy = policy
        self._optimizer = optimizer
        self._settings = settings
        self._note = note
        self._needs_reference = measures_reference or settings.kl_penalty_coef != 0 or settings.kl_loss_coef != 0
        self._noted_at = time.monotonic()

    def plan(self, groups: Sequence[Group]) -> list[list[Sample]]:
        """The samples of each gradient step to come. Notes in the log what is skipped and cut."""
        settings = self._settings
        trainable = [group for group in groups if is_trainable(group.rewards)]
        if len(trainable) < len(groups):
            self._note(f"Skipped {len(groups) - len(trainable)} of {len(groups)} groups: all rewards equal.")
        renderer = Renderer(self._policy.tokenizer, self._policy.end_ids)
        limit = settings.max_length or self._policy.max_length
        sampled: list[list[Sample]] = []
        cut = empty = 0
        for group in trainable:
            samples = []
            for trajectory, advantage in zip(group.trajectories, group_advantages(group.rewards, settings)):
                whole = [each for history in trajectory.histories for each in renderer.sequences(history)]
                kept = [sequence.cut(limit) if limit else sequence for sequence in whole]
                cut += sum(len(sequence) > len(part) for sequence, part in zip(whole, kept))
                count = sum(sequence.trained_count for sequence in kept)
                empty += count == 0
                samples += [_sample(each, advantage, 1 / count) for each in kept if each.trained_count > 0]
            sampled.append(samples)
        if cut:
            self._note(f"Cut {cut} sequences at {limit} tokens; what follows is not trained.")
        if empty:
            self._note(f"Left out {empty} trajectories without a trained token.")
        filled = [samples for samples in sampled if samples]
        if trainable and not filled:
            raise JobError(
                "No trajectory has a token to train. Only choices are trained, that is items with finish_reason and "
                "message; set allow_training_without_logprobs to train the assistant's messages of trajectories "
                "without choices."
            )
        size = settings.groups_per_step
        return [list(chain(*filled[at : at + size])) for at in range(0, len(filled), size)]

    def train(self, groups: Sequence[Group], steps: list[list[Sample]]) -> Iterator[dict[str, float]]:
        """Runs the steps; the weights have moved when the metrics of a step are returned."""
        rewards = reward_metrics(groups)
        if self._settings.precalculate_logprobs:
            self._note("Computing log-probabilities under the policy before the first step.")
            steps = [self._scored(samples, is_reference=False) for samples in steps]
        for number, samples in enumerate(steps, start=1):
            started_at = time.monotonic()
            metrics = self._step(samples, f"gradient step {number} of {len(steps)}")
            seconds = max(time.monotonic() - started_at, 1e-9)
            yield {**metrics, "tokens_per_second": metrics["num_tokens"] / seconds, **rewards}

    def _batches(self, samples: Sequence[Sample]) -> Iterator[tuple[list[int], Batch]]:
        for indices in micro_batches(samples, self._policy.machine.micro_batch_tokens):
            yield indices, make_batch([samples[index] for index in indices]).to(self._policy.machine.device)

    def _scored(self, samples: list[Sample], is_reference: bool) -> list[Sample]:
        """The samples with the log-probabilities of the base, or else of the current policy as the old ones."""
        name = "reference_logprobs" if is_reference else "old_logprobs"
        scored = list(samples)
        for indices, batch in self._batches(samples):
            values = self._score(batch, is_reference).cpu().numpy()
            ends = np.cumsum([samples[index].tokens.trained_count for index in indices])[:-1]
            for index, own in zip(indices, np.split(values, ends)):
                scored[index] = replace(samples[index], **{name: own})
            self._note_progress("Computing log-probabilities")
        return scored

    def _score(self, batch: Batch, is_reference: bool) -> Tensor:
        return self._policy.score(batch, self._settings.logprob_calculation_chunk_size, is_reference)

    def _penalty_center(self, samples: Sequence[Sample]) -> float:
        """The mean over the step of the distance that ``kl_penalty_coef`` weighs."""
        total = count = 0.0
        for _, batch in self._batches(samples):
            current = self._score(batch, False) if self._settings.kl_penalty_source == "current_learner" else None
            distance = self._distance(batch, current)
            total, count = total + float(distance.sum()), count + distance.numel()
        return total / count

    def _distance(self, batch: Batch, current: Tensor | None) -> Tensor:
        """The log-probability of each token minus that of the base, under the policy that the penalty compares."""
        if self._settings.kl_penalty_source == "sample" or current is None:
            # Unknown old values count as the current policy's, whose distance is then not penalized.
            return (batch.old_logprobs - batch.reference_logprobs).nan_to_num(0.0)
        return current - batch.reference_logprobs

    def _step(self, samples: list[Sample], name: str) -> dict[str, float]:
        settings, policy = self._settings, self._policy
        if self._needs_reference:
            samples = self._scored(samples, is_reference=True)
        center = self._penalty_center(samples) if settings.kl_penalty_coef else 0.0
        total_weight = sum(sample.weight * sample.tokens.trained_count for sample in samples)
        sums = _Sums()
        self._optimizer.zero_grad(set_to_none=True)
        for _, batch in self._batches(samples):
            self._accumulate(batch, center, total_weight, sums)
            self._note_progress(name)
        limit = settings.max_grad_norm or float("inf")
        norm = float(torch.nn.utils.clip_grad_norm_(policy.parameters, limit))
        if not (np.isfinite(norm) and np.isfinite(sums.loss)):
            raise JobError(
                f"The loss ({sums.loss}) or its gradient ({norm}) is not finite in {name}. Lower the learning rate "
                f"({settings.learning_rate}), or check the log-probabilities of the request."
            )
        self._optimizer.step()
        metrics = {
            "loss": sums.loss,
            "policy_loss": sums.policy_loss,
            "entropy": sums.entropy / sums.trained,
            "known_logprob_fraction": sums.known / sums.trained,
            "grad_norm": norm,
            "learning_rate": settings.learning_rate,
            "num_trainable_tokens": sums.trained,
            "num_tokens": sums.tokens,
        }
        if sums.known:
            metrics["kl_div"] = sums.drift / sums.known
            metrics["clip_fraction"] = sums.clipped / sums.known
        if self._needs_reference:
            metrics["kl_policy_ref"] = sums.distance / sums.trained
            metrics["kl_policy_ref_k3"] = sums.k3 / sums.trained
        return metrics

    def _accumulate(self, batch: Batch, center: float, total_weight: float, sums: _Sums) -> None:
        """Adds the gradient of a batch, and its part of the step's figures."""
        settings = self._settings
        figures = self._policy.measure(batch, settings.logprob_calculation_chunk_size)
        logprobs, current = figures.logprobs, figures.logprobs.detach()
        advantages = batch.advantages
        if settings.kl_penalty_coef:
            advantages = advantages + settings.kl_penalty_coef * (center - self._distance(batch, current))
        terms, is_clipped = policy_terms(batch, logprobs, advantages, settings)
        weights = batch.weights / total_weight
        policy_loss = loss = (terms * weights).sum()
        if settings.kl_loss_coef:
            loss = loss + settings.kl_loss_coef * (k3(logprobs, batch.reference_logprobs) * weights).sum()
        loss.backward()
        sums.loss += float(loss.detach())
        sums.policy_loss += float(policy_loss.detach())
        sums.entropy += float(figures.entropies.sum())
        is_known = ~batch.old_logprobs.isnan()
        sums.drift += float((batch.old_logprobs - current)[is_known].sum())
        sums.clipped += float(is_clipped[is_known].sum())
        sums.known += int(is_known.sum())
        sums.trained += logprobs.numel()
        sums.tokens += batch.token_count
        if self._needs_reference:
            sums.distance += float((current - batch.reference_logprobs).sum())
            sums.k3 += float(k3(current, batch.reference_logprobs).sum())

    def _note_progress(self, doing: str) -> None:
        """Writes a line now and then: a service ends a trainer that is silent for long."""
        if time.monotonic() - self._noted_at > NOTE_SECONDS:
            self._noted_at = time.monotonic()
            self._note(f"{doing} …")


def _sample(tokens: TokenSequence, advantage: float, weight: float) -> Sample:
    unknown = np.full(tokens.trained_count, np.nan, np.float32)
    return Sample(tokens, advantage, weight, tokens.sampled_logprobs[tokens.is_trained], unknown)
