import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import pino from "pino";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { RedactionRule } from "@/lib/api/contract/admin/redaction";
import { openSeal } from "@/service/kernel/state/seal";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { openService, type Service } from "@/service/service";
import { makeRequest, makeSpan } from "@/service/traces/otel/testing/make-span";
import { RecordLog } from "@/service/traces/store/engine/record-log";
import { sized } from "@/test/setup/test-length";
import { Redaction } from "./redaction";

const TOKEN = "local-token-of-the-redaction-test";
const RUNS = sized({ once: 1, all: 6, long: 150 });
const log = pino({ level: "silent" });

let place: TemporaryState;
let service: Service;

const open = () =>
  openService(
    { dataFolder: place.folder, DATABASE_URL: place.url, HEDDLE_LOCAL_TOKEN: TOKEN, HEDDLE_API_KEY: "key" },
    log,
  );

beforeAll(async () => {
  place = await openTemporaryState();
  service = await open();
});

afterAll(async () => {
  await service.close();
  await place.remove();
});

async function send(path: string, body: unknown, as: "dashboard" | "key" = "dashboard") {
  const authorization = as === "key" ? `Basic ${btoa("api:key")}` : `Bearer ${TOKEN}`;
  const headers = { authorization, "x-heddle-user": "mia", "content-type": "application/json" };
  const response = await service.fetch(
    new Request(`http://service${path}`, { method: "POST", body: JSON.stringify(body), headers }),
  );
  return { status: response.status, text: await response.text() };
}

async function ask<Result = Record<string, unknown>>(path: string, body: unknown): Promise<Result> {
  const { status, text } = await send(path, body);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text) as Result;
}

const lines = async (path: string, body: unknown) => (await send(path, body)).text;

function rule(changes: Partial<RedactionRule> = {}): RedactionRule {
  const places = ["inputs", "output", "attributes", "summary", "exception", "name", "feedback"] as const;
  const plain = { name: "secrets", is_enabled: true, kind: "expression" as const, action: "remove" as const };
  return { ...plain, pattern: "canary-[0-9]+", places: [...places], ...changes };
}

const set = (project_id: string, rules: readonly RedactionRule[], revision = 0) =>
  ask("/redaction/set", { project_id, revision, rules });

const TIMES = { started_at: "2026-11-20T10:00:00Z", ended_at: "2026-11-20T10:00:01Z" };

/** A call in which a text or a value is everywhere. */
function callWith(project_id: string, text: string, value: unknown = text) {
  const id = uuid7();
  return {
    project_id,
    id,
    trace_id: id,
    op_name: `answer ${text}`,
    display_name: `call ${text}`,
    attributes: { deep: [{ value }], text },
    inputs: { value, text: `a ${text} b` },
    output: { json: JSON.stringify({ value }), text },
    summary: { note: text, value },
    exception: `failed for ${text}`,
    ...TIMES,
  };
}

/** Everything that the service returns of a project. */
async function readAll(project_id: string): Promise<string> {
  const [calls, skeleton, feedback] = await Promise.all([
    lines("/calls/stream_query", { project_id, include_feedback: true }),
    lines("/calls/skeleton", { project_id }),
    lines("/feedback/query", { project_id }),
  ]);
  return [calls, skeleton, feedback].join("\n");
}

function filesBelow(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

async function countFound(project_id: string, text: string): Promise<number> {
  const found = await Promise.all(
    ["inputs", "output", "attributes", "summary", "exception", "op_name"].map(async (field) => {
      const input = { $convert: { input: { $getField: field }, to: "string" } };
      const query = { $expr: { $contains: { input, substr: { $literal: text } } } };
      return (await ask<{ count: number }>("/calls/query_stats", { project_id, query })).count;
    }),
  );
  return found.reduce((sum, count) => sum + count, 0);
}

const SECRET = "4815162342";

/** JSON with secrets at random places: below the key `token`, and within texts. */
const payload = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(1, true, null, "", "plain", `x canary-${SECRET} y`, `canary-${SECRET}`),
    fc.constant(JSON.stringify({ token: `hush${SECRET}`, t: `canary-${SECRET}` })),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "messages", "content", `canary-${SECRET}`), tie("value"), { maxKeys: 3 }),
    fc.record({
      token: fc.oneof(fc.constant(`hush${SECRET}`), fc.constant([`hush${SECRET}`, { b: `hush${SECRET}` }])),
    }),
  ),
})).value;

const rules = fc
  .record({ first: fc.constantFrom<RedactionRule["action"]>("remove", "hash"), second: fc.boolean() })
  .map(({ first, second }) => [
    rule({ action: first }),
    rule({ name: "token", kind: "key", pattern: "token", action: second ? "remove" : "hash" }),
  ]);

