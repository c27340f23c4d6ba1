import { expect, it } from "vitest";
import { unknownColumnMessage } from "@/lib/api/contract/evaluation-runs/column-map";
import { namesToMap } from "./column-names";
import { EMPTY_DRAFT, type EvaluationDraft } from "./evaluation-draft";

const DRAFT: EvaluationDraft = {
  ...EMPTY_DRAFT,
  models: [{ model: "m", promptRef: null }],
  system: "Literal {{braces}}, {context}",
  user: "{user_input}",
  scorers: [
    { kind: "exact", name: "exact", expected: "expected.value" },
    { kind: "judge", name: "judge", model: "m", prompt: "{output} for {question} and {target}" },
  ],
};

it("finds the names that prompts and scorers read and no column has", () => {
  expect(namesToMap(DRAFT, ["question"], [])).toEqual(["context", "user_input", "expected", "target"]);
});

it("finds those of stored prompts in what the service says, and leaves out prompts that are not sent", () => {
  const models = [{ model: "m", promptRef: "weave:///e/p/object/prompt:abc" }];
  const messages = [unknownColumnMessage("topic"), "Choose a model"];
  expect(namesToMap({ ...DRAFT, models, scorers: [] }, ["question"], messages)).toEqual(["topic"]);
});

it("keeps names that are mapped, also when another table has such a column", () => {
  const columnMap = { style: "tone", question: "q" };
  expect(namesToMap({ ...EMPTY_DRAFT, columnMap }, ["question", "tone"], [])).toEqual(["style", "question"]);
});
