import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import type { Target } from "./target";

interface Given {
  readonly op: string;
  readonly at: string;
  readonly parent?: string;
  readonly isRunning?: boolean;
}

/** Checks /calls/aggregate, /calls/facets and /calls/failures through every door to the service. */
export function callStatsSuite(target: () => Target, newProject: () => string): void {
  async function log(project: string, ...calls: readonly Given[]): Promise<string[]> {
    const ids = calls.map(() => uuidv7());
    const batch = calls.flatMap(({ op: op_name, at: started_at, parent: parent_id = null, isRunning }, index) => {
      const base = { project_id: project, id: ids[index] };
      const start = { ...base, trace_id: "t", op_name, started_at, parent_id, attributes: { env: "prod" }, inputs: {} };
      const usage = { m: { requests: 1, prompt_tokens: 10, completion_tokens: 2 } };
      const ended_at = new Date(Date.parse(started_at) + 1500).toISOString();
      const end = { ...base, ended_at, summary: { usage } };
      return [{ mode: "start", req: { start } }, ...(isRunning ? [] : [{ mode: "end", req: { end } }])];
    });
    await target().ask("call.upsertBatch", { batch });
    return ids;
  }

  const range = { after: "2026-11-20T10:00:00Z", before: "2026-11-20T12:00:00Z" };

  describe("/calls/aggregate", () => {
    it("returns totals, buckets, the previous range and groups in one response", async () => {
      const project = newProject();
      await log(project, { op: "earlier", at: "2026-11-20T09:30:00Z" });
      const [root] = await log(project, { op: "turn", at: "2026-11-20T10:00:00Z" });
      await log(project, { op: "chat", at: "2026-11-20T11:59:59Z", parent: root ?? "" });
      await log(project, { op: "chat", at: "2026-11-20T11:00:00Z", isRunning: true });
      const previous = { after: "2026-11-20T08:00:00Z", before: "2026-11-20T10:00:00Z" };
      const groups = [{ by: "op", limit: 1, with_buckets: true }, { by: "model" }, { by: "svc_user_id" }];
      const body = { project_id: project, ...range, previous, bucket_seconds: 3600, groups };
      const answer = await target().ask("calls.stats", body);
      expect(answer).toMatchObject({ ...range, bucket_seconds: 3600 });
      expect(answer.totals).toMatchObject({
        call_count: 3,
        root_count: 2,
        running_count: 1,
        latency_ms: { p50: 1500, p99: 1500, mean: 1500, max: 1500 },
        usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
        cost_usd: null,
        unpriced_tokens: 12,
      });
      expect(answer.buckets.map(({ start, call_count }) => [start, call_count])).toEqual([
        ["2026-11-20T10:00:00Z", 1],
        ["2026-11-20T11:00:00Z", 2],
      ]);
      expect(answer.previous?.call_count).toBe(1);
      expect(answer.previous_buckets?.map(({ call_count }) => call_count)).toEqual([0, 1]);
      const [ops, models, users] = answer.groups;
      expect(ops).toMatchObject({ by: "op", value_count: 2, values: [{ value: "chat", call_count: 2 }] });
      expect(ops?.values[0]?.buckets).toMatchObject([{ start: "2026-11-20T11:00:00Z", call_count: 2 }]);
      expect(ops?.other).toMatchObject({ call_count: 1, usage: { total_tokens: 0 } });
      expect(models?.values).toMatchObject([{ value: "m", call_count: 1, unpriced_tokens: 12 }]);
      expect(users?.values).toMatchObject([{ value: expect.any(String), call_count: 3 }]);
    });

    it("selects as /calls/query_stats does", async () => {
      const project = newProject();
      await log(project, { op: "a", at: range.after }, { op: "b", at: range.after, isRunning: true });
      const query = { $expr: { $eq: [{ $getField: "summary.weave.status" }, { $literal: "running" }] } };
      for (const selection of [
        {},
        { query },
        { filter: { op_names: ["a"] } },
        { filter: { svc_user_ids: ["nobody"] } },
      ]) {
        const body = { project_id: project, ...selection };
        const { count } = await target().ask("calls.queryStats", body);
        expect((await target().ask("calls.stats", body)).totals.call_count).toBe(count);
      }
    });

    it.each([
      ["no project", {}, 422],
      ["a group that is no object", { project_id: "e/p", groups: ["op"] }, 422],
      ["a time that is none", { project_id: "e/p", after: "soon" }, 422],
      ["a group by SQL", { project_id: "e/p", groups: [{ by: "op_name)--" }] }, 400],
      ["a zone that nobody knows", { project_id: "e/p", ...range, time_zone: "Middle/Earth" }, 400],
      ["an empty $and", { project_id: "e/p", query: { $expr: { $and: [] } } }, 400],
    ])("refuses %s", async (_name, body, status) => {
      expect((await target().fail("calls.stats", body)).status).toBe(status);
    });
  });

  describe("/calls/histogram", () => {
    it("counts the same calls as the figures, in the same buckets", async () => {
      const project = newProject();
      await log(
        project,
        ...[{ op: "a", at: "2026-11-20T10:00:00Z" }],
        ...[{ op: "a", at: "2026-11-20T11:59:59Z" }],
        ...[{ op: "b", at: "2026-11-20T11:00:00Z", isRunning: true }],
      );
      const bodies = [
        {},
        range,
        { ...range, bucket_seconds: 1800 },
        { after: range.after },
        { filter: { op_names: ["a"] } },
      ];
      for (const part of bodies) {
        const body = { project_id: project, ...part };
        const [histogram, figures] = [
          await target().ask("calls.histogram", body),
          await target().ask("calls.stats", body),
        ];
        expect(histogram.bucket_seconds).toBe(figures.bucket_seconds);
        expect(histogram.buckets).toEqual(
          figures.buckets.map(({ start, call_count, error_count, descendant_error_count, running_count }) => ({
            start,
            call_count,
            error_count,
            descendant_error_count,
            running_count,
          })),
        );
      }
    });

    it("returns no buckets without calls and without a range", async () => {
      expect((await target().ask("calls.histogram", { project_id: newProject() })).buckets).toEqual([]);
    });
  });

  describe("/calls/facets", () => {
    it("lists the values of fields with their counts", async () => {
      const project = newProject();
      await log(project, { op: "a", at: range.after }, { op: "a", at: range.after }, { op: "b", at: range.after });
      const fields = ["op", "svc_user_id", "attributes", "attributes.env"];
      const { facets } = await target().ask("calls.facets", { project_id: project, fields });
      expect(facets.map(({ field }) => field)).toEqual(fields);
      expect(facets).toMatchObject([
        {
          value_count: 2,
          values: [
            { value: "a", count: 2 },
            { value: "b", count: 1 },
          ],
        },
        { value_count: 1, values: [{ count: 3 }] },
        { values: [{ value: "attributes.env", count: 3 }] },
        { values: [{ value: "prod", count: 3 }] },
      ]);
    });

    it.each([
      ["no fields", { project_id: "e/p" }, 422],
      ["an unsupported field", { project_id: "e/p", fields: ["inputs"] }, 400],
      ["a limit of 0", { project_id: "e/p", fields: ["op"], limit: 0 }, 400],
    ])("refuses %s", async (_name, body, status) => {
      expect((await target().fail("calls.facets", body)).status).toBe(status);
    });
  });

  describe("/calls/failures", () => {
    it("groups failed calls, and counts the values that they affect", async () => {
      const project = newProject();
      const base = { project_id: project, id: uuidv7() };
      const start = { ...base, trace_id: "t", op_name: "a", started_at: range.after, attributes: {}, inputs: {} };
      const end = { ...base, ended_at: range.before, exception: "Slow: 10 s", summary: {} };
      await target().ask("call.upsertBatch", {
        batch: [
          { mode: "start", req: { start } },
          { mode: "end", req: { end } },
        ],
      });
      await log(project, { op: "a", at: range.after });
      const answer = await target().ask("calls.failures", { project_id: project, affected: ["op", "trace_id"] });
      const called = { id: base.id, trace_id: "t", started_at: range.after };
      expect(answer).toEqual({
        call_count: 2,
        error_count: 1,
        affected: [
          { field: "op", value_count: 1, failed_value_count: 1 },
          { field: "trace_id", value_count: 1, failed_value_count: 1 },
        ],
        failure_count: 1,
        failures: [
          {
            op: "a",
            pattern: "Slow: … s",
            message: "Slow: 10 s",
            call_count: 1,
            affected_counts: [1, 1],
            first: called,
            last: called,
          },
        ],
      });
    });

    it.each([
      ["an unsupported field", { project_id: "e/p", affected: ["inputs"] }, 400],
      ["a limit of 0", { project_id: "e/p", limit: 0 }, 400],
      ["a time that is none", { project_id: "e/p", after: "soon" }, 422],
    ])("refuses %s", async (_name, body, status) => {
      expect((await target().fail("calls.failures", body)).status).toBe(status);
    });
  });
}
