"""Trajectories as clients send them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

USER = {"role": "user", "content": "Hi"}


def choice(content: str | None, finish_reason: str = "stop", **more: Any) -> dict[str, Any]:
    """A sampled message; members of the message are given by ``message``."""
    message = {"role": "assistant", "content": content, "refusal": None, "tool_calls": None, **more.pop("message", {})}
    return {"finish_reason": finish_reason, "index": 0, "logprobs": None, "message": message, **more}


def trajectory(reward: float, *items: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A rollout of these messages and choices."""
    return {"messages_and_choices": list(items), "reward": reward, "tools": None, **more}


def group(*answers: tuple[str, float], exceptions: Sequence[Any] = ()) -> dict[str, Any]:
    """A group of answers to the same message, each with its reward."""
    trajectories = [trajectory(reward, USER, choice(content)) for content, reward in answers]
    return {"trajectories": trajectories, "exceptions": list(exceptions)}
