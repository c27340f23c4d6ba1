import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { sized } from "@/test/setup/test-length";
import type { SourceKeys } from "./import-api";
import { importCommand } from "./import-command";
import { collector } from "./testing/collector";

const KEY = "hk_0123456789012345678901234567890123456789";

/** Spans of one trace. All of them are more than one request of the import. */
const SPANS = sized({ once: 120, all: 1_200 });

let folder: string;
let served: ServedService;
let serviceUrl: string;

const urlOf = (address: unknown) => `http://127.0.0.1:${(address as AddressInfo).port}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-import-"));
  served = await serveService(folder, KEY);
  serviceUrl = served.url;
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Given {
  readonly key?: string | undefined;
  readonly sourceKey?: string;
  readonly sourceKeys?: SourceKeys;
  readonly serviceUrl?: string;
  readonly waitsMs?: number[];
}

async function run(args: string[], given: Given = {}) {
  const out = collector();
  const errors = collector();
  const code = await importCommand(args, {
    serviceUrl,
    key: KEY,
    ...given,
    out: out.stream,
    errors: errors.stream,
    // Allows one more attempt: a connection that the service has closed in the meantime is only noticed when it is
    // used.
    retries: { waitsMs: given.waitsMs ?? [1] },
  });
  return { code, out: out.text(), errors: errors.text() };
}

function fileOf(text: string): string {
  const file = join(folder, `${uuid4()}.json`);
  writeFileSync(file, text);
  return file;
}

async function ask<Row>(path: string, body: object): Promise<Row[]> {
  const answer = await fetch(`${serviceUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

const newProject = () => `e/${uuid4()}`;

const conversation = {
  task_id: 1,
  reward: 1,
  traj: [
    { role: "user", content: "Bags?" },
    { role: "assistant", content: "Two." },
  ],
};

describe("npm run import", () => {
  it("stores conversations, reports what it stored, and changes nothing the second time", async () => {
    const project = newProject();
    const file = fileOf(JSON.stringify([conversation, { ...conversation, task_id: 2, reward: 0 }]));
    for (const _ of [1, 2]) {
      const { code, out, errors } = await run([file, "--project", project]);
      expect([code, errors]).toEqual([0, ""]);
      expect(out).toContain("2 conversations, each a thread: 2 user messages, 2 model calls, 0 tool results");
      expect(out).toContain("2 rewards: 1 of 1, 1 of 0");
      expect(out).toContain("timestamps, so they are generated");
      expect(await ask("/calls/stream_query", { project_id: project })).toHaveLength(4);
    }
    expect(await ask("/threads/stream_query", { project_id: project })).toHaveLength(2);
    const [feedback] = await ask<{ result: object[] }>("/feedback/query", { project_id: project });
    expect(feedback?.result).toHaveLength(2);
    expect(feedback?.result).toContainEqual(
      expect.objectContaining({ feedback_type: "reward", payload: expect.objectContaining({ value: 1, task_id: 1 }) }),
    );
  });

  it("stores an export of Langfuse once, whether run twice or stopped in the middle and continued, and counts its records", async () => {
    const project = newProject();
    const ids = Array.from({ length: SPANS }, (_, index) => `o${index}`);
    const observation = {
      type: "SPAN",
      trace_id: "t1",
      start_time: "2026-03-04 05:06:07",
      end_time: "2026-03-04 05:06:08",
    };
    const score = { trace_id: "t1", data_type: "NUMERIC", source: "API", value: 1 };
    const scores = ["a", "b"].map((id) => ({ ...score, id, name: "policy_ok" }));
    const root = { ...observation, id: "root", is_root_observation: true, session_id: "s1" };
    const lost = { ...score, id: "c", name: "session score", trace_id: null, session_id: "s1" };
    const values = [root, ...ids.map((id) => ({ ...observation, id, parent_observation_id: "root" })), ...scores, lost];
    const file = fileOf(values.map((value) => JSON.stringify(value)).join("\n"));
    // As a stop after the first batch leaves it: the rest is sent, and what was sent before is sent again.
    await run([
      fileOf(
        values
          .slice(0, (SPANS * 7) / 12)
          .map((value) => JSON.stringify(value))
          .join("\n"),
      ),
      "--project",
      project,
    ]);
    for (const from of [String(SPANS / 2), "0"]) {
      const { code, out } = await run([file, "--project", project, "--from", from]);
      expect([code, out.includes("Langfuse: 2 × score → feedback")]).toEqual([2, true]);
      expect(out).toContain("The score session score is of a session or an experiment");
      expect(await ask("/calls/stream_query", { project_id: project })).toHaveLength(SPANS + 2);
      const [feedback] = await ask<{ result: object[] }>("/feedback/query", { project_id: project });
      expect(feedback?.result).toHaveLength(2);
    }
    const threads = await ask<{ thread_id: string }>("/threads/stream_query", { project_id: project });
    expect(threads.map(({ thread_id }) => thread_id)).toEqual(["s1"]);
  });

  it("says what a file of Langfuse would become, stores it as it is mapped, and names choices that nothing met", async () => {
    const project = newProject();
    const time = "2026-11-20T14:00:00Z";
    const observation = { traceId: "t1", startTime: time, endTime: time, metadata: { channel: "web" } };
    const score = { traceId: "t1", dataType: "NUMERIC", source: "API", value: 1 };
    const file = fileOf(
      [
        { id: "t1", timestamp: time, name: "chat", sessionId: "s1", metadata: { channel: "web" } },
        { ...observation, id: "o1", type: "GENERATION", name: "answer" },
        { ...observation, id: "o2", type: "EVENT", name: "seen" },
        { ...score, id: "a", name: "quality" },
        { ...score, id: "b", name: "tone" },
      ]
        .map((value) => JSON.stringify(value))
        .join("\n"),
    );
    const preview = await run([file, "--project", project, "--preview"]);
    expect(preview).toMatchObject({ code: 0, errors: "" });
    expect(preview.out).toContain("5 values would become 3 calls, 2 feedback records. Nothing is stored.");
    const [, kind] = /^ {2}(Langfuse: event → .+) \(1 call\)$/m.exec(preview.out) ?? [];
    expect(preview.out).toContain("  quality (1)\n  tone (1)");
    expect(preview.out).toContain('  attributes.langfuse.metadata.channel (3 calls, for example "web")');
    expect(await ask("/calls/stream_query", { project_id: project })).toEqual([]);

    const options = ["--thread", "attributes.langfuse.metadata.channel", "--leave-out", kind ?? ""];
    const scores = ["--score", "quality=help", "--score", "tone=", "--score", "taste=x"];
    const { code, out } = await run([file, "--project", project, ...options, ...scores]);
    expect(code).toBe(0);
    expect(out).toContain("No score is named taste. --preview lists what there is.");
    const calls = await ask<{ thread_id: string }>("/calls/stream_query", { project_id: project });
    expect(calls.map(({ thread_id }) => thread_id)).toEqual(["web", "web"]);
    const [feedback] = await ask<{ result: { feedback_type: string }[] }>("/feedback/query", { project_id: project });
    expect(feedback?.result.map(({ feedback_type }) => feedback_type)).toEqual(["help"]);
  });

  it.each([
    [["--thread", "channel"], "--thread takes a path"],
    [["--source-project", "e/p", "--preview"], "has no preview and no mapping"],
  ])("refuses a mapping that it cannot follow: %j", async (options, message) => {
    const isCopy = options[0] === "--source-project";
    const { code, errors } = await run([...(isCopy ? [] : ["file.jsonl"]), "--project", "e/q", ...options], {
      sourceKey: KEY,
    });
    expect([code, errors.includes(message)]).toEqual([1, true]);
  });

  it("stores prompts and datasets of Langfuse as versions of objects, once", async () => {
    const project = newProject();
    const prompt = { name: "agent", type: "text", config: { model: "gpt-4o" }, tags: ["support"] };
    const item = { status: "ACTIVE", datasetId: "d1", datasetName: "bags", input: { question: "why" } };
    const values = [
      { ...prompt, version: 2, prompt: "Help {{user}}.", labels: ["production", "latest"] },
      { ...prompt, version: 1, prompt: "Help.", labels: [] },
      { ...item, id: "i1", expectedOutput: "because" },
      { ...item, id: "i2", expectedOutput: null },
    ];
    const file = fileOf(values.map((value) => JSON.stringify(value)).join("\n"));
    for (const found of ["", " (2 already there)"]) {
      const { code, out, errors } = await run([file, "--project", project]);
      expect([code, errors]).toEqual([0, ""]);
      expect(out).toContain(`2 prompt versions${found}`);
      expect(out).toContain("2 rows");
    }
    const [found] = await ask<{ objs: { object_id: string; val: { rows?: string } }[] }>("/objs/query", {
      project_id: project,
      include_tags_and_aliases: true,
    });
    const latest = { aliases: expect.arrayContaining(["production"]), tags: ["support"], is_latest: 1 };
    expect(found?.objs.filter(({ object_id }) => object_id === "agent")).toMatchObject([
      { version_index: 0, val: { content: "Help." } },
      { version_index: 1, val: { content: "Help {user}.", config: { model: "gpt-4o" } }, ...latest },
    ]);
    const datasets = found?.objs.filter(({ object_id }) => object_id === "bags") ?? [];
    expect(datasets).toMatchObject([{ version_index: 0, base_object_class: "Dataset" }]);
    const digest = datasets[0]?.val.rows?.split("/").at(-1);
    const [table] = await ask<{ rows: object[] }>("/table/query", { project_id: project, digest });
    expect(table?.rows).toMatchObject([
      { val: { id: "i1", input: { question: "why" }, expected: "because" } },
      { val: { id: "i2", expected: null } },
    ]);
  });

  it("stores spans of Phoenix and of a collector's file once, by the rules of the service's own door", async () => {
    const project = newProject();
    const context = { trace_id: "5b8efff798038103d269b633813fc60c", span_id: "EEE19B7EC3C1B174" };
    const attributes = {
      "llm.model_name": "gpt-4o",
      "llm.input_messages.0.message.role": "user",
      "llm.input_messages.0.message.content": "Bags?",
      "llm.token_count.prompt": 7,
      "llm.token_count.completion": 2,
      "session.id": "s1",
    };
    const times = { start_time: "2026-03-04T05:06:07.008000+00:00", end_time: "2026-03-04T05:06:09+00:00" };
    const span = { id: "U3Bhbjox", name: "ChatCompletion", context, span_kind: "LLM", parent_id: null, ...times };
    const annotation = {
      id: "a1",
      span_id: context.span_id,
      name: "correct",
      annotator_kind: "HUMAN",
      result: { score: 1 },
    };
    const otlp = {
      traceId: context.trace_id,
      spanId: "7uGbfsPBsXU=",
      parentSpanId: "eee19b7ec3c1b174",
      name: "tool",
      startTimeUnixNano: "1772600767008000000",
      endTimeUnixNano: "1772600768000000000",
    };
    const other = [{ key: "wandb.project", value: { stringValue: "elsewhere" } }];
    const resourceSpans = [{ resource: { attributes: other }, scopeSpans: [{ spans: [otlp] }] }];
    const values = [
      { ...span, attributes, status_code: "ERROR", status_message: "cut" },
      annotation,
      { resourceSpans },
    ];
    const file = fileOf(values.map((value) => JSON.stringify(value)).join("\n"));
    for (const _ of [1, 2]) {
      const { code, out } = await run([file, "--project", project]);
      expect([code, out.includes("Phoenix: 1 × span")]).toEqual([0, true]);
      const calls = await ask<Record<string, unknown>>("/calls/stream_query", { project_id: project });
      expect(calls).toMatchObject([
        {
          id: "eee19b7ec3c1b174",
          thread_id: "s1",
          exception: "cut",
          attributes: { kind: "llm", model: "gpt-4o" },
          summary: { usage: { "gpt-4o": { prompt_tokens: 7, completion_tokens: 2 } } },
        },
        { id: "eee19b7ec3c1b175", parent_id: "eee19b7ec3c1b174" },
      ]);
      expect(JSON.stringify(calls[0]?.inputs)).toContain("Bags?");
      const [feedback] = await ask<{ result: object[] }>("/feedback/query", { project_id: project });
      expect(feedback?.result).toMatchObject([
        { weave_ref: `weave:///${project}/call/eee19b7ec3c1b174`, feedback_type: "correct" },
      ]);
    }
  });

  it("stores a trace of MLflow as calls with model, tokens and thread", async () => {
    const project = newProject();
    const base64 = (hex: string) => Buffer.from(hex, "hex").toString("base64");
    const span = {
      trace_id: base64("5b8efff798038103d269b633813fc60d"),
      span_id: base64("eee19b7ec3c1b176"),
      parent_span_id: null,
      name: "answer",
      start_time_unix_nano: "1772600767008000000",
      end_time_unix_nano: "1772600768000000000",
      status: { code: "STATUS_CODE_ERROR", message: "cut" },
      attributes: {
        "mlflow.spanType": '"LLM"',
        "mlflow.llm.model": '"gpt-4o"',
        "mlflow.spanInputs": '{"messages": [{"role": "user", "content": "Bags?"}]}',
        "mlflow.chat.tokenUsage": '{"input_tokens": 7, "output_tokens": 2, "total_tokens": 9}',
      },
    };
    const info = { trace_location: {}, trace_metadata: { "mlflow.trace.session": "s1" } };
    const { code } = await run([fileOf(JSON.stringify({ info, data: { spans: [span] } })), "--project", project]);
    expect(code).toBe(0);
    expect(await ask("/calls/stream_query", { project_id: project })).toMatchObject([
      {
        id: "eee19b7ec3c1b176",
        thread_id: "s1",
        exception: "cut",
        attributes: { kind: "llm", model: "gpt-4o" },
        inputs: { messages: [{ content: "Bags?" }] },
        summary: { usage: { "gpt-4o": { input_tokens: 7, output_tokens: 2, total_tokens: 9 } } },
      },
    ]);
  });

  it("copies a project with its objects, tables, files, calls and feedback, each once", async () => {
    const [from, to] = [newProject(), newProject()];
    const post = async (path: string, body: object) => (await ask<Record<string, string>>(path, body))[0] ?? {};
    const publish = async (project: string, name: string, val: object) =>
      (await post("/obj/create", { obj: { project_id: project, object_id: name, val } })).digest;
    const form = new FormData();
    form.set("project_id", from);
    form.set("file", new File(["def judge(): ..."], "obj.py"));
    const headers = { authorization: `Bearer ${KEY}` };
    const stored = await fetch(`${serviceUrl}/file/create`, { method: "POST", headers, body: form });
    const file = ((await stored.json()) as { digest: string }).digest;
    const op = await publish(from, "judge", {
      _type: "CustomWeaveType",
      weave_type: { type: "Op" },
      files: { "obj.py": file },
    });
    const opRef = `weave:///${from}/op/judge:${op}`;
    const [table] = await ask<{ digest: string; row_digests: string[] }>("/table/create", {
      table: { project_id: from, rows: [{ q: 1, by: opRef }, { q: 2 }] },
    });
    const tableRef = `weave:///${from}/table/${table?.digest}`;
    await publish(from, "tasks", { _type: "Dataset", name: "tasks", rows: tableRef });
    const dataset = await publish(from, "tasks", { _type: "Dataset", name: "tasks", rows: tableRef, description: "2" });
    const row = `weave:///${from}/object/tasks:${dataset}/attr/rows/id/${table?.row_digests[0]}`;
    const times = { started_at: "2026-11-20T14:00:00Z", ended_at: "2026-11-20T14:00:01Z" };
    const call = { project_id: from, trace_id: "t", attributes: { a: 1.5 }, ...times };
    const batch = ["a", "b", "c"].flatMap((id) => [
      {
        mode: "start",
        req: { start: { ...call, id, op_name: opRef, inputs: { example: row, gone: `weave:///${from}/object/x:y` } } },
      },
      {
        mode: "end",
        req: { end: { project_id: from, id, ...times, output: { n: 1 }, summary: { usage: { m: { requests: 1 } } } } },
      },
    ]);
    await post("/call/upsert_batch", { batch });
    const ref = `weave:///${from}/call/a`;
    const notes = ["1", "2"].map((payload) => ({
      project_id: from,
      weave_ref: ref,
      feedback_type: "note",
      payload: { payload },
    }));
    await post("/feedback/batch/create", { batch: notes });

    const args = ["--source-project", from, "--project", to];
    expect((await run([...args, "--from", "1"])).out).toContain("2 calls stored");
    for (const [calls, objects, feedback] of [
      [1, 0, 0],
      [0, 0, 0],
    ]) {
      const { code, out, errors } = await run(args);
      expect([code, errors]).toEqual([0, ""]);
      expect(out).toContain(`${calls} ${calls === 1 ? "call" : "calls"} stored`);
      expect(out).toContain(`${objects} object versions stored, 3 already there`);
      expect(out).toContain(`${feedback} feedback records stored, 2 already there`);
      expect(out).toContain("3 there, 3 here");
      expect(out).toContain("no longer has lead nowhere");
    }

    const [objects] = await ask<{ objs: { object_id: string; digest: string; val: { rows?: string } }[] }>(
      "/objs/query",
      {
        project_id: to,
      },
    );
    // The record of the import is an object, too.
    const copies = objects?.objs.filter(({ object_id }) => !object_id.startsWith("import-")) ?? [];
    expect(copies.map(({ object_id }) => object_id)).toEqual(["judge", "tasks", "tasks"]);
    const [copiedOp, , copied] = copies;
    const newRef = `weave:///${to}/op/judge:${copiedOp?.digest}`;
    const rows = await ask<{ digest: string; val: object }>("/table/query_stream", {
      project_id: to,
      digest: copied?.val.rows?.split("/").at(-1),
    });
    expect(rows.map(({ val }) => val)).toEqual([{ q: 1, by: newRef }, { q: 2 }]);
    const calls = await ask<{ id: string; op_name: string; inputs: object }>("/calls/stream_query", { project_id: to });
    expect(calls).toHaveLength(3);
    expect(calls[0]).toMatchObject({
      op_name: newRef,
      trace_id: "t",
      output: { n: 1 },
      inputs: { example: `weave:///${to}/object/tasks:${copied?.digest}/attr/rows/id/${rows[0]?.digest}` },
    });
    const [feedback] = await ask<{ result: object[] }>("/feedback/query", { project_id: to });
    expect(feedback?.result).toMatchObject([1, 2].map(() => ({ weave_ref: `weave:///${to}/call/a` })));
    const code = await fetch(`${serviceUrl}/file/content`, {
      method: "POST",
      headers,
      body: JSON.stringify({ project_id: to, digest: file }),
    });
    expect(await code.text()).toBe("def judge(): ...");
  });

  it("ends a call that was running when it was copied", async () => {
    const [from, to] = [newProject(), newProject()];
    const start = {
      project_id: from,
      id: "a",
      trace_id: "t",
      op_name: "x",
      attributes: {},
      inputs: {},
      started_at: "2026-11-20T14:00:00Z",
    };
    await ask("/call/upsert_batch", { batch: [{ mode: "start", req: { start } }] });
    const args = ["--source-project", from, "--project", to];
    expect((await run(args)).out).toContain("1 call stored");
    expect((await run(args)).out).toContain("0 calls stored, 1 already there");
    const end = { project_id: from, id: "a", ended_at: "2026-11-20T14:00:01Z", output: 1, summary: {} };
    await ask("/call/upsert_batch", { batch: [{ mode: "end", req: { end } }] });
    await run(args);
    expect(await ask("/calls/stream_query", { project_id: to })).toMatchObject([{ id: "a", output: 1 }]);
  });

  it("imports an export of another project unchanged, but for the id of the import", async () => {
    const [from, to] = [newProject(), newProject()];
    await run([fileOf(JSON.stringify(conversation)), "--project", from]);
    const exported = await ask<Record<string, unknown>>("/calls/stream_query", { project_id: from });
    const { code, out } = await run([fileOf(exported.map((call) => JSON.stringify(call)).join("\n")), "--project", to]);
    expect(code).toBe(0);
    expect(out).toContain("2 calls");
    const imported = await ask<Record<string, unknown>>("/calls/stream_query", { project_id: to });
    const withoutImport = (call: Record<string, unknown>) => {
      const { import: made, ...attributes } = call.attributes as { import: { id: string } };
      const { id, ...marks } = made;
      expect(id).toMatch(/^[\da-f-]{36}$/);
      return { ...call, attributes: { ...attributes, import: marks }, project_id: to };
    };
    expect(imported.map(withoutImport)).toEqual(exported.map(withoutImport));
  });

  it("stores what it can read, lists the rest by line, and exits with 2", async () => {
    const project = newProject();
    const file = fileOf(`${JSON.stringify(conversation)}\n{"broken\n{"traj":[{}]}`);
    const { code, out } = await run([file, "--project", project]);
    expect(code).toBe(2);
    expect(out).toContain("2 values could not be read:\n  line 2: Not JSON");
    expect(out).toContain("line 3: traj.0.role");
    expect(await ask("/calls/stream_query", { project_id: project })).toHaveLength(2);
  });

  it.each([
    ["no file", [], "A file is missing."],
    ["two files", ["a", "b", "--project", "e/p"], "Import one file at a time"],
    ["a file that is not there", ["/nowhere/x.json", "--project", "e/p"], "File /nowhere/x.json not found"],
    ["no project", ["x.json"], "--project entity/project"],
    ["half a project", ["x.json", "--project", "entity"], "--project entity/project"],
    ["an unknown option", ["x.json", "--projects", "e/p"], "--projects"],
    ["another protocol", ["x.json", "--project", "e/p", "--url", "file:///etc"], "not an http or https address"],
    ["a key in the address", ["x.json", "--project", "e/p", "--url", "http://u:p@host"], "--key"],
    ["half a source", ["--source-project", "entity", "--project", "e/p"], "--source-project entity/project"],
    ["a file and a source", ["x.json", "--source-project", "e/q", "--project", "e/p"], "not both"],
    ["a wrong time", ["--source-project", "e/q", "--project", "e/p", "--until", "soon"], "--until takes a time"],
    [
      "another service without its key",
      ["--source-project", "e/q", "--source-url", "https://other.example", "--project", "e/p"],
      "HEDDLE_SOURCE_KEY",
    ],
    ["a wrong count", ["x.json", "--project", "e/p", "--from", "-1"], "from"],
  ])("prints its usage for %s", async (_name, args, sentence) => {
    const { code, errors } = await run(args);
    expect(code).toBe(1);
    expect(errors).toContain(sentence);
    expect(errors).toContain("npm run import -- FILE");
  });

  it("requires a key, and reports a rejected key without showing it", async () => {
    const file = fileOf(JSON.stringify(conversation));
    expect((await run([file, "--project", "e/p"], { key: undefined })).errors).toContain("An API key is missing");
    const wrong = "x".repeat(40);
    const { code, errors } = await run([file, "--project", "e/p", "--key", wrong]);
    expect(code).toBe(1);
    expect(errors).toContain("does not accept the key");
    expect(errors).not.toContain(wrong);
  });

  it("names a file that is not text, and one that is not JSON", async () => {
    const image = join(folder, "image.png");
    writeFileSync(image, new Uint8Array([0x89, 0x50, 0xff]));
    expect((await run([image, "--project", "e/p"])).errors).toContain("not UTF-8");
    expect((await run([fileOf("a,b\n1,2"), "--project", "e/p"])).errors).toContain("neither a JSON list");
  });
});

/** A service that returns these statuses in turn, then 200. */
async function withUnruly(
  statuses: number[],
  use: (url: string, requests: string[]) => Promise<void>,
  headers: Record<string, string> = {},
) {
  const requests: string[] = [];
  const unruly = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(request.url ?? "");
    request.resume();
    request.on("end", () => {
      const status = statuses.shift() ?? 200;
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(status === 200 ? '{"res":[]}' : `{"reason":"try later ${KEY}"}`);
    });
  });
  unruly.listen(0, "127.0.0.1");
  await once(unruly, "listening");
  try {
    await use(urlOf(unruly.address()), requests);
  } finally {
    unruly.close();
  }
}

