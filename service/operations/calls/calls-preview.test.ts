import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callsPreviewResult } from "@/lib/api/contract/calls/calls";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "./call-upsert-batch";
import { previewCalls } from "./calls-preview";

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
});

afterAll(() => service.close());

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
    [{ function: { name: "find", arguments: "{}" } }],
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
    [{ type: "tool_use", name: "find", input: {} }],
  ],
  [
    "responses",
    { output: [{ type: "reasoning" }, { type: "function_call", name: "find", arguments: "{}" }] },
    [{ type: "function_call", name: "find", arguments: "{}" }],
  ],
])("returns the tool calls of an answer in the form of %s", async (_form, output, calls) => {
  const preview = await previewOf({}, output);
  expect(JSON.parse(preview?.tool_calls ?? "")).toEqual(calls);
});

it("returns the answer behind long metadata, cut at the requested length", async () => {
  const message = { role: "assistant", content: "Yes, ".repeat(1000) };
  const output = { metadata: "m".repeat(100_000), choices: [{ index: 0, message }] };
  const preview = await previewOf({}, output, { with_messages: true, length: 100 });
  expect(preview?.answer).toBe(JSON.stringify(message).slice(0, 100));
});

it.each([
  ["texts", "plain", "text"],
  ["lists", [1, 2], [{ a: 1 }]],
  ["messages of the model alone", { messages: [{ role: "assistant", content: "hi" }] }, { choices: [] }],
  ["other data", { messages: "none", input: { role: "user" } }, { choices: "x", tool_calls: 1, content: "y" }],
])("returns nothing for %s", async (_name, inputs, output) => {
  const preview = await previewOf(
    typeof inputs === "object" && !Array.isArray(inputs) ? inputs : { value: inputs },
    output,
  );
  expect([preview?.last_message, preview?.answer, preview?.tool_calls]).toEqual([null, null, null]);
});

it("returns no messages where they were not requested", async () => {
  const preview = await previewOf({ messages: [{ role: "user", content: "hi" }] }, null, {});
  expect(preview).not.toHaveProperty("last_message");
});
