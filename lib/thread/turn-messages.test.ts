import { describe, expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { messageText } from "@/lib/chat/chat-message";
import { messageCalls, turnMessages } from "./turn-messages";

const call = (id: string, members: Partial<Call> = {}): Call => ({
  id,
  project_id: "p",
  op_name: "turn",
  trace_id: "t",
  turn_id: "turn",
  parent_id: "turn",
  started_at: "2026-11-20T14:00:00Z",
  ended_at: "2026-11-20T14:00:01Z",
  ...members,
});

const turn = (members: Partial<Call> = {}) => call("turn", { parent_id: null, ...members });
const model = (id: string, message: unknown, members: Partial<Call> = {}) =>
  call(id, { attributes: { kind: "llm" }, output: { choices: [{ message }] }, ...members });
const tool = (id: string, name: string, members: Partial<Call> = {}) =>
  call(id, { op_name: name, attributes: { kind: "tool" }, ...members });
const asks = (...requests: [id: string | null, name: string][]) => ({
  role: "assistant",
  content: null,
  tool_calls: requests.map(([id, name]) => ({ id, function: { name, arguments: "{}" } })),
});

const lines = (messages: ReturnType<typeof turnMessages>) =>
  messages.map((message) => [message.role, messageText(message) || message.parts[0]?.kind]);

describe("the messages of a turn", () => {
  it("are the user's, the model's tool requests with their results, and the answer once", () => {
    const messages = turnMessages({
      turn: turn({ inputs: { message: "Where is my bag?" }, output: "In Seattle." }),
      speaking: [
        model("m1", asks(["c1", "find_bag"])),
        tool("t1", "find_bag", { inputs: { id: 1 }, output: "SEA" }),
        model("m2", { role: "assistant", content: "In Seattle." }),
      ],
    });
    expect(lines(messages)).toEqual([
      ["user", "Where is my bag?"],
      ["assistant", "tool-request"],
      ["tool", "tool-result"],
      ["assistant", "In Seattle."],
    ]);
    expect(messages[2]?.parts[0]).toMatchObject({ requestId: "c1", name: "find_bag", value: "SEA", isError: false });
  });

  it("show a tool call once that two spans report, and find its request by its id", () => {
    const span = (id: string, name: string, output: string) =>
      tool(id, "execute_tool", { attributes: { kind: "tool", tool: name, tool_call_id: "c1" }, output });
    const messages = turnMessages({
      turn: turn(),
      speaking: [
        model("m1", asks(["c2", "look"], ["c1", "look"])),
        span("t1", "look", "one"),
        span("t2", "Look", "one"),
      ],
    });
    expect(messages.map(({ parts }) => parts.length)).toEqual([2, 1]);
    expect(messages[1]?.parts[0]).toMatchObject({ requestId: "c1", name: "look", value: "one" });
  });

  it("assign each of two equal requests its own result", () => {
    const speaking = [
      model("m1", asks(["c1", "look"], ["c2", "look"])),
      tool("t1", "look", { output: "one" }),
      tool("t2", "look", { output: "two" }),
    ];
    const results = turnMessages({ turn: turn(), speaking }).flatMap(({ parts }) =>
      parts.filter((part) => part.kind === "tool-result"),
    );
    expect(results.map((part) => [part.requestId, part.value])).toEqual([
      ["c1", "one"],
      ["c2", "two"],
    ]);
  });

  it("show the input of a tool even when no model request was logged, and why it failed", () => {
    const speaking = [tool("t1", "find_bag", { inputs: { id: 1 }, exception: "timed out" })];
    const [request, result] = turnMessages({ turn: turn(), speaking });
    expect(request?.parts[0]).toEqual({ kind: "tool-request", id: null, name: "find_bag", arguments: { id: 1 } });
    expect(result?.parts[0]).toMatchObject({ value: "timed out", isError: true });
  });

  it("come from the turn itself when no call inside has messages, or when it is a model call", () => {
    const inputs = { messages: [{ role: "user", content: "Hi" }] };
    const alone = turn({ inputs, output: { choices: [{ message: { role: "assistant", content: "Hello" } }] } });
    expect(lines(turnMessages({ turn: alone, speaking: [] }))).toEqual([
      ["user", "Hi"],
      ["assistant", "Hello"],
    ]);
  });

  it("take the user's message from the first model call when the turn has none", () => {
    const inputs = {
      messages: [
        { role: "user", content: "Earlier" },
        { role: "user", content: "Now" },
      ],
    };
    const speaking = [model("m1", { role: "assistant", content: "Yes" }, { inputs })];
    expect(lines(turnMessages({ turn: turn(), speaking }))).toEqual([
      ["user", "Now"],
      ["assistant", "Yes"],
    ]);
  });

  it("add the output of the turn when it differs from the last model message", () => {
    const speaking = [model("m1", { role: "assistant", content: '{"ok":true}' })];
    expect(lines(turnMessages({ turn: turn({ output: { answer: "It is done." } }), speaking })).at(-1)).toEqual([
      "assistant",
      "It is done.",
    ]);
  });
});

describe("the calls with messages", () => {
  it("are model and tool calls, without those inside another one", () => {
    const inner = { parent_id: "m1" };
    const calls = [
      turn({ attributes: { kind: "agent" } }),
      model("m1", asks()),
      model("m1-client", asks(), inner),
      tool("t1", "look", { parent_id: "helper" }),
      call("helper", { op_name: "helper" }),
    ];
    expect(messageCalls("turn", calls).map(({ id }) => id)).toEqual(["m1", "t1"]);
  });

  it("are found even when calls name each other as parents", () => {
    const calls = [
      turn(),
      call("a", { parent_id: "b" }),
      call("b", { parent_id: "a" }),
      tool("t", "x", { parent_id: "a" }),
    ];
    expect(messageCalls("turn", calls).map(({ id }) => id)).toEqual(["t"]);
  });
});
