import { describe, expect, it } from "vitest";
import { callsOf, itemsOf, lines, losses } from "@/lib/import/testing/imported-text";

const ITEM = {
  object: "eval.run.output_item",
  id: "outputitem_1",
  run_id: "evalrun_1",
  eval_id: "eval_1",
  created_at: 1772600767,
  datasource_item_id: 7,
  datasource_item: { question: "why" },
  results: [
    { name: "exact-1", type: "string_check", score: 1, passed: true },
    { name: "judge", type: "label_model", passed: false },
  ],
  sample: {
    input: [{ role: "user", content: "why" }],
    output: [{ role: "assistant", content: "because" }],
    model: "gpt-4o",
    usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12, cached_tokens: 0 },
    temperature: 1,
    error: null,
  },
};

describe("OpenAI Evals", () => {
  it("an output item is a call of its model, with its row, and feedback of each grader", async () => {
    const items = await itemsOf(JSON.stringify({ object: "list", data: [ITEM], has_more: false }));
    const [call] = callsOf(items);
    expect(call).toMatchObject({
      started_at: "2026-03-04T05:06:07.000Z",
      inputs: { model: "gpt-4o", messages: [{ role: "user", content: "why" }] },
      attributes: { openai_eval: { datasource_item: { question: "why" }, temperature: 1, run_id: "evalrun_1" } },
      end: { exception: null, summary: { usage: { "gpt-4o": { prompt_tokens: 10, total_tokens: 12 } } } },
    });
    expect(items.flatMap((item) => (item.kind === "item" ? item.feedback : []))).toMatchObject([
      { feedback_type: "exact-1", payload: { value: 1, passed: true } },
      { feedback_type: "judge", payload: { value: false } },
    ]);
    expect(losses(items)).toEqual([expect.stringContaining("no duration")]);
  });

  it("summaries of runs are skipped with their reason; of an eval only its name is kept, for its rows", async () => {
    const items = await itemsOf(lines({ object: "eval", id: "e", name: "bags" }, { object: "eval.run", id: "r" }));
    expect(items).toMatchObject([
      { objects: [{ kind: "dataset", dataset: { key: "e", name: "bags" } }] },
      { kind: "skipped", reason: expect.stringContaining("summary") },
    ]);
    expect(losses(items)).toEqual([expect.stringContaining("definition")]);
  });
});
