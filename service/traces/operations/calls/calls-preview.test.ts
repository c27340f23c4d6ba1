import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { callsPreviewResult } from "@/lib/api/contract/calls/calls";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "./call-upsert-batch";
import { previewCalls } from "./calls-preview";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});

/** Stores a call and returns its preview. */
async function previewOf(inputs: unknown, output: unknown, request: Record<string, unknown> = { with_messages: true }) {
  const project = `e/${uuid4()}`;
  const id = uuid4();
  const start = {
    project_id: project,
    id,
    trace_id: "t",
    op_name: "chat",
    started_at: "2026-11-20T10:00:00Z",
    attributes: {},
    inputs,
  };
  const end = { project_id: project, id, ended_at: "2026-11-20T10:00:01Z", output, summary: {} };
  await service.ask("call.upsertBatch", upsertBatch, { batch: [{ req: { start } }, { req: { end } }] });
  const body = { project_id: project, call_ids: [id], ...request };
  return callsPreviewResult.parse(await service.ask("calls.preview", previewCalls, body)).previews[0];
}

const SYSTEM = { role: "system", content: "You are an airline agent. ".repeat(40_000) };

it("returns the last message of a user or a tool behind a system prompt of a megabyte", async () => {
  const asked = { role: "user", content: 'Can I change "BTBM5E"?' };
  const tools = [{ type: "function", function: { name: "x", description: "y".repeat(5000) } }];
  const preview = await previewOf({ model: "gpt-4o", messages: [SYSTEM, asked], tools }, null);
  expect(JSON.parse(preview?.last_message ?? "")).toEqual(asked);
  expect(preview?.inputs).toContain("airline agent");
  const result = { role: "tool", content: '{"seats":3}', tool_call_id: "c" };
  const later = await previewOf({ messages: [SYSTEM, asked, { role: "assistant", content: null }, result] }, null);
  expect(JSON.parse(later?.last_message ?? "")).toEqual(result);
});

it.each([
  [
    "chat completions",
    {
      id: "x",
      choices: [
        {
          message: { role: "assistant", content: null, tool_calls: [{ function: { name: "find", arguments: "{}" } }] },
        },
      ],
    },
  ],
  [
    "messages",
    {
      role: "assistant",
      content: [
        { type: "text", text: "Let me look." },
        { type: "tool_use", name: "find", input: {} },
      ],
    },
  ],
  ["responses", { output: [{ type: "reasoning" }, { type: "function_call", name: "find", arguments: "{}" }] }],
])("returns the tool calls of an answer in the form of %s", async (_form, output) => {
  const preview = await previewOf({}, output);
  expect(JSON.parse(preview?.tool_calls ?? "")).toEqual([
    { type: "function", function: { name: "find", arguments: "{}" } },
  ]);
});

it("returns the answer behind long metadata, cut at the requested length", async () => {
  const message = { role: "assistant", content: "Yes, ".repeat(1000) };
  const output = { metadata: "m".repeat(100_000), choices: [{ index: 0, message }] };
  const preview = await previewOf({}, output, { with_messages: true, length: 100 });
  expect(preview?.answer).toBe(JSON.stringify(message).slice(0, 100));
});

it.each([
  ["lists", [1, 2], [{ a: 1 }]],
  ["messages of the model alone", { messages: [{ role: "assistant", content: "hi" }] }, { choices: [] }],
  ["other data", { messages: "none", limits: { role: "user" } }, { choices: "x", tool_calls: 1 }],
])("returns nothing for %s", async (_name, inputs, output) => {
  const preview = await previewOf(
    typeof inputs === "object" && !Array.isArray(inputs) ? inputs : { value: inputs },
    output,
  );
  expect([preview?.last_message, preview?.answer, preview?.tool_calls]).toEqual([null, null, null]);
});

it("returns a text that is not a message as a text", async () => {
  const preview = await previewOf({ options: "x".repeat(1000), question: "Why?", a: 1, b: 2 }, { answer: "So.", n: 1 });
  expect([preview?.last_message, preview?.answer]).toEqual(['"Why?"', '"So."']);
});

it("returns what was said last in the end of a long value of any client", async () => {
  const parts = (content: string) => [{ type: "text", content }];
  const history = Array.from({ length: 400 }, (_, index) => [
    { role: "user", parts: parts(`Question ${index}? ${"x".repeat(100)}`) },
    { role: "assistant", parts: parts(`Answer ${index}.`) },
  ]).flat();
  const inputs = { "langfuse.observation.input": { kwargs: { messages: history }, args: [] } };
  const preview = await previewOf(inputs, { outputs: { messages: history } });
  expect(JSON.parse(preview?.last_message ?? "").content).toMatch(/^Question 399\?/);
  expect(JSON.parse(preview?.answer ?? "")).toEqual({ role: "assistant", content: "Answer 399." });
});

