"""Serves a tiny model and its adapters on this machine, in the form of OpenAI's chat completions.

    python -m heddle_lora.serve --model PATH --adapter NAME=PATH --port 8009

It answers one request at a time, and is meant for models of some million parameters; larger ones need vLLM.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from peft import PeftModel
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from .job import JobError
from .policy import Machine, load_base
from .sampling import AnswerPart, SamplingOptions, sample_answer
from .trajectories import template_message

MAX_BODY_BYTES = 32 * 2**20
DEFAULT_MAX_TOKENS = 256


class RequestError(Exception):
    """A request that cannot be answered, with its HTTP status; the message is for its sender."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class ChatRequest:
    """A checked request for a chat completion."""

    model: str
    messages: list[dict[str, Any]]
    tools: list[Any] | None
    options: SamplingOptions
    wants_logprobs: bool
    wants_ids: bool
    names_tokens_by_id: bool
    is_stream: bool


def _number(body: Mapping[str, Any], name: str, default: float, least: float, most: float) -> float:
    value = body.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise RequestError(HTTPStatus.BAD_REQUEST, f"{name} must be a number from {least} to {most}.")
    return value


def read_request(body: Any) -> ChatRequest:
    """Reads the body of a request; members that this server does not know are ignored."""
    if not isinstance(body, Mapping) or not isinstance(body.get("model"), str):
        raise RequestError(HTTPStatus.BAD_REQUEST, "The body must be an object with model and messages.")
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise RequestError(HTTPStatus.BAD_REQUEST, "messages must be a list with at least one message.")
    if body.get("n") not in (None, 1):
        raise RequestError(HTTPStatus.BAD_REQUEST, "n must be 1.")
    stop = body.get("stop") or []
    stop = [stop] if isinstance(stop, str) else stop
    if not isinstance(stop, list) or not all(isinstance(text, str) for text in stop):
        raise RequestError(HTTPStatus.BAD_REQUEST, "stop must be a string or a list of strings.")
    length_name = "max_completion_tokens" if body.get("max_completion_tokens") is not None else "max_tokens"
    seed = body.get("seed")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise RequestError(HTTPStatus.BAD_REQUEST, "seed must be an integer.")
    read = []
    for index, message in enumerate(messages):
        if not isinstance(message, Mapping):
            raise RequestError(HTTPStatus.BAD_REQUEST, f"messages[{index}] must be an object.")
        try:
            read.append(template_message(message, f"messages[{index}]"))
        except JobError as error:
            raise RequestError(HTTPStatus.BAD_REQUEST, str(error)) from error
    return ChatRequest(
        model=body["model"],
        messages=read,
        tools=body.get("tools") or None,
        options=SamplingOptions(
            max_tokens=int(_number(body, length_name, DEFAULT_MAX_TOKENS, 1, 1e6)),
            temperature=_number(body, "temperature", 1.0, 0, 100),
            top_p=_number(body, "top_p", 1.0, 0, 1),
            seed=None if seed is None else seed % 2**63,
            stop=tuple(stop),
            top_logprobs=int(_number(body, "top_logprobs", 0, 0, 20)),
        ),
        wants_logprobs=bool(body.get("logprobs")),
        wants_ids=bool(body.get("return_token_ids")),
        names_tokens_by_id=bool(body.get("return_tokens_as_token_ids")),
        is_stream=bool(body.get("stream")),
    )


def _byte_letters() -> dict[str, int]:
    """The letters by which byte-level tokenizers write bytes (Radford et al., 2019, "GPT-2")."""
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in own]
    return {**{chr(byte): byte for byte in own}, **{chr(256 + at): byte for at, byte in enumerate(others)}}


BYTE_LETTERS = _byte_letters()
BYTE_TOKEN = re.compile("<0x([0-9A-F]{2})>")


def token_bytes(tokenizer: PreTrainedTokenizerBase, token: int, text: str) -> list[int] | None:
    """The bytes of a token whose text alone is ``text``; None where the token's name does not say them.

    A token can be a part of a character, whose text is then a replacement character.
    """
    if "\ufffd" not in text:
        return list(text.encode())
    name = tokenizer.convert_ids_to_tokens(token)
    single = BYTE_TOKEN.fullmatch(name)
    if single:
        return [int(single.group(1), 16)]
    return [BYTE_LETTERS[letter] for letter in name] if all(letter in BYTE_LETTERS for letter in name) else None


