import { expect, it } from "vitest";
import { checkpointOf } from "./checkpoint-name";

it("reads model and step of a checkpoint from the names that clients give", () => {
  expect(checkpointOf("airline-agent-step-45")).toEqual({ model: "airline-agent", step: 45 });
  expect(checkpointOf("airline-agent:step0")).toEqual({ model: "airline-agent", step: 0 });
  expect(checkpointOf("qwen_checkpoint_1200")).toEqual({ model: "qwen", step: 1200 });
  expect(checkpointOf("agent - step=7")).toEqual({ model: "agent", step: 7 });
  expect(checkpointOf("step 3")).toEqual({ model: "model", step: 3 });
});

it("takes no other number for a step", () => {
  expect(checkpointOf("gpt-4.1")).toEqual({ model: "gpt-4.1", step: null });
  expect(checkpointOf("footstep3")).toEqual({ model: "footstep3", step: null });
  expect(checkpointOf("")).toEqual({ model: "unnamed model", step: null });
});