describe("a call without a text", () => {
  interface Stored {
    readonly inputs: Record<string, unknown>;
    readonly output: unknown;
    /** Position of the call that it is below; 0 where absent. */
    readonly above?: number;
  }

  /** Stores calls of one trace, in their order, and returns their previews. */
  async function firstPreview(calls: readonly Stored[]) {
    const project = `e/${uuid4()}`;
    const ids = calls.map(() => uuid4());
    const batch = calls.flatMap(({ inputs, output, above = 0 }, index) => {
      const at = (second: number) => `2026-11-20T10:00:${String(second).padStart(2, "0")}Z`;
      const start = {
        project_id: project,
        id: ids[index],
        trace_id: `trace of ${project}`,
        ...(index === 0 ? {} : { parent_id: ids[above] }),
        op_name: "step",
        started_at: at(index),
        attributes: {},
        inputs,
      };
      const end = {
        project_id: project,
        id: ids[index],
        ended_at: at(index === 0 ? 50 : 20 + index),
        output,
        summary: {},
      };
      return [{ req: { start } }, { req: { end } }];
    });
    await service.ask("call.upsertBatch", upsertBatch, { batch });
    const body = { project_id: project, call_ids: ids, with_messages: true };
    return callsPreviewResult.parse(await service.ask("calls.preview", previewCalls, body)).previews;
  }
  const model = (asked: string, answered: string) => ({
    inputs: { messages: [{ role: "user", content: asked }] },
    output: { choices: [{ message: { role: "assistant", content: answered } }] },
  });
  const tool = { inputs: { city: "Paris", days: 3 }, output: "grey" };

  it("that is the first of its trace has the first question and the last answer below it, and says so", async () => {
    const [root, below] = await firstPreview([
      { inputs: {}, output: null },
      { inputs: { n: 1 }, output: null },
      model("Weather?", "I look."),
      model("And now?", "Grey."),
      tool,
    ]);
    expect(root).toMatchObject({
      last_message: '{"role":"user","content":"Weather?"}',
      answer: '{"role":"assistant","content":"Grey."}',
      is_asked_below: true,
      is_answered_below: true,
    });
    expect(below).toMatchObject({ last_message: null, answer: null });
    expect(below).not.toHaveProperty("is_asked_below");
  });

  it("keeps its own text and its own data", async () => {
    const [root] = await firstPreview([{ inputs: { rows: [1, 2] }, output: "Done." }, model("Weather?", "Grey.")]);
    expect(root).toMatchObject({ last_message: null, answer: '"Done."' });
    expect(root).not.toHaveProperty("is_asked_below");
  });

  it("inside a trace has those below itself, not those beside it", async () => {
    const [, before, agent, step] = await firstPreview([
      { inputs: { n: 1 }, output: "Done." },
      { ...model("Beside?", "Beside.") },
      { inputs: {}, output: null },
      { inputs: {}, output: null, above: 2 },
      { ...model("Weather?", "I look."), above: 3 },
      { ...tool, above: 3 },
      { ...model("And now?", "Grey."), above: 3 },
      model("After?", "After."),
    ]);
    const below = {
      last_message: '{"role":"user","content":"Weather?"}',
      answer: '{"role":"assistant","content":"Grey."}',
      is_asked_below: true,
      is_answered_below: true,
    };
    expect(agent).toMatchObject(below);
    expect(step).toMatchObject(below);
    expect(before).not.toHaveProperty("is_asked_below");
  });

  it("without calls below it says nothing", async () => {
    const [root, inner] = await firstPreview([
      { inputs: {}, output: null },
      { inputs: {}, output: null },
    ]);
    expect(root).toMatchObject({ last_message: null, answer: null, tool_calls: null });
    expect(inner).toMatchObject({ last_message: null, answer: null, tool_calls: null });
  });
});

it("returns no messages where they were not requested", async () => {
  const preview = await previewOf({ messages: [{ role: "user", content: "hi" }] }, null, {});
  expect(preview).not.toHaveProperty("last_message");
});

describe("a text to find", () => {
  const long = { messages: [SYSTEM, { role: "user", content: "Is the crème\nbrûlée still served?" }] };

  it("is returned with what is around it, however long the payload is and however its letters are written", async () => {
    const preview = await previewOf(long, { text: "No." }, { find: "CRÈME" });
    expect(preview?.found_in_inputs).toBe("Is the crème brûlée still served?");
    expect(preview?.found_in_output).toBeNull();
  });

  it("is asked for: an answer without it has no such members", async () => {
    const preview = await previewOf({ a: 1 }, "x", {});
    expect(preview).not.toHaveProperty("found_in_inputs");
  });

  it("is a text, never a pattern", async () => {
    const preview = await previewOf({ a: "costs (5.00) USD", b: "costs 5x00" }, "5000", { find: "(5.00)" });
    expect([preview?.found_in_inputs, preview?.found_in_output]).toEqual(["costs (5.00) USD", null]);
  });
});
