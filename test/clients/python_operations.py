"""Figures, usage, feedback and settings, by the operations that the client calls by name."""

import datetime
import json
import sys

import weave

project = sys.argv[1]
client = weave.init(project)


@weave.op
def complete(question: str) -> dict:
    usage = {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12}
    return {"model": "gpt-4o", "usage": usage}


@weave.op
def answer(question: str) -> str:
    complete(question)
    complete(question)
    return "yes"


start = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=1)
_, call = answer.call("Is AX118 on time?")
note_id = call.feedback.add_note("early")
client.flush()

server = client.server
stats = server.call_stats(
    {
        "project_id": project,
        "start": start,
        "granularity": 3600,
        "call_metrics": [
            {"metric": "call_count"},
            {"metric": "error_count"},
            {"metric": "latency_ms", "aggregations": ["avg"], "percentiles": [50, 95]},
        ],
        "usage_metrics": [
            {"metric": "input_tokens"},
            {"metric": "total_tokens", "aggregations": ["sum", "max"]},
            {"metric": "total_cost"},
        ],
    }
)
buckets = [bucket for bucket in stats.call_buckets if bucket["count"]]
usage_buckets = [bucket for bucket in stats.usage_buckets if bucket["count"]]
roots = server.calls_usage({"project_id": project, "call_ids": [call.id], "include_costs": True})
trace = server.trace_usage({"project_id": project, "filter": {"trace_ids": [call.trace_id]}})
replaced = server.feedback_replace(
    {
        "project_id": project,
        "feedback_id": note_id,
        "weave_ref": call.ref.uri(),
        "feedback_type": "wandb.note.1",
        "payload": {"note": "late"},
    }
)
retention = server.project_ttl_settings_read({"project_id": project})
files = server.files_stats({"project_id": project})


def total(buckets: list, member: str) -> float:
    return sum(bucket[member] for bucket in buckets)


print(
    json.dumps(
        {
            "calls": total(buckets, "sum_call_count"),
            "errors": total(buckets, "sum_error_count"),
            "latency": all(bucket["p95_latency_ms"] >= 0 for bucket in buckets),
            "models": sorted({bucket["model"] for bucket in usage_buckets}),
            "input": total(usage_buckets, "sum_input_tokens"),
            "largest": max(bucket["max_total_tokens"] for bucket in usage_buckets),
            "cost": total(usage_buckets, "sum_total_cost") > 0,
            "root": roots.call_usage[call.id]["gpt-4o"].total_tokens,
            "root_cost": roots.call_usage[call.id]["gpt-4o"].prompt_tokens_total_cost > 0,
            "each": sorted(usage["gpt-4o"].total_tokens for usage in trace.call_usage.values()),
            "unfinished": trace.unfinished_call_ids,
            "notes": [note.payload["note"] for note in client.get_call(call.id).feedback],
            "replaced": replaced.id != note_id,
            "retention": retention.retention_days,
            "files": files.total_size_bytes >= 0,
        }
    )
)
