import { afterAll, beforeAll, expect, it } from "vitest";
import { findModel } from "@/service/training/models/trained-models";
import { checkpoint, choice, started, step, TestTraining, USER } from "@/service/training/testing/open-test-training";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { signsOfClientRun } from "./client-run";

let service: TestTraining;

beforeAll(async () => {
  service = await TestTraining.open();
});

afterAll(() => service.close());

/** What is judged of the jobs of a model. */
async function judgedOf(modelId: string) {
  const { training } = service;
  const model = await findModel(training.state, modelId);
  if (!model) throw new Error(`There is no model ${modelId}.`);
  return (await signsOfClientRun({ training } as TrainingRuns, model)).judged;
}

const group = (...answers: readonly (readonly [text: string, reason: string])[]) => ({
  trajectories: answers.map(([text, finish_reason], at) => ({
    messages_and_choices: [USER, { ...(choice(text) as object), finish_reason }],
    reward: at % 2,
  })),
});

async function train(model: string, ...groups: readonly unknown[]) {
  await service.ended(await service.job(model, [started(1), step({ loss: 1 }), checkpoint()], groups));
}

it("takes repeated and cut answers of a client's batch as evidence, and those of an older batch as unknown", async () => {
  const model = await service.model("repeats");
  await train(model, group(["4", "stop"], ["4", "stop"], ["4", "length"]), group(["4", "stop"], ["5", "stop"]));
  await train(model, group(["4", "stop"], ["5", "stop"]));
  expect(await judgedOf(model)).toMatchObject([
    { repeats: 2 / 3, truncated: 1 / 5 },
    { repeats: 0, truncated: 0 },
  ]);
  // As batches are that were stored before these columns.
  await service.training.state.updateTable("batch").set({ repeats: null, truncated: null }).execute();
  expect(await judgedOf(model)).toMatchObject([
    { repeats: null, truncated: null },
    { repeats: null, truncated: null },
  ]);
});
