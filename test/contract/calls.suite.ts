import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import type { Target } from "./target";

const START = "2026-11-20T14:30:01.882000Z";
const END = "2026-11-20T14:30:08.192000Z";

interface Parts {
  readonly start?: object;
  readonly end?: object;
}

/** Checks /call/upsert_batch and /calls/query_stats through every door to the service. */
export function callsSuite(target: () => Target, newProject: () => string): void {
  async function log(project: string, { start = {}, end }: Parts = {}): Promise<string> {
    const id = uuidv7();
    const base = { project_id: project, id };
    const batch: unknown[] = [
      {
        mode: "start",
        req: {
          start: { ...base, op_name: "f", started_at: START, attributes: {}, inputs: {}, trace_id: id, ...start },
        },
      },
    ];
    if (end) batch.push({ mode: "end", req: { end: { ...base, ended_at: END, summary: {}, ...end } } });
    await target().ask("call.upsertBatch", { batch });
    return id;
  }

  const count = async (project_id: string, filter: object, rest: object = {}) =>
    (await target().ask("calls.queryStats", { project_id, filter, ...rest })).count;

  describe("/call/upsert_batch", () => {
    it("returns ids in the batch's order, creates missing ids, and a later read sees the calls", async () => {
      const project = newProject();
      const id = uuidv7();
      const start = { project_id: project, op_name: "f", started_at: START, attributes: {}, inputs: {} };
      const { res } = await target().ask("call.upsertBatch", {
        batch: [
          { mode: "start", req: { start: { ...start, id, trace_id: "t-1" } } },
          { mode: "end", req: { end: { project_id: project, id, ended_at: END, summary: {} } } },
          { mode: "start", req: { start } },
        ],
      });
      expect(res[0]).toMatchObject({ id, trace_id: "t-1" });
      expect(res[1]).not.toHaveProperty("id");
      expect(res[2]?.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(res[2]?.trace_id).toMatch(/^[0-9a-f-]{36}$/);
      expect(await count(project, {})).toBe(2);
    });

    it("keeps every member of a start, digits included", async () => {
      const project = newProject();
      const members = {
        op_name: "weave:///e/p/op/f:abc",
        started_at: START,
        attributes: { env: "prod", big: 1.5 },
        inputs: { message: "é\u2028", list: [1, null, true], nested: { deep: { x: "y" } } },
        display_name: "A call",
        trace_id: "trace-1",
        parent_id: "parent-1",
        thread_id: "thread-1",
        turn_id: "turn-1",
        otel_dump: { name: "span" },
        svc_run_id: "e/p/run",
        svc_run_step: 7,
      };
      const id = await log(project, { start: members });
      const { call } = await target().ask("call.read", { project_id: project, id });
      const { otel_dump, attributes, ...plain } = members;
      expect(call).toMatchObject({ ...plain, id, project_id: project });
      expect(call?.attributes).toMatchObject(attributes);
      expect(call?.attributes).toMatchObject({ otel_span: otel_dump });
      expect(call?.svc_user_id).toEqual(expect.any(String));
    });

    it("sets svc_user_id itself, whatever the client claims", async () => {
      const project = newProject();
      const id = await log(project, { start: { svc_user_id: "somebody-else" } });
      const { call } = await target().ask("call.read", { project_id: project, id });
      expect(call?.svc_user_id).not.toBe("somebody-else");
    });

    it("merges parts in any order, and repeated parts do no harm", async () => {
      const project = newProject();
      const id = uuidv7();
      const end = {
        mode: "end",
        req: { end: { project_id: project, id, ended_at: END, summary: {}, output: { n: 1 } } },
      };
      await target().ask("call.upsertBatch", { batch: [end] });
      expect(await count(project, {})).toBe(0);
      const base = { project_id: project, id, op_name: "f", started_at: START, attributes: {}, inputs: { a: 1 } };
      const start = { mode: "start", req: { start: { ...base, trace_id: "t" } } };
      await target().ask("call.upsertBatch", { batch: [start] });
      await target().ask("call.upsertBatch", { batch: [start, end] });
      expect(await count(project, {})).toBe(1);
      const { call } = await target().ask("call.read", { project_id: project, id });
      expect(call).toMatchObject({ inputs: { a: 1 }, output: { n: 1 }, ended_at: END });
      expect(call?.summary?.weave).toMatchObject({ status: "success", latency_ms: 6310 });
    });

    it("treats an item without mode by the member of its request", async () => {
      const project = newProject();
      const start = { project_id: project, op_name: "f", started_at: START, attributes: {}, inputs: {} };
      await target().ask("call.upsertBatch", { batch: [{ req: { start } }] });
      expect(await count(project, {})).toBe(1);
    });

    it("ignores unknown members", async () => {
      const project = newProject();
      await log(project, { start: { unknown: 1 }, end: { display_name: "from an older client" } });
      expect(await count(project, {})).toBe(1);
    });

    it("accepts an empty batch", async () => {
      expect(await target().ask("call.upsertBatch", { batch: [] })).toEqual({ res: [] });
    });

    it.each([
      ["no batch", {}, "body.batch"],
      ["a batch that is no list", { batch: {} }, "body.batch"],
      ["an unknown mode", { batch: [{ mode: "middle", req: {} }] }, "body.batch.0.mode"],
      [
        "a start without op_name",
        { batch: [{ mode: "start", req: { start: { project_id: "e/p" } } }] },
        "body.batch.0.req.start.op_name",
      ],
      [
        "a time that is none",
        { batch: [{ mode: "end", req: { end: { project_id: "e/p", id: "1", ended_at: "soon", summary: {} } } }] },
        "body.batch.0.req.end.ended_at",
      ],
    ])("names the place of %s and stores nothing", async (_name, body, place) => {
      const failure = await target().fail("call.upsertBatch", body);
      expect(failure.status).toBe(422);
      expect(failure.places).toContain(place);
    });

    it("rejects the whole batch when one item is invalid", async () => {
      const project = newProject();
      const start = { project_id: project, op_name: "f", started_at: START, attributes: {}, inputs: {} };
      const failure = await target().fail("call.upsertBatch", {
        batch: [
          { mode: "start", req: { start } },
          { mode: "start", req: { start: { ...start, inputs: 5 } } },
        ],
      });
      expect(failure.places).toContain("body.batch.1.req.start.inputs");
      expect(await count(project, {})).toBe(0);
    });
  });

  describe("/calls/query_stats", () => {
    it("counts by every member of the filter", async () => {
      const project = newProject();
      const ref = "weave:///e/p/object/o:abc";
      const wanted = {
        op_name: "weave:///e/p/op/wanted:v1",
        trace_id: "trace-w",
        parent_id: "parent-w",
        thread_id: "thread-w",
        turn_id: "turn-w",
        svc_run_id: "e/p/run-w",
        inputs: { doc: ref },
      };
      const id = await log(project, { start: wanted, end: { output: ref } });
      await log(project);
      const { call } = await target().ask("call.read", { project_id: project, id });
      const filters = {
        op_names: [wanted.op_name],
        input_refs: [ref],
        output_refs: [ref],
        parent_ids: [wanted.parent_id],
        trace_ids: [wanted.trace_id],
        call_ids: [id],
        thread_ids: [wanted.thread_id],
        turn_ids: [wanted.turn_id],
        svc_run_ids: [wanted.svc_run_id],
      };
      for (const [name, values] of Object.entries(filters)) {
        expect(await count(project, { [name]: values }), name).toBe(1);
        expect(await count(project, { [name]: [...values, "other"] }), name).toBe(1);
        expect(await count(project, { [name]: ["other"] }), name).toBe(0);
        expect(await count(project, { [name]: [] }), name).toBe(2);
      }
      expect(await count(project, { op_names: ["weave:///e/p/op/wanted:*"] })).toBe(1);
      expect(await count(project, { svc_user_ids: [call?.svc_user_id] })).toBe(2);
      expect(await count(project, { svc_user_ids: ["other"] })).toBe(0);
    });

    it("counts roots alone", async () => {
      const project = newProject();
      // With a parent that never comes, a call would be the root of its trace after some seconds.
      const root = await log(project, { start: { trace_id: "trace" } });
      await log(project, { start: { trace_id: "trace", parent_id: root } });
      expect(await count(project, { trace_roots_only: true })).toBe(1);
      expect(await count(project, { trace_roots_only: false })).toBe(2);
    });

    it("joins members by AND", async () => {
      const project = newProject();
      const id = await log(project, { start: { thread_id: "a" } });
      expect(await count(project, { call_ids: [id], thread_ids: ["a"] })).toBe(1);
      expect(await count(project, { call_ids: [id], thread_ids: ["b"] })).toBe(0);
    });

    it("counts by a query expression over nested values", async () => {
      const project = newProject();
      await log(project, { start: { inputs: { user: { name: "mia" }, n: 10 } }, end: {} });
      await log(project, { start: { inputs: { user: { name: "amir" }, n: 9 } } });
      const where = (expression: object) => count(project, {}, { query: { $expr: expression } });
      const field = (path: string) => ({ $getField: path });
      const number = (path: string) => ({ $convert: { input: field(path), to: "double" } });
      expect(await where({ $eq: [field("inputs.user.name"), { $literal: "mia" }] })).toBe(1);
      expect(await where({ $and: [{ $eq: [field("inputs.user.name"), { $literal: "mia" }] }] })).toBe(1);
      expect(await where({ $not: [{ $eq: [field("inputs.user.name"), { $literal: "mia" }] }] })).toBe(1);
      expect(await where({ $gt: [number("inputs.n"), { $literal: 9 }] })).toBe(1);
      expect(await where({ $gte: [number("inputs.n"), { $literal: 9 }] })).toBe(2);
      expect(await where({ $lt: [number("inputs.n"), { $literal: 10 }] })).toBe(1);
      expect(await where({ $lte: [number("inputs.n"), { $literal: 10 }] })).toBe(2);
      expect(await where({ $in: [field("inputs.user.name"), [{ $literal: "mia" }, { $literal: "amir" }]] })).toBe(2);
      const contains = { input: field("inputs.user.name"), substr: { $literal: "MI" } };
      expect(await where({ $contains: contains })).toBe(0);
      expect(await where({ $contains: { ...contains, case_insensitive: true } })).toBe(2);
      expect(await where({ $eq: [field("summary.weave.status"), { $literal: "running" }] })).toBe(1);
      expect(
        await where({
          $or: [{ $eq: [field("op_name"), { $literal: "g" }] }, { $eq: [field("op_name"), { $literal: "f" }] }],
        }),
      ).toBe(2);
    });

    it("stops counting at the limit and says so", async () => {
      const project = newProject();
      await log(project);
      await log(project);
      expect(await target().ask("calls.queryStats", { project_id: project, limit: 1 })).toMatchObject({
        count: 1,
        has_more: true,
      });
      expect(await target().ask("calls.queryStats", { project_id: project, limit: 5 })).toMatchObject({
        count: 2,
        has_more: false,
      });
    });

    it("adds up the sizes of whole traces on request, and only then", async () => {
      const project = newProject();
      const root = await log(project, { start: { trace_id: "t", inputs: { a: 1 } }, end: { output: "é" } });
      await log(project, { start: { trace_id: "t", parent_id: root, inputs: { b: 22 } } });
      const plain = await target().ask("calls.queryStats", { project_id: project });
      expect(plain.total_storage_size_bytes).toBeNull();
      const sized = await target().ask("calls.queryStats", { project_id: project, include_total_storage_size: true });
      // attributes {} + inputs {"a": 1} + output "\u00e9" + summary {}, then {} + {"b": 22}
      expect(sized.total_storage_size_bytes).toBe(2 + 8 + 8 + 2 + (2 + 9));
    });

    it("compares the tokens that calls report", async () => {
      const project = newProject();
      const usage = { m: { prompt_tokens: 700, completion_tokens: 5 }, n: { prompt_tokens: 400 } };
      await log(project, { end: { summary: { usage } } });
      await log(project, { end: {} });
      const more = (tokens: number) => ({
        query: { $expr: { $gt: [{ $getField: "summary.weave.total_tokens" }, { $literal: tokens }] } },
      });
      expect(await count(project, {}, more(1104))).toBe(1);
      expect(await count(project, {}, more(1105))).toBe(0);
    });

    it("accepts expand_columns", async () => {
      const project = newProject();
      await log(project);
      expect(await count(project, {}, { expand_columns: ["inputs.doc"] })).toBe(1);
    });

    it("sees no calls of other projects", async () => {
      await log(newProject());
      expect(await count(newProject(), {})).toBe(0);
    });

    it.each([
      ["no project", {}, 422],
      ["a filter of the wrong type", { project_id: "e/p", filter: { op_names: "f" } }, 422],
      ["an expression without an operation", { project_id: "e/p", query: { $expr: {} } }, 422],
      ["a member beside $expr", { project_id: "e/p", query: { $expr: { $and: [] }, more: 1 } }, 422],
      ["an unknown operator", { project_id: "e/p", query: { $expr: { $regex: [] } } }, 422],
      ["an empty $and", { project_id: "e/p", query: { $expr: { $and: [] } } }, 400],
      [
        "a field that is not addressable",
        { project_id: "e/p", query: { $expr: { $eq: [{ $getField: "secret" }, { $literal: "1" }] } } },
        403,
      ],
      ["a limit of 0", { project_id: "e/p", limit: 0 }, 400],
      ["a negative limit", { project_id: "e/p", limit: -1 }, 400],
      [
        "more than 1000 entries in a list",
        { project_id: "e/p", filter: { call_ids: Array.from({ length: 1001 }, String) } },
        400,
      ],
    ])("refuses %s", async (_name, body, status) => {
      expect((await target().fail("calls.queryStats", body)).status).toBe(status);
    });
  });

  describe("/calls/skeleton", () => {
    it("returns the members that a tree shows, and omits those without a value", async () => {
      const project = newProject();
      const attributes = { kind: "llm", weave: { kind: "agent", source: "sdk" }, secretive: "x".repeat(50) };
      const summary = { usage: { "gpt-4o": { requests: 1, prompt_tokens: 412, details: { a: 1 } } }, more: true };
      const id = await log(project, { start: { attributes, inputs: { a: 1 } }, end: { summary, output: "b" } });
      const open = await log(project, { start: {} });
      const body = { project_id: project, sort_by: [{ field: "id", direction: "asc" as const }], include_costs: true };
      const rows = await target().stream("calls.skeleton", body);
      const row = rows.find((candidate) => candidate.id === id);
      expect(row?.attributes).toEqual({ kind: "llm", weave: { kind: "agent" } });
      expect(row?.summary?.usage).toEqual({ "gpt-4o": { requests: 1, prompt_tokens: 412 } });
      expect(row?.summary?.weave).toMatchObject({ status: "success" });
      expect(Object.keys(row?.summary?.weave?.costs?.["gpt-4o"] ?? {})).toContain("prompt_tokens_total_cost");
      for (const absent of ["inputs", "output", "project_id", "parent_id", "exception"]) {
        expect(row).not.toHaveProperty([absent]);
      }
      expect(rows.find((candidate) => candidate.id === open)?.summary?.weave?.status).toBe("running");
    });

    it("selects, orders and pages as the stream of calls does", async () => {
      const project = newProject();
      for (const op_name of ["a", "b", "c"]) await log(project, { start: { op_name } });
      const body = {
        project_id: project,
        sort_by: [{ field: "op_name", direction: "desc" as const }],
        limit: 1,
        offset: 1,
      };
      const calls = await target().stream("calls.streamQuery", body);
      const rows = await target().stream("calls.skeleton", body);
      expect(rows.map((row) => row.id)).toEqual(calls.map((call) => call.id));
      expect(rows).toHaveLength(1);
    });
  });

  describe("/calls/preview", () => {
    it("returns the beginnings of values at paths, null for missing values, and no values when no paths are requested", async () => {
      const project = newProject();
      const id = await log(project, { start: { inputs: { user: { name: "mia" }, long: "x".repeat(100) } } });
      const body = { project_id: project, call_ids: [id], length: 10 };
      const paths = ["inputs.user.name", "inputs.long", "inputs.none", "summary.weave.status"];
      const { previews } = await target().ask("calls.preview", { ...body, paths });
      expect(previews[0]?.values).toEqual({
        "inputs.user.name": '"mia"',
        "inputs.long": '"xxxxxxxxx',
        "inputs.none": null,
        "summary.weave.status": '"running"',
      });
      const plain = await target().ask("calls.preview", body);
      expect(plain.previews[0]).not.toHaveProperty("values");
    });
  });
}
