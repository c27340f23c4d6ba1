import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { type Thread, thread as threadSchema } from "@/lib/api/contract/calls/threads";
import type { SourceChoice } from "@/lib/calls/source-choice";
import { threadsQuery } from "@/lib/thread/threads-query";
import { InvalidRequestError, ValidationError } from "@/service/kernel/errors/service-errors";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "./call-upsert-batch";
import { deleteManyCalls } from "./calls-delete";
import { queryThreads } from "./threads-stream-query";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});

interface Turn {
  readonly thread: string;
  readonly at: number;
  /** Absent: the turn is still running. */
  readonly ms?: number;
  readonly id?: string;
  /** Set for a call inside another turn. */
  readonly turn?: string;
  /** Production unless named. */
  readonly source?: string;
}

const base = Date.UTC(2026, 10, 20, 10);
const iso = (ms: number) => new Date(ms).toISOString();

/** Seconds of `at` count from 10:00. */
async function store(project: string, ...turns: Turn[]): Promise<void> {
  const batch = turns.flatMap(({ thread, at, ms, id = uuid7(), turn = id, source }) => {
    const startedAt = base + at * 1000;
    const start = {
      project_id: project,
      id,
      op_name: "turn",
      started_at: iso(startedAt),
      attributes: source === undefined ? {} : { heddle: { source } },
      inputs: {},
      thread_id: thread,
      turn_id: turn,
    };
    const end = { project_id: project, id, ended_at: iso(startedAt + (ms ?? 0)), summary: {} };
    return [{ mode: "start", req: { start } }, ...(ms === undefined ? [] : [{ mode: "end", req: { end } }])];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
}

const threads = (project: string, request: Record<string, unknown> = {}) =>
  service.lines<Thread>("threads.streamQuery", queryThreads, { project_id: project, ...request });
const ids = (rows: readonly Thread[]) => rows.map((row) => row.thread_id);

describe("threads", () => {
  it("are found by parts of their id, in any case, the newest first", async () => {
    const project = `e/${uuid4()}`;
    await store(
      project,
      { thread: "Refund-77", at: 0, ms: 1000 },
      { thread: "refund-178", at: 10, ms: 1000 },
      { thread: "other-77", at: 20, ms: 1000 },
    );
    const found = async (...words: string[]) => {
      const contains = words.map((word) => ({
        $contains: { input: { $getField: "thread_id" }, substr: { $literal: word }, case_insensitive: true },
      }));
      return ids(await threads(project, { filter: { calls: [{ query: { $expr: { $and: contains } } }] }, limit: 200 }));
    };
    expect(await found("refund")).toEqual(["refund-178", "Refund-77"]);
    expect(await found("77", "REF")).toEqual(["Refund-77"]);
    expect(await found("%")).toEqual([]);
  });

  it("are found by where their calls come from", async () => {
    const project = `e/${uuid4()}`;
    await store(
      project,
      { thread: "live", at: 0, ms: 1000 },
      { thread: "trained", at: 10, ms: 1000, source: "training" },
      { thread: "both", at: 20, ms: 1000 },
      { thread: "both", at: 30, ms: 1000, source: "replay" },
    );
    const found = async (query: string) =>
      ids(await threads(project, { filter: { calls: threadsQuery(query).calls } }));
    expect(await found("source:production")).toEqual(["both", "live"]);
    expect(await found("source:training,replay")).toEqual(["both", "trained"]);
    expect(await found("-source:production")).toEqual(["trained"]);
    // Each term about calls holds for some call.
    expect(await found("source:production source:replay")).toEqual(["both"]);
  });

  it("count the turns of one source, the thread of the newest of them first", async () => {
    const project = `e/${uuid4()}`;
    await store(
      project,
      { thread: "mixed", at: 0, ms: 1000 },
      { thread: "live", at: 10, ms: 1000 },
      { thread: "mixed", at: 20, ms: 1000, source: "evaluation" },
    );
    const request = (source: SourceChoice) => ({
      filter: { calls: threadsQuery("", { source }).calls },
      sort_by: [{ field: "last_updated", direction: "desc" }],
      limit: 10,
    });
    const counted = async (source: SourceChoice) =>
      (await threads(project, request(source))).map((row) => [row.thread_id, row.turn_count]);
    expect(await counted("production")).toEqual([
      ["live", 1],
      ["mixed", 1],
    ]);
    expect(await counted("evaluation")).toEqual([["mixed", 1]]);
    expect(await counted("all")).toEqual([
      ["mixed", 2],
      ["live", 1],
    ]);
  });

  it("have statistics of turn calls only", async () => {
    const project = `e/${uuid4()}`;
    await store(
      project,
      { thread: "t", at: 0, ms: 1000, id: "first" },
      { thread: "t", at: 1, ms: 90_000, id: "nested", turn: "first" },
      { thread: "t", at: 2, ms: 9000, id: "longest" },
      { thread: "t", at: 5, ms: 3000, id: "last" },
      { thread: "t", at: 7, id: "running" },
      { thread: "", at: 1, ms: 5, id: "alone" },
    );
    const rows = await threads(project);
    expect(rows).toEqual([
      {
        thread_id: "t",
        turn_count: 4,
        start_time: "2026-11-20T10:00:00Z",
        last_updated: "2026-11-20T10:00:11Z",
        first_turn_id: "first",
        last_turn_id: "longest",
        p50_turn_duration_ms: 3000,
        // Position 0.99 * 2 = 1.98 between 3000 and 9000.
        p99_turn_duration_ms: 8880,
      },
    ]);
    expect(threadSchema.safeParse(rows[0]).success).toBe(true);
  });

  it("have statistics of all their turns, in any order, also of those that started long before", async () => {
    const project = `e/${uuid4()}`;
    await store(
      project,
      { thread: "long", at: 0, ms: 1000, id: "first" },
      { thread: "short", at: 5000, ms: 2000 },
      { thread: "long", at: 9000, ms: 3000, id: "last" },
      { thread: "running", at: 9500 },
    );
    for (const field of ["last_updated", "start_time", "turn_count", "p99_turn_duration_ms"]) {
      const rows = await threads(project, { sort_by: [{ field, direction: "desc" }] });
      expect(ids(rows).sort()).toEqual(["long", "running", "short"]);
      const expected = { turn_count: 2, first_turn_id: "first", last_turn_id: "last", p50_turn_duration_ms: 2000 };
      expect(rows.find((row) => row.thread_id === "long")).toMatchObject(expected);
    }
  });

  it("without a finished turn were last updated when the latest turn started", async () => {
    const project = `e/${uuid4()}`;
    await store(project, { thread: "t", at: 0, id: "one" }, { thread: "t", at: 4, id: "two" });
    expect(await threads(project)).toMatchObject([
      {
        last_updated: "2026-11-20T10:00:04Z",
        last_turn_id: "two",
        p50_turn_duration_ms: null,
        p99_turn_duration_ms: null,
      },
    ]);
  });

  it("count only turns inside the window, whose bounds are exclusive", async () => {
    const project = `e/${uuid4()}`;
    await store(project, ...[0, 1, 2, 3].map((at) => ({ thread: "t", at, ms: 10 })), { thread: "gone", at: 0, ms: 10 });
    const filter = { after_datetime: iso(base), before_datetime: (base + 3000) / 1000 };
    expect(await threads(project, { filter })).toMatchObject([{ thread_id: "t", turn_count: 2 }]);
    expect(ids(await threads(project, { filter: { thread_ids: ["gone", "other"] } }))).toEqual(["gone"]);
    const wrong = threads(project, { filter: { after_datetime: "2400-01-01T00:00:00Z" } });
    await expect(wrong).rejects.toMatchObject({ detail: [{ loc: ["body", "filter", "after_datetime"] }] });
    await expect(threads(project, { filter: { after_datetime: "soon" } })).rejects.toThrow(ValidationError);
  });

  it("exclude deleted turns", async () => {
    const project = `e/${uuid4()}`;
    await store(project, { thread: "t", at: 0, ms: 1, id: "kept" }, { thread: "t", at: 1, ms: 1, id: "deleted" });
    await service.ask("calls.delete", deleteManyCalls, { project_id: project, call_ids: ["deleted"] });
    expect(await threads(project)).toMatchObject([{ turn_count: 1, last_turn_id: "kept" }]);
  });

  it("sort by every field in both directions, newest change first by default, with pages", async () => {
    const project = `e/${uuid4()}`;
    await store(
      project,
      { thread: "a", at: 0, ms: 5000 },
      { thread: "a", at: 1, ms: 1000 },
      { thread: "a", at: 9, ms: 2000 },
      { thread: "b", at: 2, ms: 3000 },
      { thread: "b", at: 3, ms: 3500 },
      { thread: "c", at: 1, ms: 500 },
    );
    const by = async (field: string, direction: string) =>
      ids(await threads(project, { sort_by: [{ field, direction }] })).join("");
    expect(ids(await threads(project)).join("")).toBe("abc");
    const ascending = {
      thread_id: "abc",
      turn_count: "cba",
      start_time: "acb",
      last_updated: "cba",
      p50_turn_duration_ms: "cab",
      p99_turn_duration_ms: "cba",
    };
    for (const [field, expected] of Object.entries(ascending)) {
      expect([field, await by(field, "asc")]).toEqual([field, expected]);
      expect([field, await by(field, "desc")]).toEqual([field, [...expected].reverse().join("")]);
    }
    expect(ids(await threads(project, { limit: 1, offset: 1 }))).toEqual(["b"]);
    expect(ids(await threads(project, { offset: 2 }))).toEqual(["c"]);
    expect(await threads(project, { limit: 0 })).toEqual([]);
    await expect(threads(project, { limit: -1 })).rejects.toThrow(InvalidRequestError);
    await expect(by("turn_count; DROP TABLE call_rows", "asc")).rejects.toThrow("Unsupported sort field");
  });

  it("are returned once each and in order, for any number, offset and limit", async () => {
    const project = `e/${uuid4()}`;
    const names = Array.from({ length: 450 }, (_, n) => `t${String(n).padStart(3, "0")}`);
    await store(project, ...names.map((thread, n) => ({ thread, at: n, ms: 1000 + (n % 7) })));
    expect(ids(await threads(project))).toEqual([...names].reverse());
    const byP99 = [{ field: "p99_turn_duration_ms", direction: "asc" }];
    const expected = names
      .map((thread, n) => ({ thread, ms: n % 7 }))
      .sort((left, right) => left.ms - right.ms || (left.thread < right.thread ? -1 : 1))
      .map(({ thread }) => thread);
    expect(ids(await threads(project, { sort_by: byP99 }))).toEqual(expected);
    expect(ids(await threads(project, { sort_by: byP99, offset: 30, limit: 230 }))).toEqual(expected.slice(30, 260));
    expect(ids(await threads(project, { sort_by: byP99, offset: 300 }))).toEqual(expected.slice(300));
    expect(ids(await threads(project, { sort_by: byP99, limit: 200 }))).toEqual(expected.slice(0, 200));
  });

  it("refuse an invalid sort field before the first line", async () => {
    const lines = queryThreads(
      { body: { project_id: "e/p", sort_by: [{ field: "x", direction: "asc" }] } } as never,
      {
        store: service.store,
      } as never,
    );
    await expect(lines[Symbol.asyncIterator]().next()).rejects.toThrow(InvalidRequestError);
  });
});
