import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { call as callSchema } from "@/lib/api/contract/calls/calls";
import {
  ForbiddenError,
  InvalidRequestError,
  TooLargeError,
  ValidationError,
} from "@/service/kernel/errors/service-errors";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { sized } from "@/test/setup/test-length";
import { endCall } from "./call-end";
import { readCall } from "./call-read";
import { startCall } from "./call-start";
import { updateCall } from "./call-update";
import { upsertBatch } from "./call-upsert-batch";
import { completeCalls } from "./calls-complete";
import { deleteManyCalls } from "./calls-delete";
import { previewCalls } from "./calls-preview";
import { queryCallStats } from "./calls-query-stats";
import { streamCalls } from "./calls-stream-query";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});

const newProject = () => `e/${uuid4()}`;

interface Call {
  readonly id: string;
  readonly [member: string]: unknown;
}

function startOf(project: string, given: Record<string, unknown> = {}) {
  return {
    project_id: project,
    id: uuid7(),
    trace_id: uuid7(),
    op_name: "op",
    started_at: "2026-11-20T10:00:00.000001Z",
    attributes: {},
    inputs: {},
    ...given,
  };
}

function endOf(start: { project_id: string; id: unknown }, given: Record<string, unknown> = {}) {
  return { project_id: start.project_id, id: start.id, ended_at: "2026-11-20T10:00:01.5Z", summary: {}, ...given };
}

type Part = { start: object } | { end: object };

const send = (...parts: Part[]) =>
  service.ask<{ res: { id?: string; trace_id?: string }[] }>("call.upsertBatch", upsertBatch, {
    batch: parts.map((req) => ({ mode: "start" in req ? "start" : "end", req })),
  });
const list = (project: string, request: Record<string, unknown> = {}) =>
  service.lines<Call>("calls.streamQuery", streamCalls, { project_id: project, ...request });
const ids = (calls: readonly Call[]) => calls.map((call) => call.id);
const read = async (project: string, id: unknown, request: Record<string, unknown> = {}) =>
  (await service.ask<{ call: Call | null }>("call.read", readCall, { project_id: project, id, ...request })).call;
const count = (project: string, request: Record<string, unknown> = {}) =>
  service.ask<{ count: number; total_storage_size_bytes: number | null; has_more: boolean }>(
    "calls.queryStats",
    queryCallStats,
    { project_id: project, ...request },
  );

