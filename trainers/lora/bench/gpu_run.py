"""Trains a random model by GRPO on answers that it samples itself, and measures it beside a bare forward and backward.

    python bench/gpu_run.py --shape 1.5b

makes a model of the given shape, then repeats: sample groups of answers, reward each by the share of its tokens with an
even id, and train with the trainer's own code, from trajectories as clients send them. The reward begins near 0.5. With
``--shape tiny --iterations 60 --answer-tokens 64`` it rises to 0.97. On the larger shapes it hardly moves in 20
iterations of 64 answers, from 0.50 to 0.51: there the run shows that a step works and what it costs, not that the model
learns. All answers of the last iteration are then measured as one step in three ways: a bare forward and backward of
the same model by ``labels``, the trainer's step, and the trainer's step that also measures the distance from the base.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import peft
import torch
import transformers

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from heddle_lora.batches import Sample, make_batch, micro_batches
from heddle_lora.policy import Machine, Policy, fresh_adapter
from heddle_lora.random_model import Shape, byte_tokenizer, random_model
from heddle_lora.read_settings import read_settings
from heddle_lora.settings import Settings
from heddle_lora.trainer import GroupTrainer, make_optimizer
from heddle_lora.trajectories import Group, read_groups

SHAPES = {
    "tiny": Shape(vocabulary_size=512, hidden_size=64, intermediate_size=128, layers=2, heads=4, kv_heads=2),
    "0.5b": Shape(151_936, hidden_size=896, intermediate_size=4_864, layers=24, heads=14, kv_heads=2),
    "1.5b": Shape(151_936, hidden_size=1_536, intermediate_size=8_960, layers=28, heads=12, kv_heads=2),
}
"""The larger ones are those of Qwen2.5."""

REPEATS = 5
GIB = 2**30


def options() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", choices=SHAPES, default="0.5b")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--groups", type=int, default=8)
    parser.add_argument("--group-size", type=int, default=8)
    parser.add_argument("--prompt-tokens", type=int, default=256)
    parser.add_argument("--answer-tokens", type=int, default=128)
    parser.add_argument("--groups-per-step", type=int, default=1)
    parser.add_argument("--learning-rate", type=float, default=2e-3)
    parser.add_argument("--micro-batch-tokens", type=int, default=16_384)
    parser.add_argument("--gradient-checkpointing", action="store_true")
    parser.add_argument("--device")
    parser.add_argument("--json", type=Path, help="also writes the figures to this file")
    return parser.parse_args()


@torch.no_grad()
def sample_groups(policy: Policy, choices: argparse.Namespace, seed: int) -> list[dict[str, Any]]:
    """Groups of answers to random prompts as clients send them: with token ids and log-probabilities."""
    generator = torch.Generator().manual_seed(seed)
    prompts = torch.randint(0, 256, (choices.groups, choices.prompt_tokens), generator=generator)
    inputs = prompts.repeat_interleave(choices.group_size, dim=0).to(policy.machine.device)
    torch.manual_seed(seed)
    policy.model.eval()
    machine = policy.machine
    with torch.autocast(machine.device.type, machine.dtype, enabled=machine.dtype != torch.float32):
        made = policy.model.generate(
            input_ids=inputs,
            attention_mask=torch.ones_like(inputs),
            max_new_tokens=choices.answer_tokens,
            min_new_tokens=choices.answer_tokens,
            do_sample=True,
            temperature=1.0,
            top_k=0,
            top_p=1.0,
            use_cache=True,
            return_dict_in_generate=True,
            output_logits=True,
        )
    policy.model.train()
    answers = made.sequences[:, choices.prompt_tokens :]
    steps = zip(made.logits, answers.unbind(1))
    columns = [logits.float().log_softmax(-1).gather(1, ids.unsqueeze(1)) for logits, ids in steps]
    logprobs = torch.cat(columns, dim=1).tolist()
    trajectories = []
    for row, (prompt, ids) in enumerate(zip(inputs.tolist(), answers.tolist())):
        content = [{"token": f"token_id:{token}", "logprob": value} for token, value in zip(ids, logprobs[row])]
        message = {"role": "assistant", "content": policy.tokenizer.decode(ids)}
        answer = {
            "finish_reason": "length",
            "index": 0,
            "message": message,
            "logprobs": {"content": content},
            "token_ids": ids,
            "prompt_token_ids": prompt,
        }
        user = {"role": "user", "content": policy.tokenizer.decode(prompt)}
        reward = sum(token % 2 == 0 for token in ids) / len(ids)
        trajectories.append({"messages_and_choices": [user, answer], "reward": reward})
    size = choices.group_size
    return [{"trajectories": trajectories[at : at + size]} for at in range(0, len(trajectories), size)]


def measured(device: torch.device, work: Callable[[], None]) -> tuple[float, float]:
    """Seconds of one repetition after a first one that is not counted, and peak memory in GiB (0 on the CPU)."""
    has_cuda = device.type == "cuda"
    work()
    if has_cuda:
        torch.cuda.synchronize(device)
        torch.cuda.reset_peak_memory_stats(device)
    started_at = time.perf_counter()
    for _ in range(REPEATS):
        work()
    if has_cuda:
        torch.cuda.synchronize(device)
    seconds = (time.perf_counter() - started_at) / REPEATS
    return seconds, torch.cuda.max_memory_allocated(device) / GIB if has_cuda else 0.0


def compared(
    policy: Policy, settings: Settings, groups: list[Group], samples: list[Sample]
) -> Iterator[dict[str, Any]]:
    """The rows of the comparison, each over the same sequences, those of the groups, in the same micro-batches."""
    machine = policy.machine
    tokens = sum(len(sample.tokens) for sample in samples)
    indices = micro_batches(samples, machine.micro_batch_tokens)
    inputs = [make_batch([samples[i] for i in own]).input_ids.to(machine.device) for own in indices]

    def bare() -> None:
        policy.model.zero_grad(set_to_none=True)
        for ids in inputs:
            with torch.autocast(machine.device.type, machine.dtype, enabled=machine.dtype != torch.float32):
                loss = policy.model(input_ids=ids, labels=ids, use_cache=False).loss
            loss.backward()

    def stepping(measures_reference: bool) -> Callable[[], None]:
        trainer = GroupTrainer(policy, make_optimizer(policy, settings), settings, print, measures_reference)
        return lambda: list(trainer.train(groups, [samples])) and None

    cases = {
        "bare forward and backward": bare,
        "trainer's step": stepping(False),
        "trainer's step with reference": stepping(True),
    }
    for name, work in cases.items():
        seconds, peak = measured(machine.device, work)
        yield {"case": name, "step_ms": seconds * 1e3, "tokens_per_second": tokens / seconds, "peak_gib": peak}


def main() -> None:
    """Runs the iterations and the comparison, and prints both tables."""
    choices = options()
    machine = Machine.find(
        choices.device,
        micro_batch_tokens=choices.micro_batch_tokens,
        gradient_checkpointing=choices.gradient_checkpointing,
    )
    shape = SHAPES[choices.shape]
    tokenizer = byte_tokenizer(shape.vocabulary_size)
    with machine.device:
        base = random_model(tokenizer, shape).to(machine.dtype)
    count = sum(parameter.numel() for parameter in base.parameters())
    settings, _ = read_settings({"learning_rate": choices.learning_rate, "groups_per_step": choices.groups_per_step})
    policy = Policy(base, tokenizer, machine, fresh_adapter(settings))
    optimizer = make_optimizer(policy, settings)
    device = torch.cuda.get_device_name(machine.device) if machine.device.type == "cuda" else "CPU"
    versions = f"torch {torch.__version__}, transformers {transformers.__version__}, peft {peft.__version__}"
    print(f"{device}, {versions}, {count / 1e6:.1f} M parameters")
    print("iteration  reward      loss    kl_div  entropy    grad  sample s  train s")
    rewards, groups, samples = [], [], []
    for iteration in range(choices.iterations):
        started_at = time.perf_counter()
        groups = read_groups(sample_groups(policy, choices, seed=iteration))
        sampled_at = time.perf_counter()
        trainer = GroupTrainer(policy, optimizer, settings, print)
        steps = trainer.plan(groups)
        metrics = list(trainer.train(groups, steps))[-1]
        samples = [sample for step in steps for sample in step]
        rewards.append(metrics["reward"])
        print(
            f"{iteration + 1:>9} {metrics['reward']:>7.4f} {metrics['loss']:>9.5f} {metrics['kl_div']:>9.5f} "
            f"{metrics['entropy']:>8.4f} {metrics['grad_norm']:>7.4f} {sampled_at - started_at:>9.2f} "
            f"{time.perf_counter() - sampled_at:>8.2f}",
            flush=True,
        )
    rows = list(compared(policy, settings, groups, samples))
    tokens = sum(len(sample.tokens) for sample in samples)
    trained = sum(sample.tokens.trained_count for sample in samples)
    print(f"\nOne step: {len(samples)} sequences, {tokens} tokens of which {trained} are trained")
    print(f"{'':<30} {'ms/step':>9} {'tokens/s':>9} {'peak GiB':>9}")
    for row in rows:
        print(f"{row['case']:<30} {row['step_ms']:>9.1f} {row['tokens_per_second']:>9.0f} {row['peak_gib']:>9.2f}")
    print(f"reward: first {rewards[0]:.4f}, last {rewards[-1]:.4f}")
    if choices.json:
        choices.json.write_text(json.dumps({"device": device, "rewards": rewards, "rows": rows}, indent=2))


if __name__ == "__main__":
    main()
