import { expect, it } from "vitest";
import { EMPTY_DRAFT } from "@/components/evaluation/setup/evaluation-draft";
import { namedDataset, withStoredRows } from "./carried-draft";

const KEPT = {
  ...EMPTY_DRAFT,
  models: [{ model: "openai/m", promptRef: "weave:///demo/airline/object/support:d1" }],
  user: "{question}",
  filters: [{ column: "kind", operator: "is" as const, value: "bag" }],
  sample: { kind: "first" as const, count: 5 },
  columnMap: { question: "q" },
};

it("takes all rows of a dataset and the prompts in them, and keeps the models and scorers of the draft", () => {
  const messages = { system: "{system}", user: "{prompt}" };
  const draft = withStoredRows(KEPT, "demo/airline", { dataset: "job-prompts", version: "v", messages });
  expect(draft).toMatchObject({
    name: "job-prompts-evaluation",
    datasetRef: "weave:///demo/airline/object/job-prompts:v",
    models: [{ model: "openai/m", promptRef: null }],
    ...messages,
    filters: [],
    sample: { kind: "all" },
    columnMap: {},
  });
});

it("keeps the prompts of the draft where the rows do not say how they are asked, and a name that was given", () => {
  const stored = { dataset: "faq", version: "v", messages: null };
  const draft = withStoredRows({ ...KEPT, name: "mine" }, "demo/airline", stored);
  expect(draft).toMatchObject({ name: "mine", models: KEPT.models, user: "{question}" });
});

it.each([
  ["faq:abc", { dataset: "faq", version: "abc", messages: null }],
  ["faq", null],
  [":abc", null],
  ["a:b:c", null],
  [null, null],
])("reads the dataset in the address: %s", (text, expected) => {
  expect(namedDataset(text)).toEqual(expected);
});