describe("storing and reading calls", () => {
  it("stores a batch with half a surrogate pair in its texts, which the engine does not accept", async () => {
    const project = newProject();
    const start = startOf(project, { display_name: "cut \ud83d" });
    const end = endOf(start, { exception: "No such file: caf\udce9.txt", output: "\ud83d" });
    await send({ start }, { end });
    expect(await read(project, start.id)).toMatchObject({
      display_name: "cut \ufffd",
      exception: "No such file: caf\ufffd.txt",
      output: "\ud83d",
    });
  });

  it("returns the stored values with the derived summary, in the contract's shape", async () => {
    const project = newProject();
    const start = startOf(project, {
      op_name: `weave:///${project}/op/answer:abc`,
      parent_id: "p",
      thread_id: "th",
      turn_id: "tu",
      attributes: { a: 1 },
      inputs: { q: "é😀\u2028" },
      svc_run_id: "e/p/r",
      svc_run_step: 3,
      svc_user_id: "claimed",
    });
    const views = { report: { _type: "CustomWeaveType" } };
    const summary = { usage: { m: { requests: 1 } }, weave: { status: "made up", views } };
    const end = endOf(start, { output: [1, "two"], summary, svc_run_step_end: 4 });
    const { res } = await send({ start }, { end });
    expect(res).toEqual([{ id: start.id, trace_id: start.trace_id }, {}]);
    const [call] = await list(project);
    expect(callSchema.safeParse(call).success).toBe(true);
    expect(call).toEqual({
      id: start.id,
      project_id: project,
      op_name: start.op_name,
      display_name: null,
      trace_id: start.trace_id,
      parent_id: "p",
      thread_id: "th",
      turn_id: "tu",
      started_at: "2026-11-20T10:00:00.000001Z",
      ended_at: "2026-11-20T10:00:01.500000Z",
      exception: null,
      attributes: { a: 1 },
      inputs: { q: "é😀\u2028" },
      output: [1, "two"],
      summary: {
        usage: { m: { requests: 1 } },
        weave: { views, trace_name: "answer", status: "success", latency_ms: 1499 },
      },
      svc_user_id: "key-test",
      wb_user_id: "key-test",
      svc_run_id: "e/p/r",
      wb_run_id: "e/p/r",
      svc_run_step: 3,
      wb_run_step: 3,
      svc_run_step_end: 4,
      wb_run_step_end: 4,
      deleted_at: null,
      storage_size_bytes: null,
      total_storage_size_bytes: null,
    });
    expect(await read(project, start.id)).toEqual(call);
  });

  it("keeps the digits, the order and the spelling of payloads, one line per call", async () => {
    const project = newProject();
    const inputs = '{"z": 1.0, "a": 12345678901234567890,\n "e": 1e400, "s": "\\u00e9\\/"}';
    const start = JSON.stringify(startOf(project)).replace('"inputs":{}', `"inputs": ${inputs}`);
    await service.ask("call.upsertBatch", upsertBatch, `{"batch":[{"mode":"start","req":{"start":${start}}}]}`);
    const text = await service.text("calls.streamQuery", streamCalls, { project_id: project });
    expect(text.trimEnd().split("\n")).toHaveLength(1);
    expect(text).toContain(`"inputs":${inputs.replace("\n", " ")}`);
  });

  it("creates ids that the client omitted", async () => {
    const project = newProject();
    const { id: _, trace_id: __, ...start } = startOf(project);
    const answer = await service.ask<{ id: string; trace_id: string }>("call.start", startCall, { start });
    expect(await read(project, answer.id)).toMatchObject({ trace_id: answer.trace_id, ended_at: null });
    await service.ask("call.end", endCall, { end: endOf({ project_id: project, id: answer.id }) });
    expect(await read(project, answer.id)).toMatchObject({ ended_at: "2026-11-20T10:00:01.500000Z", output: null });
  });

  it("answers a repeated start with the trace that the call is stored under", async () => {
    const project = newProject();
    const { trace_id: _, ...start } = startOf(project);
    const first = await service.ask("call.start", startCall, { start });
    expect(await service.ask("call.start", startCall, { start })).toEqual(first);
    const other = startOf(project, { trace_id: "named" });
    const { res } = await send({ start }, { end: endOf(start) }, { start: other });
    expect(res).toEqual([first, {}, { id: other.id, trace_id: "named" }]);
    expect(await read(project, start.id)).toMatchObject(first as object);
  });

  it("accepts complete calls of the project in the path only", async () => {
    const project = newProject();
    const [entity = "", name = ""] = project.split("/");
    const start = startOf(project, { inputs: { n: 1 } });
    const complete = { ...start, ...endOf(start, { output: "o", exception: "boom" }) };
    const params = { entity, project: name };
    await service.ask("calls.complete", completeCalls, { batch: [complete] }, { params });
    expect(await read(project, start.id)).toMatchObject({
      inputs: { n: 1 },
      output: "o",
      summary: { weave: { status: "error" } },
    });
    const other = { ...params, project: "other" };
    await expect(
      service.ask("calls.complete", completeCalls, { batch: [complete] }, { params: other }),
    ).rejects.toThrow(InvalidRequestError);
  });

  it("returns no call before its start, and one call however often parts are sent", async () => {
    const project = newProject();
    const start = startOf(project);
    await send({ end: endOf(start, { output: 1 }) });
    expect(await list(project)).toEqual([]);
    expect(await read(project, start.id)).toBeNull();
    await send({ start });
    await send({ start: { ...start, started_at: "2026-11-21T00:00:00Z" } }, { end: endOf(start, { output: 2 }) });
    expect(await list(project)).toMatchObject([{ id: start.id, output: 1, started_at: "2026-11-20T10:00:00.000001Z" }]);
  });

  it.each([
    ["error", { exception: "E", summary: { status_counts: { error: 2 } } }],
    ["descendant_error", { summary: { status_counts: { success: 3, error: 1 } } }],
    ["success", { summary: { status_counts: { success: 3, error: 0 } } }],
  ])("derives the status %s", async (status, end) => {
    const project = newProject();
    const start = startOf(project);
    await send({ start }, { end: endOf(start, end) });
    expect(await read(project, start.id)).toMatchObject({ summary: { weave: { status } } });
  });

  it("shows a running call without a latency", async () => {
    const project = newProject();
    await send({ start: startOf(project) });
    const [call] = await list(project);
    expect(call?.summary).toEqual({ weave: { trace_name: "op", status: "running" } });
  });

  it("shows the stored OpenTelemetry span among the attributes", async () => {
    const project = newProject();
    await send({ start: startOf(project, { attributes: { a: 1 }, otel_dump: { name: "span" } }) });
    expect(await list(project)).toMatchObject([{ attributes: { a: 1, otel_span: { name: "span" } } }]);
  });

  it("names the location of an invalid time and stores nothing of that request", async () => {
    const project = newProject();
    const bad = { start: startOf(project, { started_at: "2400-01-01T00:00:00Z" }) };
    const refused = expect(send({ start: startOf(project) }, bad)).rejects;
    await refused.toMatchObject({ detail: [{ loc: ["body", "batch", "1", "req", "start", "started_at"] }] });
    await expect(send({ start: { ...startOf(project), inputs: [] } })).rejects.toThrow(ValidationError);
    expect(await list(project)).toEqual([]);
  });
});

