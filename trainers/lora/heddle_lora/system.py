"""Use of the processor, memory and GPUs, as metrics of gradient steps."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

SAMPLE_SECONDS = 2.0
QUERY = ["--query-gpu=utilization.gpu,memory.used,memory.total", "--format=csv,noheader,nounits"]
MIB = 1024 * 1024


@dataclass(frozen=True)
class GpuUse:
    """Of all GPUs of the job: the mean use in percent, and the sums of memory in bytes."""

    percent: float
    memory_bytes: float
    memory_total_bytes: float


def read_gpu_use(text: str) -> GpuUse | None:
    """Reads the answer of nvidia-smi, a line for each GPU; None without a line of three numbers."""
    rows = []
    for line in text.splitlines():
        try:
            percent, used, total = (float(part) for part in line.split(","))
        except ValueError:  # A GPU may not report its use: [N/A].
            continue
        rows.append((percent, used, total))
    if not rows:
        return None
    percents, used, total = zip(*rows)
    return GpuUse(sum(percents) / len(rows), sum(used) * MIB, sum(total) * MIB)


def query_gpus() -> GpuUse | None:
    """Asks nvidia-smi for the GPUs that the process may use; None where there is none, or it fails."""
    program = shutil.which("nvidia-smi")
    devices = os.environ.get("CUDA_VISIBLE_DEVICES")
    if program is None or devices == "":
        return None
    chosen = ["-i", devices] if devices else []
    try:
        answer = subprocess.run(
            [program, *QUERY, *chosen], capture_output=True, text=True, timeout=10, check=True, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return read_gpu_use(answer.stdout)


def resident_bytes() -> int | None:
    """The memory of this process that is resident; its maximum so far, or None, where the system says no more."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return _maximal_bytes()


def _maximal_bytes() -> int | None:
    try:
        import resource
    except ImportError:  # Windows has none.
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


class SystemUse:
    """Measures the use between two readings. A thread asks for that of the GPUs meanwhile, if there are any."""

    def __init__(self, gpus: Callable[[], GpuUse | None] = query_gpus, interval: float = SAMPLE_SECONDS) -> None:
        self._gpus = gpus
        self._interval = interval
        self._samples: list[GpuUse] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._wall, self._processor = time.monotonic(), time.process_time()
        first = gpus()
        if first is not None:
            self._samples.append(first)
            threading.Thread(target=self._watch, daemon=True).start()

    def close(self) -> None:
        """Ends the thread."""
        self._ended.set()

    def read(self) -> dict[str, float]:
        """The use since the last reading.

        ``system/cpu_percent`` is processor time over wall time, 100 for one core; ``system/memory_bytes`` is the
        process's; ``system/gpu_percent`` is the mean of what nvidia-smi says, over samples and GPUs, and
        ``system/gpu_memory_bytes`` and ``system/gpu_memory_percent`` are the largest sample's. A value that is not
        known is left out.
        """
        wall, processor = time.monotonic(), time.process_time()
        seconds = max(wall - self._wall, 1e-9)
        metrics = {"system/cpu_percent": 100 * (processor - self._processor) / seconds}
        memory = resident_bytes()
        if memory is not None:
            metrics["system/memory_bytes"] = float(memory)
        self._wall, self._processor = wall, processor
        return {**metrics, **self._gpu_metrics()}

    def _gpu_metrics(self) -> dict[str, float]:
        with self._lock:
            samples = self._samples
            # A step that is shorter than the interval has the last sample.
            self._samples = samples[-1:]
        if not samples:
            return {}
        fresh: Sequence[GpuUse] = samples[1:] or samples
        most = max(fresh, key=lambda each: each.memory_bytes)
        return {
            "system/gpu_percent": sum(each.percent for each in fresh) / len(fresh),
            "system/gpu_memory_bytes": most.memory_bytes,
            "system/gpu_memory_percent": 100 * most.memory_bytes / max(most.memory_total_bytes, 1.0),
        }

    def _watch(self) -> None:
        while not self._ended.wait(self._interval):
            sample = self._gpus()
            if sample is not None:
                with self._lock:
                    self._samples.append(sample)
