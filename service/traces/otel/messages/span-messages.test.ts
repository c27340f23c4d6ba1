import pino from "pino";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { makeRequest, makeSpan, otlpAttributes } from "@/service/traces/otel/testing/make-span";
import { convertBody } from "@/service/traces/otel/wire/convert-body";
import { readLogMessages } from "./log-messages";
import { SpanMessages } from "./span-messages";

const HELD_MS = 15_000;
const WAITING_MS = 600_000;
const TRACE_ID = "5b8efff798038103d269b633813fc60c";
const SPAN_ID = "eee19b7ec3c1b174";

let place: TemporaryState;
let service: TestService;
let messages: SpanMessages;
let now = 0;

const open = (state = place.state) =>
  SpanMessages.open(state, service.services, pino({ level: "silent" }), {
    heldMs: HELD_MS,
    waitingMs: WAITING_MS,
    now: () => now,
  });

beforeAll(async () => {
  service = await sharedTestService();
  place = await openTemporaryState();
  messages = await open();
});

afterAll(async () => {
  await messages.close();
  await place.remove();
});

const CHAT = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "gpt-4o" };

function sendSpan(project: string, attributes: object = {}, members: object = {}): Promise<void> {
  const request = makeRequest([makeSpan({ ...CHAT, ...attributes }, members)]);
  const bytes = Buffer.from(JSON.stringify(request));
  return messages.writeSpans(convertBody({ type: "application/json", bytes, project }).spans("user"));
}

interface SentEvent {
  readonly name: string;
  readonly body?: object;
  readonly attributes?: object;
  readonly spanId?: string;
}

let nanos = 1_763_649_001_900_000_000n;

