"""The model that is trained: a causal model with a LoRA adapter, and the probabilities that it gives to tokens."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
import transformers
from packaging.version import Version
from peft import LoraConfig, PeftModel, get_peft_model
from torch import Tensor
from torch.utils.checkpoint import checkpoint
from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer, PreTrainedModel, PreTrainedTokenizerBase

from .batches import Batch
from .job import JobError
from .settings import Settings

# Hugging Face renamed the argument in 4.56.
DTYPE_ARGUMENT = "dtype" if Version(transformers.__version__) >= Version("4.56") else "torch_dtype"


@dataclass(frozen=True)
class Machine:
    """The hardware-related options of the command line."""

    device: torch.device
    dtype: torch.dtype
    micro_batch_tokens: int = 16_384
    gradient_checkpointing: bool = False

    @staticmethod
    def find(device: str | None = None, dtype: str | None = None, **options: int | bool) -> Machine:
        """The given device or else CUDA if there is one; bfloat16 on CUDA and float32 on the CPU unless given."""
        chosen = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        fitting = torch.bfloat16 if chosen.type == "cuda" else torch.float32
        return Machine(chosen, getattr(torch, dtype) if dtype else fitting, **options)


@dataclass(frozen=True)
class TokenFigures:
    """For each trained token of a batch ([N]) its log-probability and the entropy of its distribution, in nats."""

    logprobs: Tensor
    entropies: Tensor


class Policy:
    """A base model with a trainable adapter. Without the adapter it is the reference."""

    def __init__(
        self, base: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, machine: Machine, adapter: Path | LoraConfig
    ) -> None:
        base.to(machine.device)
        base.config.use_cache = False
        if isinstance(adapter, Path):
            self.model = PeftModel.from_pretrained(base, str(adapter), is_trainable=True)
        else:
            self.model = get_peft_model(base, adapter)
        self.tokenizer = tokenizer
        self.machine = machine
        # Checkpointing of activations works in training mode only; load_base has switched off all dropout.
        self.model.train()
        if machine.gradient_checkpointing:
            base.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        self._causal = base
        self._has_plain_head = self._probe_head()

    @property
    def parameters(self) -> list[torch.nn.Parameter]:
        """The trained parameters, in an order that is the same for each load."""
        return [parameter for parameter in self.model.parameters() if parameter.requires_grad]

    @property
    def end_ids(self) -> list[int]:
        """The tokens with which the model ends an answer."""
        ids = getattr(self._causal.generation_config, "eos_token_id", None)
        return ids if isinstance(ids, list) else [] if ids is None else [ids]

    @property
    def max_length(self) -> int | None:
        return getattr(self._causal.config, "max_position_embeddings", None)

    @contextlib.contextmanager
    def _precision(self) -> Iterator[None]:
        """The adapter's weights are float32; matrix products take the type of the base."""
        is_mixed = self.machine.dtype is not torch.float32
        with torch.autocast(self.machine.device.type, self.machine.dtype, enabled=is_mixed):
            yield

    def measure(self, batch: Batch, chunk_size: int, temperature: float = 1.0) -> TokenFigures:
        """The figures of the trained tokens, with gradients, where logits are divided by the temperature.

        The logits of ``chunk_size`` tokens exist at a time, and are computed again for the gradient: those of all
        tokens of a large vocabulary would need more memory than the model.
        """
        with self._precision():
            if not self._has_plain_head:
                logits = self._causal(input_ids=batch.input_ids, use_cache=False).logits
                return TokenFigures(*_figures_of(logits[batch.rows, batch.columns], batch.targets, temperature))
            hidden = self._causal.base_model(input_ids=batch.input_ids, use_cache=False)[0][batch.rows, batch.columns]
            parts = [
                checkpoint(self._head_figures, states, targets, temperature, use_reentrant=False)
                for states, targets in zip(hidden.split(chunk_size), batch.targets.split(chunk_size))
            ]
        return TokenFigures(*(torch.cat(part) for part in zip(*parts)))

    @torch.no_grad()
    def score(self, batch: Batch, chunk_size: int, is_reference: bool = False, temperature: float = 1.0) -> Tensor:
        """The log-probabilities of the trained tokens ([N]), under the base if ``is_reference``."""
        with self.model.disable_adapter() if is_reference else contextlib.nullcontext():
            return self.measure(batch, chunk_size, temperature).logprobs

    def _head_figures(self, states: Tensor, targets: Tensor, temperature: float) -> tuple[Tensor, Tensor]:
        return _figures_of(self._causal.get_output_embeddings()(states), targets, temperature)

    @torch.no_grad()
    def _probe_head(self) -> bool:
        """True if the logits are the output layer of the last state, as in most models; some scale or cap them."""
        ids = torch.arange(2, device=self.machine.device).unsqueeze(0)
        with self._precision():
            logits = self._causal(input_ids=ids, use_cache=False).logits
            states = self._causal.base_model(input_ids=ids, use_cache=False)[0]
            return torch.equal(self._causal.get_output_embeddings()(states), logits)


def _figures_of(logits: Tensor, targets: Tensor, temperature: float) -> tuple[Tensor, Tensor]:
    """``logits`` [N, V] and ``targets`` [N] to log-probabilities and entropies ([N]) at a temperature."""
    logprobs = (logits.float() / temperature).log_softmax(-1)
    with torch.no_grad():
        entropies = -(logprobs.exp() * logprobs).sum(-1)
    return logprobs.gather(-1, targets.unsqueeze(-1)).squeeze(-1), entropies


def _without_dropout(config: transformers.PretrainedConfig) -> transformers.PretrainedConfig:
    """Dropout would make the probabilities of one policy differ between two computations."""
    for name, value in list(vars(config).items()):
        if ("dropout" in name or name.endswith("pdrop")) and isinstance(value, float):
            setattr(config, name, 0.0)
    return config


def load_base(name: str, dtype: torch.dtype) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """Loads a model and its tokenizer by a path, without any request to a hub, or by a name."""
    is_local = os.path.isdir(name)
    if not is_local and (os.path.isabs(name) or name.startswith(".")):
        raise JobError(f"There is no folder {name} with the base model.")
    options = {"local_files_only": is_local}
    try:
        config = _without_dropout(AutoConfig.from_pretrained(name, **options))
        tokenizer = AutoTokenizer.from_pretrained(name, **options)
        model = AutoModelForCausalLM.from_pretrained(name, config=config, **{DTYPE_ARGUMENT: dtype}, **options)
    except (OSError, ValueError) as error:
        raise JobError(f"The base model {name} could not be loaded: {error}") from error
    return model, tokenizer


def fresh_adapter(settings: Settings, target_modules: Sequence[str] | str = "all-linear") -> LoraConfig:
    """A new adapter of a job's rank; its update of the weights is zero (Hu et al., 2021, "LoRA", section 4.1)."""
    return LoraConfig(
        r=settings.lora_rank,
        lora_alpha=settings.lora_alpha,
        target_modules=target_modules if isinstance(target_modules, str) else list(target_modules),
        task_type="CAUSAL_LM",
    )
