import { createReadStream, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { callUpsertItem } from "@/lib/api/contract/calls/calls";
import { feedbackCreate } from "@/lib/api/contract/feedback/feedback";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { readImport } from "./read-import";
import { ImportFileError } from "./values/import-file-error";
import type { ImportItem, SkippedItem } from "./values/import-item";

async function* inChunks(text: string, size: number): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += size) yield text.slice(from, from + size);
}

const OPTIONS = { projectId: "demo/airline", inventedFromMs: Date.UTC(2026, 10, 20, 12) };

async function read(text: string, size = 1_000_000): Promise<(ImportItem | SkippedItem)[]> {
  const items: (ImportItem | SkippedItem)[] = [];
  for await (const item of readImport(inChunks(text, size), OPTIONS)) items.push(item);
  return items;
}

async function readOne(value: unknown): Promise<ImportItem> {
  const [item] = await read(stringifyJson([value]));
  if (item?.kind !== "item") throw new Error(`skipped: ${item?.reason}`);
  return item;
}

const startsOf = ({ parts }: ImportItem) => parts.flatMap(({ req }) => ("start" in req ? [req.start] : []));
const endsOf = ({ parts }: ImportItem) => parts.flatMap(({ req }) => ("end" in req ? [req.end] : []));

const exported = {
  id: "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d",
  project_id: "other/project",
  trace_id: "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8e",
  parent_id: null,
  op_name: "agent",
  started_at: "2026-11-20T14:30:01.882123Z",
  ended_at: "2026-11-20T14:30:02Z",
  attributes: { env: "prod", otel_span: { name: "agent" } },
  inputs: { a: 1 },
  output: null,
  exception: null,
  summary: { usage: { m: { requests: 1 } }, weave: { status: "success", latency_ms: 118 } },
  wb_user_id: "someone",
  wb_run_id: "e/p/run",
  unknown: true,
};

describe("an export of calls", () => {
  it("is each call with its ids, in the requested project, without values that services derive", async () => {
    const item = await readOne(exported);
    for (const part of item.parts) expect(() => callUpsertItem.parse(part)).not.toThrow();
    expect(startsOf(item)).toMatchObject([
      {
        project_id: "demo/airline",
        id: exported.id,
        trace_id: exported.trace_id,
        started_at: exported.started_at,
        attributes: { env: "prod" },
        otel_dump: { name: "agent" },
        svc_run_id: "e/p/run",
      },
    ]);
    expect(endsOf(item)).toMatchObject([{ id: exported.id, output: null, summary: { usage: { m: { requests: 1 } } } }]);
    expect(stringifyJson(item)).not.toMatch(/someone|latency_ms|"env":"prod","otel_span"/);
  });

  it("keeps the digits of numbers", async () => {
    const [item] = await read(
      stringifyJson(exported).replace('"inputs":{"a":1}', '"inputs":{"a":1.0,"b":12345678901234567890}'),
    );
    expect(stringifyJson(item)).toContain('"inputs":{"a":1.0,"b":12345678901234567890}');
  });

  it("leaves a call without an end running", async () => {
    expect(endsOf(await readOne({ ...exported, ended_at: null }))).toEqual([]);
  });

  it("includes the feedback inside it", async () => {
    const feedback = [{ id: "f1", feedback_type: "wandb.note.1", payload: { note: "Wrong" }, weave_ref: "old" }];
    const { feedback: made } = await readOne({ ...exported, summary: { weave: { feedback } } });
    expect(made).toEqual([
      {
        id: "f1",
        feedback_type: "wandb.note.1",
        payload: { note: "Wrong" },
        project_id: "demo/airline",
        weave_ref: `weave:///demo/airline/call/${exported.id}`,
      },
    ]);
  });

  it("reports the line and the member of each error, and continues", async () => {
    const lines = [
      JSON.stringify(exported),
      "{broken",
      "",
      JSON.stringify({ ...exported, id: 7 }),
      JSON.stringify({ other: 1 }),
      `{"op_name":"x","started_at":${"[".repeat(1000)}`,
      JSON.stringify({ ...exported, started_at: "yesterday" }),
    ];
    const items = await read(lines.join("\n"));
    expect(items.map((item) => [item.filePosition, item.kind])).toEqual([
      ["line 1", "item"],
      ["line 2", "skipped"],
      ["line 4", "skipped"],
      ["line 5", "skipped"],
      ["line 6", "skipped"],
      ["line 7", "skipped"],
    ]);
    const reasons = items.map((item) => (item.kind === "skipped" ? item.reason : ""));
    expect(reasons[1]).toContain("Not JSON");
    expect(reasons[2]).toContain("id:");
    expect(reasons[3]).toContain("neither a call");
    expect(reasons[4]).toContain("deeper than 512");
    expect(reasons[5]).toContain("started_at: Input should be a date-time");
  });

  it("reads the same at every chunk boundary", async () => {
    const text = `\uFEFF \r\n${JSON.stringify(exported)}\r\n${JSON.stringify({ ...exported, id: "b" })}`;
    const complete = await read(text);
    expect(complete).toHaveLength(2);
    for (const size of [1, 2, 7, 64]) expect(await read(text, size)).toEqual(complete);
  });
});

