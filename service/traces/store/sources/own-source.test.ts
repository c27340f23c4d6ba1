import { expect, it } from "vitest";
import { payload } from "@/service/traces/store/testing/call-fixtures";
import { ownSource } from "./own-source";

const sourceOf = (opName: string, attributes: unknown = {}) => ownSource({ opName, attributes: payload(attributes) });

it("is told by what the service writes into attributes", () => {
  expect(sourceOf("rollout", { heddle: { training_run: "r", step: 1 } })).toBe("training");
  expect(sourceOf("lookup", { heddle: { training_run: "r" }, kind: "tool" })).toBe("training");
  expect(sourceOf("score", { heddle: { monitor: "m" } })).toBe("evaluation");
  expect(sourceOf("weave.completions_create", { heddle: { evaluation_preview: true } })).toBe("evaluation");
  expect(sourceOf("heddle.playground")).toBe("playground");
  expect(sourceOf("heddle.arena", { heddle: { prompt_messages: 1 } })).toBe("arena");
});

it("is told by the ops and attributes of clients that evaluate", () => {
  expect(sourceOf("Evaluation.evaluate")).toBe("evaluation");
  expect(sourceOf("weave:///e/p/op/Evaluation.predict_and_score:abc")).toBe("evaluation");
  expect(sourceOf("weave:///e/p/op/Evaluation.predictAndScore:abc")).toBe("evaluation");
  expect(sourceOf("op", { _weave_eval_meta: { declarative: true } })).toBe("evaluation");
});

it("is the one that a client names, whatever else it says", () => {
  expect(sourceOf("op", { heddle: { source: "replay" } })).toBe("replay");
  expect(sourceOf("Evaluation.evaluate", { heddle: { source: "production" } })).toBe("production");
});

it("is unknown of other calls, also where texts are like marks or a name is not one of a source", () => {
  expect(sourceOf("Evaluation.evaluate_all")).toBeNull();
  expect(sourceOf("weave:///e/p/op/evaluate:abc")).toBeNull();
  expect(sourceOf("op", { note: '{"heddle":{"training_run":"r"}} and "_weave_eval_meta"' })).toBeNull();
  expect(sourceOf("op", { inner: { heddle: { source: "training" } } })).toBeNull();
  expect(sourceOf("op", { heddle: { source: "elsewhere" } })).toBeNull();
  expect(sourceOf("op", { heddle: "training" })).toBeNull();
  const withoutJson = { ...payload({}), text: '{"heddle":{"source":"replay"},"loss":NaN}' };
  expect(ownSource({ opName: "op", attributes: withoutJson })).toBeNull();
});

it("is the same for attributes that arrive as bytes", () => {
  const bytes = (value: unknown) => ({ ...payload(value), text: Buffer.from(JSON.stringify(value)) });
  expect(ownSource({ opName: "op", attributes: bytes({ heddle: { training_run: "r" } }) })).toBe("training");
  expect(ownSource({ opName: "op", attributes: bytes({ heddle: { source: "replay" } }) })).toBe("replay");
  expect(ownSource({ opName: "op", attributes: bytes({ _weave_eval_meta: {} }) })).toBe("evaluation");
  expect(ownSource({ opName: "op", attributes: bytes({ a: 1 }) })).toBeNull();
});
