"""Sampling an answer token by token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from transformers import PreTrainedModel, PreTrainedTokenizerBase


@dataclass(frozen=True)
class SamplingOptions:
    """How an answer is sampled. Temperature 0 takes the likeliest token."""

    max_tokens: int
    temperature: float = 1.0
    top_p: float = 1.0
    seed: int | None = None
    stop: tuple[str, ...] = ()
    top_logprobs: int = 0


@dataclass(frozen=True)
class SampledToken:
    """A token, its log-probability at temperature 1, and the likeliest tokens with theirs."""

    id: int
    logprob: float
    likeliest: list[tuple[int, float]]


@dataclass(frozen=True)
class AnswerPart:
    """A token of an answer, the text that has become final with it, and why the answer ended, if it did."""

    token: SampledToken
    text: str
    finish_reason: str | None


def _draw(logits: Tensor, options: SamplingOptions, generator: torch.Generator) -> SampledToken:
    """Draws from ``logits`` [V], of the most probable tokens that have ``top_p`` of the probability together."""
    logprobs = logits.float().log_softmax(-1)
    if options.temperature == 0:
        chosen = logprobs.argmax()
    else:
        probabilities, order = (logprobs / options.temperature).softmax(-1).sort(descending=True)
        before = probabilities.cumsum(-1) - probabilities
        kept = torch.where(before < options.top_p, probabilities, torch.zeros_like(probabilities))
        chosen = order[torch.multinomial(kept.cpu(), 1, generator=generator).to(order.device)].squeeze()
    values, ids = logprobs.topk(min(options.top_logprobs, len(logprobs)))
    return SampledToken(int(chosen), float(logprobs[chosen]), list(zip(ids.tolist(), values.tolist())))


@torch.no_grad()
def sample_tokens(model: PreTrainedModel, prompt: Sequence[int], options: SamplingOptions) -> Iterator[SampledToken]:
    """Samples tokens after a prompt, without end. The same seed gives the same tokens."""
    generator = torch.Generator()
    if options.seed is None:
        generator.seed()
    else:
        generator.manual_seed(options.seed)
    device = next(model.parameters()).device
    ids, cache = torch.tensor([list(prompt)], device=device), None
    while True:
        output = model(input_ids=ids, past_key_values=cache, use_cache=True)
        cache = output.past_key_values
        token = _draw(output.logits[0, -1], options, generator)
        yield token
        ids = torch.tensor([[token.id]], device=device)


class _Text:
    """The text of tokens as they come: characters whose bytes are complete and that cannot begin a stop text."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase, stop: Sequence[str]) -> None:
        self._tokenizer = tokenizer
        self._stop = [text for text in stop if text]
        self._ids: list[int] = []
        self._sent = 0

    def add(self, token: int) -> tuple[str, bool]:
        """The text that is final now, and whether a stop text ended the answer."""
        self._ids.append(token)
        text = self._decoded()
        ends = [at for at in (text.find(stop) for stop in self._stop) if at >= 0]
        if ends:
            return self._up_to(text, min(ends)), True
        whole = text.rstrip("\ufffd")
        held = max((self._overlap(whole, stop) for stop in self._stop), default=0)
        return self._up_to(whole, len(whole) - held), False

    def rest(self) -> str:
        """The text that was held back."""
        text = self._decoded()
        return self._up_to(text, len(text))

    def _decoded(self) -> str:
        return self._tokenizer.decode(self._ids, skip_special_tokens=True, clean_up_tokenization_spaces=False)

    def _up_to(self, text: str, end: int) -> str:
        part = text[self._sent : end]
        self._sent = max(self._sent, end)
        return part

    @staticmethod
    def _overlap(text: str, stop: str) -> int:
        """Length of the longest end of the text with which the stop text begins."""
        return next((size for size in range(len(stop) - 1, 0, -1) if text.endswith(stop[:size])), 0)


def sample_answer(
    model: PreTrainedModel,
    tokenizer: PreTrainedTokenizerBase,
    prompt: Sequence[int],
    end_ids: set[int],
    options: SamplingOptions,
) -> Iterator[AnswerPart]:
    """Samples an answer until the model ends it, a stop text occurs, or ``max_tokens`` are sampled."""
    text = _Text(tokenizer, options.stop)
    for count, token in enumerate(sample_tokens(model, prompt, options), start=1):
        if token.id in end_ids:
            yield AnswerPart(token, text.rest(), "stop")
            return
        final, is_stopped = text.add(token.id)
        if is_stopped:
            yield AnswerPart(token, final, "stop")
            return
        if count >= options.max_tokens:
            yield AnswerPart(token, final + text.rest(), "length")
            return
        yield AnswerPart(token, final, None)
