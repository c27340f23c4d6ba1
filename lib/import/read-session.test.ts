import { describe, expect, it } from "vitest";
import { type ReadImportOptions, readImport } from "./read-import";
import { claudeLines, codexLines, linesText } from "./testing/session-lines";
import type { CallPartRequest, EndRequest, ImportItem, SkippedItem, StartRequest } from "./values/import-item";

const LATER_MS = Date.parse("2026-11-21T10:00:00Z");
const SOON_MS = Date.parse("2026-11-20T10:01:10Z");

async function read(
  text: string,
  inventedFromMs = LATER_MS,
  session: NonNullable<ReadImportOptions["session"]> = {},
): Promise<(ImportItem | SkippedItem)[]> {
  async function* chunks() {
    yield text;
  }
  const items = [];
  for await (const item of readImport(chunks(), { projectId: "ada/agents", inventedFromMs, session })) items.push(item);
  return items;
}

const isItem = (item: ImportItem | SkippedItem): item is ImportItem => item.kind === "item";
const partsOf = (items: readonly (ImportItem | SkippedItem)[]) => items.filter(isItem).flatMap(({ parts }) => parts);

/** The calls of parts, each with its start and its end. */
function callsOf(parts: readonly CallPartRequest[]) {
  const calls = new Map<string, { start?: StartRequest; end?: EndRequest }>();
  for (const part of parts) {
    const id = part.mode === "start" ? (part.req.start.id ?? "") : part.req.end.id;
    const member = part.mode === "start" ? { start: part.req.start } : { end: part.req.end };
    calls.set(id, { ...calls.get(id), ...member });
  }
  return [...calls.values()];
}

const named = (calls: ReturnType<typeof callsOf>, op: string) => calls.filter(({ start }) => start?.op_name === op);

describe("a session of Claude Code", () => {
  it("becomes a thread of turns with model and tool calls, and one of its subagent", async () => {
    const items = await read(linesText(claudeLines));
    expect(items.filter(isItem).map(({ counts }) => counts)).toEqual([
      { calls: 8, conversations: 1, sessions: 1, userMessages: 2, modelCalls: 4, toolResults: 2 },
      { calls: 2, conversations: 1, sessions: 1, userMessages: 0, modelCalls: 1, toolResults: 0 },
    ]);
    expect(items.filter((item) => !isItem(item))).toEqual([]);
    const calls = callsOf(partsOf(items));
    const threads = new Set(calls.map(({ start }) => start?.thread_id));
    expect([...threads]).toEqual([
      "7c1f0d52-1111-4222-8333-444455556666",
      "7c1f0d52-1111-4222-8333-444455556666/6e067db7",
    ]);
    const [turn] = named(calls, "claude-code.turn");
    expect(turn?.start).toMatchObject({
      inputs: { message: "Fix the bag count" },
      parent_id: null,
      attributes: { kind: "agent", session: { cwd: "/home/ada/bags", git_branch: "main", version: "2.0.49" } },
    });
    expect(turn?.end).toMatchObject({ output: "One test fails.", ended_at: "2026-11-20T10:00:15.000Z" });
    for (const { start } of calls.filter(({ start }) => start?.op_name === "Edit")) {
      expect(start).toMatchObject({ parent_id: turn?.start?.id, trace_id: turn?.start?.trace_id });
    }
  });

  it("joins the lines of one request, counts its tokens once, with cached ones in the prompt", async () => {
    const calls = callsOf(partsOf(await read(linesText(claudeLines))));
    const [first, second] = named(calls, "claude-code.completion");
    expect(first?.start?.inputs.messages).toEqual([
      { role: "user", content: "Caveat: local commands" },
      { role: "user", content: "Fix the bag count" },
    ]);
    expect(first?.end?.output).toMatchObject({
      content: [{ type: "thinking" }, { type: "tool_use", name: "Edit" }],
      stop_reason: "tool_use",
    });
    const usage = { "claude-sonnet-4-5-20250929": { prompt_tokens: 1205, completion_tokens: 90, requests: 1 } };
    expect(first?.end?.summary).toMatchObject({ usage });
    expect(second?.start?.inputs.messages).toMatchObject([{ content: [{ type: "tool_result" }] }]);
    const [turn] = named(calls, "claude-code.turn");
    expect(turn?.end?.summary).toMatchObject({
      usage: { "claude-sonnet-4-5-20250929": { requests: 3, completion_tokens: 122, cache_read_input_tokens: 1000 } },
    });
  });

  it("keeps edits as diffs, and failures of tools as exceptions", async () => {
    const calls = callsOf(partsOf(await read(linesText(claudeLines))));
    const [edit] = named(calls, "Edit");
    expect(edit?.end?.output).toEqual({
      result: "The file has been updated.",
      diff: "--- /home/ada/bags/count.ts\n+++ /home/ada/bags/count.ts\n@@ -3,1 +3,1 @@\n-return 1\n+return 2",
    });
    const [bash] = named(calls, "Bash");
    expect(bash?.end).toMatchObject({ output: "1 test failed", exception: "1 test failed" });
    expect([bash?.start?.started_at, bash?.end?.ended_at]).toEqual([
      "2026-11-20T10:00:09.000Z",
      "2026-11-20T10:00:12.000Z",
    ]);
  });

  it("names lines that are not understood by their number, and reads the others", async () => {
    const lines = [...claudeLines.slice(0, 5), { type: "hologram", sessionId: "x" }, { type: "user", sessionId: "x" }];
    const items = await read(`${linesText(lines)}{"type": "user",\n${linesText(claudeLines.slice(5))}`);
    expect(items.filter((item) => !isItem(item))).toEqual([
      { kind: "skipped", filePosition: "line 6", reason: "Lines of type hologram are not known." },
      { kind: "skipped", filePosition: "line 7", reason: "This user line has no message." },
      { kind: "skipped", filePosition: "line 8", reason: expect.stringContaining("Not JSON") },
    ]);
    expect(partsOf(items)).toEqual(partsOf(await read(linesText(claudeLines))));
  });
});

