"""Logs the training run of any program to Heddle. Copy this file into your project; it needs only the standard library."""

import base64
import json
import math
import os
import time
import urllib.error
import urllib.request


def _known(value):
    """`value` without numbers that are not finite: JSON has none, and a reward of NaN is a missing one."""
    if isinstance(value, dict):
        return {key: _known(one) for key, one in value.items() if not _is_unknown(one)}
    if isinstance(value, (list, tuple)):
        return [None if _is_unknown(one) else _known(one) for one in value]
    return value


def _is_unknown(value):
    return isinstance(value, float) and not math.isfinite(value)


class HeddleRun:
    """A run, identified by its name in a project. Logging an iteration again replaces its data: retries are safe."""

    def __init__(self, project, run, model=None, config=None, url=None, key=None):
        self.url = (url or os.environ["HEDDLE_SERVICE_URL"]).rstrip("/") + "/training_runs/log"
        login = base64.b64encode(f"api:{key or os.environ['HEDDLE_API_KEY']}".encode()).decode()
        self.headers = {"authorization": f"Basic {login}", "content-type": "application/json"}
        self.names = {"project_id": project, "run": run}
        self._send({"model": model, "config": config})

    def log(self, iteration, metrics=None, rollouts=()):
        """`rollouts`: {"task", "messages", "answer", "reward", "scores", "error", "tokens", "trace_id"}, all optional."""
        numbers = {name: float(value) for name, value in (metrics or {}).items()}
        finite = {name: value for name, value in numbers.items() if math.isfinite(value)}
        self._send({"iteration": iteration, "metrics": finite, "rollouts": list(rollouts)})

    def finish(self, error=None):
        self._send({"state": "failed" if error else "finished", "reason": str(error) if error else None})

    def _send(self, members, attempts=4):
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
