"""From conversations to token sequences, and which of their tokens the model sampled."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from transformers import PreTrainedTokenizerBase

from .job import JobError
from .trajectories import History

GENERATION_MARK = re.compile(r"\{%-?\s*generation\s*-?%\}")
TOKEN_ID = re.compile(r"token_id:(\d+)")


@dataclass(frozen=True)
class TokenSequence:
    """Tokens in the order in which the model reads them.

    ``token_ids`` [T]; ``is_trained`` [T], true for sampled tokens; ``sampled_logprobs`` [T], natural logarithms under
    the policy that sampled, NaN where unknown; ``items`` [T], the place of a sampled token's choice in its history, and
    -1 for other tokens.
    """

    token_ids: np.ndarray
    is_trained: np.ndarray
    sampled_logprobs: np.ndarray
    items: np.ndarray

    def __len__(self) -> int:
        return len(self.token_ids)

    @property
    def trained_count(self) -> int:
        return int(self.is_trained.sum())

    def cut(self, length: int) -> TokenSequence:
        """The first tokens. What follows a token does not change its probability, so the rest stays exact."""
        columns = (self.token_ids, self.is_trained, self.sampled_logprobs, self.items)
        return TokenSequence(*(column[:length] for column in columns))

    def without_logprobs(self) -> TokenSequence:
        """The same tokens, of which no log-probability is known."""
        return replace(self, sampled_logprobs=np.full_like(self.sampled_logprobs, np.nan))


@dataclass(frozen=True)
class _Answer:
    """One sampled message: the tokens before it, its own, and their log-probabilities or NaN."""

    prompt_ids: list[int]
    ids: list[int]
    logprobs: list[float]


def _integers(value: Any) -> list[int] | None:
    """A list of token ids, or None for anything else."""
    if not isinstance(value, list) or not value:
        return None
    return value if all(isinstance(each, int) and not isinstance(each, bool) for each in value) else None


def _logprob_entries(choice: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    logprobs = choice.get("logprobs") if choice else None
    entries = logprobs.get("content") if isinstance(logprobs, Mapping) else None
    return [entry for entry in entries or [] if isinstance(entry, Mapping)]


def _sent_token_ids(choice: Mapping[str, Any] | None) -> list[int] | None:
    """The ids of the sampled tokens as clients send them: ``token_ids``, or tokens named ``token_id:17``."""
    if choice is None:
        return None
    named = [TOKEN_ID.fullmatch(str(entry.get("token"))) for entry in _logprob_entries(choice)]
    from_logprobs = [int(match.group(1)) for match in named if match]
    return _integers(choice.get("token_ids")) or (from_logprobs if named and len(from_logprobs) == len(named) else None)


def _entry_bytes(entry: Mapping[str, Any]) -> bytes:
    sent = entry.get("bytes")
    has_bytes = isinstance(sent, list) and all(isinstance(each, int) and 0 <= each < 256 for each in sent)
    return bytes(sent) if has_bytes else str(entry.get("token", "")).encode()


class Renderer:
    """Renders conversations with a tokenizer's chat template.

    The tokens of an answer are, in this order of preference: those that the client sent; those that the template marks
    with ``{% generation %}``; those that rendering the conversation up to the answer adds to rendering the prompt.
    """

    def __init__(self, tokenizer: PreTrainedTokenizerBase, end_ids: Sequence[int] = ()) -> None:
        """``end_ids`` are the tokens that end an answer, in addition to the tokenizer's own."""
        self._tokenizer = tokenizer
        self._end_ids = {*end_ids, tokenizer.eos_token_id} - {None}
        template = tokenizer.chat_template
        self._has_marks = isinstance(template, str) and GENERATION_MARK.search(template) is not None

    def sequences(self, history: History) -> list[TokenSequence]:
        """The sequences that train the sampled messages of a conversation.

        An answer continues the sequence of the one before it, if its prompt begins with all tokens of that sequence.
        Otherwise it begins a sequence of its own: a template may drop earlier reasoning, for example.
        """
        sequences: list[tuple[list[int], list[int], list[float]]] = []
        for index, item in enumerate(history.items):
            if not item.is_trained:
                continue
            answer = self._answer(history, index)
            known = sequences[-1][0] if sequences else []
            if not sequences or answer.prompt_ids[: len(known)] != known:
                sequences.append(([], [], []))
            ids, items, logprobs = sequences[-1]
            context = answer.prompt_ids[len(ids) :]
            ids += context + answer.ids
            items += [-1] * len(context) + [index] * len(answer.ids)
            logprobs += [math.nan] * len(context) + answer.logprobs
        made = []
        for ids, places, logprobs in sequences:
            items = np.asarray(places, dtype=np.int64)
            is_trained = items >= 0
            is_trained[:1] = False  # Nothing predicts the first token.
            made.append(TokenSequence(np.asarray(ids, np.int64), is_trained, np.asarray(logprobs, np.float32), items))
        return made

    def _answer(self, history: History, index: int) -> _Answer:
        choice = history.items[index].choice
        place = f"{history.place}[{index}]"
        sent = _sent_token_ids(choice)
        if sent is not None:
            prompt = _integers(choice.get("prompt_token_ids")) if choice else None
            if prompt is None:
                prompt = self._tokenize(self._render(history, index, place, is_prompt=True))
            self._check_ids([*prompt, *sent], place)
            return _Answer(prompt, sent, self._aligned_logprobs(choice, sent))
        prompt, ids = (self._marked if self._has_marks else self._added)(history, index, place)
        ids = self._sampled_part(ids, was_cut=choice is not None and choice.get("finish_reason") == "length")
        return _Answer(prompt, ids, self._aligned_logprobs(choice, ids))

    def _check_ids(self, ids: list[int], place: str) -> None:
        size = len(self._tokenizer)
        if min(ids) < 0 or max(ids) >= size:
            raise JobError(f"{place} has a token id outside of the tokenizer's {size} tokens.")

    def _render(self, history: History, end: int, place: str, is_prompt: bool) -> str:
        messages = [item.message for item in history.items[:end]]
        return self._applied(messages, history, place, tokenize=False, add_generation_prompt=is_prompt)

    def _applied(self, messages: list[Mapping[str, Any]], history: History, place: str, **options: Any) -> Any:
        if self._tokenizer.chat_template is None:
            raise JobError("The base model's tokenizer has no chat template.")
        try:
            return self._tokenizer.apply_chat_template(messages, tools=history.tools or None, **options)
        except Exception as error:  # A template raises whatever its expressions raise.
            raise JobError(f"{place}: the chat template could not render the messages up to here: {error}") from error

    def _tokenize(self, text: str) -> list[int]:
        return self._tokenizer(text, add_special_tokens=False)["input_ids"]

    def _marked(self, history: History, index: int, place: str) -> tuple[list[int], list[int]]:
        """Prompt and answer by the last block that the template marks."""
        messages = [item.message for item in history.items[: index + 1]]
        options = {"tokenize": True, "return_dict": True, "return_assistant_tokens_mask": True}
        rendered = self._applied(messages, history, place, **options)
        ids, mask = rendered["input_ids"], rendered["assistant_masks"]
        end = max((at + 1 for at, flag in enumerate(mask) if flag), default=0)
        if end == 0:
            raise JobError(f"{place}: the chat template marks no tokens of this answer with generation.")
        start = max((at + 1 for at, flag in enumerate(mask[:end]) if not flag), default=0)
        return ids[:start], ids[start:end]

    def _added(self, history: History, index: int, place: str) -> tuple[list[int], list[int]]:
        """Prompt and answer by rendering the conversation before and after the answer."""
        prompt = self._render(history, index, place, is_prompt=True)
        whole = self._render(history, index + 1, place, is_prompt=False)
        if not whole.startswith(prompt):
            same = next((at for at, (a, b) in enumerate(zip(prompt, whole)) if a != b), len(whole))
            raise JobError(
                f"{place}: the chat template renders the messages before this answer differently once it follows, from "
                f"character {same}: {prompt[same : same + 40]!r} became {whole[same : same + 40]!r}. Send token ids "
                "with the choices, or use a template that marks answers with {% generation %}."
            )
        # Token by token as in sampling: the prompt is tokenized on its own, and the answer continues it.
        encoded = self._tokenizer(whole, add_special_tokens=False, return_offsets_mapping=True)
        ids, offsets = encoded["input_ids"], encoded["offset_mapping"]
        start = next((at for at, (_, end) in enumerate(offsets) if end > len(prompt)), len(ids))
        if start < len(ids) and offsets[start][0] < len(prompt):
            return self._tokenize(prompt), self._tokenize(whole[len(prompt) :])
        return ids[:start], ids[start:]

    def _sampled_part(self, ids: list[int], was_cut: bool) -> list[int]:
        """The tokens up to the one that ends the answer, which the model did not choose if the answer was cut."""
        ends = [at for at, token in enumerate(ids) if token in self._end_ids]
        if not ends:
            return ids
        return ids[: ends[-1] if was_cut else ends[-1] + 1]

    def _aligned_logprobs(self, choice: Mapping[str, Any] | None, ids: list[int]) -> list[float]:
        """The log-probabilities that were sent, one for each token; NaN for all unless the tokens are the same ones.

        The token that ends an answer may be missing from the request; its value is then NaN.
        """
        unknown = [math.nan] * len(ids)
        entries = _logprob_entries(choice)
        values = [entry.get("logprob") for entry in entries]
        if not values or not all(isinstance(value, (int, float)) and math.isfinite(value) for value in values):
            return unknown
        has_end = bool(ids) and ids[-1] in self._end_ids
        if len(values) != len(ids) and not (has_end and len(values) == len(ids) - 1):
            return unknown
        if _sent_token_ids(choice) is None:
            body = ids[:-1] if has_end else ids
            sent = b"".join(_entry_bytes(entry) for entry in entries[: len(body)]).decode(errors="replace")
            if sent != self._tokenizer.decode(body, skip_special_tokens=False, clean_up_tokenization_spaces=False):
                return unknown
        # A probability of 1 can be sent as a logarithm that is slightly above 0.
        return [min(0.0, float(value)) for value in values] + unknown[len(values) :]
