"""Logs the training run of any program to Heddle. Copy this file into your project; it needs only the standard library."""

import base64
import collections
import contextlib
import importlib.metadata
import json
import math
import os
import platform
import re
import shlex
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import warnings


def _known(value):
    """`value` without numbers that are not finite: JSON has none, and a reward of NaN is a missing one."""
    if isinstance(value, dict):
        return {key: _known(one) for key, one in value.items() if not _is_unknown(one)}
    if isinstance(value, (list, tuple)):
        return [None if _is_unknown(one) else _known(one) for one in value]
    return value


def _is_unknown(value):
    return isinstance(value, float) and not math.isfinite(value)


_SECRET = re.compile(
    r"(?i)([\w.-]*(?:api[_-]?key|access[_-]?key|secret|passw(?:or)?d|credentials?"
    r"|(?:hf|hub|auth|access|api|bearer|github|wandb)[_-]?token))(=|\s+)(\S+)"
)
_LOGIN = re.compile(r"://[^\s/@]+@")
_PACKAGES = (
    *("torch", "transformers", "trl", "peft", "accelerate", "deepspeed", "verl", "vllm", "sglang", "ray"),
    *("unsloth", "datasets", "verifiers", "prime-rl", "slime", "agentlightning", "openpipe-art", "flash-attn", "jax"),
)


