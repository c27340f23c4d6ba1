import { describe, expect, it } from "vitest";
import { readConversation } from "@/lib/chat/read-messages";
import { callsOf, itemsOf, lines, losses } from "@/lib/import/testing/imported-text";

const human = { lc: 1, type: "constructor", id: ["langchain", "schema", "HumanMessage"], kwargs: { content: "why" } };
const answer = {
  lc: 1,
  type: "constructor",
  id: ["langchain", "schema", "AIMessage"],
  kwargs: {
    content: "because",
    usage_metadata: { input_tokens: 10, output_tokens: 2, total_tokens: 12, input_token_details: { cache_read: 4 } },
  },
};

const ROOT = {
  id: "r1",
  trace_id: "r1",
  parent_run_id: null,
  name: "agent",
  run_type: "chain",
  start_time: "2026-03-04T05:06:07.008000",
  end_time: "2026-03-04T05:06:09.000000",
  inputs: '{"question":"why"}',
  outputs: '{"answer":"because"}',
  extra: { metadata: { thread_id: "s1", user_id: "mia" } },
  total_tokens: 12,
  total_cost: "0.5",
  tags: ["vip"],
};

const LLM = {
  ...ROOT,
  id: "r2",
  parent_run_id: "r1",
  name: "ChatOpenAI",
  run_type: "llm",
  inputs: { messages: [[human]] },
  outputs: { generations: [[{ text: "because", message: answer }]] },
  extra: JSON.stringify({ metadata: { ls_model_name: "gpt-4o", thread_id: "s1" } }),
  first_token_time: "2026-03-04T05:06:07.508000",
  error: "cut",
};

const FEEDBACK = {
  id: "f1",
  run_id: "r1",
  key: "correct",
  score: 1,
  value: null,
  comment: "fine",
  session_id: "project",
};

describe("LangSmith", () => {
  it("runs are calls of their trace, which is a turn of the thread in their metadata", async () => {
    const [root, llm] = callsOf(await itemsOf(lines(ROOT, LLM)));
    expect(root).toMatchObject({
      op_name: "agent",
      parent_id: null,
      thread_id: "s1",
      turn_id: root?.id,
      trace_id: "r1",
    });
    expect(root).toMatchObject({ inputs: { question: "why" }, started_at: "2026-03-04T05:06:07.008000Z" });
    expect(root?.attributes).toMatchObject({ kind: "chain", user_id: "mia", tags: ["vip"] });
    expect(llm).toMatchObject({ parent_id: root?.id, turn_id: root?.id, end: { exception: "cut" } });
  });

  it("tokens and costs are those of runs of models, not the sums at the runs above them", async () => {
    const [root, llm] = callsOf(await itemsOf(lines(ROOT, LLM)));
    expect(root?.end?.summary).toEqual({});
    expect(root?.attributes).not.toHaveProperty("cost_as_sent_usd");
    expect(llm?.attributes).toMatchObject({
      kind: "llm",
      model: "gpt-4o",
      cost_as_sent_usd: 0.5,
      time_to_first_chunk_s: 0.5,
    });
    expect(llm?.end?.summary).toEqual({
      usage: {
        "gpt-4o": {
          requests: 1,
          prompt_tokens: 10,
          completion_tokens: 2,
          total_tokens: 12,
          cache_read_input_tokens: 4,
        },
      },
    });
  });

  it("messages of LangChain are shown as a chat", async () => {
    const [llm] = callsOf(await itemsOf(lines(LLM)));
    const { input, output } = readConversation(llm?.inputs, llm?.end?.output);
    expect([...input, ...output].map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(JSON.stringify([input, output])).toContain("because");
  });

  it("feedback is on the call of its run, with its score, label and comment", async () => {
    const items = await itemsOf(lines(ROOT, FEEDBACK, { ...FEEDBACK, id: "f2", score: null, value: "good" }));
    const [root] = callsOf(items);
    const feedback = items.flatMap((item) => (item.kind === "item" ? item.feedback : []));
    expect(feedback.map(({ weave_ref }) => weave_ref)).toEqual([1, 2].map(() => `weave:///e/p/call/${root?.id}`));
    expect(feedback.map(({ payload }) => payload)).toMatchObject([
      { value: 1, explanation: "fine" },
      { value: "good" },
    ]);
  });

  it("what has no place is skipped or named: feedback of projects, payloads elsewhere, feedback that is only counted", async () => {
    const items = await itemsOf(
      lines(
        { ...FEEDBACK, run_id: null },
        { ...ROOT, inputs_s3_urls: { ROOT: "s3" }, feedback_stats: { correct: { n: 1 } } },
      ),
    );
    expect(items[0]).toMatchObject({ kind: "skipped", reason: expect.stringContaining("is of a project") });
    expect(losses(items)).toEqual([expect.stringContaining("only addresses"), expect.stringContaining("only counted")]);
  });

  it("pages of the API and records of CSV are read like lines", async () => {
    const expected = callsOf(await itemsOf(lines(LLM)));
    expect(callsOf(await itemsOf(JSON.stringify({ runs: [LLM], cursors: {} })))).toEqual(expected);
  });
});