describe("renaming and deleting calls", () => {
  const rename = (project: string, id: unknown, name: unknown) =>
    service.ask("call.update", updateCall, { project_id: project, call_id: id, display_name: name });
  const remove = async (project: string, ...callIds: unknown[]) =>
    (
      await service.ask<{ num_deleted: number }>("calls.delete", deleteManyCalls, {
        project_id: project,
        call_ids: callIds,
      })
    ).num_deleted;

  it("shows the newest display name instead of the trace name, and none after an empty one", async () => {
    const project = newProject();
    const start = startOf(project, { display_name: "first" });
    await send({ start }, { end: endOf(start) });
    expect((await read(project, start.id))?.display_name).toBe("first");
    await rename(project, start.id, "second");
    expect(await read(project, start.id)).toMatchObject({
      display_name: "second",
      summary: { weave: { display_name: "second" } },
    });
    await rename(project, start.id, "");
    expect(await read(project, start.id)).toMatchObject({
      display_name: null,
      summary: { weave: { trace_name: "op" } },
    });
    await expect(rename(project, start.id, null)).rejects.toThrow(InvalidRequestError);
  });

  it("deletes all descendants, also of other traces, and a repeated start revives nothing", async () => {
    const project = newProject();
    const root = startOf(project);
    const child = startOf(project, { parent_id: root.id, trace_id: root.trace_id });
    const grandchild = startOf(project, { parent_id: child.id, trace_id: "other" });
    const stranger = startOf(project);
    await send({ start: root }, { start: child }, { start: grandchild }, { start: stranger });
    expect(await remove(project, root.id, "nobody")).toBe(3);
    await send({ start: { ...root, started_at: "2026-11-22T00:00:00Z" } }, { end: endOf(child) });
    expect(ids(await list(project))).toEqual([stranger.id]);
    expect(await read(project, child.id)).toBeNull();
    expect((await count(project)).count).toBe(1);
    expect(await remove(project, root.id)).toBe(0);
    expect(await remove(project)).toBe(0);
  });

  it("terminates for calls that are their own ancestors", async () => {
    const project = newProject();
    const one = startOf(project, { id: "one", parent_id: "two" });
    const two = startOf(project, { id: "two", parent_id: "one" });
    await send({ start: one }, { start: two });
    expect(await remove(project, "one")).toBe(2);
  });

  it("refuses more than a thousand ids", async () => {
    await expect(remove(newProject(), ...Array.from({ length: 1001 }, (_, i) => String(i)))).rejects.toThrow(
      TooLargeError,
    );
  });
});