describe("what rules match", () => {
  // First: while there are readers, requests are stored without the log.
  it("is not in the log on disk from which acknowledged calls are recovered", async () => {
    const project = `redaction/${uuid4()}`;
    await set(project, [rule()]);
    // Read with each record, before the log is emptied.
    const { append } = RecordLog.prototype;
    let logged = "";
    const appends = vi.spyOn(RecordLog.prototype, "append").mockImplementation(async function (
      this: RecordLog,
      records,
    ) {
      const side = await append.call(this, records);
      logged += filesBelow(this.folder);
      return side;
    });
    onTestFinished(() => {
      appends.mockRestore();
    });
    await ask("/call/start", { start: callWith(project, "canary-11") });
    await ask("/otel/v1/traces", makeRequest([makeSpan({ note: "canary-11" })], { "wandb.project": project }));
    await ask(`/v2/${project}/calls/complete`, { batch: [callWith(project, "canary-11")] });
    expect(appends).toHaveBeenCalledTimes(3);
    expect(logged.match(/answer \[removed: secrets\]/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
    expect(logged).toContain('"note":"[removed: secrets]"');
    expect(logged).not.toContain("canary-11");
  });

  it("is in nothing that is stored, by any way in", async () => {
    const runs = fc.asyncProperty(
      rules,
      fc.array(payload, { minLength: 4, maxLength: 4 }),
      async (someRules, [one, two, three, four]) => {
        const project = `redaction/${uuid4()}`;
        await set(project, someRules);
        const text = `t canary-${SECRET}`;
        const { started_at, inputs, attributes, op_name, display_name, id, trace_id } = callWith(project, text, one);
        const start = { project_id: project, id, trace_id, op_name, display_name, started_at, inputs, attributes };
        await ask("/call/start", { start });
        const { output, summary, exception, ended_at } = callWith(project, text, two);
        await ask("/call/end", { end: { project_id: project, id, output, summary, exception, ended_at } });
        const batched = callWith(project, text, three);
        await ask("/call/upsert_batch", {
          batch: [
            { mode: "start", req: { start: batched } },
            { mode: "end", req: { end: batched } },
          ],
        });
        await ask(`/v2/${project}/calls/complete`, { batch: [callWith(project, text, four)] });
        const traceId = uuid4().replaceAll("-", "");
        const span = makeSpan(
          {
            "gen_ai.prompt": JSON.stringify({ messages: [one] }),
            "gen_ai.completion": text,
            "llm.input_messages": JSON.stringify([{ message: { content: text, value: two } }]),
            token: `hush${SECRET}`,
            custom: JSON.stringify({ three }),
          },
          { name: `span ${text}`, traceId, status: { code: 2, message: text } },
        );
        await ask("/otel/v1/traces", makeRequest([span], { "wandb.project": project, owner: text }));
        await ask("/call/update", { project_id: project, call_id: id, display_name: text });
        const ref = `weave:///${project}/call/${id}`;
        const feedback = {
          project_id: project,
          weave_ref: ref,
          feedback_type: "note",
          payload: { note: text, value: one },
        };
        await ask("/feedback/create", feedback);
        const all = await readAll(project);
        expect(all).not.toContain(SECRET);
        expect(all.split("\n").length).toBeGreaterThan(8);
        expect(await countFound(project, SECRET)).toBe(0);
        expect(await countFound(project, "[")).toBeGreaterThan(0);
      },
    );
    await fc.assert(runs, { numRuns: RUNS, endOnFailure: true });
  });

  it("is not in the records of spans and messages that wait for each other", async () => {
    const project = `redaction/${uuid4()}`;
    await set(project, [rule({ action: "hash" })]);
    const [traceId, spanId] = [uuid4().replaceAll("-", ""), "aaaaaaaaaaaaaaa1"];
    const attributes = [{ key: "event.name", value: { stringValue: "gen_ai.user.message" } }];
    const body = { stringValue: "a canary-77 b" };
    const logRecords = [{ timeUnixNano: "1763649001882123456", traceId, spanId, attributes, body }];
    const resource = { attributes: [{ key: "wandb.project", value: { stringValue: project } }] };
    await ask("/otel/v1/logs", { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
    const llm = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m", note: "canary-77" };
    await ask("/otel/v1/traces", makeRequest([makeSpan(llm, { traceId, spanId })], { "wandb.project": project }));
    const waiting = await sql<{ text: string }>`select event as text from span_message where project_id = ${project}
      union all select parts as text from held_span`.execute(place.state);
    expect(waiting.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(waiting.rows)).toContain("[hashed: secrets ");
    expect(JSON.stringify(waiting.rows)).not.toContain("canary-77");
    expect(await readAll(project)).not.toContain("canary-77");
  });

  it("stays as it is in other projects, in what was stored before, and where a rule is off", async () => {
    const [project, other] = [`redaction/${uuid4()}`, `redaction/${uuid4()}`];
    await ask("/call/upsert_batch", { batch: [{ mode: "start", req: { start: callWith(project, "canary-1") } }] });
    await set(project, [rule({}), rule({ name: "off", is_enabled: false, pattern: "plain" })]);
    const batch = [project, other].map((each) => ({ mode: "start", req: { start: callWith(each, "plain canary-2") } }));
    await ask("/call/upsert_batch", { batch });
    const own = await readAll(project);
    expect(own).toContain("canary-1");
    expect(own).toContain("plain [removed: secrets]");
    expect(own).not.toContain("canary-2");
    expect(await readAll(other)).toContain("plain canary-2");
  });
});

describe("the rules of a project", () => {
  it("are the same after a restart, with the same hashes", async () => {
    const project = `redaction/${uuid4()}`;
    await set(project, [rule({ action: "hash" })]);
    const startOne = async () => {
      const start = { ...callWith(project, "canary-5"), output: undefined };
      await ask("/call/start", { start });
    };
    await startOne();
    await service.close();
    service = await open();
    await startOne();
    const hashes = new Set((await readAll(project)).match(/\[hashed: secrets [0-9a-f]{16}\]/g));
    expect(hashes.size).toBe(1);
    expect(await ask("/redaction/read", { project_id: project })).toMatchObject({
      revision: 1,
      rules: [rule({ action: "hash" })],
    });
  });

  it("are not saved over a change that somebody else made", async () => {
    const project = `redaction/${uuid4()}`;
    await set(project, [rule()]);
    for (const revision of [0, 2]) {
      const { status, text } = await send("/redaction/set", { project_id: project, revision, rules: [] });
      expect([status, text]).toEqual([409, expect.stringContaining("Somebody else changed these rules")]);
    }
    expect(await set(project, [], 1)).toMatchObject({ revision: 2, rules: [] });
  });

  it("reach another service that shares the state when it looks", async () => {
    const project = `redaction/${uuid4()}`;
    const [state, other] = [await place.openAgain(), new Redaction()];
    await other.open(state, openSeal(place.folder), log);
    const part = { part: "name" as const, projectId: project, id: "c", displayName: "canary-9" };
    expect(other.parts([part])).toEqual([part]);
    await set(project, [rule()]);
    await other.refresh();
    expect(other.parts([part])).toEqual([{ ...part, displayName: "[removed: secrets]" }]);
    await set(project, [], 1);
    await other.refresh();
    expect(other.parts([part])).toEqual([part]);
    await state.destroy();
  });

  it("are refused with the place and the position of an expression that cannot be used", async () => {
    const rules = [rule(), rule({ name: "b", pattern: "ab[c" })];
    for (const path of ["/redaction/set", "/redaction/preview"]) {
      const { status, text } = await send(path, { project_id: "redaction/p", revision: 0, rules });
      expect(status).toBe(422);
      expect(JSON.parse(text).detail).toMatchObject([
        { loc: ["body", "rules", "1", "pattern"], msg: "Position 2: missing closing ]: [c" },
      ]);
    }
  });

  it("may not be set with an API key", async () => {
    const { status } = await send("/redaction/set", { project_id: "redaction/p", revision: 0, rules: [] }, "key");
    expect(status).toBe(403);
  });

  it("let nothing pass before they were read", () => {
    expect(() => new Redaction().parts([])).toThrow("not read yet");
    expect(() => new Redaction().feedback([])).toThrow("not read yet");
  });
});

describe("a preview", () => {
  it("says what rules would change in stored calls, and changes nothing", async () => {
    const project = `redaction/${uuid4()}`;
    const { id, ...call } = callWith(project, "canary-3");
    const end = { project_id: project, id, ended_at: call.ended_at, output: {}, summary: {} };
    const start = { ...call, id, op_name: "answer", display_name: null, attributes: {} };
    await ask("/call/upsert_batch", {
      batch: [
        { mode: "start", req: { start } },
        { mode: "end", req: { end } },
        { mode: "start", req: { start: callWith(project, "nothing") } },
      ],
    });
    const before = await readAll(project);
    const key = rule({ name: "text", kind: "key", pattern: "text" });
    const preview = await ask("/redaction/preview", { project_id: project, rules: [rule(), key] });
    expect(preview).toMatchObject({ read: 2, skipped: 0, changed: 2 });
    expect(preview.calls).toContainEqual({
      id,
      trace_id: call.trace_id,
      op_name: "answer",
      started_at: "2026-11-20T10:00:00Z",
      matches: 2,
      values: [
        { rule: "secrets", place: "inputs", path: "value", before: "canary-3", after: "[removed: secrets]" },
        { rule: "text", place: "inputs", path: "text", before: "a canary-3 b", after: "[removed: text]" },
      ],
    });
    expect(await readAll(project)).toBe(before);
    expect(await ask("/redaction/read", { project_id: project })).toMatchObject({ revision: 0, rules: [] });
  });
});
