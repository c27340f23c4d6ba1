import { describe, expect, test } from "vitest";
import { checkpointEvaluationSettings } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import {
  checkpointSettingsOf,
  chosenScore,
  evaluationOf,
  formOf,
  hiddenMessages,
  scoreChoices,
} from "./checkpoint-form";

const CHECKPOINT = "wandb-artifact:///demo/letters/speller:step3";

const SETTINGS = checkpointEvaluationSettings.parse({
  is_on: false,
  every: 5,
  score: "close.error",
  direction: "lower",
  name: "sums",
  messages: [
    { role: "system", content: "Add." },
    { role: "user", content: "{question}" },
  ],
  params: { temperature: 0.5, max_tokens: 20, top_p: 0.9, response_format: "json_object" },
  rows: {
    dataset_ref: "weave:///demo/letters/object/sums:abc",
    filters: [{ column: "kind", operator: "is", value: "odd" }],
    sample: { kind: "random", count: 50, seed: 7 },
  },
  column_map: { question: "asked" },
  scorers: [
    { kind: "number", name: "close", expected: "answer", absolute: 1 },
    { kind: "json_schema", name: "valid", schema: { type: "object" } },
    { kind: "judge", name: "good", model: "openai/adder", prompt: "Good? {output}" },
  ],
  trials: 3,
  limits: { concurrency: 2, timeout_s: 30, retries: 1, max_cost_usd: 2.5, max_error_percent: 20 },
});

describe("the form of an evaluation of checkpoints", () => {
  test("returns stored settings unchanged, with the parameters that it does not show", () => {
    const settings = checkpointEvaluationSettings.parse(checkpointSettingsOf(formOf(SETTINGS, CHECKPOINT)));
    expect(settings).toEqual({ ...SETTINGS, params: { ...SETTINGS.params, seed: null } });
  });

  test("keeps a version of a prompt object", () => {
    const prompt_ref = "weave:///demo/letters/object/prompt:abc";
    const stored = checkpointEvaluationSettings.parse({ ...SETTINGS, messages: [], prompt_ref });
    const settings = checkpointEvaluationSettings.parse(checkpointSettingsOf(formOf(stored, CHECKPOINT)));
    expect(settings).toMatchObject({ messages: [], prompt_ref });
  });

  test("estimates with the newest checkpoint", () => {
    expect(evaluationOf(formOf(SETTINGS, CHECKPOINT))?.models).toMatchObject([
      { model: CHECKPOINT, params: { top_p: 0.9 } },
    ]);
  });

  test("is not complete without prompt, table and scorer", () => {
    const form = formOf(null, CHECKPOINT);
    expect(form).toMatchObject({ isOn: true, every: "1" });
    expect(evaluationOf(form)).toBeNull();
    expect(checkpointSettingsOf(form)).toBeNull();
  });

  test("offers the values that have a mean, and takes the first while the chosen one has no scorer", () => {
    const form = formOf(SETTINGS, CHECKPOINT);
    expect(scoreChoices(form.draft.scorers).map(({ value }) => value)).toEqual([
      "close.within",
      "close.error",
      "valid.valid",
      "good.passed",
      "good.score",
    ]);
    expect(chosenScore(form)).toMatchObject({ value: "close.error", direction: "lower" });
    expect(chosenScore({ ...form, score: "gone" })?.value).toBe("close.within");
    const pairwise = { kind: "pairwise", name: "pair", model: "m", prompt: "", baseline_call_id: "" } as const;
    expect(chosenScore({ ...form, draft: { ...form.draft, scorers: [pairwise] } })).toBeNull();
  });

  test("is not complete while the number of checkpoints is not a whole one", () => {
    for (const every of ["", "0", "1.5", "many", "-2"])
      expect(checkpointSettingsOf({ ...formOf(SETTINGS, CHECKPOINT), every })).toBeNull();
    expect(checkpointSettingsOf({ ...formOf(SETTINGS, CHECKPOINT), every: " 12 " })?.every).toBe(12);
  });

  test("counts the stored messages that it cannot show", () => {
    expect(hiddenMessages(SETTINGS)).toBe(0);
    expect(hiddenMessages(null)).toBe(0);
    const messages = [...SETTINGS.messages, { role: "assistant" as const, content: "2" }, ...SETTINGS.messages];
    expect(hiddenMessages({ ...SETTINGS, messages })).toBe(3);
  });
});
