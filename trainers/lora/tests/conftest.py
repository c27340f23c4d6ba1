"""Fixtures: a tiny model of random weights in a folder, and policies on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from heddle_lora.policy import Machine, Policy, fresh_adapter, load_base
from heddle_lora.random_model import byte_tokenizer, save_random_model
from heddle_lora.settings import Settings

torch.set_num_threads(1)

CPU = Machine(torch.device("cpu"), torch.float32, micro_batch_tokens=256)


@pytest.fixture(scope="session")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A base model and its tokenizer as files, whose template marks answers."""
    return save_random_model(tmp_path_factory.mktemp("model"), byte_tokenizer())


@pytest.fixture
def open_policy(model_folder: Path) -> Callable[..., Policy]:
    """Opens a policy with a new adapter, or with that of a checkpoint."""

    def open_one(settings: Settings | None = None, checkpoint: Path | None = None, machine: Machine = CPU) -> Policy:
        torch.manual_seed(5)
        base, tokenizer = load_base(str(model_folder), torch.float32)
        return Policy(base, tokenizer, machine, checkpoint or fresh_adapter(settings or Settings(lora_rank=4)))

    return open_one
