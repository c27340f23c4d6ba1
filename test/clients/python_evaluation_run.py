"""Reads evaluations that the service ran. Prints what the client finds as JSON."""

import asyncio
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

project, evaluation_ref = sys.argv[1:3]
client = weave.init(project)
evaluation = weave.ref(evaluation_ref).get()


def evaluate_calls():
    if hasattr(evaluation, "get_evaluate_calls"):
        return evaluation.get_evaluate_calls()
    # Releases of 2025 find them by their filter only.
    ops = [f"weave:///{project}/op/Evaluation.evaluate:*"]
    return client.get_calls(filter={"input_refs": [evaluation_ref], "op_names": ops})


def scores_of_runs():
    if hasattr(evaluation, "get_scores"):
        return evaluation.get_scores()
    found = {}
    for root in evaluate_calls():
        own = found[root.trace_id] = {}
        for call in client.get_calls(filter={"trace_ids": [root.trace_id]}):
            name = call.op_name.split("/op/")[-1].split(":")[0]
            own.setdefault(name, []).append(call.output)
    return found


runs = []
for call in evaluate_calls():
    runs.append({"id": call.id, "summary": dict(call.output), "display_name": call.display_name})

scores = {}
for trace_id, by_scorer in scores_of_runs().items():
    scores[trace_id] = {name: list(values) for name, values in by_scorer.items()}

listed = []
if hasattr(client, "get_evaluations"):
    listed = [found.name for found in client.get_evaluations()]

rows = [dict(row) for row in evaluation.dataset]
scorers = [getattr(scorer, "name", None) for scorer in evaluation.scorers]


@weave.op
def echo(question: str) -> str:
    return str(sum(int(part) for part in question.split(" + ")))


async def again():
    # Judges need a provider: the others run as they are.
    own = weave.Evaluation(
        name="again", dataset=rows, scorers=[s for s in evaluation.scorers if type(s).__name__ != "LLMAsAJudgeScorer"]
    )
    return await own.evaluate(echo)


rerun = asyncio.run(again())
client.finish()
print(
    json.dumps(
        {"runs": runs, "scores": scores, "listed": listed, "rows": rows, "scorers": scorers, "rerun": rerun}, default=str
    )
)