class Models:
    """A base model and its adapters. One request at a time uses them."""

    def __init__(
        self,
        base: PreTrainedModel,
        tokenizer: PreTrainedTokenizerBase,
        name: str,
        adapters: Mapping[str, str] | None = None,
    ) -> None:
        self.tokenizer = tokenizer
        self.name = name
        self._lock = threading.Lock()
        # Names of adapters become names of modules, which may not contain a dot.
        self._adapters = {adapter: f"adapter_{index}" for index, adapter in enumerate(adapters or {})}
        self._model: PreTrainedModel | PeftModel = base
        for adapter, path in (adapters or {}).items():
            inner = self._adapters[adapter]
            if isinstance(self._model, PeftModel):
                self._model.load_adapter(path, inner)
            else:
                self._model = PeftModel.from_pretrained(base, path, adapter_name=inner)
        self._model.eval()
        ends = base.generation_config.eos_token_id
        self._end_ids = {tokenizer.eos_token_id, *(ends if isinstance(ends, list) else [ends])} - {None}
        self._limit = getattr(base.config, "max_position_embeddings", None)

    @property
    def names(self) -> list[str]:
        """The base model, then its adapters."""
        return [self.name, *self._adapters]

    def prompt(self, request: ChatRequest) -> list[int]:
        """The tokens of a request's messages. They and the answer must fit the model."""
        if request.model not in self.names:
            known = ", ".join(self.names)
            raise RequestError(HTTPStatus.NOT_FOUND, f"The model {request.model} is not served. Served: {known}.")
        try:
            text = self.tokenizer.apply_chat_template(
                request.messages, tools=request.tools, add_generation_prompt=True, tokenize=False
            )
        except Exception as error:  # A template raises whatever its expressions raise.
            raise RequestError(HTTPStatus.BAD_REQUEST, f"The chat template could not render: {error}") from error
        ids = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        if self._limit is not None and len(ids) + request.options.max_tokens > self._limit:
            raise RequestError(
                HTTPStatus.BAD_REQUEST,
                f"The prompt has {len(ids)} tokens and max_tokens is {request.options.max_tokens}, but the model reads "
                f"at most {self._limit}.",
            )
        return ids

    def answer(self, request: ChatRequest, prompt: Sequence[int]) -> Iterator[AnswerPart]:
        """Samples an answer by the base or by an adapter, when no other request is being answered."""
        with self._lock, self._active(request.model):
            yield from sample_answer(self._model, self.tokenizer, prompt, self._end_ids, request.options)

    @contextlib.contextmanager
    def _active(self, name: str) -> Iterator[None]:
        if not isinstance(self._model, PeftModel):
            yield
        elif name == self.name:
            with self._model.disable_adapter():
                yield
        else:
            self._model.set_adapter(self._adapters[name])
            yield


class Completion:
    """The parts of a chat completion, whole or as chunks of a stream."""

    def __init__(self, models: Models, request: ChatRequest, prompt: Sequence[int]) -> None:
        self._models = models
        self._request = request
        self._prompt = list(prompt)
        self._frame = {"id": f"chatcmpl-{uuid.uuid4().hex}", "created": int(time.time()), "model": request.model}

    def whole(self) -> dict[str, Any]:
        """The completion as one object."""
        parts = list(self._models.answer(self._request, self._prompt))
        message = {"role": "assistant", "content": "".join(part.text for part in parts), "tool_calls": None}
        choice = {"index": 0, "message": message, "logprobs": self._logprobs(parts)}
        choice["finish_reason"] = parts[-1].finish_reason
        completion = {**self._frame, "object": "chat.completion", "choices": [choice], "usage": self._usage(len(parts))}
        if self._request.wants_ids:
            choice["token_ids"] = [part.token.id for part in parts]
            completion["prompt_token_ids"] = self._prompt
        return completion

    def chunks(self) -> Iterator[dict[str, Any]]:
        """The completion as chunks, one for each token; the last one has the usage."""
        frame = {**self._frame, "object": "chat.completion.chunk"}
        count = 0
        for part in self._models.answer(self._request, self._prompt):
            delta = {"content": part.text} if count else {"role": "assistant", "content": part.text}
            choice = {"index": 0, "delta": delta, "logprobs": self._logprobs([part])}
            choice["finish_reason"] = part.finish_reason
            if self._request.wants_ids:
                choice["token_ids"] = [part.token.id]
            yield {**frame, "choices": [choice]}
            count += 1
        yield {**frame, "choices": [], "usage": self._usage(count)}

    def _usage(self, count: int) -> dict[str, int]:
        size = len(self._prompt)
        return {"prompt_tokens": size, "completion_tokens": count, "total_tokens": size + count}

    def _logprobs(self, parts: Sequence[AnswerPart]) -> dict[str, Any] | None:
        if not self._request.wants_logprobs:
            return None
        content = []
        for part in parts:
            likeliest = [self._entry(token, logprob) for token, logprob in part.token.likeliest]
            content.append({**self._entry(part.token.id, part.token.logprob), "top_logprobs": likeliest})
        return {"content": content, "refusal": None}

    def _entry(self, token: int, logprob: float) -> dict[str, Any]:
        text = self._models.tokenizer.decode([token], clean_up_tokenization_spaces=False)
        name = f"token_id:{token}" if self._request.names_tokens_by_id else text
        return {"token": name, "bytes": token_bytes(self._models.tokenizer, token, text), "logprob": logprob}


