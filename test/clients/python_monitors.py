"""Reads a monitor, and the scores that it gave. Prints what the client finds as JSON."""

import importlib
import json
import sys
import types

import weave

# Registers the class of a judge. The package imports all scorers, and some of them need large libraries.
package = types.ModuleType("weave.scorers")
package.__path__ = [path + "/scorers" for path in weave.__path__]
sys.modules["weave.scorers"] = package
importlib.import_module("weave.scorers.llm_as_a_judge_scorer")

from weave.flow.monitor import Monitor  # noqa: E402

project, ref, call_id = sys.argv[1:4]
client = weave.init(project)
monitor = weave.ref(ref).get()
call = client.get_call(call_id)
print(
    json.dumps(
        {
            "is_monitor": isinstance(monitor, Monitor),
            "name": monitor.name,
            "rate": monitor.sampling_rate,
            "ops": list(monitor.op_names),
            "active": monitor.active,
            "query": monitor.query.model_dump(by_alias=True) if monitor.query else None,
            "scorers": [getattr(scorer, "name", None) for scorer in monitor.scorers],
            "scores": {
                feedback.feedback_type: feedback.payload["output"]
                for feedback in call.feedback
                if feedback.trigger_ref == ref
            },
        }
    )
)
