import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import type { Target } from "./target";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 14, 30, second)).toISOString();

interface Turn {
  readonly thread: string;
  readonly start: number;
  /** Seconds; undefined for a running turn. */
  readonly duration?: number;
}

/** Checks /threads/stream_query through every door to the service. */
export function threadsSuite(target: () => Target, newProject: () => string): void {
  async function log(project_id: string, turns: readonly Turn[]): Promise<string[]> {
    const ids = turns.map(() => uuidv7());
    const batch = turns.flatMap(({ thread, start, duration }, index) => {
      const id = ids[index];
      const turn = { project_id, id, trace_id: id, turn_id: id, thread_id: thread };
      const inner = { ...turn, id: uuidv7(), parent_id: id };
      const startOf = (call: object) => ({
        mode: "start",
        req: { start: { op_name: "f", started_at: at(start), attributes: {}, inputs: {}, ...call } },
      });
      const end = { project_id, id, ended_at: at(start + (duration ?? 0)), summary: {} };
      return [startOf(turn), startOf(inner), ...(duration === undefined ? [] : [{ mode: "end", req: { end } }])];
    });
    await target().ask("call.upsertBatch", { batch });
    return ids;
  }

  const threads = (project_id: string, rest: object = {}) =>
    target().stream("threads.streamQuery", { project_id, ...rest });

  const names = async (project: string, rest: object) =>
    (await threads(project, rest)).map(({ thread_id }) => thread_id);

  describe("/threads/stream_query", () => {
    it("computes statistics from turn calls only", async () => {
      const project = newProject();
      const ids = await log(project, [
        { thread: "a", start: 0, duration: 1 },
        { thread: "a", start: 10, duration: 3 },
        { thread: "a", start: 20 },
      ]);
      expect(await threads(project)).toEqual([
        expect.objectContaining({
          thread_id: "a",
          turn_count: 3,
          first_turn_id: ids[0],
          last_turn_id: ids[1],
          p50_turn_duration_ms: 2000,
          p99_turn_duration_ms: 2980,
        }),
      ]);
      const [thread] = await threads(project);
      expect(Date.parse(thread?.start_time ?? "")).toBe(Date.parse(at(0)));
      expect(Date.parse(thread?.last_updated ?? "")).toBe(Date.parse(at(13)));
    });

    it("places a thread whose turns are all running by its latest start", async () => {
      const project = newProject();
      await log(project, [{ thread: "a", start: 5 }]);
      const [thread] = await threads(project);
      expect(thread).toMatchObject({
        thread_id: "a",
        turn_count: 1,
        p50_turn_duration_ms: null,
        p99_turn_duration_ms: null,
      });
      expect(Date.parse(thread?.last_updated ?? "")).toBe(Date.parse(at(5)));
    });

    it("sorts by all six fields, both ways, newest first by default", async () => {
      const project = newProject();
      await log(project, [
        { thread: "a", start: 0, duration: 5 },
        { thread: "b", start: 1, duration: 2 },
        { thread: "b", start: 20, duration: 2 },
        { thread: "c", start: 2, duration: 30 },
      ]);
      const expected = {
        thread_id: ["a", "b", "c"],
        start_time: ["a", "b", "c"],
        last_updated: ["a", "b", "c"],
        p50_turn_duration_ms: ["b", "a", "c"],
        p99_turn_duration_ms: ["b", "a", "c"],
      };
      for (const [field, order] of Object.entries(expected)) {
        expect(await names(project, { sort_by: [{ field, direction: "asc" }] }), field).toEqual(order);
        expect(await names(project, { sort_by: [{ field, direction: "desc" }] }), field).toEqual(order.toReversed());
      }
      const byCount = [
        { field: "turn_count", direction: "desc" },
        { field: "thread_id", direction: "asc" },
      ];
      expect(await names(project, { sort_by: byCount })).toEqual(["b", "a", "c"]);
      expect(await names(project, {})).toEqual(["c", "b", "a"]);
    });

    it("includes only turns that start inside the window, both ends excluded", async () => {
      const project = newProject();
      await log(project, [
        { thread: "a", start: 0, duration: 1 },
        { thread: "a", start: 10, duration: 1 },
        { thread: "b", start: 20, duration: 1 },
      ]);
      const within = (filter: object) => threads(project, { filter });
      expect(await within({ after_datetime: at(0) })).toHaveLength(2);
      expect((await within({ after_datetime: at(0), before_datetime: at(20) }))[0]).toMatchObject({
        thread_id: "a",
        turn_count: 1,
      });
      expect(await within({ before_datetime: at(0) })).toEqual([]);
    });

    it("filters by thread, and pages", async () => {
      const project = newProject();
      await log(
        project,
        ["a", "b", "c"].map((thread, start) => ({ thread, start, duration: 1 })),
      );
      const sorted = { sort_by: [{ field: "thread_id", direction: "asc" }] };
      expect(await names(project, { ...sorted, filter: { thread_ids: ["a", "c"] } })).toEqual(["a", "c"]);
      expect(await names(project, { ...sorted, filter: { thread_ids: [] } })).toHaveLength(3);
      expect(await names(project, { ...sorted, limit: 1, offset: 1 })).toEqual(["b"]);
      expect(await names(project, { ...sorted, limit: 0 })).toEqual([]);
      expect(await names(project, { filter: null, limit: null, offset: null, sort_by: null })).toHaveLength(3);
    });

    it.each([
      ["no project", {}, 422],
      ["a field that cannot be sorted by", { project_id: "e/p", sort_by: [{ field: "id", direction: "asc" }] }, 400],
      ["a direction that is none", { project_id: "e/p", sort_by: [{ field: "thread_id", direction: "ASC" }] }, 422],
      ["a time that is none", { project_id: "e/p", filter: { after_datetime: "yesterday" } }, 422],
      ["a negative limit", { project_id: "e/p", limit: -1 }, 400],
      ["a negative offset", { project_id: "e/p", offset: -1 }, 400],
    ])("refuses %s", async (_name, body, status) => {
      expect((await target().fail("threads.streamQuery", body)).status).toBe(status);
    });
  });
}
