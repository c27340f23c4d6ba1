import { expect, test } from "vitest";
import { chatHref } from "./chat-href";
import { exampleIteration, exampleRun } from "./testing/example-iteration";

const reward = (mean: number) => ({ ...exampleIteration(1).reward, mean });

test("the best checkpoint is the one whose own answers had the highest reward", () => {
  const iterations = [
    exampleIteration(1, { reward: reward(0.9) }),
    exampleIteration(2, { reward: reward(0.6) }),
    exampleIteration(3, { reward: reward(0.4) }),
  ];
  const chat = chatHref("airline", exampleRun({ iterations }));
  // Iteration 2 was sampled from step 1; the base model of iteration 1 is not a checkpoint of the run.
  expect(chat?.step).toBe(1);
  const search = new URL(`http://x${chat?.href}`).searchParams;
  expect(search.get("rollout")).toBe("batch-3.0.0");
  expect(search.getAll("model")).toEqual([
    "wandb-artifact:///demo/airline/small-agent:step1",
    "wandb-artifact:///demo/airline/small-agent:step0",
  ]);
});

test("an evaluation decides over the rewards of samples", () => {
  const evaluation = (mean: number) => ({
    ...{ state: "finished", score: "right", mean, low: null, high: null, run_id: "e", call_id: null },
  });
  const iterations = [
    exampleIteration(1, { evaluation: evaluation(0.8) }),
    exampleIteration(2, { evaluation: evaluation(0.7), reward: reward(1) }),
  ];
  expect(chatHref("airline", exampleRun({ iterations }))).toMatchObject({
    step: 1,
    reason: "Best evaluation score: 0.800",
  });
});

test("there is no chat before the first checkpoint, and the newest one until something was measured", () => {
  const { model } = exampleRun();
  expect(chatHref("airline", exampleRun({ model: model && { ...model, latest_step: 0 } }))).toBeNull();
  expect(chatHref("airline", exampleRun({ model: null }))).toBeNull();
  const sampling = exampleIteration(2, { rollouts: 3, batch_id: null });
  expect(chatHref("airline", exampleRun({ iterations: [exampleIteration(1), sampling] }))?.step).toBe(2);
});
