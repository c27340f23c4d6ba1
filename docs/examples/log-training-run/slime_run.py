"""Logs the training run of slime to Heddle. Copy this file and heddle_run.py to a folder of PYTHONPATH, and start slime with
`--custom-rollout-log-function-path slime_run.log_rollout_data`.

HEDDLE_PROJECT names the project, HEDDLE_RUN the run; HEDDLE_SERVICE_URL and HEDDLE_API_KEY are those of heddle_run.py.
"""

import os
from functools import cache

from heddle_run import HeddleRun


@cache
def run():
    return HeddleRun(os.environ["HEDDLE_PROJECT"], os.environ["HEDDLE_RUN"])


def log_rollout_data(rollout_id, args, samples, rollout_extra_metrics, rollout_time):
    """Called by slime after each rollout, before it trains. False: slime logs to its other trackers too."""
    metrics = {"rollout/seconds": rollout_time, **(rollout_extra_metrics or {})}
    numbers = {name: value for name, value in metrics.items() if isinstance(value, (int, float))}
    # slime counts from 0, Heddle from 1.
    run().log(rollout_id + 1, metrics=numbers, rollouts=[rollout(args, sample) for sample in samples])
    return False


def rollout(args, sample):
    status = getattr(sample.status, "value", sample.status)
    failed = status in ("aborted", "failed")
    parts = sample.reward if isinstance(sample.reward, dict) else {}
    reward = parts.get(getattr(args, "reward_key", None)) if parts else sample.reward
    prompt = sample.prompt
    return {
        "messages": [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt,
        "answer": sample.response,
        "reward": None if failed or reward is None else float(reward),
        "scores": {name: value for name, value in parts.items() if isinstance(value, (bool, int, float, str))},
        "error": f"The sample was {status}." if failed else None,
        "tokens": sample.response_length,
        "finish_reason": "length" if status == "truncated" else None,
    }