class Handler(BaseHTTPRequestHandler):
    """Answers ``/v1/chat/completions``, ``/v1/models`` and ``/health``."""

    protocol_version = "HTTP/1.1"
    models: Models

    def do_GET(self) -> None:
        if self.path == "/health":
            self._send(HTTPStatus.OK, {"status": "ok"})
        elif self.path.rstrip("/") == "/v1/models":
            data = [{"id": name, "object": "model", "owned_by": "heddle-lora"} for name in self.models.names]
            self._send(HTTPStatus.OK, {"object": "list", "data": data})
        else:
            self._refuse(RequestError(HTTPStatus.NOT_FOUND, f"There is nothing at {self.path}."))

    def do_POST(self) -> None:
        try:
            body = self._body()
            if self.path.rstrip("/") != "/v1/chat/completions":
                raise RequestError(HTTPStatus.NOT_FOUND, f"There is nothing at {self.path}.")
            request = read_request(body)
            completion = Completion(self.models, request, self.models.prompt(request))
            if request.is_stream:
                self._stream(completion)
            else:
                self._send(HTTPStatus.OK, completion.whole())
        except RequestError as error:
            self._refuse(error)

    def _body(self) -> Any:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
            self.close_connection = True
            raise RequestError(HTTPStatus.BAD_REQUEST, f"Content-Length must be at most {MAX_BODY_BYTES}.")
        try:
            return json.loads(self.rfile.read(int(length)))
        except ValueError as error:
            raise RequestError(HTTPStatus.BAD_REQUEST, f"The body is not JSON: {error}") from error

    def _stream(self, completion: Completion) -> None:
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        # A client that leaves ends the sampling.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for chunk in completion.chunks():
                self._write_event(json.dumps(chunk))
            self._write_event("[DONE]")

    def _write_event(self, data: str) -> None:
        self.wfile.write(f"data: {data}\n\n".encode())
        self.wfile.flush()

    def _refuse(self, error: RequestError) -> None:
        self._send(error.status, {"error": {"message": str(error), "type": "invalid_request_error"}})

    def _send(self, status: HTTPStatus, body: Mapping[str, Any]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def make_server(models: Models, port: int) -> ThreadingHTTPServer:
    """A server on this machine's own address only; port 0 takes a free one."""
    server = ThreadingHTTPServer(("127.0.0.1", port), type("ModelHandler", (Handler,), {"models": models}))
    server.daemon_threads = True
    return server


def main() -> int:
    """Serves until the process is ended."""
    parser = argparse.ArgumentParser(prog="heddle_lora.serve", description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="folder or name of the base model")
    parser.add_argument("--adapter", action="append", default=[], metavar="NAME=PATH", help="may be repeated")
    parser.add_argument("--port", type=int, default=8009)
    parser.add_argument("--device")
    parser.add_argument("--dtype", choices=["bfloat16", "float16", "float32"])
    options = parser.parse_args()
    pairs = [each.partition("=") for each in options.adapter]
    if not all(name and path for name, _, path in pairs):
        parser.error("--adapter must be NAME=PATH")
    machine = Machine.find(options.device, options.dtype)
    try:
        base, tokenizer = load_base(options.model, machine.dtype)
    except JobError as error:
        parser.error(str(error))
    models = Models(base.to(machine.device), tokenizer, options.model, {name: path for name, _, path in pairs})
    server = make_server(models, options.port)
    print(f"Serving {', '.join(models.names)} at http://127.0.0.1:{server.server_port}/v1", flush=True)
    server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