const T = (seconds: number) => new Date(Date.parse("2026-11-20T10:00:00Z") + seconds * 1000).toISOString();

/** The lines of a session of Claude Code, each after the one before unless it says another parent. */
function claudeSession(sessionId = "s1") {
  const lines: Record<string, unknown>[] = [];
  const add = (type: string, uuid: string, message: object, members: object = {}) => {
    const parentUuid = lines.at(-1)?.uuid ?? null;
    lines.push({ type, uuid, parentUuid, sessionId, timestamp: T(lines.length), ...members, message });
  };
  const usage = { input_tokens: 100, output_tokens: 10 };
  return {
    lines,
    user: (uuid: string, content: unknown, members: object = {}) =>
      add("user", uuid, { role: "user", content }, members),
    answer: (uuid: string, id: string, content: unknown, members: object = {}, more: object = {}) =>
      add(
        "assistant",
        uuid,
        { id, role: "assistant", model: "claude-x", content, stop_reason: null, usage, ...more },
        { requestId: `req_${id}`, ...members },
      ),
    line: (type: string, uuid: string, members: object) => add(type, uuid, {}, members),
    read: (session = {}) => read(linesText(lines), LATER_MS, session),
  };
}

const text = (words: string) => [{ type: "text", text: words }];
const tokensOf = (calls: ReturnType<typeof callsOf>) =>
  calls.flatMap(({ end }) => Object.values((end?.summary as { usage?: object } | undefined)?.usage ?? {}));

