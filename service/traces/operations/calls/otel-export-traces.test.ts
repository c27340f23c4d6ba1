import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-node";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "@/service/kernel/access/api-keys";
import { openState } from "@/service/kernel/state/open-state";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { makeRequest, makeSpan, otlpAttributes } from "@/service/traces/otel/testing/make-span";

const KEY = "hk_0123456789012345678901234567890123456789";

let folder: string;
let served: ServedService;
let origin: string;
let limitedKey: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-otel-"));
  served = await serveService(folder, KEY);
  origin = served.url;
  const state = await openState(folder);
  limitedKey = (await createApiKey(state, { name: "limited", projects: ["e/mine"] })).key;
  await state.destroy();
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

const basic = { authorization: `Basic ${Buffer.from(`api:${KEY}`).toString("base64")}` };

const newProject = () => ({ entity: "e", project: uuid4() });

async function ask(path: string, body: unknown): Promise<string> {
  const answer = await fetch(`${origin}${path}`, { method: "POST", headers: basic, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

const rowsOf = (text: string) => text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));

const textOfCalls = (project: string) =>
  ask("/calls/stream_query", {
    project_id: `e/${project}`,
    sort_by: [{ field: "op_name", direction: "asc" }],
  });

const callsOf = async (project: string) => rowsOf(await textOfCalls(project));

/** An agent's run as a real program traces it: a model call and a failing tool below it. */
async function traceAnAgent(exporter: SpanExporter, { entity, project }: ReturnType<typeof newProject>) {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": "airline-agent",
      "wandb.entity": entity,
      "wandb.project": project,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("airline", "1.2.3");
  const agent = tracer.startSpan("invoke_agent airline", {
    attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.conversation.id": `thread-${project}` },
  });
  const inside = trace.setSpan(context.active(), agent);
  const chat = tracer.startSpan("chat gpt-4o", { kind: SpanKind.CLIENT }, inside);
  chat.setAttributes({
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.usage.input_tokens": 412,
    "gen_ai.usage.output_tokens": 9,
    "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: "Bags?" }] }]),
    "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: "Two." }] }]),
  });
  chat.end();
  const tool = tracer.startSpan(
    "execute_tool find",
    { attributes: { "gen_ai.operation.name": "execute_tool" } },
    inside,
  );
  tool.recordException(new Error("no such flight"));
  tool.setStatus({ code: SpanStatusCode.ERROR });
  tool.end();
  agent.end();
  await provider.forceFlush();
  await provider.shutdown();
  return { agentId: agent.spanContext().spanId, traceId: agent.spanContext().traceId };
}

describe("the OpenTelemetry SDK for JavaScript", () => {
  it.each([
    [
      "protobuf, gzip and Basic",
      (to: string) => new ProtobufExporter({ url: to, headers: basic, compression: "gzip" as never }),
    ],
    [
      "protobuf and the key's own header",
      (to: string) => new ProtobufExporter({ url: to, headers: { "wandb-api-key": KEY } }),
    ],
    ["JSON at the older path", (to: string) => new JsonExporter({ url: to.replace(/s$/, ""), headers: basic })],
  ])("stores a tree with messages, usage, an error and a thread by %s", async (_name, exporterTo) => {
    const home = newProject();
    const { agentId, traceId } = await traceAnAgent(exporterTo(`${origin}/otel/v1/traces`), home);

    const [chat, tool, agent] = await callsOf(home.project);
    expect(agent).toMatchObject({ id: agentId, trace_id: traceId, parent_id: null, op_name: "invoke_agent airline" });
    expect(chat).toMatchObject({
      trace_id: traceId,
      parent_id: agentId,
      inputs: { "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: "Bags?" }] }] },
      output: { "gen_ai.output.messages": [{ role: "assistant", parts: [{ type: "text", content: "Two." }] }] },
      summary: {
        usage: { "gpt-4o": { requests: 1, input_tokens: 412, output_tokens: 9, total_tokens: 421 } },
        weave: { status: "success" },
      },
      attributes: {
        kind: "llm",
        model: "gpt-4o",
        otel_span: {
          kind: "CLIENT",
          scope: { name: "airline" },
          resource: { attributes: { service: { name: "airline-agent" } } },
        },
      },
      svc_user_id: expect.any(String),
    });
    expect(tool).toMatchObject({ summary: { weave: { status: "error" } }, output: null });
    expect(JSON.parse(tool?.exception)).toMatchObject({ type: "Error", message: "no such flight" });
    expect([agent?.turn_id, chat?.turn_id, tool?.turn_id]).toEqual([agentId, agentId, agentId]);

    const threads = rowsOf(await ask("/threads/stream_query", { project_id: `e/${home.project}` }));
    expect(threads).toMatchObject([{ thread_id: `thread-${home.project}`, turn_count: 1, first_turn_id: agentId }]);
  });
});

describe("OTLP requests", () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/otel/v1/traces`, {
      method: "POST",
      headers: { ...basic, "content-type": "application/json", ...headers },
      body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body),
    });

  it("change nothing when they are sent again", async () => {
    const { project } = newProject();
    const request = makeRequest([makeSpan({ a: 1 })]);
    for (const _ of [1, 2]) expect((await send(request, { project_id: `e/${project}` })).status).toBe(200);
    expect(await callsOf(project)).toHaveLength(1);
  });

  it("with some invalid spans store the others, and report how many were rejected and why", async () => {
    const { project } = newProject();
    const answer = await send(makeRequest([makeSpan(), makeSpan({}, { spanId: "", name: "broken" })]), {
      project_id: `e/${project}`,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({
      partialSuccess: { rejectedSpans: "1", errorMessage: expect.stringContaining('"broken"') },
    });
    expect(await callsOf(project)).toHaveLength(1);
  });

  it("keep the digits of large integers", async () => {
    const { project } = newProject();
    const span = makeSpan({}, { attributes: [{ key: "n", value: { intValue: "9007199254740993" } }] });
    await send(makeRequest([span]), { project_id: `e/${project}` });
    expect(await textOfCalls(project)).toContain('"n":9007199254740993');
  });

  it("give their dump back as it came and find what is in it, also where inputs and output repeat it", async () => {
    const { project } = newProject();
    const content = `${"Two bags of 23 kg, żółw 😀. ".repeat(8)}end`;
    const messages = `[{"role":"user","parts":[{"n":9007199254740993,"z":1.50,"content":${JSON.stringify(content)}}]}]`;
    const reply = `[{"role":"assistant","parts":[{"content":${JSON.stringify(`${content} of the reply`)}}]}]`;
    const attributes = { "gen_ai.input.messages": messages, "gen_ai.output.messages": reply, "app.note": content };
    await send(makeRequest([makeSpan(attributes)]), { project_id: `e/${project}` });
    const request = { project_id: `e/${project}`, columns: ["attributes"] };
    const text = await ask("/calls/stream_query", request);
    expect(text).toContain(
      `"attributes":{"gen_ai":{"input":{"messages":${messages}},"output":{"messages":${reply}}},"app":{"note":${JSON.stringify(content)}}},"events":[]`,
    );
    const path = "attributes.otel_span.attributes.gen_ai.output.messages.0.parts.0.content";
    const found = async (substring: string) => {
      const operands = [{ $getField: path }, { $literal: substring }];
      const query = { $expr: { $eq: operands } };
      return rowsOf(await ask("/calls/stream_query", { ...request, query })).length;
    };
    expect(await found(`${content} of the reply`)).toBe(1);
    expect(await found(content)).toBe(0);
  });

  it("are answered in protobuf when sent in protobuf, including failures", async () => {
    const protobuf = { "content-type": "application/x-protobuf" };
    const empty = await send(gzipSync(new Uint8Array()), { ...protobuf, "content-encoding": "gzip" });
    expect([empty.status, empty.headers.get("content-type"), (await empty.arrayBuffer()).byteLength]).toEqual([
      200,
      "application/x-protobuf",
      0,
    ]);
    const refused = await send(new Uint8Array([0xff]), protobuf);
    expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "application/x-protobuf"]);
    expect(Buffer.from(await refused.arrayBuffer()).toString()).toContain("not an OTLP");
  });

  it.each([
    ["without a project", 400, {}, makeRequest([makeSpan()]), "wandb.project"],
    ["of another shape", 422, {}, { resourceSpans: 1 }, "resourceSpans"],
    ["without a key", 401, { authorization: "" }, {}, "API key"],
  ])("%s are answered with %i", async (_name, status, headers, body, reason) => {
    const answer = await send(body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(reason);
  });

  it("for a project the key may not use are answered with 403, and nothing is stored", async () => {
    const { entity, project } = newProject();
    const request = makeRequest([makeSpan()], { "wandb.entity": entity, "wandb.project": project });
    const answer = await send(request, { authorization: `Bearer ${limitedKey}` });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain(`${entity}/${project}`);
    expect(await callsOf(project)).toEqual([]);
  });
});

describe("evaluation results", () => {
  const result = (more: object) =>
    otlpAttributes({ "gen_ai.evaluation.name": "relevance", "gen_ai.evaluation.score.label": "good", ...more });
  const scoresOf = async (project: string) => {
    const { result: found } = JSON.parse(await ask("/feedback/query", { project_id: `e/${project}` }));
    return found;
  };

  it("in an event of a span and in a log record are scores of its call, once however often they are sent", async () => {
    const { project } = newProject();
    const headers = { ...basic, "content-type": "application/json", project_id: `e/${project}` };
    const event = { name: "gen_ai.evaluation.result", timeUnixNano: "1763649002000000000" };
    const span = makeSpan(
      {},
      { events: [{ ...event, attributes: result({ "gen_ai.evaluation.score.value": 0.75 }) }] },
    );
    const record = {
      ...{ traceId: span.traceId, spanId: span.spanId, timeUnixNano: "1763649003000000000" },
      attributes: result({ "event.name": "gen_ai.evaluation.result", "gen_ai.evaluation.explanation": "On topic." }),
    };
    const stray = { ...record, spanId: "" };
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [record, stray, { eventName: "user_prompt" }] }] }] };
    const post = async (path: string, body: object) =>
      (await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
    for (const _ of [1, 2]) {
      expect(await post("/otel/v1/traces", makeRequest([span]))).toEqual({});
      expect(await post("/otel/v1/logs", logs)).toEqual({
        partialSuccess: {
          rejectedLogRecords: "2",
          errorMessage: expect.stringMatching(/1 of its messages.*1 of its log/),
        },
      });
    }
    const ref = `weave:///e/${project}/call/${span.spanId}`;
    const scores = await scoresOf(project);
    expect(scores).toHaveLength(2);
    for (const score of scores) expect(score).toMatchObject({ feedback_type: "relevance", weave_ref: ref });
    expect(scores.map(({ payload }: { payload: object }) => payload)).toEqual(
      expect.arrayContaining([
        { value: 0.75, label: "good" },
        { value: "good", label: "good", explanation: "On topic." },
      ]),
    );
  });

  it("that name the answer of a call in place of its span are its scores, and others are refused", async () => {
    const { project } = newProject();
    const headers = { ...basic, "content-type": "application/json", project_id: `e/${project}` };
    const post = async (path: string, body: object) =>
      (await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
    const span = makeSpan({ "gen_ai.operation.name": "chat", "gen_ai.response.id": "chatcmpl-1" });
    const judging = (id: string, more: object = {}) => ({
      // A minute after the span.
      timeUnixNano: String(BigInt(span.endTimeUnixNano ?? 0) + 60_000_000_000n),
      eventName: "gen_ai.evaluation.result",
      attributes: result({ "gen_ai.response.id": id }),
      ...more,
    });
    const late = { timeUnixNano: String(BigInt(span.endTimeUnixNano ?? 0) + 8n * 86_400_000_000_000n) };
    const logs = (...logRecords: object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
    expect(await post("/otel/v1/traces", makeRequest([span]))).toEqual({});
    expect(await post("/otel/v1/logs", logs(judging("chatcmpl-1")))).toEqual({});
    const refused = { partialSuccess: { rejectedLogRecords: "1", errorMessage: expect.stringContaining("answer") } };
    expect(await post("/otel/v1/logs", logs(judging("chatcmpl-2")))).toEqual(refused);
    expect(await post("/otel/v1/logs", logs(judging("chatcmpl-1", late)))).toEqual(refused);
    const scores = await scoresOf(project);
    expect(scores).toMatchObject([
      {
        feedback_type: "relevance",
        weave_ref: `weave:///e/${project}/call/${span.spanId}`,
        payload: { value: "good", response_id: "chatcmpl-1" },
      },
    ]);
  });
});

describe("a large request", () => {
  const idOf = (number: number, digits: number) => String(number).padStart(digits, "0");

  /** Spans of traces of ten; the ids of a test are its own. */
  const smallTraces = (count: number, first: number) =>
    Array.from({ length: count }, (_, at) =>
      makeSpan({}, { traceId: idOf(first + Math.floor(at / 10), 32), spanId: idOf(first + at, 16) }),
    );

  async function send(spans: ReturnType<typeof smallTraces>, project: string, authorization = basic.authorization) {
    return await fetch(`${origin}/otel/v1/traces`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json", "content-encoding": "gzip", project_id: project },
      body: gzipSync(JSON.stringify(makeRequest(spans))),
    });
  }

  const countOf = async (project: string) =>
    JSON.parse(await ask("/calls/query_stats", { project_id: project, filter: {} })).count;

  it("is stored whole, also a trace of more spans than a piece has, whose root comes last", async () => {
    const project = `e/${uuid4()}`;
    const root = makeSpan({ "gen_ai.conversation.id": "c1" }, { traceId: idOf(7, 32), spanId: idOf(9_999, 16) });
    const children = Array.from({ length: 600 }, (_, at) =>
      makeSpan({}, { traceId: idOf(7, 32), spanId: idOf(10_000 + at, 16), parentSpanId: idOf(9_999, 16) }),
    );
    const response = await send([...smallTraces(900, 20_000), ...children, root], project);
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(await countOf(project)).toBe(1_501);
    const filter = { trace_ids: [idOf(7, 32)] };
    const calls = rowsOf(await ask("/calls/stream_query", { project_id: project, filter }));
    expect(calls).toHaveLength(601);
    for (const call of calls) expect(call).toMatchObject({ thread_id: "c1", turn_id: idOf(9_999, 16) });
  });

  it("is stored in turns with the requests of others, which do not wait for its end", async () => {
    const project = `e/${uuid4()}`;
    const ended: string[] = [];
    const large = send(smallTraces(8_000, 40_000), project).then(({ status }) => {
      ended.push("large");
      return status;
    });
    // Once a piece of it is stored, all of it has been read.
    while ((await countOf(project)) === 0);
    const small = await send(smallTraces(1, 60_000), "e/mine", `Basic ${btoa(`api:${limitedKey}`)}`);
    ended.push("small");
    expect([small.status, await large]).toEqual([200, 200]);
    expect(ended).toEqual(["small", "large"]);
    expect(await countOf(project)).toBe(8_000);
  });

  it("with spans of a project that its key may not use is refused before anything is stored", async () => {
    const request = {
      resourceSpans: [
        ...(makeRequest(smallTraces(900, 80_000), { "wandb.project": "e/mine" }).resourceSpans ?? []),
        ...(makeRequest(smallTraces(1, 90_000), { "wandb.project": "e/other" }).resourceSpans ?? []),
      ],
    };
    const before = await countOf("e/mine");
    const response = await fetch(`${origin}/otel/v1/traces`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`api:${limitedKey}`)}`, "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    expect(response.status).toBe(403);
    expect(await countOf("e/mine")).toBe(before);
  });
});
