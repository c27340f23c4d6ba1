import { describe, expect, it } from "vitest";
import { readKeptDraft } from "@/components/browser/kept-draft";
import { evaluationSettings } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import {
  EMPTY_DRAFT,
  type EvaluationDraft,
  likelyExpected,
  missingParts,
  newScorer,
  type ScorerKind,
  schemaProblem,
  settingsOf,
} from "./evaluation-draft";

const FULL: EvaluationDraft = {
  ...EMPTY_DRAFT,
  name: "sums",
  models: [
    { model: "openai/adder", promptRef: null },
    { model: "openai/adder", promptRef: "weave:///e/p/object/prompt:abc" },
  ],
  user: "{question}",
  datasetRef: "weave:///e/p/object/sums:abc",
  scorers: [{ kind: "exact", name: "exact", expected: "answer" }],
  maxCostUsd: "2.5",
};

describe("the settings of a draft", () => {
  it("are those of the contract, with the draft's prompt where a model has none of its own", () => {
    const settings = settingsOf(FULL);
    expect(evaluationSettings.parse(settings)).toMatchObject({
      name: "sums",
      models: [
        { messages: [{ role: "user", content: "{question}" }], params: { temperature: 0, seed: null } },
        { messages: [], prompt_ref: "weave:///e/p/object/prompt:abc" },
      ],
      trials: 1,
      limits: { concurrency: 8, max_cost_usd: 2.5, max_error_percent: null },
    });
  });

  it("are missing while a part is, and the parts are named", () => {
    expect(missingParts(EMPTY_DRAFT)).toEqual(["a model", "a table", "a scorer"]);
    expect(missingParts({ ...FULL, user: " " })).toEqual(["a prompt"]);
    expect(missingParts({ ...FULL, user: "", models: FULL.models.slice(1) })).toEqual([]);
    expect(settingsOf({ ...FULL, datasetRef: "" })).toBeNull();
  });

  it("wait for a schema that is JSON", () => {
    const scorer = newScorer("json_schema", FULL, []);
    expect(schemaProblem(scorer)).toBeNull();
    expect(settingsOf({ ...FULL, scorers: [scorer] })?.scorers[0]).toMatchObject({ schema: { type: "object" } });
    const broken = { ...scorer, schemaText: "{" };
    expect(schemaProblem(broken)).toContain("Not JSON");
    expect(settingsOf({ ...FULL, scorers: [broken] })).toBeNull();
  });
});

it("names a new scorer as no other, and fills in the likely columns", () => {
  const columns = ["question", "answer", "kind"];
  expect(likelyExpected(columns)).toBe("answer");
  expect(newScorer("exact", FULL, columns)).toEqual({ kind: "exact", name: "exact_2", expected: "answer" });
  expect(newScorer("judge", FULL, columns)).toMatchObject({
    model: "openai/adder",
    prompt: expect.stringContaining("{question}"),
  });
});

it.each<ScorerKind>(["exact", "contains", "json_schema", "number", "judge"])(
  "makes a new %s scorer that can be used as it is",
  (kind) => {
    const draft = { ...FULL, scorers: [newScorer(kind, FULL, ["question", "answer"])] };
    expect(evaluationSettings.safeParse(settingsOf(draft)).error).toBeUndefined();
  },
);

it("reads a stored draft, and takes usual values for what is missing or of another kind", () => {
  expect(readKeptDraft(JSON.stringify(FULL), EMPTY_DRAFT)).toEqual(FULL);
  expect(readKeptDraft('{"name": "a", "models": "none", "trials": 3}', EMPTY_DRAFT)).toEqual({
    ...EMPTY_DRAFT,
    name: "a",
  });
  expect(readKeptDraft("{", EMPTY_DRAFT)).toEqual(EMPTY_DRAFT);
  expect(readKeptDraft("null", EMPTY_DRAFT)).toEqual(EMPTY_DRAFT);
});