describe("lines of Claude Code that are copies", () => {
  it("count once: an answer that grows, lines and whole histories that are repeated", async () => {
    const session = claudeSession();
    session.user("u1", "go");
    session.answer("a1", "m1", text("Let me"), {}, { usage: { input_tokens: 100, output_tokens: 1 } });
    session.answer("a2", "m1", text("Let me look."), { parentUuid: "u1" }, { stop_reason: "end_turn" });
    session.lines.push(...session.lines);
    session.user("u2", "more");
    session.answer("a3", "m2", text("ok"), {}, { stop_reason: "end_turn" });
    const items = await session.read();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      leftOut: [{ reason: "The line is repeated.", count: 1, filePosition: "line 4" }],
    });
    const calls = callsOf(partsOf(items));
    expect(named(calls, "claude-code.turn").map(({ start }) => start?.inputs.message)).toEqual(["go", "more"]);
    const answers = named(calls, "claude-code.completion");
    expect(answers.map(({ end }) => end?.output)).toMatchObject([
      { content: text("Let me look.") },
      { content: text("ok") },
    ]);
    expect(tokensOf(answers)).toMatchObject([{ completion_tokens: 10 }, { completion_tokens: 10 }]);
  });

  it("have the ids of the same requests in another file, and are left out where the project has them", async () => {
    const histories = ["s1", "s2"].map((id, index) => {
      const session = claudeSession(id);
      for (let turn = 1; turn <= 2 + index; turn += 1) {
        session.user(`u${turn}`, `question ${turn}`);
        session.answer(`a${turn}`, `m${turn}`, text(`answer ${turn}`), {}, { stop_reason: "end_turn" });
      }
      return session;
    });
    const [first, second] = await Promise.all(histories.map(async (one) => partsOf(await one.read())));
    const stored = new Map((first ?? []).map((part) => [idOf(part), "s1"]));
    expect(second?.filter((part) => stored.has(idOf(part)))).toHaveLength(first?.length ?? 0);
    const [item] = (await histories[1]?.read({ storedThreads: async () => stored })) ?? [];
    expect(item).toMatchObject({
      counts: { calls: 2, userMessages: 1, modelCalls: 1 },
      leftOut: [{ reason: "A request that session s1 has too is counted there.", count: 2, filePosition: "session 1" }],
    });
    const [turn, answer] = callsOf(item && isItem(item) ? item.parts : []);
    expect(turn?.start).toMatchObject({
      inputs: { message: "question 3" },
      thread_id: "s2",
      attributes: { continues_thread_id: "s1" },
    });
    expect(answer?.start?.attributes.continues_thread_id).toBeUndefined();
    expect(turn?.end?.summary).toMatchObject({ usage: { "claude-x": { requests: 1, prompt_tokens: 100 } } });
  });

  it("belong to the turn that is stored, when a copy continues it", async () => {
    const session = claudeSession("s1");
    session.user("u1", "go");
    session.answer("a1", "m1", [{ type: "tool_use", id: "t1", name: "Bash", input: {} }]);
    const stored = new Map(partsOf(await session.read()).map((part) => [idOf(part), "s1"]));
    const copy = claudeSession("s2");
    copy.lines.push(...session.lines.map((line) => ({ ...line, sessionId: "s2" })));
    copy.user("r1", [{ type: "tool_result", tool_use_id: "t1", content: "done" }]);
    copy.answer("a2", "m2", text("ok"), {}, { stop_reason: "end_turn" });
    const calls = callsOf(partsOf(await copy.read({ storedThreads: async () => stored })));
    expect(calls.map(({ start }) => [start?.op_name, start?.thread_id])).toEqual([
      ["claude-code.turn", "s1"],
      ["claude-code.completion", "s1"],
    ]);
    expect(calls[1]?.start?.parent_id).toBe(calls[0]?.start?.id);
  });

  it("keep the ids of earlier releases in sessions that are stored with them", async () => {
    const session = claudeSession();
    session.user("u1", "go");
    session.answer("a1", "m1", text("ok"), {}, { stop_reason: "end_turn" });
    const asked: string[] = [];
    const nothingStored = async (ids: readonly string[]) => {
      asked.push(...ids);
      return new Map();
    };
    await session.read({ storedThreads: nothingStored });
    // The ids that these two calls had while those of requests were of their session.
    const earlier = ["d668f41c-fedf-5437-a391-1104796ad129", "1da41949-afd7-5ccc-b8c2-c3658805de08"];
    expect(asked).toEqual(expect.arrayContaining(earlier));
    const stored = new Map([[earlier[0] ?? "", "s1"]]);
    const parts = partsOf(await session.read({ storedThreads: async () => stored }));
    expect([...new Set(parts.map(idOf))]).toEqual(earlier);
  });
});

