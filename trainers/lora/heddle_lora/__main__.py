"""The trainer as a program: ``python -m heddle_lora``, with a job on standard input; see docs/train/trainer.md."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence

from .job import Job, JobError, read_job
from .output import Output


def parse_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options that depend on the machine, not on a job."""
    parser = argparse.ArgumentParser(prog="heddle_lora", description=__doc__)
    parser.add_argument("--device", help="cuda, cuda:1, cpu; default: CUDA if there is one")
    parser.add_argument(
        "--dtype", choices=["bfloat16", "float16", "float32"], help="default: bfloat16 on CUDA, else float32"
    )
    parser.add_argument(
        "--micro-batch-tokens", type=int, default=16_384, help="tokens of one forward pass (%(default)s)"
    )
    parser.add_argument("--gradient-checkpointing", action="store_true", help="less memory, a third more time")
    parser.add_argument(
        "--max-length", type=int, default=0, help="tokens of a conversation; default: the model's limit"
    )
    parser.add_argument("--lora-rank", type=int, default=16, help="rank of new adapters (%(default)s)")
    parser.add_argument("--lora-alpha", type=int, default=32, help="alpha of new adapters (%(default)s)")
    parser.add_argument("--target-modules", default="all-linear", help="comma-separated layers (%(default)s)")
    parser.add_argument("--no-reference", action="store_true", help="do not measure the distance from the base")
    return parser.parse_args(arguments)


def run_job(job: Job, options: argparse.Namespace, output: Output) -> None:
    """Trains as a job says, and writes the checkpoint to its folder."""
    # These imports take seconds; a job that cannot be read fails before.
    import torch

    from .advantages import reward_metrics
    from .checkpoint import check_adapter, load_optimizer, save_checkpoint
    from .phases import Phases, sent_seconds
    from .policy import Machine, Policy, fresh_adapter, load_base
    from .read_settings import read_settings
    from .settings import Settings
    from .signals import TokenSignals
    from .system import SystemUse
    from .trainer import Context, GroupTrainer, make_optimizer
    from .trajectories import read_payload

    defaults = Settings(max_length=options.max_length, lora_rank=options.lora_rank, lora_alpha=options.lora_alpha)
    settings, unused = read_settings(job.config, defaults)
    if unused:
        output.note(f"Ignored members of experimental_config: {', '.join(unused)}.")
    groups = read_payload(job.payload_path, settings.allow_training_without_logprobs)
    phases = Phases(sent_seconds(groups))
    if job.waited_s is not None:
        phases.seconds["time/waiting_s"] = job.waited_s
    if job.previous_checkpoint is not None:
        check_adapter(job.previous_checkpoint, job.base_model)
    machine = Machine.find(
        options.device,
        options.dtype,
        micro_batch_tokens=options.micro_batch_tokens,
        gradient_checkpointing=options.gradient_checkpointing,
    )
    torch.manual_seed(job.seed)
    output.note(f"Loading {job.base_model} on {machine.device} as {machine.dtype}.")
    with phases.measured("time/loading_s"):
        base, tokenizer = load_base(job.base_model, machine.dtype)
        names = options.target_modules
        adapter = fresh_adapter(settings, names if names == "all-linear" else names.split(","))
        policy = Policy(base, tokenizer, machine, job.previous_checkpoint or adapter)
        optimizer = make_optimizer(policy, settings)
        if job.previous_checkpoint is not None:
            load_optimizer(job.previous_checkpoint, optimizer, settings.learning_rate, settings.weight_decay)
    with contextlib.ExitStack() as stack:
        signals, system = None, stack.enter_context(contextlib.closing(SystemUse()))
        if job.signals_path is not None:
            signals = stack.enter_context(TokenSignals(job.signals_path, job.signals_max_bytes))
        context = Context(job.seed, job.step - 1, signals, system)
        measures = not options.no_reference
        trainer = GroupTrainer(policy, optimizer, settings, output.note, measures_reference=measures, context=context)
        with phases.measured("time/training_s"):
            steps = trainer.plan(groups)
            output.started(trainer.step_count(steps))
            for metrics in trainer.train(groups, steps):
                output.step(metrics)
    with phases.measured("time/weight_sync_s"):
        save_checkpoint(job.output_directory, policy, optimizer)
    output.checkpoint({**reward_metrics(groups), **phases.seconds})


def main() -> int:
    """Runs the job of standard input. SIGTERM ends the process at once, as by default."""
    output = Output(sys.stdout, sys.stderr)
    options = parse_options()
    # What libraries print belongs to the log: a line that begins with { would count as a message.
    sys.stdout = sys.stderr
    try:
        run_job(read_job(sys.stdin.read()), options, output)
    except JobError as error:
        output.failed(str(error))
    except Exception as error:
        if type(error).__name__ != "OutOfMemoryError":
            raise
        output.failed(f"Out of memory: lower --micro-batch-tokens or use --gradient-checkpointing. {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