describe("a file that cannot be imported", () => {
  it.each([
    ["nothing", " \n", "empty"],
    ["a table", "id,name\n1,2", "neither a JSON list nor JSON objects"],
    ["half a list", "[1,", "entry 2 is the last one and is incomplete"],
    ["a list in a text without end", '[{"a":"]', "entry 1 is the last one"],
    ["a list and more", "[1] [2]", "ends after entry 1, but the file continues"],
  ])("is refused with a sentence: %s", async (_name, text, reason) => {
    await expect(read(text)).rejects.toThrow(ImportFileError);
    await expect(read(text)).rejects.toThrow(reason);
  });
});

const find = { id: "call_1", type: "function", function: { name: "find", arguments: '{"q":1.50}' } };
const conversation = {
  task_id: 3,
  trial: 1,
  reward: 1,
  info: { source: "user" },
  traj: [
    { role: "system", content: "Policy" },
    { role: "user", content: "Bags?" },
    { role: "assistant", content: null, tool_calls: [find] },
    { role: "tool", tool_call_id: "call_1", name: "find", content: "[]" },
    { role: "assistant", content: "Two." },
    { role: "user", content: "Thanks" },
  ],
};

describe("a recorded conversation", () => {
  it("is a thread with a turn for each message of the user, and below it model and tool calls in order", async () => {
    const item = await readOne(conversation);
    const starts = startsOf(item);
    const [turn, model, tool, answer, last] = starts;
    expect(starts.map(({ op_name }) => op_name)).toEqual([
      "conversation.turn",
      "chat.completion",
      "find",
      "chat.completion",
      "conversation.turn",
    ]);
    expect(new Set(starts.map(({ thread_id }) => thread_id))).toEqual(
      new Set([`task-3-trial-1-${turn?.thread_id?.slice(-8)}`]),
    );
    expect(turn).toMatchObject({ turn_id: turn?.id, inputs: { message: "Bags?" } });
    expect(last).toMatchObject({ turn_id: last?.id, inputs: { message: "Thanks" } });
    for (const step of [model, tool, answer]) {
      expect(step).toMatchObject({ parent_id: turn?.id, turn_id: turn?.id, trace_id: turn?.trace_id });
    }
    expect(last?.trace_id).not.toBe(turn?.trace_id);
    expect(stringifyJson(tool?.inputs)).toBe('{"q":1.50}');
    expect(model?.inputs).toEqual({ messages: conversation.traj.slice(0, 2) });
    expect(answer?.inputs).toEqual({ messages: conversation.traj.slice(0, 4) });
    const outputs = new Map(endsOf(item).map(({ id, output }) => [id, output]));
    expect(outputs.get(turn?.id ?? "")).toBe("Two.");
    expect(outputs.get(tool?.id ?? "")).toBe("[]");
    expect(outputs.get(answer?.id ?? "")).toEqual({ choices: [{ index: 0, message: conversation.traj[4] }] });
    expect(outputs.get(last?.id ?? "")).toBeNull();
    expect(item.counts).toEqual({ calls: 5, conversations: 1, userMessages: 2, modelCalls: 2, toolResults: 1 });
  });

  it("marks the times of every call as invented, and has them in order", async () => {
    const item = await readOne(conversation);
    for (const { attributes } of startsOf(item)) {
      expect(attributes).toMatchObject({ import: { invented_times: true }, task_id: 3, trial: 1 });
    }
    const [turn, ...steps] = startsOf(item).slice(0, 4);
    const end = endsOf(item).find(({ id }) => id === turn?.id)?.ended_at ?? "";
    const times = [turn?.started_at, ...steps.map(({ started_at }) => started_at), end];
    expect(times).toEqual([...times].sort());
    expect(turn?.started_at).toBe("2026-11-20T12:00:00.000Z");
  });

  it("has its reward on its last turn, as attribute and as feedback, and the rest on its first", async () => {
    const item = await readOne(conversation);
    const turns = startsOf(item).filter(({ op_name }) => op_name === "conversation.turn");
    expect(turns.map(({ attributes }) => attributes.reward)).toEqual([undefined, 1]);
    expect(turns[0]?.attributes.conversation).toEqual({ info: { source: "user" } });
    expect(item.reward).toBe(1);
    const [feedback] = item.feedback;
    expect(() => feedbackCreate.parse(feedback)).not.toThrow();
    expect(feedback).toMatchObject({
      weave_ref: `weave:///demo/airline/call/${turns[1]?.id}`,
      feedback_type: "reward",
      payload: { value: 1, task_id: 3, trial: 1 },
    });
  });

  it("has the same ids at every import, different from any other conversation, and from its copy in the same file", async () => {
    const first = await readOne(conversation);
    expect(startsOf(await readOne(conversation))).toEqual(startsOf(first));
    const list = await read(JSON.stringify([conversation, { ...conversation, trial: 2 }, conversation]));
    const ids = list.flatMap((item) => (item.kind === "item" ? startsOf(item).map(({ id }) => id) : []));
    expect(new Set(ids).size).toBe(15);
    expect(ids.slice(0, 5)).toEqual(startsOf(first).map(({ id }) => id));
  });

  it("is read the same from a list and from lines, under traj and under messages", async () => {
    const { traj, ...rest } = conversation;
    const [fromLine] = await read(`${JSON.stringify(conversation)}\n`);
    expect(fromLine).toEqual({ ...(await readOne(conversation)), filePosition: "line 1" });
    const other = await readOne({ ...rest, messages: traj });
    expect(other.counts).toEqual((await readOne(conversation)).counts);
  });

  it("is read from a list that is cut anywhere, inside strings and after backslashes too", async () => {
    const [first, second] = [conversation, { ...conversation, info: { text: 'a ] , } "quoted\\' } }];
    const text = ` [ ${JSON.stringify(first)} , ${JSON.stringify(second)}\n]\n`;
    const complete = await read(text);
    expect(complete.map(({ kind, filePosition: place }) => [kind, place])).toEqual([
      ["item", "entry 1 of the list"],
      ["item", "entry 2 of the list"],
    ]);
    for (const size of [1, 2, 7, 64]) expect(await read(text, size)).toEqual(complete);
  });

  it("continues after an invalid entry of the list, and reports it", async () => {
    const items = await read(`[${JSON.stringify(conversation)}, {broken}, , ${JSON.stringify(conversation)}]`);
    expect(items.map((item) => (item.kind === "skipped" ? `${item.filePosition}: ${item.reason}` : item.kind))).toEqual(
      [
        "item",
        expect.stringMatching(/^entry 2 of the list: Not JSON: /),
        "entry 3 of the list: Not JSON: empty.",
        "item",
      ],
    );
    expect(await read("[ ]")).toEqual([]);
  });

  it("keeps content before the first message of the user, and results without a request", async () => {
    const item = await readOne({
      messages: [
        { role: "assistant", content: "Hello" },
        { role: "tool", content: "late" },
      ],
    });
    expect(startsOf(item).map(({ op_name, inputs }) => [op_name, inputs])).toEqual([
      ["conversation.turn", {}],
      ["chat.completion", { messages: [] }],
      ["tool", {}],
    ]);
    expect(item.counts).toMatchObject({ userMessages: 0, modelCalls: 1, toolResults: 1 });
    expect(item.feedback).toEqual([]);
  });

  it("reports the message of an error", async () => {
    const items = await read(
      JSON.stringify([conversation, { traj: [{ role: "user" }, { content: "x" }] }, { traj: [] }]),
    );
    expect(items.map((item) => (item.kind === "skipped" ? `${item.filePosition}: ${item.reason}` : ""))).toEqual([
      "",
      expect.stringMatching(/^entry 2 of the list: traj\.1\.role: /),
      expect.stringMatching(/^entry 3 of the list: traj: /),
    ]);
  });
});

