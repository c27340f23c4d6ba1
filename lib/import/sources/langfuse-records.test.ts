import { describe, expect, it } from "vitest";
import { callsOf, itemsOf, lines, losses } from "@/lib/import/testing/imported-text";

const ROOT = {
  id: "a1",
  trace_id: "t1",
  project_id: "lf",
  type: "SPAN",
  parent_observation_id: "",
  start_time: "2026-03-04 05:06:07.008000",
  end_time: "2026-03-04 05:06:09.000000",
  name: "turn",
  is_root_observation: true,
  trace_name: "chat",
  user_id: "mia",
  session_id: "s1",
  tags: ["vip"],
  input: '{"question":"why"}',
  output: "42",
  total_cost: 0,
  usage_details: {},
};

const GENERATION = {
  ...ROOT,
  id: "a2",
  type: "GENERATION",
  parent_observation_id: "a1",
  is_root_observation: false,
  name: "answer",
  input: '[{"role":"user","content":"why"}]',
  output: '{"role":"assistant","content":"because"}',
  provided_model_name: "gpt-4o",
  usage_details: '{"input":10,"output":5,"input_cached_tokens":90,"total":105}',
  cost_details: { total: 0.002 },
  total_cost: 0.002,
  completion_start_time: "2026-03-04 05:06:07.508000",
  level: "ERROR",
  status_message: "rate limit",
  made_up_column: { kept: true },
};

const SCORE = {
  id: "s",
  name: "policy_ok",
  data_type: "NUMERIC",
  value: 0.5,
  source: "API",
  trace_id: "t1",
  comment: "fine",
};