/** A server of Langfuse 4 with some observations, whose answers begin with these statuses. */
async function withLangfuse(statuses: number[], use: (url: string, paths: string[]) => Promise<void>) {
  const paths: string[] = [];
  const observation = (number: number) => ({
    id: `o${number}`,
    traceId: "t",
    type: "SPAN",
    startTime: `2026-03-04T05:06:0${number}.000Z`,
    endTime: `2026-03-04T05:06:0${number}.500Z`,
    isRootObservation: number === 1,
  });
  const bodyOf = ({ pathname, searchParams }: URL) => {
    if (pathname === "/api/public/v2/observations") {
      const isSecond = searchParams.get("cursor") === "next";
      return {
        data: isSecond ? [observation(1)] : [observation(3), observation(2)],
        meta: isSecond ? {} : { cursor: "next" },
      };
    }
    if (pathname === "/api/public/v3/scores") {
      return {
        data: [{ id: "s", name: "ok", dataType: "NUMERIC", value: 1, subject: { kind: "trace", id: "t" } }],
        meta: {},
      };
    }
    return { data: [], meta: { totalPages: 0 } };
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://langfuse");
    paths.push(url.pathname);
    const isKnown = request.headers.authorization === `Basic ${Buffer.from("pk:sk-secret").toString("base64")}`;
    const status = isKnown ? (statuses.shift() ?? 200) : 401;
    response.writeHead(status, {
      "content-type": "application/json",
      ...(status === 429 ? { "retry-after": "0" } : {}),
    });
    response.end(status === 200 ? JSON.stringify(bodyOf(url)) : "{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use(urlOf(server.address()), paths);
  } finally {
    server.close();
  }
}

describe("npm run import from the API of Langfuse", () => {
  const sourceKeys = {
    langfuse: { publicKey: "pk", secretKey: "sk-secret" },
    langsmith: { key: undefined, workspaceId: undefined },
  };

  it("waits when it is asked to, stores everything once, and leaves no key in what it says", async () => {
    const project = newProject();
    await withLangfuse([429, 200, 503], async (url) => {
      for (const _ of [1, 2]) {
        const args = ["--langfuse", url, "--project", project];
        const { code, out, errors } = await run(args, { sourceKeys, waitsMs: [1, 1] });
        expect([code, errors]).toEqual([0, ""]);
        expect(out).toContain("4 calls, 1 feedback record");
        expect(out).not.toContain("sk-secret");
        expect(await ask("/calls/stream_query", { project_id: project })).toHaveLength(4);
        const [feedback] = await ask<{ result: object[] }>("/feedback/query", { project_id: project });
        expect(feedback?.result).toHaveLength(1);
      }
    });
  });

  it("says what the project has, storing nothing, and stores it as it is mapped", async () => {
    const project = newProject();
    await withLangfuse([], async (url) => {
      const args = ["--langfuse", url, "--project", project];
      const preview = await run([...args, "--preview"], { sourceKeys });
      expect([preview.code, preview.errors]).toEqual([0, ""]);
      expect(preview.out).toContain(
        "3 values, the first of each list, would become 2 calls, 1 feedback record. Nothing is stored.",
      );
      expect(preview.out).toContain("  ok (1)");
      expect(await ask("/calls/stream_query", { project_id: project })).toEqual([]);
      expect((await run([...args, "--score", "ok=", "--score", "no=x"], { sourceKeys })).out).toContain(
        "No score is named no.",
      );
      const [feedback] = await ask<{ result: object[] }>("/feedback/query", { project_id: project });
      expect(feedback?.result).toEqual([]);
    });
  });

  it("says from where to continue when it fails in the middle, and continues there", async () => {
    const project = newProject();
    const args = ["--langfuse", "", "--project", project];
    // Two lists without entries, then the first page of observations.
    await withLangfuse([200, 200, 200, 500], async (url) => {
      args[1] = url;
      const { code, errors } = await run(args, { sourceKeys, waitsMs: [] });
      expect(code).toBe(1);
      expect(errors).toContain("returned 500");
      expect(errors).toContain("what is stored is found by its id");
      const again = await run([...args, "--until", "2026-03-04T05:06:02.001Z"], { sourceKeys });
      expect(again.code).toBe(0);
      expect(await ask("/calls/stream_query", { project_id: project })).toHaveLength(4);
    });
  });

  it("asks once where the keys are refused, and nothing where the address is not allowed", async () => {
    await withLangfuse([], async (url, paths) => {
      const wrong = { ...sourceKeys, langfuse: { publicKey: "pk", secretKey: "sk-wrong-secret" } };
      const { code, errors } = await run(["--langfuse", url, "--project", "e/p"], { sourceKeys: wrong });
      expect([code, paths.length]).toEqual([1, 1]);
      expect(errors).toContain("does not accept the keys");
      expect(errors).not.toContain("sk-wrong-secret");
    });
    const metadata = ["--langfuse", "http://169.254.169.254", "--project", "e/p"];
    expect((await run(metadata, { sourceKeys })).errors).toContain("Link-local addresses cannot be called");
    expect((await run(["--langfuse", "http://h", "--project", "e/p"])).errors).toContain("LANGFUSE_PUBLIC_KEY");
  });
});

/** A server of LangSmith with one project: a prompt of two versions, two runs, and feedback on the first. */
async function withLangsmith(
  use: (url: string, seen: { readonly path: string; readonly body: string }[]) => Promise<void>,
) {
  const seen: { readonly path: string; readonly body: string }[] = [];
  const times = { start_time: "2026-03-04T05:06:07", end_time: "2026-03-04T05:06:08" };
  const root = { ...times, id: "r1", trace_id: "r1", name: "chat", run_type: "chain", inputs: { q: "?" }, outputs: {} };
  const child = { ...root, id: "r2", parent_run_id: "r1", name: "answer", run_type: "llm" };
  const answers: Record<string, unknown> = {
    "/api/v1/sessions": [{ id: "p1", name: "support" }],
    "/api/v1/repos": { repos: [{ repo_handle: "greeting" }] },
    "/api/v1/commits/-/greeting": { commits: [{ commit_hash: "c2" }, { commit_hash: "c1" }] },
    ...Object.fromEntries(
      ["c1", "c2"].map((hash) => [
        `/api/v1/commits/-/greeting/${hash}`,
        { commit_hash: hash, manifest: { id: ["PromptTemplate"], kwargs: { template: `Hello from ${hash}` } } },
      ]),
    ),
    "/api/v1/datasets": [],
    "/api/v1/runs/query": { runs: [child, { ...root, extra: { metadata: { thread_id: "t" } } }], cursors: {} },
    "/api/v1/feedback": [{ id: "f1", key: "ok", score: 1, run_id: "r1" }],
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { pathname } = new URL(request.url ?? "", "http://langsmith");
    const isKnown = request.headers["x-api-key"] === "ls-secret" && request.headers["x-tenant-id"] === "w1";
    seen.push({ path: `${request.method} ${pathname}`, body });
    response.writeHead(isKnown ? 200 : 403, { "content-type": "application/json" });
    response.end(isKnown ? JSON.stringify(answers[pathname] ?? []) : "{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use(urlOf(server.address()), seen);
  } finally {
    server.close();
  }
}

describe("npm run import from the API of LangSmith", () => {
  const langfuse = { publicKey: undefined, secretKey: undefined };
  const sourceKeys = { langfuse, langsmith: { key: "ls-secret", workspaceId: "w1" } };
  const orderOf = (url: string, project: string, name = "support") => [
    ...["--langsmith", url, "--langsmith-project", name, "--project", project],
  ];

  it("stores prompts, runs, threads and feedback once, by the key in its header, which no message has", async () => {
    const project = newProject();
    await withLangsmith(async (url, seen) => {
      const preview = await run([...orderOf(url, project), "--preview"], { sourceKeys });
      expect(preview.out).toContain("would become 2 calls, 1 feedback record. Nothing is stored.");
      for (const found of ["", " (2 already there)"]) {
        const { code, out, errors } = await run(orderOf(url, project), { sourceKeys });
        expect([code, errors]).toEqual([0, ""]);
        expect(out).toContain(`2 prompt versions${found}`);
        expect(out).toContain("2 calls, 1 feedback record");
        expect(out).not.toContain("ls-secret");
        const calls = await ask<{ thread_id: string | null }>("/calls/stream_query", { project_id: project });
        expect(calls.map(({ thread_id: thread }) => thread)).toContain("t");
        expect(calls).toHaveLength(2);
      }
      const [found] = await ask<{ objs: { object_id: string }[] }>("/objs/query", { project_id: project });
      expect(found?.objs.filter(({ object_id }) => object_id === "greeting")).toMatchObject([
        { version_index: 0, val: { content: "Hello from c1" } },
        { version_index: 1, val: { content: "Hello from c2" } },
      ]);
      expect(JSON.parse(seen.find(({ path }) => path === "POST /api/v1/runs/query")?.body ?? "{}")).toMatchObject({
        session: ["p1"],
      });
    });
  });

  it("says that a key, a project or its name is missing", async () => {
    await withLangsmith(async (url) => {
      const wrong = { langfuse, langsmith: { key: "ls-wrong", workspaceId: "w1" } };
      const refused = await run(orderOf(url, "e/p"), { sourceKeys: wrong });
      expect([refused.code, refused.errors.includes("ls-wrong")]).toEqual([1, false]);
      expect(refused.errors).toContain("does not accept the keys of LangSmith");
      const absent = await run(orderOf(url, "e/p", "other"), { sourceKeys });
      expect(absent.errors).toContain("LangSmith has no project other");
      expect((await run(orderOf(url, "e/p"))).errors).toContain("set LANGSMITH_API_KEY");
      expect((await run(["--langsmith", url, "--project", "e/p"], { sourceKeys })).errors).toContain(
        "--langsmith-project NAME",
      );
    });
  });
});

describe("npm run import against an unreliable service", () => {
  const { reward: _reward, ...unrewarded } = conversation;
  const file = () => fileOf(JSON.stringify(unrewarded));
  const to = ["--project", "e/p"];

  it("retries when the service is busy, and keeps the path of its address", async () => {
    await withUnruly([503, 429], async (url, requests) => {
      const { code } = await run([file(), ...to, "--url", `${url}/traces/`], { waitsMs: [1, 1, 1] });
      expect(code).toBe(0);
      // The record of the import is written before its calls.
      expect(requests.slice(0, 4)).toEqual([...Array(3).fill("/traces/obj/create"), "/traces/call/upsert_batch"]);
    });
  });

  it("gives up after its attempts, says how to continue, and never shows the key", async () => {
    await withUnruly([503, 503, 503], async (url, requests) => {
      const { code, errors } = await run([file(), ...to, "--url", url], { waitsMs: [1] });
      expect([code, requests.length]).toEqual([1, 2]);
      expect(errors).toContain("returned 503: try later [key]");
      expect(errors).toContain("No value was stored completely");
    });
  });

  it("does not retry what the service rejected", async () => {
    await withUnruly([200, 422], async (url, requests) => {
      expect((await run([file(), ...to, "--url", url], { waitsMs: [1, 1] })).code).toBe(1);
      expect(requests.filter((path) => path === "/call/upsert_batch")).toHaveLength(1);
    });
  });

  it("follows no redirect: the key is for the given address", async () => {
    await withUnruly(
      [307],
      async (url, requests) => {
        const { code, errors } = await run([file(), ...to, "--url", url]);
        expect([code, requests.length]).toEqual([1, 1]);
        expect(errors).toContain("redirects elsewhere");
      },
      { location: "/elsewhere" },
    );
  });

  it("reports that the service cannot be reached", async () => {
    const { code, errors } = await run([file(), ...to, "--url", "http://127.0.0.1:9"]);
    expect(code).toBe(1);
    expect(errors).toContain("127.0.0.1:9 cannot be reached");
  });

  it("keeps rewards as attributes where feedback is not supported, and says so", async () => {
    await withUnruly([200, 200, 404], async (url) => {
      const { code, out } = await run([fileOf(JSON.stringify(conversation)), ...to, "--url", url]);
      expect(code).toBe(0);
      expect(out).toContain("1 reward: 1 of 1 (as attributes only: this service stores no feedback)");
    });
  });
});

const SAMPLE = fileURLToPath(new URL("../../../shared/data/airline-trajectories.json", import.meta.url));

describe("the sample of 200 conversations", () => {
  it.skipIf(!existsSync(SAMPLE))(
    "is in the service with its documented totals (skipped where ../shared is missing)",
    { tags: ["all"], timeout: 240_000 },
    async () => {
      const project = newProject();
      const { code, out, errors } = await run([SAMPLE, "--project", project]);
      expect([code, errors]).toEqual([0, ""]);
      expect(out).toContain(
        "200 conversations, each a thread: 1,490 user messages, 2,454 model calls, 1,164 tool results",
      );
      expect(out).toContain("200 rewards: 84 of 1, 116 of 0");
      const threads = await ask<{ turn_count: number }>("/threads/stream_query", { project_id: project });
      expect(threads).toHaveLength(200);
      expect(threads.reduce((sum, { turn_count }) => sum + turn_count, 0)).toBe(1490);
      const count = async (request: object) =>
        (await ask<{ count: number }>("/calls/query_stats", { project_id: project, ...request }))[0]?.count;
      const where = (field: string, value: string) => ({
        query: { $expr: { $eq: [{ $getField: field }, { $literal: value }] } },
      });
      expect(await count({})).toBe(1490 + 2454 + 1164);
      expect(await count({ filter: { trace_roots_only: true } })).toBe(1490);
      expect(await count(where("attributes.kind", "tool"))).toBe(1164);
      expect(await count(where("attributes.reward", "1"))).toBe(84);
      const query = where("payload.value", "1");
      const [won] = await ask<{ result: object[] }>("/feedback/query", { project_id: project, ...query });
      expect(won?.result).toHaveLength(84);
    },
  );
});
