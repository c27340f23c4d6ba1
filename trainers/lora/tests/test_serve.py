"""The server for tiny models, over HTTP."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from conftest import CPU
from test_training import stir

from heddle_lora.checkpoint import save_checkpoint
from heddle_lora.policy import Policy, fresh_adapter, load_base
from heddle_lora.rendering import Renderer
from heddle_lora.serve import Models, make_server
from heddle_lora.settings import Settings
from heddle_lora.trainer import make_optimizer
from heddle_lora.trajectories import read_groups
from wire import USER, trajectory

CHAT = "/v1/chat/completions"


@pytest.fixture(scope="module")
def adapter(model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An adapter that changes the model's answers."""
    folder = tmp_path_factory.mktemp("adapter")
    base, tokenizer = load_base(str(model_folder), torch.float32)
    policy = stir(Policy(base, tokenizer, CPU, fresh_adapter(Settings(lora_rank=4))))
    save_checkpoint(folder, policy, make_optimizer(policy, Settings()))
    return folder


@pytest.fixture(scope="module")
def address(model_folder: Path, adapter: Path) -> Iterator[str]:
    """The address of a server with the base model, and with its adapter under two names."""
    base, tokenizer = load_base(str(model_folder), torch.float32)
    server = make_server(Models(base, tokenizer, "base", {"step:1.0": str(adapter), "again": str(adapter)}), port=0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def ask(address: str, path: str = CHAT, **body: Any) -> Any:
    """The body of a response, as JSON."""
    data = (
        json.dumps({"model": "base", "messages": [USER], "max_tokens": 12, **body}).encode() if path == CHAT else None
    )
    with urllib.request.urlopen(urllib.request.Request(address + path, data)) as response:
        return json.load(response)


def error_of(address: str, path: str = CHAT, **body: Any) -> tuple[int, str]:
    """The status and message of a refusal."""
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(address, path, **body)
    return caught.value.code, json.load(caught.value)["error"]["message"]


def events(address: str, **body: Any) -> list[Any]:
    """The chunks of a stream, which must end with [DONE]."""
    data = json.dumps({"model": "base", "messages": [USER], "max_tokens": 12, "stream": True, **body}).encode()
    with urllib.request.urlopen(urllib.request.Request(address + CHAT, data)) as response:
        lines = [line.removeprefix("data: ") for line in response.read().decode().split("\n\n") if line]
    assert lines.pop() == "[DONE]"
    return [json.loads(line) for line in lines]


def text_of(completion: Any) -> str:
    return completion["choices"][0]["message"]["content"]


def test_names_the_base_model_and_its_adapters(address: str) -> None:
    assert [each["id"] for each in ask(address, "/v1/models")["data"]] == ["base", "step:1.0", "again"]
    assert ask(address, "/health") == {"status": "ok"}


def test_the_same_seed_gives_the_same_answer_and_another_seed_another(address: str) -> None:
    assert text_of(ask(address, seed=1)) == text_of(ask(address, seed=1))
    assert text_of(ask(address, seed=1)) != text_of(ask(address, seed=2))


def test_temperature_zero_takes_the_likeliest_tokens(address: str) -> None:
    answer = ask(address, temperature=0, logprobs=True, top_logprobs=3)
    assert text_of(answer) == text_of(ask(address, temperature=0))
    for entry in answer["choices"][0]["logprobs"]["content"]:
        assert entry["logprob"] == entry["top_logprobs"][0]["logprob"]
        assert entry["logprob"] >= entry["top_logprobs"][1]["logprob"] >= entry["top_logprobs"][2]["logprob"]


def test_an_answer_ends_at_its_maximum_length_and_counts_its_tokens(address: str) -> None:
    answer = ask(address, max_tokens=5, temperature=0)
    assert answer["choices"][0]["finish_reason"] == "length"
    assert answer["usage"]["completion_tokens"] == 5


def test_an_answer_ends_before_a_stop_text(address: str) -> None:
    whole = text_of(ask(address, temperature=0))
    stop = next(letter for letter in whole[1:] if letter.isascii())
    stopped = ask(address, temperature=0, stop=[stop])
    assert stopped["choices"][0]["finish_reason"] == "stop"
    assert text_of(stopped) == whole[: whole.index(stop)]
    chunks = events(address, temperature=0, stop=stop)
    assert "".join(c["choices"][0]["delta"]["content"] for c in chunks[:-1]) == text_of(stopped)


@pytest.mark.parametrize("seed", range(5))
def test_a_stream_has_the_same_text_and_usage_as_the_whole_answer(address: str, seed: int) -> None:
    whole = ask(address, seed=seed, logprobs=True)
    *chunks, last = events(address, seed=seed, logprobs=True)
    assert "".join(chunk["choices"][0]["delta"]["content"] for chunk in chunks) == text_of(whole)
    entries = [entry for chunk in chunks for entry in chunk["choices"][0]["logprobs"]["content"]]
    assert entries == whole["choices"][0]["logprobs"]["content"]
    assert chunks[-1]["choices"][0]["finish_reason"] == whole["choices"][0]["finish_reason"]
    assert last["usage"] == whole["usage"]


def test_the_bytes_of_the_tokens_are_those_of_the_text(address: str) -> None:
    answer = ask(address, seed=4, max_tokens=40, logprobs=True)
    joined = bytes(byte for entry in answer["choices"][0]["logprobs"]["content"] for byte in entry["bytes"])
    text = joined.decode(errors="replace")
    for special in ("<|im_start|>", "<|im_end|>", "<|endoftext|>"):
        text = text.replace(special, "")
    assert text == text_of(answer)


def test_adapters_answer_differently_from_the_base_and_like_each_other(address: str) -> None:
    one, again, base = (text_of(ask(address, model=name, temperature=0)) for name in ("step:1.0", "again", "base"))
    assert one == again
    assert one != base


def test_an_answer_with_token_ids_can_be_trained_with_its_log_probabilities(
    address: str, adapter: Path, model_folder: Path
) -> None:
    answer = ask(address, model="again", logprobs=True, return_token_ids=True, return_tokens_as_token_ids=True, seed=3)
    base, tokenizer = load_base(str(model_folder), torch.float32)
    choice = {**answer["choices"][0], "prompt_token_ids": answer["prompt_token_ids"]}
    [group] = read_groups([{"trajectories": [trajectory(1, USER, choice)]}])
    [sequence] = Renderer(tokenizer).sequences(group.trajectories[0].histories[0])
    policy = Models(base, tokenizer, "base", {"x": str(adapter)})._model
    with torch.no_grad():
        logits = policy(input_ids=torch.from_numpy(sequence.token_ids)[None]).logits[0].log_softmax(-1).numpy()
    at = np.flatnonzero(sequence.is_trained)
    np.testing.assert_allclose(sequence.sampled_logprobs[at], logits[at - 1, sequence.token_ids[at]], atol=1e-4)
    assert len(at) == answer["usage"]["completion_tokens"]


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"model": "other"}, 404, "The model other is not served. Served: base, step:1.0, again."),
        ({"messages": []}, 400, "messages must be a list with at least one message."),
        ({"messages": [3]}, 400, "messages[0] must be an object."),
        (
            {"messages": [{"role": "user", "content": [{"type": "image_url"}]}]},
            400,
            "messages[0].content has a part of",
        ),
        ({"temperature": "hot"}, 400, "temperature must be a number"),
        ({"max_tokens": 0}, 400, "max_tokens must be a number"),
        ({"max_tokens": 5000}, 400, "but the model reads at most 4096."),
        ({"n": 2}, 400, "n must be 1."),
        ({"stop": 3}, 400, "stop must be a string"),
        ({"seed": 1.5}, 400, "seed must be an integer."),
    ],
)
def test_a_refusal_says_what_is_wrong(address: str, body: dict[str, Any], status: int, message: str) -> None:
    code, text = error_of(address, **body)
    assert code == status
    assert message in text


def test_an_unknown_path_is_not_found(address: str) -> None:
    assert error_of(address, "/v1/other") == (404, "There is nothing at /v1/other.")
