"""GRPO with LoRA: from trajectory groups to gradient steps (Shao et al., 2024, "DeepSeekMath", section 4.1)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
import torch
from torch import Tensor

from .advantages import reward_metrics
from .batches import Batch, Sample, make_batch, micro_batches
from .job import JobError
from .loss import k3, policy_terms, ratios
from .mismatch import mismatch_metrics, mismatch_weights
from .plan import Planner
from .policy import Policy
from .rendering import Renderer
from .schedule import learning_rate, steps_done
from .settings import Settings
from .signals import TokenSignals
from .system import SystemUse
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


@dataclass(frozen=True)
class Context:
    """What a job knows besides its groups."""

    seed: int = 0
    weight_version: int | None = None
    """The step of the checkpoint that the job continues."""

    signals: TokenSignals | None = None
    system: SystemUse | None = None


class GroupTrainer:
    """Trains a policy on the groups of one job, in the order in which the groups were sent.

    The loss of a step is the sum over its trained tokens of the token's weight (``token_weights.py``) times its policy
    loss (``loss.py``), plus ``kl_loss_coef`` times the same sum of k3. Groups whose rewards are all equal are skipped.
    """

    def __init__(
        self,
        policy: Policy,
        optimizer: torch.optim.Optimizer,
        settings: Settings,
        note: Callable[[str], None],
        measures_reference: bool = True,
        context: Context | None = None,
    ) -> None:
        self._policy = policy
        self._optimizer = optimizer
        self._settings = settings
        self._note = note
        self._needs_reference = measures_reference or settings.kl_penalty_coef != 0 or settings.kl_loss_coef != 0
        self._context = context or Context()
        self._steps_done = steps_done(optimizer)
        self._masked: list[Sample] = []
        self._metrics: dict[str, float] = {}
        self._noted_at = time.monotonic()

    def plan(self, groups: Sequence[Group]) -> list[list[Sample]]:
        """The samples of each gradient step of a pass. Notes in the log what is skipped and cut."""
        renderer = Renderer(self._policy.tokenizer, self._policy.end_ids)
        limit = self._settings.max_length or self._policy.max_length
        plan = Planner(renderer, self._settings, limit, self._note, self._context.seed).plan(groups)
        self._masked, self._metrics = plan.masked, plan.metrics
        return plan.steps

    def step_count(self, steps: Sequence[list[Sample]]) -> int:
        """The gradient steps of all passes over a plan."""
        return len(steps) * self._settings.num_iterations

    def train(self, groups: Sequence[Group], steps: list[list[Sample]]) -> Iterator[dict[str, float]]:
        """Runs the steps; the weights have moved when the metrics of a step are returned."""
        job_metrics = {**self._metrics, **reward_metrics(groups)}
        steps = self._with_old_logprobs(steps)
        steps, corrected = self._corrected(steps)
        passes = self._settings.num_iterations
        for number in range(self.step_count(steps)):
            is_last_pass = number >= len(steps) * (passes - 1)
            started_at = time.monotonic()
            samples = steps[number % len(steps)]
            metrics = self._step(samples, f"gradient step {number + 1} of {self.step_count(steps)}", is_last_pass)
            seconds = max(time.monotonic() - started_at, 1e-9)
            system = self._context.system.read() if self._context.system else {}
            rate = {"tokens_per_second": metrics["num_tokens"] / seconds, "time/step_s": seconds}
            yield {**metrics, **rate, **system, **corrected, **job_metrics}
        self._end_signals()

    def _with_old_logprobs(self, steps: list[list[Sample]]) -> list[list[Sample]]:
        """The steps with the log-probabilities that ratios compare with, as far as they are needed.

        Where several steps compare with the policy before the first of them, unknown values are its own.
        """
        settings = self._settings
        sent = any(not np.isnan(sample.sampled_logprobs).all() for sample in chain(*steps))
        replaces = settings.precalculate_logprobs or (settings.vllm_importance_sampling_correction and sent)
        keeps = settings.num_iterations > 1 or settings.minibatch_size > 0 or settings.loss_type is not None
        fills = self.step_count(steps) > 1 and (keeps or settings.ignores_sampled_logprobs)
        if steps and settings.ignores_sampled_logprobs:
            self._note(
                f"The log-probabilities of the request are not used: they are those before the temperature "
                f"{settings.temperature}. Set logprobs_mode to processed_logprobs if they are those after it."
            )
        is_missing = any(np.isnan(sample.old_logprobs).any() for sample in chain(*steps))
        if not steps or not (replaces or (fills and is_missing)):
            return steps
        self._note("Computing log-probabilities under the policy before the first step.")
        scored = [self._scored(samples, is_reference=False) for samples in steps]
        return scored if replaces else [[_filled(*pair) for pair in zip(*own)] for own in zip(steps, scored)]

    def _corrected(self, steps: list[list[Sample]]) -> tuple[list[list[Sample]], dict[str, float]]:
        """The steps with the weights that correct the engine's mismatch, and how large it is."""
        if not self._settings.vllm_importance_sampling_correction:
            return steps, {}
        weighted = [
            [
                replace(each, importance=mismatch_weights(each.old_logprobs, each.sampled_logprobs, self._settings))
                for each in samples
            ]
            for samples in steps
        ]
        every = list(chain(*weighted))
        metrics = mismatch_metrics(
            [each.old_logprobs for each in every],
            [each.sampled_logprobs for each in every],
            [each.importance for each in every],
        )
        return weighted, metrics

    def _batches(self, samples: Sequence[Sample]) -> Iterator[tuple[list[int], Batch]]:
        for indices in micro_batches(samples, self._policy.machine.micro_batch_tokens):
            yield indices, make_batch([samples[index] for index in indices]).to(self._policy.machine.device)

    def _scored(self, samples: list[Sample], is_reference: bool) -> list[Sample]:
        """The samples with the log-probabilities of the base, or else of the current policy as the old ones."""
        name = "reference_logprobs" if is_reference else "old_logprobs"
        scored = list(samples)
        for indices, batch in self._batches(samples):
            values = self._score(batch, is_reference).cpu().numpy()
            for index, own in zip(indices, _by_sample(values, [samples[index] for index in indices])):
                scored[index] = replace(samples[index], **{name: own})
            self._note_progress("Computing log-probabilities")
        return scored

    def _score(self, batch: Batch, is_reference: bool) -> Tensor:
        settings = self._settings
        return self._policy.score(batch, settings.logprob_calculation_chunk_size, is_reference, settings.temperature)

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

    def _step(self, samples: list[Sample], name: str, writes_signals: bool) -> dict[str, float]:
        settings, policy = self._settings, self._policy
        if self._needs_reference:
            samples = self._scored(samples, is_reference=True)
        center = self._penalty_center(samples) if settings.kl_penalty_coef else 0.0
        sums = _Sums()
        self._optimizer.zero_grad(set_to_none=True)
        for indices, batch in self._batches(samples):
            own = [samples[index] for index in indices] if writes_signals else []
            self._accumulate(batch, center, sums, own)
            self._note_progress(name)
        limit = settings.max_grad_norm or float("inf")
        norm = float(torch.nn.utils.clip_grad_norm_(policy.parameters, limit))
        if not (np.isfinite(norm) and np.isfinite(sums.loss)):
            raise JobError(
                f"The loss ({sums.loss}) or its gradient ({norm}) is not finite in {name}. Lower the learning rate "
                f"({settings.learning_rate}), or check the log-probabilities of the request."
            )
        rate = learning_rate(self._steps_done, settings)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        self._optimizer.step()
        self._steps_done += 1
        return {**self._figures(sums), "grad_norm": norm, "learning_rate": rate, **self._staleness(samples)}

    def _figures(self, sums: _Sums) -> dict[str, float]:
        metrics = {
            "loss": sums.loss,
            "policy_loss": sums.policy_loss,
            "entropy": sums.entropy / sums.trained,
            "known_logprob_fraction": sums.known / sums.trained,
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

    def _staleness(self, samples: Sequence[Sample]) -> dict[str, float]:
        """Mean steps between the weights that sampled a token and those that are trained, where both are known."""
        now = self._context.weight_version
        known = [(each.origin.weight_version, each.tokens.trained_count) for each in samples]
        lags = [(now - version, count) for version, count in known if now is not None and version is not None]
        tokens = sum(count for _, count in lags)
        return {"steps_off_policy": sum(lag * count for lag, count in lags) / tokens} if tokens else {}

    def _accumulate(self, batch: Batch, center: float, sums: _Sums, signalled: Sequence[Sample]) -> None:
        """Adds the gradient of a batch, its part of the step's figures, and the signals of these samples."""
        settings = self._settings
        figures = self._policy.measure(batch, settings.logprob_calculation_chunk_size, settings.temperature)
        logprobs, current = figures.logprobs, figures.logprobs.detach()
        advantages = batch.advantages
        if settings.kl_penalty_coef:
            advantages = advantages + settings.kl_penalty_coef * (center - self._distance(batch, current))
        terms, is_clipped = policy_terms(batch, logprobs, advantages, settings)
        policy_loss = loss = (terms * batch.importance * batch.weights).sum()
        if settings.kl_loss_coef:
            loss = loss + settings.kl_loss_coef * (k3(logprobs, batch.reference_logprobs) * batch.weights).sum()
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
        if self._context.signals is not None and signalled:
            self._signal(self._context.signals, signalled, batch, current, figures.entropies, advantages)

    def _signal(
        self,
        signals: TokenSignals,
        samples: Sequence[Sample],
        batch: Batch,
        current: Tensor,
        entropies: Tensor,
        advantages: Tensor,
    ) -> None:
        old = torch.where(batch.old_logprobs.isnan(), current, batch.old_logprobs)
        columns = {
            "new_logprob": current,
            "ratio": ratios(current, old, batch.rows, self._settings),
            "advantage": advantages,
            "entropy": entropies,
        }
        if self._needs_reference:
            columns["ref_logprob"] = batch.reference_logprobs
        parts = {name: _by_sample(values.cpu().numpy(), samples) for name, values in columns.items()}
        for index, sample in enumerate(samples):
            own = {name: values[index] for name, values in parts.items()}
            signals.add(sample.origin, sample.items, {**own, "mask": np.ones(len(sample.items))})

    def _end_signals(self) -> None:
        signals = self._context.signals
        if signals is None:
            return
        for sample in self._masked:
            count = len(sample.items)
            signals.add(
                sample.origin, sample.items, {"advantage": np.full(count, sample.advantage), "mask": np.zeros(count)}
            )
        if signals.omitted:
            self._note(f"Left out the signals of {signals.omitted} choices, beyond the size that the service keeps.")

    def _note_progress(self, doing: str) -> None:
        """Writes a line now and then: a service ends a trainer that is silent for long."""
        if time.monotonic() - self._noted_at > NOTE_SECONDS:
            self._noted_at = time.monotonic()
            self._note(f"{doing} …")


def _by_sample(values: np.ndarray, samples: Sequence[Sample]) -> list[np.ndarray]:
    """Splits the numbers of a batch's tokens by sample."""
    return np.split(values, np.cumsum([sample.tokens.trained_count for sample in samples])[:-1])


def _filled(sample: Sample, scored: Sample) -> Sample:
    """The sample, whose unknown old log-probabilities are those of ``scored``."""
    old = sample.old_logprobs
    return replace(sample, old_logprobs=np.where(np.isnan(old), scored.old_logprobs, old))