const SAMPLE = fileURLToPath(new URL("../../../shared/data/airline-trajectories.json", import.meta.url));

describe("the sample of 200 conversations", () => {
  it.skipIf(!existsSync(SAMPLE))("has its known totals (skipped if ../shared is missing)", async () => {
    const totals = { conversations: 0, userMessages: 0, toolResults: 0, modelCalls: 0, won: 0 };
    const threads = new Set<string>();
    const ids = new Set<string>();
    let calls = 0;
    for await (const item of readImport(createReadStream(SAMPLE, "utf8"), OPTIONS)) {
      if (item.kind === "skipped") throw new Error(`${item.filePosition}: ${item.reason}`);
      totals.conversations += item.counts.conversations;
      totals.userMessages += item.counts.userMessages;
      totals.toolResults += item.counts.toolResults;
      totals.modelCalls += item.counts.modelCalls;
      totals.won += item.reward === 1 ? 1 : 0;
      calls += item.counts.calls;
      for (const { id, thread_id } of startsOf(item)) {
        ids.add(id ?? "");
        threads.add(thread_id ?? "");
      }
    }
    expect(totals).toEqual({ conversations: 200, userMessages: 1490, toolResults: 1164, modelCalls: 2454, won: 84 });
    expect(threads.size).toBe(200);
    expect(ids.size).toBe(calls);
  });
});

