"""Runs evaluations of the Weave SDK, and prints what it reported of them as JSON on the last line."""

import asyncio
import json
import sys

import weave

client = weave.init(sys.argv[1])

ROWS = [{"question": f"{i} + 1", "expected": str(i + 1), "kind": "odd" if i % 2 else "even"} for i in range(12)]


@weave.op
def exact(expected: str, output: dict) -> bool:
    return output["answer"] == expected


class Close(weave.Scorer):
    name: str = "Close"

    @weave.op
    def score(self, *, output: dict, expected: str) -> dict:
        distance = abs(int(output["answer"]) - int(expected))
        return {"within": distance <= 1, "distance": distance}


class Adder(weave.Model):
    offset: int = 0

    @weave.op
    def predict(self, question: str) -> dict:
        number = int(question.split(" ")[0])
        # Wrong for every third question, by one.
        return {"answer": str(number + 1 + self.offset + (1 if number % 3 == 2 else 0))}


class Exact(Adder):
    @weave.op
    def predict(self, question: str) -> dict:
        return {"answer": str(int(question.split(" ")[0]) + 1)}


class Failing(Adder):
    @weave.op
    def predict(self, question: str) -> dict:
        if question.startswith("4 ") or question.startswith("7 "):
            raise ValueError("the model is down")
        return super().predict(question)


@weave.op
def strict(expected: str, output: dict) -> bool:
    if expected == "5":
        raise RuntimeError("the judge is down")
    return output["answer"] == expected


class Careful(weave.Scorer):
    name: str = "Careful"

    @weave.op
    def score(self, *, output: dict, expected: str) -> dict:
        if expected == "5":
            raise RuntimeError("the judge is down")
        return {"right": output["answer"] == expected}


async def run(name, scorers, model, trials):
    evaluation = weave.Evaluation(
        name=name,
        evaluation_name=f"{name} {type(model).__name__}",
        dataset=weave.Dataset(name="sums", rows=ROWS),
        scorers=scorers,
        trials=trials,
    )
    try:
        return await evaluation.evaluate(model)
    except Exception as error:  # An older release cannot summarize what it could not score.
        return {"raised": type(error).__name__}


def log_imperatively():
    logger = weave.EvaluationLogger(model="gpt_x", dataset="my_set", name="logged")
    for index, row in enumerate(ROWS):
        prediction = logger.log_prediction(inputs=row, output={"answer": row["expected"]})
        prediction.log_score("exact", index < 9)
        prediction.log_score("length", len(row["question"]))
        prediction.finish()
    logger.log_summary({"mine": 1.5})


def logged_summary():
    """The summary that the logger sent: it returns none."""
    client.flush()
    ops = [f"weave:///{sys.argv[1]}/op/Evaluation.evaluate:*"]
    roots = client.get_calls(filter={"op_names": ops}, sort_by=[{"field": "started_at", "direction": "desc"}], limit=1)
    return dict(roots[0].output)


summaries = {
    "plain": asyncio.run(run("sums-plain", [exact, Close()], Adder(), 2)),
    "better": asyncio.run(run("sums-plain", [exact, Close()], Exact(), 2)),
    "failing": asyncio.run(run("sums-failing", [exact], Failing(), 1)),
    "strict": asyncio.run(run("sums-strict", [exact, strict], Adder(), 1)),
    "careful": asyncio.run(run("sums-careful", [exact, Careful()], Adder(), 2)),
}
log_imperatively()
summaries["logged"] = logged_summary()
weave.finish()
print()
print(json.dumps(summaries))
