"""Runs evaluations of the Weave SDK, and prints what it reported of them as JSON on the last line."""

import asyncio
import json
import sys

import weave

weave.init(sys.argv[1])

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


async def run(name, scorers, model, trials):
    evaluation = weave.Evaluation(name=name, dataset=weave.Dataset(name="sums", rows=ROWS), scorers=scorers, trials=trials)
    try:
        return await evaluation.evaluate(model)
    except Exception as error:  # An older release cannot summarize what it could not score.
        return {"raised": type(error).__name__}


def log_imperatively():
    logger = weave.EvaluationLogger(model="gpt_x", dataset="my_set", name="logged")
    for row in ROWS:
        prediction = logger.log_prediction(inputs=row, output=row["expected"])
        prediction.log_score("right", row["kind"] == "odd")
        prediction.log_score("length", len(row["question"]))
        prediction.finish()
    logger.log_summary({"mine": 1.5})


summaries = {
    "plain": asyncio.run(run("sums-plain", [exact, Close()], Adder(), 2)),
    "failing": asyncio.run(run("sums-failing", [exact], Failing(), 1)),
    "strict": asyncio.run(run("sums-strict", [exact, strict], Adder(), 1)),
}
log_imperatively()
weave.finish()
print()
print(json.dumps(summaries))