describe("what happened in a session of Claude Code", () => {
  it("marks turns that the user left by going back, and the turn that did", async () => {
    const session = claudeSession();
    session.user("u1", "start");
    session.answer("a1", "m1", text("ready"), {}, { stop_reason: "end_turn" });
    session.user("u2", "first attempt");
    session.answer("a2", "m2", text("no"), {}, { stop_reason: "end_turn" });
    session.user("u3", "second attempt", { parentUuid: "a1" });
    session.answer("a3", "m3", text("no"), {}, { stop_reason: "end_turn" });
    session.line("system", "cb", { subtype: "compact_boundary", parentUuid: null, logicalParentUuid: "a3" });
    session.user("cs", "A summary", { isCompactSummary: true, parentUuid: "gone" });
    session.user("u4", "after");
    session.answer("a4", "m4", text("yes"), {}, { stop_reason: "end_turn" });
    session.user("u5", "from the start", { parentUuid: null });
    const turns = named(callsOf(partsOf(await session.read())), "claude-code.turn");
    const marks = turns.map(({ start }) => {
      const { is_rewound: isRewound, rewinds = [] } = (start?.attributes.session ?? {}) as Record<string, unknown>;
      return [start?.inputs.message, isRewound ?? false, rewinds];
    });
    const idOfTurn = (at: number) => turns[at]?.start?.id;
    expect(marks).toEqual([
      ["start", true, []],
      ["first attempt", true, []],
      ["second attempt", true, [idOfTurn(1)]],
      ["after", false, []],
      ["from the start", false, [idOfTurn(0), idOfTurn(2)]],
    ]);
  });

  it("has errors of the API as failed calls and turns", async () => {
    const session = claudeSession();
    session.user("u1", "go");
    const usage = { input_tokens: 0, output_tokens: 0 };
    const message = { model: "<synthetic>", usage };
    session.answer("a1", "m1", text("API Error: 529 overloaded"), { isApiErrorMessage: true }, message);
    session.user("u2", "again");
    session.answer("a2", "m2", text("ok"), {}, { stop_reason: "end_turn" });
    const calls = callsOf(partsOf(await session.read()));
    expect(calls.map(({ start, end }) => [start?.op_name, end?.exception])).toEqual([
      ["claude-code.turn", "API Error: 529 overloaded"],
      ["claude-code.completion", "API Error: 529 overloaded"],
      ["claude-code.turn", undefined],
      ["claude-code.completion", undefined],
    ]);
  });

  it("leads from the call of an agent to its thread, by the result, another file, or the prompt", async () => {
    const agent = (id: string, prompt: string) => ({ type: "tool_use", id, name: "Agent", input: { prompt } });
    const session = claudeSession();
    session.user("u1", "go");
    session.answer("a1", "m1", [agent("t1", "one"), agent("t2", "two"), agent("t3", "three"), agent("t4", "four")]);
    const result = { type: "tool_result", tool_use_id: "t1", content: "found" };
    session.user("r1", [result], { toolUseResult: { agentId: "aa1", status: "completed" } });
    session.user("x1", "three", { isSidechain: true, parentUuid: null });
    const items = await session.read({ subagents: new Map([["t2", "aa2"]]) });
    const calls = named(callsOf(partsOf(items)), "Agent");
    expect(calls.map(({ start, end }) => [start?.attributes.subagent_thread_id, end?.summary])).toEqual([
      ["s1/aa1", { subagent_thread_id: "s1/aa1" }],
      ["s1/aa2", { subagent_thread_id: "s1/aa2" }],
      ["s1/x1", { subagent_thread_id: "s1/x1" }],
      [undefined, {}],
    ]);
  });

  it("keeps the count of cache writes for an hour", async () => {
    const session = claudeSession();
    session.user("u1", "go");
    const split = { ephemeral_5m_input_tokens: 50, ephemeral_1h_input_tokens: 150 };
    const usage = { input_tokens: 10, output_tokens: 1, cache_creation_input_tokens: 200, cache_creation: split };
    session.answer("a1", "m1", text("ok"), {}, { stop_reason: "end_turn", usage });
    const [turn, answer] = callsOf(partsOf(await session.read()));
    const members = { prompt_tokens: 210, cache_creation_input_tokens: 200, cache_creation: split };
    for (const call of [turn, answer]) expect(call?.end?.summary).toMatchObject({ usage: { "claude-x": members } });
  });

  it("names lines that are not part of the conversation, by type", async () => {
    const [item] = await read(linesText(claudeLines));
    expect(item).toMatchObject({
      leftOut: [
        { reason: "Lines of type summary are not part of the conversation.", filePosition: "line 1" },
        { reason: "Lines of type file-history-snapshot are not part of the conversation.", filePosition: "line 2" },
      ],
    });
  });
});