def _answer(*command, seconds=5):
    """What a program prints; None where there is none, or it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def _without_secrets(text):
    return text and _LOGIN.sub("://", _SECRET.sub(r"\1\2[removed]", text))


def _versions():
    versions = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            pass
    return versions


def origin():
    """Where this program was started: never environment variables, and nothing that looks like a secret."""
    gpus = (_answer("nvidia-smi", "--query-gpu=name", "--format=csv,noheader") or "").splitlines()
    known = {
        "command": _without_secrets(shlex.join(["python", *sys.argv])),
        "folder": os.getcwd(),
        "repository": _without_secrets(_answer("git", "config", "--get", "remote.origin.url")),
        "branch": _answer("git", "rev-parse", "--abbrev-ref", "HEAD"),
        "commit": _answer("git", "rev-parse", "HEAD"),
        "host": socket.gethostname(),
        "system": platform.platform(),
        "devices": f"{len(gpus)} \u00d7 {gpus[0]}" if len(gpus) > 1 else "".join(gpus),
        "versions": _versions(),
    }
    state = _answer("git", "describe", "--always", "--dirty", "--exclude=*")
    if state:
        known["has_changes"] = state.endswith("-dirty")
    return {name: value for name, value in known.items() if value not in (None, "")}


class _SystemUse:
    """Use of the processor, memory and GPUs since the last reading. Asks nvidia-smi in a thread, at most every second."""

    QUERY = ("nvidia-smi", "--query-gpu=utilization.gpu,memory.used,memory.total", "--format=csv,noheader,nounits")
    MAX_SAMPLES = 1000

    def __init__(self, seconds):
        self.samples = collections.deque(maxlen=self.MAX_SAMPLES)
        self.wall, self.processor = time.monotonic(), time.process_time()
        self.ended = threading.Event()
        if shutil.which("nvidia-smi") and os.environ.get("CUDA_VISIBLE_DEVICES") != "":
            threading.Thread(target=self._watch, args=(max(1.0, seconds),), daemon=True).start()

    def read(self):
        wall, processor = time.monotonic(), time.process_time()
        metrics = {"system/cpu_percent": 100 * (processor - self.processor) / max(wall - self.wall, 1e-9)}
        self.wall, self.processor = wall, processor
        try:
            with open("/proc/self/statm") as file:
                metrics["system/memory_bytes"] = float(int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
        except (OSError, ValueError, IndexError, AttributeError):
            pass  # Only Linux says it.
        samples = [self.samples.popleft() for _ in range(len(self.samples))]
        if samples:
            used, total = max((used, total) for _, used, total in samples)
            metrics["system/gpu_percent"] = sum(percent for percent, _, _ in samples) / len(samples)
            metrics["system/gpu_memory_bytes"] = used
            metrics["system/gpu_memory_percent"] = 100 * used / max(total, 1.0)
        return metrics

    def _watch(self, seconds):
        devices = os.environ.get("CUDA_VISIBLE_DEVICES")
        chosen = ("-i", devices) if devices else ()
        while True:
            rows = []
            for line in (_answer(*self.QUERY, *chosen, seconds=10) or "").splitlines():
                try:
                    rows.append([float(part) for part in line.split(",")])
                except ValueError:
                    continue  # A GPU may not report its use: [N/A].
            if rows:
                percents, used, total = zip(*rows)
                self.samples.append((sum(percents) / len(rows), sum(used) * 2**20, sum(total) * 2**20))
            if self.ended.wait(seconds):
                return


class _Copy:
    """A stream that also passes on what is written to it."""

    def __init__(self, stream, add):
        self._stream, self._add = stream, add

    def write(self, text):
        self._add(text)
        return self._stream.write(text)

    def __getattr__(self, name):
        return getattr(self._stream, name)


class _Printed:
    """What Python code prints to sys.stdout and sys.stderr from now on, in whole lines. Heddle stores 4 MiB of a run."""

    MAX_BYTES, PART = 2**22, 2**18

    def __init__(self):
        self.lock, self.text, self.at, self.ending = threading.Lock(), "", 0, False
        self.copies = {name: _Copy(getattr(sys, name), self._add) for name in ("stdout", "stderr")}
        for name, copy in self.copies.items():
            setattr(sys, name, copy)

    def part(self):
        """The part that is sent next; None without a whole line."""
        with self.lock:
            end = self.text.rfind("\n", 0, self.PART) + 1
            if end == 0 and (self.ending or len(self.text) >= self.PART):
                end = self.PART
            text = self.text[:end]
        # A progress bar writes its line again and again.
        lines = [line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n")]
        return {"at": self.at, "text": "\n".join(lines), "length": len(text)} if text else None

    def sent(self, part):
        with self.lock:
            self.text = self.text[part["length"] :]
            self.at += len(part["text"].encode())

    def end(self):
        self.ending = True
        for name, copy in self.copies.items():
            if getattr(sys, name) is copy:
                setattr(sys, name, copy._stream)

    def _add(self, text):
        with self.lock:
            if self.at + len(self.text) < self.MAX_BYTES:
                self.text += text


def _service_address():
    """HEDDLE_SERVICE_URL; programs written for earlier copies of this file set HEDDLE_URL to that address."""
    address = os.environ.get("HEDDLE_SERVICE_URL")
    if not address and os.environ.get("HEDDLE_URL"):
        address = os.environ["HEDDLE_URL"]
        warnings.warn("HEDDLE_URL is the address of the dashboard: set HEDDLE_SERVICE_URL instead.", FutureWarning)
    if not address:
        raise ValueError("HEDDLE_SERVICE_URL is not set: the address of the service, such as http://localhost:7701")
    return address


class HeddleRun:
    """A run, identified by its name in a project. Logging an iteration again replaces its data: retries are safe.

    `origin` is where the program was started: what `origin()` returns, another dict, or False for nothing. `system` is the
    time in seconds between two looks at the GPUs; with None, no use of the machine is logged. `printed=True` also sends what
    Python code prints. `tags`, `group` (such as a sweep) and `notes` count until a person changes them in Heddle.
    """

    PRINTED_SECONDS = 5.0

    def __init__(
        self, project, run, model=None, config=None, url=None, key=None, origin=None, system=10.0, printed=False, **said
    ):
        self.url = (url or _service_address()).rstrip("/") + "/training_runs/log"
        login = base64.b64encode(f"api:{key or os.environ['HEDDLE_API_KEY']}".encode()).decode()
        self.headers = {"authorization": f"Basic {login}", "content-type": "application/json"}
        self.names = {"project_id": project, "run": run}
        self.use = None if system is None else _SystemUse(system)
        self.last, self.spent, self.since = 0, {}, time.monotonic()
        self.sending, self.ended = threading.RLock(), threading.Event()
        self.printed = _Printed() if printed else None
        started = globals()["origin"]() if origin is None else origin or None
        about = {"model": model, "config": config, "origin": started, **said}
        self._send({name: value for name, value in about.items() if value is not None})
        if self.printed:
            threading.Thread(target=self._send_printed, daemon=True).start()

    def log(self, iteration, metrics=None, rollouts=()):
        """`rollouts`: {"task", "messages", "answer", "reward", "scores", "error", "tokens", "trace_id"}, all optional."""
        numbers, rollouts = {name: float(value) for name, value in (metrics or {}).items()}, list(rollouts)
        if iteration > self.last:
            spent, self.spent = self.spent, {}
            numbers = {**spent, **(self._machine(rollouts) if self.use else {}), **numbers}
        self.last = max(self.last, iteration)
        # Null says that a metric was not a number, which the run's page marks.
        known = {name: value if math.isfinite(value) else None for name, value in numbers.items()}
        self._send({"iteration": iteration, "metrics": known, "rollouts": rollouts})

    @contextlib.contextmanager
    def timed(self, phase):
        """`with run.timed("sampling"):` adds the seconds of the block to `time/sampling_s` of the iteration logged next.

        The page of the run draws the phases sampling, reward, training, weight_sync, loading and waiting as parts of it.
        """
        started = time.monotonic()
        try:
            yield
        finally:
            name = f"time/{phase}_s"
            self.spent[name] = self.spent.get(name, 0.0) + time.monotonic() - started

    def finish(self, error=None):
        self.ended.set()
        if self.use:
            self.use.ended.set()
        if self.printed:
            self.printed.end()
        with self.sending:
            while self.printed and self.printed.part():
                self._send({})
            self._send({"state": "failed" if error else "finished", "reason": str(error) if error else None})

    def _machine(self, rollouts):
        """The use of the machine since the iteration before, and how many tokens of rollouts there were each second."""
        now = time.monotonic()
        seconds, self.since = now - self.since, now
        tokens = [one["tokens"] for one in rollouts if one.get("tokens") is not None]
        speed = {"tokens_per_second": sum(tokens) / max(seconds, 1e-9)} if tokens else {}
        return {**self.use.read(), **speed}

    def _send_printed(self):
        while not self.ended.wait(self.PRINTED_SECONDS):
            with self.sending, contextlib.suppress(OSError, RuntimeError):
                # What could not be sent is sent with the next request.
                if not self.ended.is_set() and self.printed.part():
                    self._send({}, attempts=1)

    def _send(self, members, attempts=4):
        """Sends members, and the lines that were printed since; one request at a time, since later lines follow earlier ones."""
        with self.sending:
            part = self.printed.part() if self.printed else None
            printed = {} if part is None else {"printed": {"at": part["at"], "text": part["text"]}}
            answer = self._post({**members, **printed}, attempts)
            if part is not None:
                self.printed.sent(part)
            return answer

    def _post(self, members, attempts):
        request = urllib.request.Request(self.url, json.dumps(_known({**self.names, **members})).encode(), self.headers)
        for attempt in range(attempts):
            try:
                with urllib.request.urlopen(request, timeout=60) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if error.code != 429 and error.code < 500 or attempt == attempts - 1:
                    raise RuntimeError(f"Heddle answered {error.code}: {error.read(2000).decode()}") from error
            except OSError:
                if attempt == attempts - 1:
                    raise
            time.sleep(2**attempt)
