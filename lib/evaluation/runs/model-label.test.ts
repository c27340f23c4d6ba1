import { expect, it } from "vitest";
import { bestCheckpoints, modelLabel, modelLabelText } from "./model-label";

it("names a model without the address and the digest of its ref", () => {
  expect(modelLabel("wandb-artifact:///acme/airline/agent:step12")).toEqual({ model: "agent", step: 12 });
  expect(modelLabel(`weave:///acme/airline/op/agent:step20:${"a".repeat(43)}`)).toEqual({ model: "agent", step: 20 });
  expect(modelLabel("openai/gpt-4.1")).toEqual({ model: "openai/gpt-4.1", step: null });
  expect(modelLabel("")).toEqual({ model: "unnamed model", step: null });
});

it("cuts the middle of a long name, and keeps its step", () => {
  expect(modelLabelText("agent:step12", 24)).toBe("agent, step 12");
  expect(modelLabelText("airline-agent-qwen3-8b-grpo-step-11", 24)).toBe("airline…8b-grpo, step 11");
  expect(modelLabelText("gpt-5.1-mini-2026-08-15-preview", 24)).toBe("gpt-5.1-mini…-15-preview");
  expect(modelLabelText("agent:step123456789012", 4)).toBe("a…, step 123456789012");
});

it("keeps the first checkpoint of each model, and every model without steps", () => {
  const names = ["agent:step40", "gpt-4.1", "agent:step20", "other:step1", "gpt-4.1-mini"];
  expect([...bestCheckpoints(names)]).toEqual(["agent:step40", "gpt-4.1", "other:step1", "gpt-4.1-mini"]);
});

it("knows the checkpoints of one model by refs with a digest", () => {
  const ref = (step: number) => `weave:///demo/airline/object/agent:step${step}:${"a".repeat(43)}`;
  expect([...bestCheckpoints([ref(40), ref(20)])]).toEqual([ref(40)]);
});
