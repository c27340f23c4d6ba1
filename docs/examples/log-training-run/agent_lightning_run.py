"""Logs the training run of Agent Lightning to Heddle from its store, while it trains. Copy this file and heddle_run.py, then:

    python agent_lightning_run.py http://localhost:4747

The address is that of the store's server. HEDDLE_PROJECT names the project, HEDDLE_RUN the run; HEDDLE_SERVICE_URL and
HEDDLE_API_KEY are those of heddle_run.py. A program that holds the store itself calls `log_rollouts(store, run)`.
"""

import asyncio
import hashlib
import json
import os
import sys

from heddle_run import HeddleRun

ENDED = ("succeeded", "failed", "cancelled")
REWARD = "agentlightning.reward.0.value"


async def log_rollouts(store, run, logged):
    """Logs the iterations whose rollouts have ended, and those that changed. `logged` remembers them between calls.

    Each update of the model is a version of the store's resources: the rollouts of one version are an iteration.
    """
    rollouts = [one for one in await store.query_rollouts() if one.mode == "train" and one.resources_id]
    iterations = {}
    for one in sorted(rollouts, key=lambda one: (one.start_time, one.rollout_id)):
        iterations.setdefault(one.resources_id, []).append(one)
    for number, (version, group) in enumerate(iterations.items(), start=1):
        if any(one.status not in ENDED for one in group) or logged.get(version) == len(group):
            continue
        run.log(number, rollouts=[rollout(one, await store.query_spans(one.rollout_id, "latest")) for one in group])
        logged[version] = len(group)


def rollout(one, spans):
    rewards = [span.attributes[REWARD] for span in spans if REWARD in span.attributes]
    requests = [span for span in spans if "gen_ai.completion.0.content" in span.attributes]
    last = requests[-1].attributes if requests else {}
    failed = one.status != "succeeded"
    return {
        "task": task(one.input),
        "messages": messages(last),
        "answer": last.get("gen_ai.completion.0.content"),
        "reward": float(rewards[-1]) if rewards and not failed else None,
        "error": f"The rollout is {one.status}." if failed else None,
        "tokens": sum(span.attributes.get("gen_ai.usage.completion_tokens", 0) for span in requests),
    }


def task(value):
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str)
    return text if len(text) <= 1000 else f"{text[:950]} {hashlib.sha256(text.encode()).hexdigest()[:16]}"


def messages(attributes):
    found = []
    while (role := attributes.get(f"gen_ai.prompt.{len(found)}.role")) is not None:
        found.append({"role": role, "content": attributes.get(f"gen_ai.prompt.{len(found)}.content")})
    return found


async def main(address):
    from agentlightning import LightningStoreClient

    # This program only reads the store: its own command and use of the machine say nothing about the training.
    run = HeddleRun(os.environ["HEDDLE_PROJECT"], os.environ["HEDDLE_RUN"], origin=False, system=None)
    store, logged = LightningStoreClient(address), {}
    try:
        while True:
            await log_rollouts(store, run, logged)
            await asyncio.sleep(5)
    finally:
        run.finish()
        await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
