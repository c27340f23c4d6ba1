"""The command as a service runs it: a job on standard input, messages on standard output."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from peft import PeftModel
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM

from wire import group

PACKAGE = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "heddle_lora", "--device", "cpu", "--lora-rank", "4"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PACKAGE), "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}

GROUPS = [group(("yes", 1), ("no", 0), exceptions=[{}]), group(("a", 1), ("b", 1))]


def make_job(folder: Path, model: Path | str, groups: Any = GROUPS, previous: Path | None = None, **config: Any) -> Any:
    """A job in the form of docs/train/trainer.md, with its payload and its output folder."""
    folder.mkdir(parents=True, exist_ok=True)
    payload = folder / "payload.json"
    payload.write_text(json.dumps({"model_id": "m", "trajectory_groups": groups}))
    output = folder / "checkpoint"
    output.mkdir()
    return {
        "version": 1,
        "job_id": "j",
        "model": {"id": "m", "entity": "demo", "project": "p", "name": "n", "base_model": str(model)},
        "step": 1,
        "config": {"learning_rate": 0.01, **config},
        "seed": 7,
        "payload": {
            "path": str(payload),
            "size_bytes": payload.stat().st_size,
            "group_count": 2,
            "trajectory_count": 4,
        },
        "previous_checkpoint": None if previous is None else {"step": 0, "path": str(previous)},
        "output_directory": str(output),
        "a_later_member": True,
    }


def run(job: Any, *options: str) -> tuple[list[dict[str, Any]], str]:
    """The messages and the log of a run, which must end with code 0."""
    text = job if isinstance(job, str) else json.dumps(job)
    done = subprocess.run(
        [*COMMAND, *options], input=text, capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def error_of(job: Any) -> str:
    """The error message of a run whose only message is that it failed."""
    [message], _ = run(job)
    assert message["type"] == "training_failed"
    return message["data"]["error_message"]


def test_a_job_ends_with_an_adapter_and_its_metrics(model_folder: Path, tmp_path: Path) -> None:
    job = make_job(tmp_path, model_folder, packed_sequence_length=4)
    [started, step, checkpoint], log = run(job)
    assert started == {"type": "training_started", "data": {"num_sequences": 1}}
    assert step["type"] == "gradient_step"
    expected = {
        *("loss", "policy_loss", "reward", "reward_std_dev", "exception_rate", "kl_policy_ref", "entropy"),
        *("grad_norm", "known_logprob_fraction", "learning_rate", "num_groups_submitted", "num_groups_trainable"),
        *("num_trajectories", "num_trainable_tokens", "num_tokens", "tokens_per_second"),
    }
    assert expected <= set(step["data"])
    assert checkpoint["metrics"]["reward"] == 0.75
    assert "Ignored members of experimental_config: packed_sequence_length." in log
    assert "Skipped 1 of 2 groups" in log
    output = Path(job["output_directory"])
    config = json.loads((output / "adapter_config.json").read_text())
    assert (config["base_model_name_or_path"], config["r"], config["peft_type"]) == (str(model_folder), 4, "LORA")
    tensors = load_file(output / "adapter_model.safetensors")
    assert all("lora_" in name for name in tensors)
    assert any(bool(tensor.any()) for name, tensor in tensors.items() if "lora_B" in name)
    PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(str(model_folder)), str(output))


def test_a_job_reports_its_time_and_the_use_of_the_machine_and_writes_signals(
    model_folder: Path, tmp_path: Path
) -> None:
    groups = [{**GROUPS[0], "metrics": {"time/sampling_s": 4, "time/reward_s": 0.5, "other": 1}}, GROUPS[1]]
    job = make_job(tmp_path, model_folder, groups=groups, num_iterations=2)
    signals = tmp_path / "signals.jsonl"
    run_with = {**job, "waited_s": 2.5, "token_signals": {"path": str(signals), "max_bytes": 10_000}}
    [started, *steps, checkpoint], _ = run(run_with)
    assert started["data"]["num_sequences"] == len(steps) == 2
    assert {"time/step_s", "system/cpu_percent", "system/memory_bytes"} <= set(steps[0]["data"])
    seconds = {name: value for name, value in checkpoint["metrics"].items() if name.startswith("time/")}
    assert (seconds["time/sampling_s"], seconds["time/reward_s"], seconds["time/waiting_s"]) == (4, 0.5, 2.5)
    assert all(seconds[name] > 0 for name in ("time/loading_s", "time/training_s", "time/weight_sync_s"))
    assert seconds["time/training_s"] >= sum(step["data"]["time/step_s"] for step in steps)
    lines = [json.loads(line) for line in signals.read_text().splitlines()]
    assert [(line["group"], line["trajectory"], line["message"]) for line in lines] == [(0, 0, 1), (0, 1, 1)]


def test_a_job_continues_the_previous_checkpoint(model_folder: Path, tmp_path: Path) -> None:
    first = make_job(tmp_path / "1", model_folder)
    run(first)
    second = make_job(tmp_path / "2", model_folder, previous=Path(first["output_directory"]))
    [_, step, _], _ = run(second)
    assert step["data"]["kl_policy_ref_k3"] > 0


def test_a_job_without_a_gradient_keeps_the_weights_of_the_previous_checkpoint(
    model_folder: Path, tmp_path: Path
) -> None:
    first = make_job(tmp_path / "1", model_folder)
    run(first)
    second = make_job(tmp_path / "2", model_folder, groups=GROUPS[1:], previous=Path(first["output_directory"]))
    [started, checkpoint], _ = run(second)
    assert started["data"]["num_sequences"] == 0
    assert checkpoint["metrics"]["num_groups_trainable"] == 0
    before, after = (Path(job["output_directory"], "adapter_model.safetensors") for job in (first, second))
    assert before.read_bytes() == after.read_bytes()


def test_the_same_job_gives_the_same_weights(model_folder: Path, tmp_path: Path) -> None:
    jobs = [make_job(tmp_path / name, model_folder) for name in ("1", "2")]
    for job in jobs:
        run(job)
    one, two = (Path(job["output_directory"], "adapter_model.safetensors").read_bytes() for job in jobs)
    assert one == two


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Standard input is not a job"),
        ("{}", "job.version must be int, but is null."),
        ('{"version": 2}', "job.version is 2; this trainer supports version 1."),
        ('{"version": 1, "config": 3}', "experimental_config must be an object."),
        ('{"version": 1, "model": {}}', "job.model.base_model must be str"),
    ],
)
def test_names_the_member_of_a_job_that_it_cannot_read(text: str, message: str) -> None:
    assert message in error_of(text)


def test_names_a_setting_that_it_cannot_use(model_folder: Path, tmp_path: Path) -> None:
    job = make_job(tmp_path, model_folder, learning_rate="fast")
    assert error_of(job) == "experimental_config.learning_rate must be a finite number, but is 'fast'."


def test_names_the_place_of_a_trajectory_that_it_cannot_read(model_folder: Path, tmp_path: Path) -> None:
    job = make_job(tmp_path, model_folder, groups=[*GROUPS, {"trajectories": [{"reward": 1}]}])
    assert error_of(job) == "trajectory_groups[2].trajectories[0].messages_and_choices must be a list."


def test_names_a_base_model_that_does_not_exist(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    assert error_of(make_job(tmp_path, missing)) == f"There is no folder {missing} with the base model."


def test_names_a_base_model_that_cannot_be_loaded_by_its_name(tmp_path: Path) -> None:
    assert "The base model heddle/bytes-blank-1 could not be loaded" in error_of(
        make_job(tmp_path, "heddle/bytes-blank-1")
    )


def test_rejects_an_adapter_of_another_base_model(model_folder: Path, tmp_path: Path) -> None:
    first = make_job(tmp_path / "1", model_folder)
    run(first)
    config = Path(first["output_directory"], "adapter_config.json")
    config.write_text(config.read_text().replace(str(model_folder), "/another"))
    second = make_job(tmp_path / "2", model_folder, previous=config.parent)
    assert "is an adapter of /another, but the base model is" in error_of(second)


def test_ends_at_a_request_to_end(model_folder: Path, tmp_path: Path) -> None:
    job = make_job(tmp_path, model_folder, groups=GROUPS[:1] * 10_000)
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(job))
        process.stdin.close()
        assert json.loads(process.stdout.readline())["type"] == "training_started"
        process.send_signal(signal.SIGTERM)
        assert process.wait() == -signal.SIGTERM
    assert not any(Path(job["output_directory"]).iterdir())