describe("Langfuse 4", () => {
  it("a root observation is below a root call for its trace, which has the session, user and tags", async () => {
    const [trace, root, generation] = callsOf(await itemsOf(lines(ROOT, GENERATION)));
    expect(trace).toMatchObject({ parent_id: null, op_name: "chat", thread_id: "s1", trace_id: "t1" });
    expect(trace?.attributes).toMatchObject({ user_id: "mia", tags: ["vip"] });
    expect(root).toMatchObject({ parent_id: trace?.id, op_name: "turn", started_at: "2026-03-04T05:06:07.008000Z" });
    expect(root).toMatchObject({ inputs: { question: "why" }, end: { output: "42", summary: {} } });
    expect(root?.attributes).not.toHaveProperty("cost_as_sent_usd");
    expect(generation?.parent_id).toBe(root?.id);
  });

  it("a generation keeps messages, model, tokens, cost, error and unknown columns", async () => {
    const [generation] = callsOf(await itemsOf(lines(GENERATION)));
    expect(generation?.inputs).toEqual({ model: "gpt-4o", messages: [{ role: "user", content: "why" }] });
    expect(generation?.attributes).toMatchObject({
      kind: "llm",
      model: "gpt-4o",
      cost_as_sent_usd: 0.002,
      time_to_first_chunk_s: 0.5,
      langfuse: { made_up_column: { kept: true } },
    });
    expect(generation?.end).toMatchObject({
      exception: "rate limit",
      output: { role: "assistant", content: "because" },
      summary: {
        usage: {
          "gpt-4o": {
            prompt_tokens: 100,
            completion_tokens: 5,
            total_tokens: 105,
            cache_read_input_tokens: 90,
            requests: 1,
          },
        },
      },
    });
  });

  it("camel case of the API, pages of it and CSV cells give the same calls as JSON lines", async () => {
    const camel = Object.fromEntries(
      Object.entries(GENERATION).map(([name, value]) => [
        name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
        value,
      ]),
    );
    const cell = (value: unknown) =>
      `"${(typeof value === "string" ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;
    const names = Object.keys(GENERATION);
    const csv = `${names.join(",")}\r\n${Object.values(GENERATION).map(cell).join(",")}\r\n`;
    const expected = callsOf(await itemsOf(lines(GENERATION)));
    expect(callsOf(await itemsOf(lines({ data: [camel], meta: {} })))).toEqual(expected);
    expect(callsOf(await itemsOf(csv))).toMatchObject(JSON.parse(JSON.stringify(expected)));
  });

  it("scores are feedback on the call of their trace or observation", async () => {
    const items = await itemsOf(
      lines(
        ROOT,
        GENERATION,
        SCORE,
        { ...SCORE, id: "o", observation_id: "a2", data_type: "CATEGORICAL", value: 2, string_value: "good" },
        {
          id: "v4",
          name: "helpful",
          dataType: "BOOLEAN",
          value: true,
          source: "ANNOTATION",
          subject: { kind: "observation", id: "a2", traceId: "t1" },
        },
      ),
    );
    const [trace, , generation] = callsOf(items);
    const feedback = items.flatMap((item) => (item.kind === "item" ? item.feedback : []));
    expect(
      feedback.map(({ weave_ref, feedback_type, payload }) => [
        weave_ref.split("/").at(-1),
        feedback_type,
        payload.value,
      ]),
    ).toEqual([
      [trace?.id, "policy_ok", 0.5],
      [generation?.id, "policy_ok", "good"],
      [generation?.id, "helpful", true],
    ]);
    expect(feedback[0]?.payload).toMatchObject({ explanation: "fine", source: { tool: "Langfuse", id: "s" } });
  });
});

describe("Langfuse 3", () => {
  const trace = {
    id: "t1",
    timestamp: "2026-03-04T05:06:07.008Z",
    name: "chat",
    userId: "mia",
    sessionId: "s1",
    tags: [],
    input: "hi",
  };
  const { is_root_observation: _, trace_name: __, user_id: ___, session_id: ____, tags: _____, ...legacy } = ROOT;

  it("observations without a parent are below the call of their trace, in whatever order and file they come", async () => {
    const [root] = callsOf(await itemsOf(lines(legacy)));
    const items = await itemsOf(lines(trace));
    const [above] = callsOf(items);
    expect(root?.parent_id).toBe(above?.id);
    expect(above).toMatchObject({ thread_id: "s1", inputs: { input: "hi" } });
    expect(losses(items)).toEqual(["A trace has no end time of its own, so its call ends when it starts."]);
  });

  it("a downloaded trace brings its observations and scores, and ends with the last of them", async () => {
    const items = await itemsOf(JSON.stringify({ ...trace, observations: [legacy], scores: [SCORE] }, null, 2));
    const [above] = callsOf(items);
    expect(items.map((item) => item.kind === "item" && item.source?.record)).toEqual(["trace", "span", "score"]);
    expect(above?.end?.ended_at).toBe("2026-03-04T05:06:09.000000Z");
    expect(losses(items)).toEqual([]);
  });
});

describe("losses of Langfuse", () => {
  it("records that cannot be stored are skipped with their position and reason", async () => {
    const items = await itemsOf(
      lines(
        { ...ROOT, start_time: "yesterday" },
        { ...SCORE, trace_id: null, session_id: "s1" },
        { ...SCORE, value: null },
      ),
    );
    expect(items).toEqual([
      { kind: "skipped", filePosition: "line 1", reason: "The observation has no start_time that can be read." },
      {
        kind: "skipped",
        filePosition: "line 2",
        reason: "The score policy_ok is of a session or an experiment, which has no call to keep it.",
      },
      { kind: "skipped", filePosition: "line 3", reason: "The score policy_ok has no value." },
    ]);
  });

  it("a record of a page that is not understood costs that record, not the page", async () => {
    const items = await itemsOf(JSON.stringify({ data: [SCORE, { odd: true }, SCORE] }));
    expect(items.map(({ kind, filePosition }) => [kind, filePosition])).toEqual([
      ["item", "line 1, record 1"],
      ["skipped", "line 1, record 2"],
      ["item", "line 1, record 3"],
    ]);
  });

  it("media, and calls whose end is unknown although they have an output, are named as losses", async () => {
    const items = await itemsOf(
      lines({ ...GENERATION, end_time: null, input: "@@@langfuseMedia:type=image/png|id=1|source=bytes@@@" }),
    );
    expect(losses(items)).toEqual([
      "The export has no end time, so the call ends when it starts.",
      "Media are references to files of Langfuse, which the export does not contain.",
    ]);
  });

  it("an observation without an end and without an output is running", async () => {
    const [call] = callsOf(await itemsOf(lines({ ...ROOT, is_root_observation: false, end_time: null, output: "" })));
    expect(call?.end).toBeNull();
  });
});
