import { describe, expect, it } from "vitest";
import type { CallPartRequest, EndRequest, ImportItem, SkippedItem, StartRequest } from "./import-item";
import { readImport } from "./read-import";
import { claudeLines, codexLines, linesText } from "./testing/session-lines";

const LATER_MS = Date.parse("2026-11-21T10:00:00Z");
const SOON_MS = Date.parse("2026-11-20T10:01:10Z");

async function read(text: string, inventedFromMs = LATER_MS): Promise<(ImportItem | SkippedItem)[]> {
  async function* chunks() {
    yield text;
  }
  const items = [];
  for await (const item of readImport(chunks(), { projectId: "ada/agents", inventedFromMs })) items.push(item);
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