function logsOf(events: readonly SentEvent[]) {
  const logRecords = events.map(({ name, body, attributes = {}, spanId = SPAN_ID }) => {
    nanos += 1000n;
    return {
      traceId: TRACE_ID,
      spanId,
      timeUnixNano: String(nanos),
      eventName: name,
      attributes: otlpAttributes(attributes),
      ...(body ? { body: { kvlistValue: { values: otlpAttributes(body) } } } : {}),
    };
  });
  return { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
}

const sendLogs = (project: string, logs: ReturnType<typeof logsOf>) =>
  messages.addMessages(readLogMessages(logs, project).messages);

const QUESTION: SentEvent = { name: "gen_ai.user.message", body: { content: "Is AX118 on time?" } };
const ANSWER: SentEvent = {
  name: "gen_ai.choice",
  body: { index: 0, finish_reason: "stop", message: { role: "assistant", content: "Yes." } },
};

const INPUTS = { "gen_ai.input.messages": [{ role: "user", content: "Is AX118 on time?" }] };
const OUTPUT = { "gen_ai.output.messages": [{ role: "assistant", content: "Yes.", finish_reason: "stop" }] };

interface Call {
  readonly id: string;
  readonly parent_id: string | null;
  readonly trace_id: string;
  readonly op_name: string;
  readonly ended_at: string | null;
  readonly inputs: object;
  readonly output: unknown;
}

const callsOf = (project: string) => service.lines<Call>("calls.streamQuery", streamCalls, { project_id: project });

const newProject = () => `e/${uuid4()}`;

/** A project whose instrumentation is known to send no messages as log events. */
async function projectWithoutMessages(): Promise<string> {
  const project = newProject();
  await sendSpan(project, {}, { spanId: "0000000000000001" });
  now += HELD_MS;
  await messages.settle();
  return project;
}

describe("messages that come before their span", () => {
  it("become the inputs and the output of its call", async () => {
    const project = newProject();
    await sendLogs(project, logsOf([QUESTION, ANSWER]));
    expect(await callsOf(project)).toEqual([]);
    await sendSpan(project);
    expect(await callsOf(project)).toEqual([
      expect.objectContaining({ id: SPAN_ID, inputs: INPUTS, output: OUTPUT, ended_at: expect.any(String) }),
    ]);
  });

  it("are found by the service after a restart", { tags: ["all"] }, async () => {
    const project = newProject();
    await sendLogs(project, logsOf([QUESTION, ANSWER]));
    await messages.close();
    messages = await open();
    await sendSpan(project);
    expect(await callsOf(project)).toEqual([expect.objectContaining({ inputs: INPUTS, output: OUTPUT })]);
  });

  it("are stored as a call of their own when the span never comes", async () => {
    const project = newProject();
    await sendLogs(project, logsOf([QUESTION, ANSWER]));
    now += WAITING_MS;
    await messages.settle();
    await messages.settle();
    expect(await callsOf(project)).toEqual([
      expect.objectContaining({ op_name: "gen_ai.late_messages", parent_id: SPAN_ID, inputs: INPUTS, output: OUTPUT }),
    ]);
  });
});

describe("a failed request without messages", () => {
  const failed = { status: { code: 2, message: "no quota" } };

  it("is stored as failed at once, unless messages are known to come", async () => {
    const project = newProject();
    await sendSpan(project, {}, failed);
    expect(await callsOf(project)).toEqual([expect.objectContaining({ ended_at: expect.any(String) })]);
  });

  it("has its question, without an answer to wait for", async () => {
    const project = newProject();
    await sendLogs(project, logsOf([QUESTION]));
    await sendSpan(project, {}, failed);
    expect(await callsOf(project)).toEqual([
      expect.objectContaining({ inputs: INPUTS, output: null, ended_at: expect.any(String) }),
    ]);
  });

  it("ends as soon as its question has come", async () => {
    const project = newProject();
    await sendLogs(project, logsOf([{ ...QUESTION, spanId: "0000000000000009" }]));
    await sendSpan(project, {}, failed);
    expect(await callsOf(project)).toEqual([expect.objectContaining({ ended_at: null })]);
    await sendLogs(project, logsOf([QUESTION]));
    expect(await callsOf(project)).toEqual([
      expect.objectContaining({ inputs: INPUTS, output: null, ended_at: expect.any(String) }),
    ]);
  });
});

describe("messages that come after their span", () => {
  it("end the call, which is running until then", async () => {
    const project = newProject();
    await sendSpan(project);
    expect(await callsOf(project)).toEqual([expect.objectContaining({ id: SPAN_ID, ended_at: null, output: null })]);
    await sendLogs(project, logsOf([QUESTION, ANSWER]));
    expect(await callsOf(project)).toEqual([
      expect.objectContaining({ inputs: INPUTS, output: OUTPUT, ended_at: expect.any(String) }),
    ]);
  });

  it("may come in several requests", async () => {
    const project = newProject();
    await sendLogs(project, logsOf([QUESTION]));
    await sendSpan(project);
    await sendLogs(project, logsOf([ANSWER]));
    expect(await callsOf(project)).toEqual([expect.objectContaining({ inputs: INPUTS, output: OUTPUT })]);
  });

  it("find their span after a restart", async () => {
    const project = newProject();
    await sendSpan(project);
    await messages.close();
    messages = await open();
    await sendLogs(project, logsOf([QUESTION, ANSWER]));
    expect(await callsOf(project)).toEqual([expect.objectContaining({ inputs: INPUTS, output: OUTPUT })]);
  });

  it("are a call below the span when that is stored already", async () => {
    const project = await projectWithoutMessages();
    await sendSpan(project);
    await sendLogs(project, logsOf([QUESTION, ANSWER]));
    const calls = await callsOf(project);
    expect(calls).toContainEqual(expect.objectContaining({ id: SPAN_ID, inputs: {}, ended_at: expect.any(String) }));
    expect(calls).toContainEqual(
      expect.objectContaining({ op_name: "gen_ai.late_messages", parent_id: SPAN_ID, inputs: INPUTS, output: OUTPUT }),
    );
    expect(calls).toHaveLength(3);
  });

  it("are a call below the span in the trace of the SDK's call that the span is in", async () => {
    const project = await projectWithoutMessages();
    await sendSpan(project, { "weave.parent_call.id": "op", "weave.parent_call.trace_id": "trace of op" });
    await sendLogs(project, logsOf([QUESTION, ANSWER]));
    const found = (await callsOf(project)).map(({ op_name, parent_id, trace_id }) => [op_name, parent_id, trace_id]);
    expect(found).toContainEqual(["chat gpt-4o", "op", "trace of op"]);
    expect(found).toContainEqual(["gen_ai.late_messages", SPAN_ID, "trace of op"]);
    expect(found).toHaveLength(3);
  });

  it("are dropped when the span contains them itself", async () => {
    const project = newProject();
    await sendSpan(project, { "gen_ai.input.messages": "[]", "gen_ai.output.messages": '[{"role":"assistant"}]' });
    await sendLogs(project, logsOf([QUESTION, ANSWER]));
    expect(await callsOf(project)).toEqual([expect.objectContaining({ id: SPAN_ID })]);
  });
});

describe("a span and its messages that reach two services", () => {
  /** Calls a function while requests reach another service with the same state; not where that is a file. */
  async function atOther(step: () => Promise<void>): Promise<void> {
    const here = messages;
    const state = await place.openAgain();
    messages = await open(state);
    try {
      await step();
    } finally {
      await messages.close();
      await state.destroy();
      messages = here;
    }
  }

  it("are joined, whichever comes first", async ({ skip }) => {
    if (place.url === undefined) return skip("a state in a file has one service");
    const [before, after] = [newProject(), newProject()];
    await atOther(async () => {
      await sendLogs(before, logsOf([QUESTION, ANSWER]));
      await sendSpan(after);
    });
    await sendSpan(before);
    await sendLogs(after, logsOf([QUESTION, ANSWER]));
    for (const project of [before, after]) {
      expect(await callsOf(project)).toEqual([
        expect.objectContaining({ id: SPAN_ID, inputs: INPUTS, output: OUTPUT, ended_at: expect.any(String) }),
      ]);
    }
  });

  it("are stored in time by a service that lives, also when the one that received the span does not", async ({
    skip,
  }) => {
    if (place.url === undefined) return skip("a state in a file has one service");
    const project = newProject();
    await atOther(() => sendSpan(project));
    now += HELD_MS;
    await messages.settle();
    expect(await callsOf(project)).toEqual([expect.objectContaining({ inputs: {}, ended_at: expect.any(String) })]);
  });
});

describe("a span without messages", () => {
  it("is stored as it is when none come in time", async () => {
    const project = newProject();
    await sendSpan(project);
    now += HELD_MS;
    await messages.settle();
    expect(await callsOf(project)).toEqual([
      expect.objectContaining({ inputs: {}, output: null, ended_at: expect.any(String) }),
    ]);
  });

  it("does not wait in a project where the one before waited in vain, until messages come", async () => {
    const project = await projectWithoutMessages();
    await sendSpan(project);
    expect((await callsOf(project)).every(({ ended_at }) => ended_at !== null)).toBe(true);
    await sendLogs(project, logsOf([{ ...QUESTION, spanId: "0000000000000002" }]));
    await sendSpan(project, {}, { spanId: "0000000000000003" });
    expect(await callsOf(project)).toContainEqual(expect.objectContaining({ id: "0000000000000003", ended_at: null }));
  });

  it("does not wait when it is no request to a model", async () => {
    const project = newProject();
    await sendSpan(project, { "gen_ai.operation.name": "execute_tool" });
    expect(await callsOf(project)).toEqual([expect.objectContaining({ ended_at: expect.any(String) })]);
  });
});

describe("a request that is sent again", () => {
  it("doubles neither the span nor its messages, in any order", async () => {
    const project = newProject();
    const logs = logsOf([QUESTION, QUESTION, ANSWER]);
    await sendLogs(project, logs);
    await sendLogs(project, logs);
    await sendSpan(project);
    await sendLogs(project, logs);
    await sendSpan(project);
    now += WAITING_MS;
    await messages.settle();
    const [question] = INPUTS["gen_ai.input.messages"];
    expect(await callsOf(project)).toEqual([
      expect.objectContaining({ inputs: { "gen_ai.input.messages": [question, question] }, output: OUTPUT }),
    ]);
  });
});

describe("readLogMessages", () => {
  it("reads the current event, with its messages as attributes, and events named by an attribute", async () => {
    const project = newProject();
    const details: SentEvent = {
      name: "gen_ai.client.inference.operation.details",
      attributes: {
        "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: "Hi" }] }],
        "gen_ai.output.messages": [{ role: "assistant", parts: [{ type: "text", content: "Hello" }] }],
      },
    };
    const logs = logsOf([details]);
    const record = logs.resourceLogs[0]?.scopeLogs[0]?.logRecords[0];
    if (!record) throw new Error("no record");
    const { eventName, ...rest } = record;
    const named = { ...rest, attributes: [...rest.attributes, ...otlpAttributes({ "event.name": eventName })] };
    const { messages: read } = readLogMessages({ resourceLogs: [{ scopeLogs: [{ logRecords: [named] }] }] }, project);
    await messages.addMessages(read);
    await sendSpan(project);
    expect(await callsOf(project)).toEqual([
      expect.objectContaining({
        inputs: { "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: "Hi" }] }] },
        output: { "gen_ai.output.messages": [{ role: "assistant", parts: [{ type: "text", content: "Hello" }] }] },
      }),
    ]);
  });

  it("counts what is no message, and messages without a span or a project", () => {
    const logs = logsOf([QUESTION, { ...ANSWER, spanId: "" }, { name: "app.started" }]);
    expect(readLogMessages(logs, "e/p")).toMatchObject({ homeless: 1, others: 1, messages: [{ spanId: SPAN_ID }] });
    expect(() => readLogMessages(logs, undefined)).toThrow("No project is named");
    expect(readLogMessages(logsOf([{ name: "app.started" }]), undefined)).toMatchObject({ messages: [], others: 1 });
  });
});
