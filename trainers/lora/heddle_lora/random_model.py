"""Models of random weights with a tokenizer made on the spot: for tests and the benchmark, offline."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

FILL, TURN_START, TURN_END = "<|endoftext|>", "<|im_start|>", "<|im_end|>"

_TOOLS = (
    "{%- if tools %}{{ '<|im_start|>tools\\n' }}{% for tool in tools %}{{ tool | tojson }}{{ '\\n' }}{% endfor %}"
    "{{ '<|im_end|>\\n' }}{% endif %}"
)
_CALLS = (
    "{% for call in message.tool_calls or [] %}<tool_call>{{ call.function.name }} "
    "{{ call.function.arguments | tojson }}</tool_call>{% endfor %}"
)
_PROMPT = "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"

CHATML = (
    _TOOLS
    + "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' + message.content }}"
    + _CALLS
    + "{{ '<|im_end|>\\n' }}{% endfor %}"
    + _PROMPT
)
"""A template in ChatML with tools."""

CHATML_MARKED = (
    _TOOLS
    + "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' }}{% if message.role == 'assistant' %}"
    + "{% generation %}{{ message.content }}"
    + _CALLS
    + "{{ '<|im_end|>' }}{% endgeneration %}{% else %}{{ message.content + '<|im_end|>' }}{% endif %}{{ '\\n' }}"
    + "{% endfor %}"
    + _PROMPT
)
"""The same template, which marks what the assistant writes."""


@dataclass(frozen=True)
class Shape:
    """The size of a model with the architecture of Qwen2."""

    vocabulary_size: int = 259
    hidden_size: int = 32
    intermediate_size: int = 64
    layers: int = 2
    heads: int = 4
    kv_heads: int = 2


def byte_tokenizer(vocabulary_size: int = 259, template: str = CHATML_MARKED) -> PreTrainedTokenizerFast:
    """A tokenizer whose first 256 tokens are bytes and the last three special; those between are only ever sampled."""
    special = [FILL, TURN_START, TURN_END]
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    words = [f"w{index}" for index in range(len(alphabet), vocabulary_size - len(special))]
    names = [*alphabet, *words, *special]
    tokenizer = Tokenizer(models.BPE(vocab={name: index for index, name in enumerate(names)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    made = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, eos_token=TURN_END, pad_token=FILL, additional_special_tokens=[TURN_START]
    )
    made.chat_template = template
    return made


def random_model(tokenizer: PreTrainedTokenizerFast, shape: Shape, seed: int = 0) -> Qwen2ForCausalLM:
    """A model of random weights for a tokenizer, on the current default device and in the default type."""
    torch.manual_seed(seed)
    config = Qwen2Config(
        vocab_size=shape.vocabulary_size,
        hidden_size=shape.hidden_size,
        intermediate_size=shape.intermediate_size,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.kv_heads,
        max_position_embeddings=4096,
        # Rows of the embedding then have length 1, and logits a deviation of 1: flatter ones could hardly be moved.
        initializer_range=shape.hidden_size**-0.5,
        tie_word_embeddings=True,
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    return Qwen2ForCausalLM(config)


def save_random_model(folder: Path, tokenizer: PreTrainedTokenizerFast, seed: int = 0) -> Path:
    """Writes a tiny model of random weights and its tokenizer."""
    random_model(tokenizer, Shape(vocabulary_size=len(tokenizer)), seed).save_pretrained(str(folder))
    tokenizer.save_pretrained(str(folder))
    return folder