describe("the tokens of a session of Codex", () => {
  const usage = (input: number, output = 10, cached = 0) => ({
    ...{ input_tokens: input, cached_input_tokens: cached, output_tokens: output, total_tokens: input + output },
  });
  const line = (type: string, payload: object) => ({ type, payload });
  const words = (role: string, said: string) =>
    line("response_item", { type: "message", role, content: [{ type: "output_text", text: said }] });
  const event = (last: object | null, total: object | null) =>
    line("event_msg", { type: "token_count", info: { last_token_usage: last, total_token_usage: total } });
  const record = (id: string, own: object, total: object) =>
    line("token_usage_record", { response_id: id, usage: own, thread_token_usage: total });
  const tool = line("response_item", { type: "function_call", name: "shell", arguments: "{}", call_id: "c1" });
  const output = line("response_item", { type: "function_call_output", call_id: "c1", output: "ok" });
  const end = line("event_msg", { type: "task_complete" });
  const inputs = async (id: string, lines: readonly object[]) => {
    const head = [line("session_meta", { id }), line("turn_context", { model: "gpt-x" }), words("user", "go")];
    const all = [...head, ...lines].map((one, index) => ({ timestamp: T(index), ...one }));
    const items = await read(linesText(all));
    expect(items.filter((item) => !isItem(item))).toEqual([]);
    const calls = callsOf(partsOf(items));
    return named(calls, "codex.completion").map(({ start, end: last }) => ({
      id: start?.id,
      tokens: (tokensOf([{ ...(last ? { end: last } : {}) }])[0] as { prompt_tokens?: number } | undefined)
        ?.prompt_tokens,
    }));
  };
  const tokens = async (...lines: readonly object[]) => (await inputs("s", lines)).map((one) => one.tokens);

  it.each([
    ["records alone", [words("assistant", "a"), record("r1", usage(200), usage(200)), end], [200]],
    [
      "records and events, in either order",
      [
        ...[tool, event(usage(200), usage(200)), record("r1", usage(200), usage(200)), output],
        ...[words("assistant", "a"), record("r2", usage(300), usage(500)), event(usage(300), usage(500)), end],
      ],
      [200, 300],
    ],
    [
      "records that are repeated",
      [
        tool,
        record("r1", usage(200), usage(200)),
        output,
        words("assistant", "a"),
        record("r1", usage(200), usage(200)),
      ],
      [200, undefined],
    ],
    [
      "events that repeat the last tokens while the next answer begins",
      [
        ...[tool, event(usage(200), usage(200)), output, words("assistant", "a"), event(usage(200), usage(200))],
        ...[event(usage(300), usage(500)), end],
      ],
      [200, 300],
    ],
    ["events after the output of a tool", [tool, output, event(usage(200), usage(200)), end], [200]],
    [
      "running totals without the last tokens",
      [tool, event(null, usage(200)), output, words("assistant", "a"), event(null, usage(500)), end],
      [200, 300],
    ],
    [
      "requests whose answer the file does not have",
      [words("assistant", "a"), event(usage(200), usage(200)), event(usage(300), usage(500)), end],
      [200, 300],
    ],
    ["events about limits", [words("assistant", "a"), event(null, null), event(usage(200), null), end], [200]],
  ])("count once with %s", async (_name, lines, expected) => {
    expect(await tokens(...lines)).toEqual(expected);
  });

  it("have the same request in a copy of the session", async () => {
    const lines = [words("assistant", "a"), record("r1", usage(200), usage(200)), end];
    const [original, copy] = [await inputs("s1", lines), await inputs("s2", [words("user", "before"), ...lines])];
    expect(copy).toEqual(original);
  });

  describe("that come without ids of responses", () => {
    const said = (...ids: (readonly [string, string?])[]) =>
      ids.map(([id, from]) => line("session_meta", { id, ...(from === undefined ? {} : { forked_from_id: from }) }));
    const plain = [words("user", "go"), words("assistant", "a"), event(usage(200), usage(200)), end];
    const tools = [words("user", "go"), tool, event(usage(200), usage(200)), output, words("assistant", "a"), end];
    const more = [words("user", "more"), words("assistant", "b"), event(usage(300), usage(500)), end];
    const context = words("user", "<environment_context>today</environment_context>");
    const requests = async (hour: number, ...lines: readonly object[]) => {
      const atMs = Date.parse("2026-11-20T00:00:00Z") + hour * 3_600_000;
      const stamped = lines.map((one, at) => ({ timestamp: new Date(atMs + at * 1000).toISOString(), ...one }));
      const parts = partsOf(await read(linesText(stamped)));
      return named(callsOf(parts), "codex.completion").map(({ start }) => start?.id);
    };

    it("have the same requests in forks, at other times and below another context, and in forks of these", async () => {
      const [first] = await requests(1, ...said(["a"]), ...plain);
      const fork = [...said(["b", "a"]), context, ...plain, ...more];
      const [copied, second] = await requests(2, ...fork);
      expect([copied, second]).toEqual([first, expect.not.stringMatching(String(first))]);
      expect(await requests(3, ...said(["c", "b"], ["b", "a"]), ...plain, ...more)).toEqual([first, second]);
      expect(await requests(3, ...said(["c"], ["b"], ["a"]), ...plain, ...more)).toEqual([first, second]);
    });

    it("have the same requests in a copy that does not say so, by the ids of tools", async () => {
      const [first] = await requests(1, ...said(["a"]), ...tools);
      expect((await requests(2, ...said(["b"]), ...tools, ...more))[0]).toBe(first);
    });

    it("are others where two sessions only say the same, or a request is repeated", async () => {
      const [first] = await requests(1, ...said(["a"]), ...plain);
      expect(await requests(1, ...said(["b"]), ...plain)).not.toContain(first);
      const again = [event(usage(200), usage(400)), event(usage(200), usage(600))];
      const all = await requests(1, ...said(["a"]), ...plain.slice(0, -1), ...again, end);
      expect(new Set(all).size).toBe(3);
    });
  });
});

