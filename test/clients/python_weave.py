"""Ops, an object, an evaluation with a scorer that returns an object, feedback and saved values, read back."""

import asyncio
import json
import sys

import weave

client = weave.init(sys.argv[1])


@weave.op
def answer(question: str) -> dict:
    if hasattr(weave, "set_view"):
        weave.set_view("report", "# Fine", extension="md")
    return {"choices": [{"message": {"role": "assistant", "content": f"{question} Yes."}}]}


@weave.op
def politeness(output: dict) -> dict:
    return {"polite": True, "words": 2}


class Judge(weave.Scorer):
    @weave.op
    def score(self, output: dict) -> dict:
        return {"polite": True}


async def score_one() -> None:
    _, call = answer.call("Is AX118 on time?")
    await call.apply_scorer(Judge(name="judge"))
    call.feedback.add_note("checked")


asyncio.run(score_one())
answer("Is AX119 on time?")
rows = [{"question": "one"}, {"question": "two"}]
evaluation = weave.Evaluation(name="small", dataset=rows, scorers=[politeness])
summary = asyncio.run(evaluation.evaluate(answer))
reference = weave.publish({"greeting": "Hello"}, name="greeting")
client.finish() if hasattr(client, "finish") else client._flush()

scored = list(client.get_calls(scored_by="judge"))
query = {"$expr": {"$contains": {"input": {"$getField": "output.choices"}, "substr": {"$literal": "AX119"}}}}
found = list(client.get_calls(query=query))
print(
    json.dumps(
        {
            "scored": [call.inputs["question"] for call in scored],
            "found": [call.inputs["question"] for call in found],
            "summary": summary["politeness"]["words"]["mean"],
            "greeting": dict(weave.ref(reference.uri()).get())["greeting"],
            "notes": [note.payload["note"] for note in scored[0].feedback if "note" in note.payload] if scored else None,
            "views": list(scored[0].summary["weave"].get("views", {})) if scored else None,
            "link": scored[0].ui_url if scored else None,
        }
    )
)
