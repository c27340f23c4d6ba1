import { afterEach, describe, expect, it, vi } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { TrajectoryRow } from "@/lib/training/trajectories/collect-trajectories";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { type Conversations, readConversations, tracesOf } from "./read-conversations";

afterEach(() => {
  vi.unstubAllGlobals();
});

type Given = Partial<Call> & { readonly id: string };

/** Calls of one thread and trace, one second apart. */
const callsOf = (given: readonly Given[]): readonly Call[] =>
  given.map((call, index) => ({
    project_id: "demo/airline",
    op_name: "step",
    trace_id: "trace",
    thread_id: "thread",
    started_at: `2026-11-20T14:00:0${index}Z`,
    attributes: {},
    ...call,
  }));

const modelAttributes = { kind: "llm" };
const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });

/** A service that stores these calls, and has no feedback unless it is given. */
const service = (stored: readonly Call[], more: Answers = {}) =>
  answerRequests({
    "calls.streamQuery": ({ body: { filter } }) =>
      lines(
        stored.filter(
          ({ id, thread_id, trace_id }) =>
            filter.call_ids?.includes(id) ||
            filter.thread_ids?.includes(thread_id) ||
            filter.trace_ids?.includes(trace_id),
        ),
      ),
    ...more,
  });

const address = (signal = new AbortController().signal) => ({
  connectionId: "local",
  projectId: "demo/airline",
  signal,
});

const trajectoryOf = async ({ blob, start, end }: TrajectoryRow) =>
  JSON.parse(await blob.slice(start, end).text()) as { messages_and_choices: readonly Record<string, unknown>[] };

async function read(conversations: Conversations) {
  const parts = [];
  for await (const part of readConversations(address(), conversations)) parts.push(part);
  const rows = parts.flatMap((part) => part.rows);
  const trajectories = await Promise.all(rows.map(trajectoryOf));
  return { parts, trajectories, problems: parts.flatMap(({ problems }) => problems) };
}

const texts = (items: readonly Record<string, unknown>[]) =>
  items.map((item) => {
    const message = (item.message ?? item) as { role: string; content: unknown };
    return `${message.role}: ${message.content}`;
  });

const oneThread: Conversations = { kind: "threads", ids: ["thread"] };

describe("a thread as a trajectory", () => {
  it("is read from the last model call when that contains the calls before it", async () => {
    const sent = service(
      callsOf([
        { id: "m1", attributes: modelAttributes, inputs: { messages: [user("Hi")] }, output: assistant("Hello") },
        {
          id: "m2",
          attributes: modelAttributes,
          inputs: { messages: [user("Hi"), assistant("Hello"), user("Dogs?")] },
          output: assistant("Small ones"),
        },
      ]),
    );
    const { trajectories } = await read(oneThread);
    expect(texts(trajectories[0]?.messages_and_choices ?? [])).toEqual([
      "user: Hi",
      "assistant: Hello",
      "user: Dogs?",
      "assistant: Small ones",
    ]);
    const payloads = sent.filter(({ body }) => body.columns?.includes("inputs"));
    expect(payloads.map(({ body }) => body.filter.call_ids)).toEqual([["m2"]]);
  });

  it("is read from all model calls when the last does not repeat the others", async () => {
    service(
      callsOf([
        { id: "m1", attributes: modelAttributes, inputs: { messages: [user("Hi")] }, output: assistant("Hello") },
        { id: "m2", attributes: modelAttributes, inputs: { messages: [user("Dogs?")] }, output: assistant("Small") },
      ]),
    );
    const { trajectories } = await read(oneThread);
    expect(JSON.stringify(trajectories)).toContain("Hello");
    expect(JSON.stringify(trajectories)).toContain("Small");
  });

  it("keeps a logged choice with its finish reason, and the tools of the request", async () => {
    const output = { choices: [{ finish_reason: "stop", message: { content: "Small" } }] };
    const inputs = { messages: [user("Dogs?")], tools: [{ type: "function", function: { name: "search" } }] };
    service(callsOf([{ id: "m1", attributes: modelAttributes, inputs, output }]));
    const { trajectories } = await read(oneThread);
    expect(trajectories[0]).toMatchObject({ tools: inputs.tools });
    expect(trajectories[0]?.messages_and_choices[1]).toMatchObject({
      finish_reason: "stop",
      message: { role: "assistant", content: "Small" },
    });
  });

  it("ends with what came after the last answer: the user's message and results of tools", async () => {
    service(
      callsOf([
        { id: "m1", attributes: modelAttributes, inputs: { messages: [user("Hi")] }, output: assistant("Hello") },
        { id: "turn", turn_id: "turn", inputs: { message: "Book it" } },
        { id: "tool", op_name: "book", attributes: { kind: "tool" }, output: { ok: true } },
        { id: "text", op_name: "note", attributes: { kind: "tool" }, output: "noted" },
        { id: "other", inputs: { message: "Not a turn" } },
      ]),
    );
    const { trajectories } = await read(oneThread);
    expect(texts(trajectories[0]?.messages_and_choices ?? [])).toEqual([
      "user: Hi",
      "assistant: Hello",
      "user: Book it",
      'tool: {"ok":true}',
      "tool: noted",
    ]);
  });

  it("converts the messages of other clients: tool requests, tool results and texts", async () => {
    const inputs = {
      system: "Be kind.",
      messages: [
        { role: "user", content: [{ type: "text", text: "Where is it?" }] },
        { role: "assistant", content: [{ type: "tool_use", id: "u1", name: "find", input: { id: 7 } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "u1", content: "On its way" }] },
      ],
    };
    const output = { type: "message", role: "assistant", content: [{ type: "text", text: "It is on its way." }] };
    service(
      callsOf([
        {
          id: "m1",
          attributes: modelAttributes,
          inputs: { ...inputs, messages: undefined, input: inputs.messages },
          output,
        },
      ]),
    );
    const { trajectories, problems } = await read(oneThread);
    expect(problems).toEqual([]);
    const said = JSON.stringify(trajectories[0]?.messages_and_choices);
    expect(said).toContain(
      '"tool_calls":[{"id":"u1","type":"function","function":{"name":"find","arguments":"{\\"id\\":7}"}}]',
    );
    expect(said).toContain('"tool_call_id":"u1"');
    expect(said).toContain("It is on its way.");
  });

  it("carries feedback of its calls, the newest of a type, and its origin", async () => {
    service(
      callsOf([
        {
          id: "m1",
          attributes: { ...modelAttributes, team: "a" },
          inputs: { messages: [user("Hi")] },
          output: assistant("Hello"),
        },
      ]),
      {
        "feedback.query": () =>
          json({
            result: [
              { weave_ref: "weave:///demo/airline/call/m1", feedback_type: "reward", payload: { value: 0 } },
              { weave_ref: "weave:///demo/airline/call/m1", feedback_type: "reward", payload: { value: 1 } },
              { weave_ref: "weave:///demo/airline/call/m1", feedback_type: "note", payload: "text" },
              { weave_ref: "elsewhere", feedback_type: "reward", payload: { value: 5 } },
            ],
          }),
      },
    );
    const { parts, trajectories } = await read(oneThread);
    expect(trajectories[0]).toMatchObject({ metadata: { thread_id: "thread", team: "a" } });
    expect(JSON.stringify(parts[0]?.rows[0]?.fields)).toContain('"feedback.reward.value":1');
  });

  it("fails when feedback cannot be loaded, unless the service has none", async () => {
    service(callsOf([{ id: "m1" }]), { "feedback.query": () => failed("upstream") });
    await expect(read(oneThread)).rejects.toThrow("It is upstream.");
  });
});

