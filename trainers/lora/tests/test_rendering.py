"""Which tokens of a conversation are trained, and with which log-probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from heddle_lora.job import JobError
from heddle_lora.random_model import CHATML, CHATML_MARKED, TURN_END, byte_tokenizer
from heddle_lora.rendering import Renderer, TokenSequence
from heddle_lora.trajectories import read_groups
from wire import USER, choice, trajectory

TEMPLATES = {"marked": CHATML_MARKED, "unmarked": CHATML}

WITHOUT_EARLIER_THOUGHTS = CHATML.replace(
    "message.content }}", "(message.content if loop.last else message.content.split('</think>')[-1]) }}"
)
"""Drops the reasoning of all answers but the last."""

BY_COUNT = "{{ messages | length }}" + CHATML
"""No rendering of it is the beginning of a longer conversation's."""

WEATHER = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}


def sequences(template: str, *items: dict[str, Any], **more: Any) -> tuple[list[TokenSequence], Any]:
    """The sequences of one conversation, and the tokenizer."""
    tokenizer = byte_tokenizer(template=template)
    [group] = read_groups([{"trajectories": [trajectory(1, *items, **more)]}])
    [*histories] = group.trajectories[0].histories
    renderer = Renderer(tokenizer)
    return [sequence for history in histories for sequence in renderer.sequences(history)], tokenizer


def trained_texts(template: str, *items: dict[str, Any], **more: Any) -> list[str]:
    """The text of the trained tokens of each sequence."""
    made, tokenizer = sequences(template, *items, **more)
    return [tokenizer.decode(each.token_ids[each.is_trained]) for each in made]


def whole_texts(template: str, *items: dict[str, Any], **more: Any) -> list[str]:
    """The text of each sequence."""
    made, tokenizer = sequences(template, *items, **more)
    return [tokenizer.decode(each.token_ids) for each in made]


@pytest.fixture(params=TEMPLATES)
def template(request: pytest.FixtureRequest) -> str:
    """A template that marks answers, and one that does not."""
    return TEMPLATES[request.param]


def test_trains_choices_and_not_plain_messages(template: str) -> None:
    items = [USER, {"role": "assistant", "content": "plain"}, USER, choice("sampled")]
    assert trained_texts(template, *items) == [f"sampled{TURN_END}"]


def test_joins_the_answers_of_a_conversation_in_one_sequence(template: str) -> None:
    items = [USER, choice("one"), USER, choice("two")]
    assert trained_texts(template, *items) == [f"one{TURN_END}two{TURN_END}"]
    [text] = whole_texts(template, *items)
    assert text == "".join(
        f"<|im_start|>{role}\n{said}<|im_end|>\n"
        for role, said in [("user", "Hi"), ("assistant", "one"), ("user", "Hi"), ("assistant", "two")]
    ).removesuffix("\n")


def test_does_not_train_the_end_of_an_answer_that_was_cut(template: str) -> None:
    assert trained_texts(template, USER, choice("and th", "length")) == ["and th"]


def test_renders_tools_and_tool_calls_with_arguments_as_objects(template: str) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Rome"}'}}
    sampled = choice(None, "tool_calls", message={"tool_calls": [call]})
    result = {"role": "tool", "tool_call_id": "c1", "content": "sunny"}
    items = [USER, sampled, result, choice("Sunny.")]
    expected = f'<tool_call>weather {{"city": "Rome"}}</tool_call>{TURN_END}Sunny.{TURN_END}'
    assert trained_texts(template, *items, tools=[WEATHER]) == [expected]
    [text] = whole_texts(template, *items, tools=[WEATHER])
    assert text.startswith("<|im_start|>tools\n{")


def test_renders_additional_histories_as_sequences_of_their_own(template: str) -> None:
    more = [{"messages_and_choices": [USER, choice("second")], "tools": None}]
    assert trained_texts(template, USER, choice("first"), additional_histories=more) == [
        f"first{TURN_END}",
        f"second{TURN_END}",
    ]


def test_begins_a_new_sequence_where_a_template_drops_earlier_text() -> None:
    items = [USER, choice("<think>a</think>one"), USER, choice("<think>b</think>two")]
    first, second = whole_texts(WITHOUT_EARLIER_THOUGHTS, *items)
    assert "<think>a</think>one" in first
    assert "<think>a" not in second
    assert trained_texts(WITHOUT_EARLIER_THOUGHTS, *items)[1] == f"<think>b</think>two{TURN_END}"


def test_names_the_answer_whose_prompt_is_not_the_beginning_of_the_conversation() -> None:
    with pytest.raises(JobError, match=r"trajectories\[0\]\.messages_and_choices\[1\]: .* from character 0: '1<\|im_"):
        sequences(BY_COUNT, USER, choice("x"))


def test_uses_the_token_ids_of_the_request_unchanged(template: str) -> None:
    answer = choice("not these", token_ids=[7, 8, 9], prompt_token_ids=[1, 2])
    [made], _ = sequences(template, USER, answer)
    assert made.token_ids.tolist() == [1, 2, 7, 8, 9]
    assert made.is_trained.tolist() == [False, False, True, True, True]


def test_reads_token_ids_and_log_probabilities_from_tokens_named_by_id(template: str) -> None:
    entries = [{"token": f"token_id:{token}", "logprob": -float(token)} for token in (7, 8)]
    [made], tokenizer = sequences(template, USER, choice("x", logprobs={"content": entries}))
    prompt = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    assert made.token_ids.tolist() == [*tokenizer(prompt)["input_ids"], 7, 8]
    np.testing.assert_array_equal(made.sampled_logprobs[made.is_trained], [-7, -8])


def test_rejects_token_ids_that_the_model_does_not_have(template: str) -> None:
    with pytest.raises(JobError, match=r"messages_and_choices\[1\] has a token id outside"):
        sequences(template, USER, choice("x", token_ids=[99_999], prompt_token_ids=[1]))


def entries(text: str) -> dict[str, Any]:
    """Log-probabilities of a text whose tokens are bytes."""
    return {"content": [{"token": "?", "bytes": [byte], "logprob": -1.0 - i} for i, byte in enumerate(text.encode())]}


def test_aligns_log_probabilities_without_one_for_the_end(template: str) -> None:
    [made], _ = sequences(template, USER, choice("né", logprobs=entries("né")))
    np.testing.assert_array_equal(made.sampled_logprobs[made.is_trained], [-1, -2, -3, np.nan])


@pytest.mark.parametrize("sent", [entries("no"), entries("longer"), {"content": []}, None])
def test_ignores_log_probabilities_of_other_tokens(template: str, sent: Any) -> None:
    [made], _ = sequences(template, USER, choice("né", logprobs=sent))
    assert np.isnan(made.sampled_logprobs).all()


def test_cutting_a_sequence_keeps_its_first_tokens(template: str) -> None:
    [made], _ = sequences(template, USER, choice("abcdef"))
    assert made.cut(len(made) - 2).trained_count == made.trained_count - 2


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (
            {"role": "user", "content": [{"type": "image_url"}]},
            r"messages_and_choices\[0\]\.content has a part",
        ),
        ({"content": "x"}, r"messages_and_choices\[0\]\.role must be a string"),
        ("x", r"messages_and_choices\[0\] must be a message or a choice"),
    ],
)
def test_names_the_place_of_an_item_that_it_cannot_read(item: Any, message: str) -> None:
    with pytest.raises(JobError, match=rf"trajectory_groups\[0\]\.trajectories\[0\]\.{message}"):
        sequences(CHATML, item)
