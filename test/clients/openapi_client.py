"""A client that a generator writes from /openapi.json, with which ten operations are performed."""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from openapi_spec_validator import validate

url, key, project = sys.argv[1:4]
text = urlopen(f"{url}/openapi.json").read()
document = json.loads(text)
validate(document)

Path("openapi.json").write_bytes(text)
settings = {
    "package_name_override": "generated_client",
    "content_type_overrides": {
        "application/jsonl": "application/octet-stream",
        "application/x-protobuf": "application/octet-stream",
    },
    "post_hooks": [],
}
Path("settings.json").write_text(json.dumps(settings))
generator = [sys.executable, "-m", "openapi_python_client", "generate", "--config", "settings.json"]
generated = subprocess.run(
    [*generator, "--path", "openapi.json", "--output-path", "generated"],
    capture_output=True,
    text=True,
)
if generated.returncode != 0:
    raise SystemExit(generated.stdout + generated.stderr)
sys.path.insert(0, "generated")

models = importlib.import_module("generated_client.models")
AuthenticatedClient = importlib.import_module("generated_client").AuthenticatedClient
client = AuthenticatedClient(base_url=url, token=key)


def perform(operation, **arguments):
    """The parsed response of an operation that succeeded."""
    module = importlib.import_module(f"generated_client.api.{operation}")
    response = module.sync_detailed(client=client, **arguments)
    if response.status_code != 200:
        raise SystemExit(f"{operation} answered {response.status_code}: {response.content!r}")
    return response.parsed


def body(model, **members):
    return getattr(models, model).from_dict(members)


start = {
    "project_id": project,
    "op_name": "answer",
    "started_at": "2026-11-20T14:30:00Z",
    "attributes": {},
    "inputs": {"question": "Is AX118 on time?"},
}
started = perform("calls.call_start", body=body("CallStartRequest", start=start))
end = {"project_id": project, "id": started.id, "ended_at": "2026-11-20T14:30:01Z", "summary": {}, "output": "Yes"}
perform("calls.call_end", body=body("CallEndRequest", end=end))
read = perform("calls.call_read", body=body("CallReadRequest", project_id=project, id=started.id))
expression = {"$expr": {"$and": [{"$eq": [{"$getField": "op_name"}, {"$literal": "answer"}]}]}}
counted = perform(
    "calls.calls_query_stats", body=body("CallsQueryStatsRequest", project_id=project, query=expression)
)
stored = {"project_id": project, "object_id": "settings", "val": {"temperature": 0.2}}
created = perform("objects.obj_create", body=body("ObjCreateRequest", obj=stored))
version = perform(
    "objects.obj_read",
    body=body("ObjReadRequest", project_id=project, object_id="settings", digest=created.digest),
)
table = perform(
    "tables.table_create", body=body("TableCreateRequest", table={"project_id": project, "rows": [{"a": 1}, {"a": 2}]})
)
rows = perform("tables.table_query", body=body("TableQuery", project_id=project, digest=table.digest))
scored = {
    "project_id": project,
    "weave_ref": f"weave:///{project}/call/{started.id}",
    "feedback_type": "score",
    "payload": {"value": 1},
}
feedback = perform("feedback.feedback_create", body=body("FeedbackDraft", **scored))
prices = {"gpt": {"prompt_token_cost": 0.1, "completion_token_cost": 0.2}}
priced = perform("costs.cost_create", body=body("CostCreateRequest", project_id=project, costs=prices))

print(
    json.dumps(
        {
            "warnings": [line for line in generated.stdout.splitlines() if "WARNING" in line or "Unable" in line],
            "version": document["info"]["version"],
            "output": read.call.to_dict()["output"],
            "count": counted.count,
            "val": version.obj.to_dict()["val"],
            "rows": [row.to_dict()["val"] for row in rows.rows],
            "feedback": feedback.id,
            "prices": len(priced.ids),
        }
    )
)