describe("rollouts of verifiers", () => {
  const [user, answer] = [
    { role: "user", content: "2 + 2?" },
    { role: "assistant", content: "4" },
  ];

  it("are conversations with their reward and the number of their example", async () => {
    const item = await readOne({ example_id: 7, task: "math", prompt: [user], completion: [answer], reward: 0.5 });
    const [turn, model] = startsOf(item);
    expect(item.reward).toBe(0.5);
    expect(turn).toMatchObject({ attributes: { task_id: 7 } });
    expect(turn?.thread_id).toMatch(/^task-7-/);
    expect(JSON.stringify([turn?.inputs, model?.inputs])).toContain("2 + 2?");
    expect(JSON.stringify(endsOf(item))).toContain('"4"');
  });

  it("have the times that were saved, and no reward where Python wrote NaN, which is said", async () => {
    const timing = { start_time: 1751700000, generation: { start: 1751700000.05, end: 1751700001.15 } };
    const line = (reward: string) =>
      `${JSON.stringify({ prompt: "2 + 2?", completion: "4", timing, reward: 0 }).replace('"reward":0', `"reward":${reward}`)}\n`;
    const items = await read(line("NaN") + line("1.0"));
    const [first, second] = items.flatMap((item) => (item.kind === "item" ? item : []));
    expect([first?.reward, second?.reward]).toEqual([null, 1]);
    expect(first?.leftOut).toEqual([{ reason: expect.stringContaining("NaN"), count: 1, filePosition: "line 1" }]);
    expect(second?.leftOut).toBeUndefined();
    expect(second?.counts).toMatchObject({ conversations: 1, timedConversations: 1 });
    const starts = second ? startsOf(second) : [];
    expect(starts.map(({ started_at: at }) => at)).toEqual(["2025-07-05T07:20:00.000Z", "2025-07-05T07:20:00.000Z"]);
    expect(starts.map(({ attributes }) => attributes.import)).toEqual([
      { source: "conversation" },
      { source: "conversation" },
    ]);
    expect(second && endsOf(second)[0]?.ended_at).toBe("2025-07-05T07:20:01.150Z");
  });

  it("are one conversation for each path of messages of an episode", async () => {
    const nodes = [
      { parent: null, message: user },
      { parent: 0, message: answer, sampled: true },
      { parent: 0, message: { ...answer, content: "5" }, sampled: true },
    ];
    const items = await read(JSON.stringify({ id: "e", task: { key: "sum" }, traces: [{ nodes, rewards: {} }] }));
    expect(items.map(({ kind }) => kind)).toEqual(["item", "item"]);
    const threads = items.flatMap((item) => (item.kind === "item" ? startsOf(item)[0]?.thread_id : []));
    expect(new Set(threads).size).toBe(2);
  });
});
