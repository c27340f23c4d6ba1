import { describe, expect, it } from "vitest";
import { callsOf, itemsOf, lines, losses } from "@/lib/import/testing/imported-text";

const ROOT = {
  id: "row1",
  _xact_id: "1000196022104685824",
  span_id: "s1",
  root_span_id: "s1",
  span_parents: null,
  is_root: true,
  created: "2026-03-04T05:06:07.008Z",
  input: { question: "why" },
  output: "because",
  expected: "because",
  scores: { correct: 1, empty: null },
  tags: ["vip"],
  span_attributes: { name: "eval", type: "eval" },
  metrics: { start: 1772600767.008, end: 1772600769.5, prompt_tokens: 10, completion_tokens: 2, tokens: 12 },
};

const LLM = {
  ...ROOT,
  id: "row2",
  span_id: "s2",
  span_parents: ["s1"],
  input: [{ role: "user", content: "why" }],
  scores: {},
  metadata: { model: "gpt-4o" },
  error: { name: "RateLimit" },
  span_attributes: { name: "Chat Completion", type: "llm" },
};

describe("Braintrust", () => {
  it("rows are calls below the span that they name, with messages, error, and the tokens of models only", async () => {
    const [root, llm] = callsOf(await itemsOf(lines(ROOT, LLM)));
    expect(root).toMatchObject({
      op_name: "eval",
      parent_id: null,
      trace_id: "s1",
      end: { output: "because", summary: {} },
    });
    expect(root).toMatchObject({
      started_at: "2026-03-04T05:06:07.008Z",
      end: { ended_at: "2026-03-04T05:06:09.500Z" },
    });
    expect(root?.attributes).toMatchObject({ tags: ["vip"], braintrust: { id: "row1", expected: "because" } });
    expect(llm).toMatchObject({
      parent_id: root?.id,
      inputs: { model: "gpt-4o", messages: [{ role: "user", content: "why" }] },
      end: {
        exception: '{"name":"RateLimit"}',
        summary: { usage: { "gpt-4o": { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } } },
      },
    });
  });

  it("each score of a row is feedback on its call, and a score of null is none", async () => {
    const items = await itemsOf(JSON.stringify({ events: [ROOT], cursor: "c" }));
    const [root] = callsOf(items);
    expect(items.flatMap((item) => (item.kind === "item" ? item.feedback : []))).toMatchObject([
      { weave_ref: `weave:///e/p/call/${root?.id}`, feedback_type: "correct", payload: { value: 1 } },
    ]);
  });

  it("merges, deletions and attachments are named as losses", async () => {
    const attachment = { type: "braintrust_attachment", filename: "a.png", content_type: "image/png", key: "k" };
    const items = await itemsOf(
      lines(
        { ...ROOT, _is_merge: true },
        { ...ROOT, _object_delete: true },
        { ...ROOT, input: { attachment }, metrics: {} },
      ),
    );
    expect(items.slice(0, 2)).toMatchObject([
      { kind: "skipped", reason: expect.stringContaining("only change an earlier row") },
      { kind: "skipped", reason: expect.stringContaining("deleted") },
    ]);
    expect(losses(items)).toEqual([expect.stringContaining("no end time"), expect.stringContaining("Attachments")]);
  });
});
