import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { callsFailuresResult } from "@/lib/api/contract/calls/call-failures";
import { exceptionLine } from "@/lib/calls/exception-text";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "./call-upsert-batch";
import { listFailures } from "./calls-failures";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});

const newProject = () => `e/${uuid4()}`;

interface Given {
  readonly op?: string;
  /** Null for a call that succeeded. */
  readonly exception: string | null;
  readonly at?: string;
  readonly user?: string;
  readonly thread?: string;
}

/** Stores ended calls and returns their ids. */
async function store(project: string, ...given: readonly Given[]): Promise<string[]> {
  const calls = given.map(({ op = "search", exception, at = "2026-11-20T10:00:00Z", user, thread }) => {
    const base = { project_id: project, id: uuid4() };
    const attributes = user === undefined ? {} : { user };
    const start = { ...base, trace_id: `t-${base.id}`, op_name: op, started_at: at, attributes, inputs: {} };
    const named = thread === undefined ? start : { ...start, thread_id: thread };
    return { start: named, end: { ...base, ended_at: "2026-11-20T23:00:00Z", exception, summary: {} } };
  });
  const batch = calls.flatMap(({ start, end }) => [{ req: { start } }, { req: { end } }]);
  await service.ask("call.upsertBatch", upsertBatch, { batch });
  return calls.map(({ start }) => start.id);
}

const read = async (project: string, request: Record<string, unknown> = {}) =>
  callsFailuresResult.parse(await service.ask("calls.failures", listFailures, { project_id: project, ...request }));