describe("a session of Codex", () => {
  it("becomes a thread with its commands, patches, tokens and answer", async () => {
    const items = await read(linesText(codexLines));
    expect(items).toHaveLength(1);
    const calls = callsOf(partsOf(items));
    expect(calls.map(({ start }) => start?.op_name)).toEqual([
      ...["codex.turn", "codex.completion", "shell", "codex.completion", "apply_patch", "codex.completion"],
    ]);
    const [turn, model, shell, , patch] = calls;
    expect(turn?.start?.inputs).toEqual({ message: [{ type: "input_text", text: "Say hello in a file" }] });
    expect(turn?.end?.output).toBe("Done");
    expect(turn?.start?.thread_id).toBe("019a2d7a-41c4-78b1-b7cc-a45d62a89cd5");
    expect(model?.end?.output).toMatchObject({
      content: [
        { type: "thinking", thinking: "List first" },
        { type: "tool_use", name: "shell" },
      ],
    });
    expect(model?.end?.summary).toEqual({
      usage: {
        "gpt-5-codex": {
          requests: 1,
          prompt_tokens: 2946,
          completion_tokens: 70,
          total_tokens: 3016,
          cache_read_input_tokens: 1000,
        },
      },
    });
    expect(shell?.start?.inputs).toEqual({ command: ["bash", "-lc", "ls"] });
    expect(shell?.end).toMatchObject({ output: "no such file\n", exception: "no such file\n" });
    expect(patch?.start?.inputs).toEqual({ input: expect.stringContaining("*** Add File: hello.txt") });
    expect(patch?.end?.exception).toBeUndefined();
  });

  it("is read in the form of early versions, without wrappers", async () => {
    const [, , user] = codexLines as readonly { payload: Record<string, unknown> }[];
    const early = [
      { id: "early", timestamp: "2025-06-01T10:00:00Z", instructions: null },
      { record_type: "state" },
      user?.payload,
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hello" }] },
      { type: "telepathy" },
    ];
    const items = await read(linesText(early));
    expect(callsOf(partsOf(items))).toHaveLength(2);
    expect(items.at(-1)).toEqual({
      kind: "skipped",
      filePosition: "line 5",
      reason: "Items of type telepathy are not known.",
    });
  });
});

describe.each([
  ["Claude Code", claudeLines],
  ["Codex", codexLines],
])("a growing session of %s", (_name, lines) => {
  it("gives the same parts at every length: nothing that was sent changes later", async () => {
    const whole = new Map(partsOf(await read(linesText(lines))).map((part) => [keyOf(part), JSON.stringify(part)]));
    let lastCount = 0;
    for (let length = 1; length <= lines.length; length += 1) {
      const parts = partsOf(await read(linesText(lines.slice(0, length)), SOON_MS));
      for (const part of parts) expect([length, whole.get(keyOf(part))]).toEqual([length, JSON.stringify(part)]);
      expect(parts.length).toBeGreaterThanOrEqual(lastCount);
      lastCount = parts.length;
    }
    expect(lastCount).toBe(whole.size);
  });

  it("ends what is open when it was quiet for an hour", async () => {
    const open = lines.slice(0, 6);
    const ends = (parts: readonly CallPartRequest[]) => parts.filter(({ mode }) => mode === "end").length;
    const [soon, later] = [await read(linesText(open), SOON_MS), await read(linesText(open), LATER_MS)];
    expect(ends(partsOf(soon))).toBeLessThan(ends(partsOf(later)));
    expect(callsOf(partsOf(later)).every(({ end }) => end !== undefined)).toBe(true);
  });
});

function keyOf(part: CallPartRequest): string {
  return part.mode === "start" ? `start ${part.req.start.id}` : `end ${part.req.end.id}`;
}

function idOf(part: CallPartRequest): string {
  return (part.mode === "start" ? part.req.start.id : part.req.end.id) ?? "";
}
