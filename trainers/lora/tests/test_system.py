"""Use of the machine, and seconds of phases."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from heddle_lora.phases import Phases, sent_seconds
from heddle_lora.system import GpuUse, SystemUse, query_gpus, read_gpu_use
from heddle_lora.trajectories import read_groups

MIB = 1024 * 1024


def test_reads_a_line_for_each_gpu() -> None:
    assert read_gpu_use("40, 1000, 8000\n60, 3000, 8000\n") == GpuUse(50, 4000 * MIB, 16000 * MIB)
    assert read_gpu_use("[N/A], [N/A], 8000\n20, 10, 80\n") == GpuUse(20, 10 * MIB, 80 * MIB)
    assert read_gpu_use("No devices were found\n") is None


def test_asks_nvidia_smi_for_the_devices_of_the_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "nvidia-smi"
    program.write_text('#!/bin/sh\necho "$@" > "$(dirname "$0")/arguments"\necho "75, 512, 1024"\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1,3")
    assert query_gpus() == GpuUse(75, 512 * MIB, 1024 * MIB)
    assert "-i 1,3" in (tmp_path / "arguments").read_text()
    program.write_text("#!/bin/sh\nexit 9\n")
    assert query_gpus() is None
    program.unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert query_gpus() is None


def test_a_machine_without_a_gpu_reports_processor_and_memory_only() -> None:
    use = SystemUse(lambda: None)
    ended = time.process_time() + 0.05
    while time.process_time() < ended:
        pass
    metrics = use.read()
    assert set(metrics) == {"system/cpu_percent", "system/memory_bytes"}
    assert metrics["system/cpu_percent"] > 1
    assert metrics["system/memory_bytes"] > MIB


def test_the_use_of_gpus_is_that_since_the_last_reading() -> None:
    samples = iter([GpuUse(0, 1, 100), GpuUse(80, 30, 100), GpuUse(40, 20, 100)])
    asked = threading.Event()

    def next_sample() -> GpuUse | None:
        sample = next(samples, None)
        if sample is None:
            asked.set()
        return sample

    use = SystemUse(next_sample, interval=0.001)
    assert asked.wait(10)
    use.close()
    first, again = use.read(), use.read()
    names = ("system/gpu_percent", "system/gpu_memory_bytes", "system/gpu_memory_percent")
    assert [first[name] for name in names] == [60, 30, 30]
    # Without a newer sample it is the last one.
    assert [again[name] for name in names] == [40, 20, 20]


def test_phases_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 11.5, 20.0, 20.25])
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    phases = Phases({"time/waiting_s": 3.0})
    for _ in range(2):
        with phases.measured("time/training_s"):
            pass
    assert phases.seconds == {"time/waiting_s": 3, "time/training_s": 1.75}


def test_the_seconds_of_sampling_are_those_of_the_groups_that_name_them() -> None:
    groups = read_groups(
        [
            {"trajectories": [], "metrics": {"time/sampling_s": 2, "time/reward_s": True}},
            {"trajectories": [], "metrics": {"time/sampling_s": 3.5}},
            {"trajectories": []},
        ]
    )
    assert sent_seconds(groups) == {"time/sampling_s": 3.5}
