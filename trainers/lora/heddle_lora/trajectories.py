"""The trajectory groups of a job's payload."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .job import JobError


@dataclass(frozen=True)
class Item:
    """A message of a conversation; ``choice`` is set where the model sampled it."""

    message: Mapping[str, Any]
    choice: Mapping[str, Any] | None
    is_trained: bool


@dataclass(frozen=True)
class History:
    """One conversation of a trajectory. ``place`` names it in error messages."""

    items: tuple[Item, ...]
    tools: list[Any] | None
    place: str


@dataclass(frozen=True)
class Trajectory:
    """A rollout: its conversation, then its additional histories, and one reward for all of them."""

    histories: tuple[History, ...]
    reward: float
    weight_version: int | None = None
    """The step of the checkpoint that sampled it; None where unknown, or where it changed meanwhile."""

    @property
    def is_truncated(self) -> bool:
        """True when one of its choices was cut at the limit of its length."""
        choices = [item.choice for history in self.histories for item in history.items if item.choice is not None]
        return any(choice.get("finish_reason") == "length" for choice in choices)


@dataclass(frozen=True)
class Group:
    """Trajectories of one task, and the number of rollouts that ended in an exception."""

    trajectories: tuple[Trajectory, ...]
    exception_count: int
    metrics: Mapping[str, float] = field(default_factory=dict)
    """Its own numbers, as they were sent."""

    @property
    def rewards(self) -> list[float]:
        return [trajectory.reward for trajectory in self.trajectories]


def is_choice(item: Mapping[str, Any]) -> bool:
    """A choice differs from a message by its ``finish_reason`` and ``message``."""
    return "finish_reason" in item and isinstance(item.get("message"), Mapping)


def _text(content: Any, place: str) -> str:
    """The text of a message's content: a string, null, or a list of text parts."""
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list):
        raise JobError(f"{place}.content must be a string, a list of parts or null.")
    texts = []
    for part in content:
        text = part.get("text", part.get("refusal")) if isinstance(part, Mapping) else None
        if not isinstance(text, str):
            kind = part.get("type") if isinstance(part, Mapping) else type(part).__name__
            raise JobError(f"{place}.content has a part of type {kind}: this trainer reads text only.")
        texts.append(text)
    return "".join(texts)


def _tool_call(call: Any) -> Any:
    """A tool call as chat templates expect it: its arguments are an object where their text is one."""
    function = call.get("function") if isinstance(call, Mapping) else None
    arguments = function.get("arguments") if isinstance(function, Mapping) else None
    if not isinstance(arguments, str):
        return call
    try:
        parsed = json.loads(arguments)
    except ValueError:
        return call
    return {**call, "function": {**function, "arguments": parsed if isinstance(parsed, dict) else arguments}}


def template_message(message: Mapping[str, Any], place: str) -> dict[str, Any]:
    """A message as chat templates expect it: no null members, content as one string."""
    role = message.get("role")
    if not isinstance(role, str):
        raise JobError(f"{place}.role must be a string.")
    known = {name: value for name, value in message.items() if value is not None}
    known["content"] = _text(message.get("content"), place)
    if known.get("tool_calls"):
        known["tool_calls"] = [_tool_call(call) for call in known["tool_calls"]]
    else:
        known.pop("tool_calls", None)
    return known


def _item(value: Any, place: str, trains_messages: bool) -> Item:
    if not isinstance(value, Mapping):
        raise JobError(f"{place} must be a message or a choice.")
    if is_choice(value):
        message = {"role": "assistant", **value["message"]}
        return Item(template_message(message, f"{place}.message"), value, True)
    message = template_message(value, place)
    return Item(message, None, trains_messages and message["role"] == "assistant")


def _trajectory(value: Any, place: str, allows_messages: bool) -> Trajectory:
    reward = value.get("reward") if isinstance(value, Mapping) else None
    if isinstance(reward, bool) or not isinstance(reward, (int, float)) or not math.isfinite(reward):
        raise JobError(f"{place}.reward must be a finite number.")
    sources = [(value, place)]
    for index, history in enumerate(value.get("additional_histories") or []):
        sources.append((history, f"{place}.additional_histories[{index}]"))
    lists = []
    for source, at in sources:
        items = source.get("messages_and_choices") if isinstance(source, Mapping) else None
        if not isinstance(items, list):
            raise JobError(f"{at}.messages_and_choices must be a list.")
        lists.append((items, source.get("tools"), f"{at}.messages_and_choices"))
    has_choices = any(isinstance(item, Mapping) and is_choice(item) for items, _, _ in lists for item in items)
    trains_messages = allows_messages and not has_choices
    histories = tuple(
        History(tuple(_item(item, f"{at}[{index}]", trains_messages) for index, item in enumerate(items)), tools, at)
        for items, tools, at in lists
    )
    return Trajectory(histories, float(reward), _weight_version(value))


def _weight_version(value: Mapping[str, Any]) -> int | None:
    first, last = value.get("initial_policy_version"), value.get("final_policy_version")
    is_known = isinstance(first, int) and not isinstance(first, bool) and first == last
    return first if is_known else None


def _numbers(values: Any) -> dict[str, float]:
    members = values.items() if isinstance(values, Mapping) else ()
    return {
        name: float(value)
        for name, value in members
        if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    }


def read_groups(values: list[Any], allows_messages: bool = False) -> list[Group]:
    """Reads groups from their JSON.

    Choices are trained, since the model sampled them. ``allows_messages`` trains the assistant's messages of
    trajectories that have no choice at all.
    """
    groups = []
    for index, value in enumerate(values):
        place = f"trajectory_groups[{index}]"
        trajectories = value.get("trajectories") if isinstance(value, Mapping) else None
        if not isinstance(trajectories, list):
            raise JobError(f"{place}.trajectories must be a list.")
        read = tuple(
            _trajectory(t, f"{place}.trajectories[{at}]", allows_messages) for at, t in enumerate(trajectories)
        )
        groups.append(Group(read, len(value.get("exceptions") or []), _numbers(value.get("metrics"))))
    return groups


def read_payload(path: Path, allows_messages: bool) -> list[Group]:
    """Reads the groups of the request that created the job."""
    try:
        body = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise JobError(f"The payload {path} could not be read: {error}") from error
    groups = body.get("trajectory_groups") if isinstance(body, Mapping) else None
    if not isinstance(groups, list):
        raise JobError("trajectory_groups must be a list.")
    return read_groups(groups, allows_messages)