describe("a reviewed conversation", () => {
  it("has the reward of its reviewers beside what was logged", async () => {
    service(
      callsOf([
        {
          id: "m1",
          attributes: { ...modelAttributes, reward: 0 },
          inputs: { messages: [user("Hi")] },
          output: assistant("Hello"),
        },
      ]),
    );
    const { parts } = await read({ ...oneThread, rewards: { thread: 0.75, other: 1 } });
    expect(parts[0]?.rows[0]?.fields).toMatchObject({ "review.reward": 0.75, "attributes.reward": 0 });
    const unreviewed = await read({ ...oneThread, rewards: { other: 1 } });
    expect(unreviewed.parts[0]?.rows[0]?.fields).not.toHaveProperty(["review.reward"]);
  });
});

describe("threads and traces without a trajectory", () => {
  it("are reported with the reason", async () => {
    service([
      ...callsOf([{ id: "a", trace_id: "no-model" }]),
      ...callsOf([
        { id: "b", trace_id: "no-messages", attributes: modelAttributes, inputs: { query: 7 }, output: null },
      ]),
    ]);
    const { problems, trajectories } = await read({ kind: "traces", ids: ["no-model", "no-messages", "absent"] });
    expect(trajectories).toEqual([]);
    expect(problems).toEqual([
      { place: "trace no-model", reason: "No model call found." },
      { place: "trace no-messages", reason: "Its model calls contain no messages." },
      { place: "trace absent", reason: "No calls found." },
    ]);
  });
});

describe("reading conversations", () => {
  it("reads a few at a time, and reports how many are done", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `thread-${index}`);
    service([]);
    const { parts } = await read({ kind: "threads", ids });
    expect(parts.map(({ readCount }) => readCount)).toEqual([25, 50, 60]);
  });

  it("fails when a response broke off or contained unreadable calls", async () => {
    service([], { "calls.streamQuery": () => new Response('{"id":') });
    await expect(read(oneThread)).rejects.toThrow("The response ended early");
    service([], { "calls.streamQuery": () => new Response('{"id":7}\n') });
    await expect(read(oneThread)).rejects.toThrow("1 call could not be read");
  });

  it("ends with an abort when it was stopped while rows arrived", async () => {
    const stop = new AbortController();
    service([], {
      "calls.streamQuery": () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              stop.abort();
              controller.error(stop.signal.reason);
            },
          }),
        ),
    });
    const reading = readConversations(address(stop.signal), oneThread).next();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("the traces of calls", () => {
  it("are listed once each, and none are requested for no calls", async () => {
    const sent = service(callsOf([{ id: "a" }, { id: "b" }, { id: "c", trace_id: "other" }]));
    expect(await tracesOf(address(), ["a", "b", "c"])).toEqual(["trace", "other"]);
    expect(await tracesOf(address(), [])).toEqual([]);
    expect(sent).toHaveLength(1);
  });
});
