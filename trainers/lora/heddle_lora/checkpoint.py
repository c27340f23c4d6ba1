"""A checkpoint: an adapter in PEFT's format, which vLLM loads, and the optimizer's state."""

from __future__ import annotations

import json
from pathlib import Path

import torch

from .job import JobError
from .policy import Policy

ADAPTER_CONFIG = "adapter_config.json"
OPTIMIZER = "optimizer.pt"


def save_checkpoint(folder: Path, policy: Policy, optimizer: torch.optim.Optimizer) -> None:
    """Writes ``adapter_config.json``, ``adapter_model.safetensors`` and ``optimizer.pt``."""
    # The embeddings are the base's own; to find that out by itself, PEFT would ask the hub.
    policy.model.save_pretrained(str(folder), save_embedding_layers=False)
    torch.save(optimizer.state_dict(), folder / OPTIMIZER)


def check_adapter(folder: Path, base_model: str) -> None:
    """Raises a JobError unless the folder holds an adapter of this base model."""
    try:
        config = json.loads((folder / ADAPTER_CONFIG).read_text())
    except (OSError, ValueError) as error:
        raise JobError(f"The previous checkpoint has no adapter of this trainer: {error}") from error
    named = config.get("base_model_name_or_path")
    if named != base_model:
        raise JobError(f"The previous checkpoint is an adapter of {named}, but the base model is {base_model}.")


def load_optimizer(folder: Path, optimizer: torch.optim.Optimizer, learning_rate: float, weight_decay: float) -> None:
    """Continues with a checkpoint's optimizer state, but with the job's own settings."""
    try:
        state = torch.load(folder / OPTIMIZER, map_location="cpu", weights_only=True)
        optimizer.load_state_dict(state)
    except (OSError, ValueError, RuntimeError) as error:
        raise JobError(f"The optimizer's state of the previous checkpoint could not be loaded: {error}") from error
    for group in optimizer.param_groups:
        group["lr"], group["weight_decay"] = learning_rate, weight_decay