describe("groups of failed calls", () => {
  it("hold calls of one op whose exceptions differ in ids, numbers and times only", async () => {
    const project = newProject();
    const ref = `weave:///${project}/op/search:abc`;
    const [, first, , last] = await store(
      project,
      { exception: null },
      { exception: "TimeoutError: BTBM5E did not answer within 10 s", at: "2026-11-20T10:01:00Z" },
      { exception: "KeyError: 'seat'", at: "2026-11-20T10:02:00Z" },
      { op: ref, exception: "TimeoutError: H9ZU1C did not answer within 2.5 s", at: "2026-11-20T10:03:00Z" },
      { op: "book", exception: "TimeoutError: H9ZU1C did not answer within 10 s", at: "2026-11-20T10:02:00Z" },
    );
    const answer = await read(project);
    expect(answer).toMatchObject({ call_count: 5, error_count: 4, failure_count: 3, affected: [] });
    expect(answer.failures.map(({ op, pattern, call_count }) => [op, pattern, call_count])).toEqual([
      ["search", "TimeoutError: … did not answer within … s", 2],
      ["book", "TimeoutError: … did not answer within … s", 1],
      ["search", "KeyError: '…'", 1],
    ]);
    expect(answer.failures[0]).toMatchObject({
      message: "TimeoutError: H9ZU1C did not answer within 2.5 s",
      first: { id: first, trace_id: `t-${first}`, started_at: "2026-11-20T10:01:00Z" },
      last: { id: last, trace_id: `t-${last}`, started_at: "2026-11-20T10:03:00Z" },
    });
  });

  it("are counted in equal parts of the range, from its first failed call where it has no start", async () => {
    const project = newProject();
    const at = (time: string) => ({ exception: "KeyError: 'seat'", at: `2026-11-20T${time}Z` });
    await store(
      project,
      { exception: null, at: "2026-11-20T07:00:00Z" },
      ...["08:00:00", "08:59:59.999999", "09:00:00", "11:59:59", "12:00:00"].map(at),
      { op: "book", ...at("10:30:00") },
    );
    const before = "2026-11-20T12:00:00Z";
    const partsOf = async (request: Record<string, unknown>) =>
      (await read(project, request)).failures.map(({ part_counts }) => part_counts);
    expect(await partsOf({ parts: 4, after: "2026-11-20T08:00:00Z", before })).toEqual([
      [2, 1, 0, 1],
      [0, 0, 1, 0],
    ]);
    expect(await partsOf({ parts: 2, before })).toEqual([
      [3, 1],
      [0, 1],
    ]);
    expect((await partsOf({ parts: 3 })).map((counts) => counts?.reduce((sum, count) => sum + count))).toEqual([5, 1]);
    expect(await partsOf({})).toEqual([undefined, undefined]);
    await expect(read(project, { parts: 61 })).rejects.toThrow("parts must be between 1 and 60");
  });

  it.each([
    ["a traceback", 'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no seat\n'],
    ["the JSON of the Python client", JSON.stringify({ type: "ValueError", message: "no seat", traceback: [] })],
    ["JSON without a message", JSON.stringify({ type: "ValueError", message: "", traceback: [] })],
    ["several lines", "  ValueError: no seat\nmore\n"],
    ["JSON of another kind", '{"error": "no seat"}'],
    ["a single word", "failed"],
    ["quotes and backslashes", 'ValueError: it\'s \\ "so"'],
  ])("name the line that the pages show of %s", async (_name, exception) => {
    const project = newProject();
    await store(project, { exception });
    expect((await read(project)).failures.map(({ message }) => message)).toEqual([exceptionLine(exception)]);
  });

  it.each([
    ["nothing of a quoted value", "No flight 'HAT170' to \"JFK\" for `ann`", "No flight '…' to \"…\" for `…`"],
    ["no apostrophe", "Can't find Ann's seat", "Can't find Ann's seat"],
    ["a status of HTTP", "HTTP 503: busy for 12 s", "HTTP 503: busy for … s"],
    ["names of members", "{'id': 'x', 'code': 'too_long', 'n': 4}", "{'id': '…', 'code': 'too_long', 'n': …}"],
    ["the end of a long line", `Bad: ${"9".repeat(400)} end`, "Bad: … end"],
  ])("replace values alone, and keep %s", async (_name, exception, pattern) => {
    const project = newProject();
    await store(project, { exception });
    expect((await read(project)).failures.map((failure) => failure.pattern)).toEqual([pattern]);
  });

  it("join exceptions with different UUIDs, addresses and times", async () => {
    const project = newProject();
    await store(
      project,
      { exception: `Gone: ${uuid4()} at 10.0.0.1:8080 since 2026-11-20T10:00:00Z` },
      { exception: `Gone: ${uuid4()} at 192.168.1.77:90 since 2025-01-02T03:04:05Z` },
    );
    expect((await read(project)).failures).toMatchObject([{ pattern: "Gone: … at … since …", call_count: 2 }]);
  });

  it("count the affected values of fields, in all calls, in failed ones and by group", async () => {
    const project = newProject();
    await store(
      project,
      { exception: null, user: "ann", thread: "1" },
      { exception: "Slow", user: "ann", thread: "1" },
      { exception: "Slow", user: "ann", thread: "2" },
      { exception: "Slow", user: "bob", thread: "3" },
      { exception: "Denied", user: "bob" },
      { exception: null, user: "cy", thread: "4" },
      { exception: "Denied" },
    );
    const answer = await read(project, { affected: ["attributes.user", "thread_id"] });
    expect(answer.affected).toEqual([
      { field: "attributes.user", value_count: 3, failed_value_count: 2 },
      { field: "thread_id", value_count: 4, failed_value_count: 3 },
    ]);
    expect(answer.failures.map(({ pattern, affected_counts }) => [pattern, affected_counts])).toEqual([
      ["Slow", [2, 3]],
      ["Denied", [1, 0]],
    ]);
  });

  it("are those of the selected calls and the range, whose end is excluded", async () => {
    const project = newProject();
    await store(
      project,
      { exception: "Early", at: "2026-11-20T09:59:59Z" },
      { exception: "Mine", at: "2026-11-20T10:00:00Z" },
      { op: "other", exception: "Other", at: "2026-11-20T10:00:00Z" },
      { exception: "Late", at: "2026-11-20T11:00:00Z" },
    );
    const answer = await read(project, {
      filter: { op_names: ["search"] },
      after: "2026-11-20T10:00:00Z",
      before: "2026-11-20T11:00:00Z",
    });
    expect(answer).toMatchObject({ call_count: 1, failures: [{ pattern: "Mine" }] });
  });

  it("are cut at the limit, with their total number", async () => {
    const project = newProject();
    await store(project, { exception: "A" }, { exception: "B" }, { exception: "C" });
    const answer = await read(project, { limit: 2 });
    expect(answer.failure_count).toBe(3);
    expect(answer.failures).toHaveLength(2);
  });

  it("are none in a project without calls", async () => {
    expect(await read(newProject(), { affected: ["thread_id"] })).toEqual({
      call_count: 0,
      error_count: 0,
      affected: [{ field: "thread_id", value_count: 0, failed_value_count: 0 }],
      failure_count: 0,
      failures: [],
    });
  });

  it.each([
    ["a limit of 0", { limit: 0 }],
    ["a limit beyond the highest", { limit: 201 }],
    ["more than four fields", { affected: ["op", "op", "op", "op", "op"] }],
    ["a field of models", { affected: ["model"] }],
    ["SQL in place of a field", { affected: ["op_name) FROM system.tables --"] }],
  ])("refuse %s", async (_name, request) => {
    await expect(read(newProject(), request)).rejects.toThrow(InvalidRequestError);
  });
});
