import { expect, it } from "vitest";
import { sampleSpec } from "./sample-project";
import { trainingTasks } from "./training-tasks";

it("holds out tasks whose messages the model is not trained on", () => {
  const { trained, heldOut } = trainingTasks(sampleSpec(0).seed);
  const messages = new Set(trained.map(({ message }) => message));
  expect(heldOut.filter(({ message }) => messages.has(message))).toEqual([]);
  expect([trained.length, heldOut.length]).toEqual([16, 16]);
});