describe("selecting calls", () => {
  it("pages through calls in both directions without gaps or repetitions", async () => {
    const project = newProject();
    // `call-rows.test.ts` has the numbers at which reading goes on with another block.
    const total = sized({ once: 250, all: 1450 });
    const starts = Array.from({ length: total }, (_, i) =>
      startOf(project, { id: `c${String(i).padStart(4, "0")}`, started_at: 1_760_000_000 + Math.floor(i / 3) }),
    );
    await send(...starts.map((start) => ({ start })));
    const all = starts.map((start) => start.id);
    expect(ids(await list(project))).toEqual(all);
    const down = [{ field: "started_at", direction: "desc" }];
    expect(ids(await list(project, { sort_by: down, columns: ["id"] }))).toEqual([...all].reverse());
    expect(ids(await list(project, { sort_by: down, limit: 5, offset: 2 }))).toEqual([...all].reverse().slice(2, 7));
    expect(ids(await list(project, { offset: total - 5 }))).toEqual(all.slice(-5));
    expect(await list(project, { limit: 0 })).toEqual([]);
    await expect(list(project, { limit: -1 })).rejects.toThrow(InvalidRequestError);
    await expect(list(project, { offset: -1 })).rejects.toThrow(InvalidRequestError);
    expect(await count(project, { limit: 200 })).toMatchObject({ count: 200, has_more: true });
    expect(await count(project)).toEqual({ count: total, total_storage_size_bytes: null, has_more: false });
    await expect(count(project, { limit: 0 })).rejects.toThrow(InvalidRequestError);
  });

  it("selects by every member of the filter", async () => {
    const project = newProject();
    const ref = `weave:///${project}/object/data:abc`;
    const root = startOf(project, {
      op_name: `weave:///${project}/op/root:v1`,
      thread_id: "th",
      turn_id: "tu",
      svc_run_id: "e/p/run",
      inputs: { data: ref },
    });
    const child = startOf(project, { parent_id: root.id, trace_id: root.trace_id, op_name: "plain", thread_id: "th" });
    const other = startOf(project, { op_name: `weave:///${project}/op/root:v2` });
    await send({ start: root }, { start: child }, { start: other }, { end: endOf(child, { output: ["x", ref] }) });
    const select = async (filter: Record<string, unknown>) => {
      const found = ids(await list(project, { filter }));
      expect((await count(project, { filter })).count).toBe(found.length);
      return found.sort();
    };
    const sorted = (...calls: { id: string }[]) => calls.map((call) => call.id).sort();
    expect(await select({ op_names: [`weave:///${project}/op/root:*`] })).toEqual(sorted(root, other));
    expect(await select({ op_names: [`weave:///${project}/op/root:v2`, "plain"] })).toEqual(sorted(child, other));
    expect(await select({ op_names: [`weave:///${project}/op/ro:*`] })).toEqual([]);
    expect(await select({ input_refs: [ref, "weave:///none"] })).toEqual(sorted(root));
    expect(await select({ output_refs: [ref] })).toEqual(sorted(child));
    expect(await select({ parent_ids: [root.id] })).toEqual(sorted(child));
    expect(await select({ trace_ids: [root.trace_id] })).toEqual(sorted(root, child));
    expect(await select({ call_ids: [other.id, "nobody"] })).toEqual(sorted(other));
    expect(await select({ thread_ids: ["th"] })).toEqual(sorted(root, child));
    expect(await select({ turn_ids: ["tu"] })).toEqual(sorted(root));
    expect(await select({ svc_run_ids: ["e/p/run"] })).toEqual(sorted(root));
    expect(await select({ svc_user_ids: ["key-test"] })).toEqual(sorted(root, child, other));
    expect(await select({ svc_user_ids: ["'; DROP TABLE call_rows"] })).toEqual([]);
    expect(await select({ trace_roots_only: true })).toEqual(sorted(root, other));
    expect(await select({ trace_roots_only: false, op_names: [] })).toEqual(sorted(root, child, other));
    expect(await select({ trace_roots_only: true, thread_ids: ["th"], op_names: ["plain"] })).toEqual([]);
    await expect(select({ call_ids: Array.from({ length: 1001 }, String) })).rejects.toThrow(InvalidRequestError);
  });

  it("reads only the requested columns", async () => {
    const project = newProject();
    const start = startOf(project, { inputs: { a: 1 }, attributes: { b: 2 }, parent_id: "p" });
    await send({ start }, { end: endOf(start, { output: 3 }) });
    const [call] = await list(project, { columns: ["output", "inputs.a"] });
    expect(call).toMatchObject({ id: start.id, op_name: "op", trace_id: start.trace_id, output: 3, inputs: { a: 1 } });
    expect(call).toMatchObject({ attributes: {}, summary: null, parent_id: null, svc_user_id: null });
  });

  it("adds up the sizes of calls and, for roots, of their traces", async () => {
    const project = newProject();
    const root = startOf(project, { inputs: { a: [1, 2] } });
    const child = startOf(project, { parent_id: root.id, trace_id: root.trace_id });
    await send({ start: root }, { start: child }, { end: endOf(root, { output: "é" }) });
    const sizes = { include_storage_size: true, include_total_storage_size: true };
    const rootBytes = '{"a": [1, 2]}'.length + "{}".length + '"\\u00e9"'.length + "{}".length;
    const childBytes = 4;
    expect(await read(project, root.id, sizes)).toMatchObject({
      storage_size_bytes: rootBytes,
      total_storage_size_bytes: rootBytes + childBytes,
    });
    expect(await read(project, child.id, sizes)).toMatchObject({
      storage_size_bytes: childBytes,
      total_storage_size_bytes: null,
    });
    const sentRequest = { include_total_storage_size: true };
    expect((await count(project, sentRequest)).total_storage_size_bytes).toBe(rootBytes + childBytes);
    expect((await count(project, { ...sentRequest, filter: { call_ids: [child.id] } })).total_storage_size_bytes).toBe(
      0,
    );
  });

  it("adds the cost of usage with the project's price to the summary, on request", async () => {
    const project = newProject();
    const start = startOf(project);
    const usage = { "our-model": { requests: 1, prompt_tokens: 100, completion_tokens: 10 }, unknown: { requests: 1 } };
    await send({ start }, { end: endOf(start, { summary: { usage } }) });
    const price = {
      project_id: project,
      id: "price",
      is_purged: 0,
      llm_id: "our-model",
      provider_id: "default",
      effective_date: "2026-01-01 00:00:00.000000",
      prompt_token_cost: 0.5,
      completion_token_cost: 2,
      prompt_token_cost_unit: "USD",
      completion_token_cost_unit: "USD",
      created_by: "key-test",
      created_at: "2026-01-01 00:00:00.000000",
    };
    const lines = Buffer.from(`${JSON.stringify(price)}\n`);
    await service.store.insert({ table: "costs", columns: Object.keys(price), lines });
    const cost = { prompt_tokens_total_cost: 50, completion_tokens_total_cost: 20, pricing_level: "project" };
    const [call] = await list(project, { include_costs: true, columns: ["id"] });
    expect(call).toMatchObject({ summary: { weave: { costs: { "our-model": cost } } } });
    expect(JSON.stringify(await read(project, start.id))).not.toContain("costs");
    const other = startOf(project);
    await send({ start: other });
    expect(JSON.stringify(await read(project, other.id, { include_costs: true }))).not.toContain("costs");
  });

  it("previews the first characters of payloads in the requested order", async () => {
    const project = newProject();
    const [one, two] = [startOf(project, { inputs: { text: "é".repeat(50) } }), startOf(project)];
    await send({ start: one }, { start: two }, { end: endOf(two, { output: "done" }) });
    const body = { project_id: project, call_ids: [two.id, "nobody", one.id], length: 12 };
    expect(await service.ask("calls.preview", previewCalls, body)).toEqual({
      previews: [
        { id: two.id, inputs: "{}", output: '"done"', inputs_length: 2, output_length: 6 },
        { id: one.id, inputs: '{"text":"ééé', output: null, inputs_length: 61, output_length: 0 },
      ],
    });
    await expect(service.ask("calls.preview", previewCalls, { ...body, length: 0 })).rejects.toThrow(
      InvalidRequestError,
    );
  });

  it("previews values inside calls by their paths, with their digits", async () => {
    const project = newProject();
    const given = { user: { name: "mia" }, n: [1, 2], score: 0.5, long: "é".repeat(50), none: null };
    const one = startOf(project, { inputs: given, attributes: { env: "prod" } });
    await send({ start: one }, { end: endOf(one, { output: { ok: true } }) });
    const paths = ["inputs.user.name", "inputs.user", "inputs.n.1", "inputs.score", "inputs.long", "inputs.none"];
    const others = ["inputs.nothing", "output.ok", "attributes.env", "summary.weave.status"];
    const body = { project_id: project, call_ids: [one.id], length: 20, paths: [...paths, ...others] };
    const values = {
      "inputs.user.name": '"mia"',
      "inputs.user": '{"name":"mia"}',
      "inputs.n.1": "2",
      "inputs.score": "0.5",
      "inputs.long": `"${"é".repeat(19)}`,
      "inputs.none": "null",
      "inputs.nothing": null,
      "output.ok": "true",
      "attributes.env": '"prod"',
      "summary.weave.status": '"success"',
    };
    expect(await service.ask("calls.preview", previewCalls, body)).toMatchObject({
      previews: [{ id: one.id, values }],
    });
  });

  it.each([
    ["secret", ForbiddenError],
    ["inputs..x", InvalidRequestError],
    ["constructor", ForbiddenError],
  ])("does not preview %s", async (path, kind) => {
    const body = { project_id: newProject(), call_ids: ["a"], paths: [path] };
    await expect(service.ask("calls.preview", previewCalls, body)).rejects.toThrow(kind);
  });

  it("lists calls of many megabytes, in order", { tags: ["all"] }, async () => {
    const project = newProject();
    const starts = Array.from({ length: 6 }, (_, i) =>
      startOf(project, { id: `big${i}`, inputs: { text: `${i}`.repeat(8_000_000 + i) } }),
    );
    for (const start of starts) await send({ start });
    const calls = await list(project);
    expect(ids(calls)).toEqual(starts.map((start) => start.id));
    expect(calls.map((call) => JSON.stringify(call.inputs).length)).toEqual(
      starts.map((start) => JSON.stringify(start.inputs).length),
    );
  });

  it("stops reading when the client disconnects", async () => {
    const project = newProject();
    await send(...Array.from({ length: 300 }, () => ({ start: startOf(project) })));
    const abort = new AbortController();
    abort.abort();
    const reading = service.lines("calls.streamQuery", streamCalls, { project_id: project }, { signal: abort.signal });
    await expect(reading).rejects.toThrow("stopped");
  });
});
