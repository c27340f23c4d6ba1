import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { type CallsFiguresResult, callsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import { ForbiddenError, InvalidRequestError, ValidationError } from "@/service/kernel/errors/service-errors";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { createCosts } from "@/service/traces/operations/costs/cost-create";
import { firstOnce } from "@/test/setup/test-length";
import { readCall } from "./call-read";
import { upsertBatch } from "./call-upsert-batch";
import { completeCalls } from "./calls-complete";
import { deleteManyCalls } from "./calls-delete";
import { readCallStats } from "./calls-stats";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
  await storeAll(seeds);
});

const newProject = () => `e/${uuid4()}`;

interface Given {
  readonly id?: string;
  readonly at?: string;
  readonly seconds?: number | null;
  readonly op?: string;
  readonly parent?: string | null;
  readonly usage?: object;
  readonly summary?: object;
  readonly exception?: string;
  readonly attributes?: object;
  readonly thread?: string;
  readonly trace?: string;
}

/** What `itOf` has listed: projects with their calls. */
const seeds: (readonly [project: string, calls: readonly Given[]])[] = [];

function partsOf(project: string, given: Given) {
  const id = given.id ?? uuid4();
  const started_at = given.at ?? "2026-11-20T10:00:00Z";
  const { op: op_name = "op", parent: parent_id = null, attributes = {}, thread: thread_id = null } = given;
  const start = {
    project_id: project,
    id,
    trace_id: given.trace ?? "t",
    op_name,
    started_at,
    parent_id,
    thread_id,
    attributes,
    inputs: {},
  };
  const ended_at = new Date(Date.parse(started_at) + (given.seconds ?? 1) * 1000).toISOString();
  const summary = { ...(given.usage ? { usage: given.usage } : {}), ...given.summary };
  const end = {
    project_id: project,
    id,
    ended_at,
    summary,
    ...(given.exception ? { exception: given.exception } : {}),
  };
  return { start, end: given.seconds === null ? null : end };
}

/**
 * Each start and each end is sent separately, so that the engine has not merged them. `seconds` null leaves a call
 * running.
 */
async function storeAll(given: typeof seeds): Promise<void> {
  const parts = given.flatMap(([project, calls]) => calls.map((call) => partsOf(project, call)));
  const send = (batch: object[]) => service.ask("call.upsertBatch", upsertBatch, { batch });
  await send(parts.map(({ start }) => ({ mode: "start", req: { start } })));
  await send(parts.flatMap(({ end }) => (end ? [{ mode: "end", req: { end } }] : [])));
}

const store = (project: string, ...calls: readonly Given[]) => storeAll([[project, calls]]);

const stats = async (project: string, request: Record<string, unknown> = {}): Promise<CallsFiguresResult> =>
  callsFiguresResult.parse(await service.ask("calls.stats", readCallStats, { project_id: project, ...request }));

/** A test of a project with these calls, which are stored with those of the other tests. */
function itOf(
  title: string,
  calls: readonly Given[],
  test: (project: string) => Promise<void>,
  options: { readonly tags?: string[] } = {},
): void {
  const project = newProject();
  seeds.push([project, calls]);
  it(title, options, () => test(project));
}

const tokens = (prompt: number, completion = 0) => ({
  requests: 1,
  prompt_tokens: prompt,
  completion_tokens: completion,
});
const values = (result: CallsFiguresResult, at = 0) =>
  result.groups[at]?.values.map(({ value, call_count }) => [value, call_count]);

const hour = { after: "2026-11-20T10:00:00Z", before: "2026-11-20T11:00:00Z" };

describe("statistics of calls", () => {
  itOf(
    "count calls, roots, errors and running calls, and measure finished calls, if there are any",
    [
      { id: "root", seconds: 1, summary: { status_counts: { error: 1 } } },
      { parent: "root", seconds: 2, exception: "ValueError" },
      { parent: "root", seconds: 4 },
      { parent: "root", seconds: 5.5 },
      { parent: "root", seconds: null, at: "2026-11-20T11:00:00Z" },
    ],
    async (project) => {
      const { totals, buckets } = await stats(project, { bucket_seconds: 3600 });
      expect(totals).toMatchObject({
        call_count: 5,
        root_count: 1,
        error_count: 1,
        descendant_error_count: 1,
        running_count: 1,
      });
      // Of 1000, 2000, 4000 and 5500 ms, interpolated linearly.
      const { p50, p90, p99, mean, max } = totals.latency_ms ?? expect.fail("no latency");
      expect([p50, mean, max]).toEqual([3000, 3125, 5500]);
      expect(p90).toBeCloseTo(5050, 9);
      expect(p99).toBeCloseTo(5455, 9);
      expect(buckets.map(({ latency_ms, running_count }) => [latency_ms?.max ?? null, running_count])).toEqual([
        [5500, 0],
        [null, 1],
      ]);
    },
  );

  itOf(
    "have no latency when no call has ended",
    [{ seconds: null }],
    async (project) => {
      const { totals, buckets } = await stats(project);
      expect(totals.latency_ms).toBeNull();
      expect(totals.running_count).toBe(1);
      expect(buckets[0]?.latency_ms).toBeNull();
    },
    { tags: ["all"] },
  );

  it("add up the stored bytes of calls, by member", async () => {
    const project = newProject();
    const call = { project_id: project, id: "a", trace_id: "t", op_name: "op", started_at: hour.after };
    const members = { attributes: { a: 1 }, inputs: { text: "é" }, output: [1, 2], summary: {}, ended_at: hour.before };
    await service.ask(
      "calls.complete",
      completeCalls,
      { batch: [{ ...call, ...members }] },
      { params: paramsOf(project) },
    );
    // As Python writes them: {"a": 1}, {"text": "\u00e9"}, [1, 2], {}
    expect((await stats(project)).totals.storage_bytes).toEqual({
      inputs: 18,
      output: 6,
      attributes: 8,
      summary: 2,
      total: 34,
    });
  });

  it("are zero or empty for a project without calls", async () => {
    const empty = await stats(newProject(), { groups: [{ by: "op" }, { by: "model" }] });
    expect(empty).toMatchObject({ after: null, before: null, buckets: [], previous: null, previous_buckets: null });
    expect(empty.totals).toMatchObject({ call_count: 0, latency_ms: null, cost_usd: null, unpriced_tokens: 0 });
    expect(empty.groups).toEqual([
      { by: "op", value_count: 0, values: [], other: null },
      { by: "model", value_count: 0, values: [], other: null },
    ]);
  });

  itOf(
    "exclude deleted calls, ends without a start and other projects",
    [
      { id: "kept", usage: { m: tokens(1) } },
      { id: "deleted", usage: { m: tokens(10) } },
    ],
    async (project) => {
      await service.ask("calls.delete", deleteManyCalls, { project_id: project, call_ids: ["deleted"] });
      const end = { project_id: project, id: "early", ended_at: hour.after, summary: { usage: { m: tokens(100) } } };
      await service.ask("call.upsertBatch", upsertBatch, { batch: [{ mode: "end", req: { end } }] });
      // Calls of many other projects are stored, too.
      const { totals } = await stats(project);
      expect(totals).toMatchObject({ call_count: 1, usage: { total_tokens: 1 } });
    },
  );

  itOf(
    "count the calls that a filter and an expression select, in about a hundred buckets of a round width",
    [
      { op: "a", attributes: { env: "prod" }, usage: { m: tokens(1) } },
      { op: "a", attributes: { env: "test" }, usage: { m: tokens(10) } },
      { op: "b", attributes: { env: "prod" }, usage: { m: tokens(100) } },
    ],
    async (project) => {
      const isProd = { $expr: { $eq: [{ $getField: "attributes.env" }, { $literal: "prod" }] } };
      const { totals, groups, bucket_seconds, buckets } = await stats(project, {
        ...{ after: "2026-11-20T00:00:00Z", before: "2026-11-21T00:00:00Z" },
        filter: { op_names: ["a"] },
        query: isProd,
        groups: [{ by: "attributes.env" }, { by: "model" }],
      });
      expect(totals).toMatchObject({ call_count: 1, usage: { prompt_tokens: 1 } });
      expect(groups.map((group) => group.values.length)).toEqual([1, 1]);
      expect([bucket_seconds, buckets.length]).toEqual([900, 96]);
    },
  );
});

describe("ranges and buckets", () => {
  itOf(
    "include the start of a range but not its end, and return every bucket, even empty ones",
    [
      { at: "2026-11-20T09:59:59.999999Z" },
      { at: "2026-11-20T10:00:00Z" },
      { at: "2026-11-20T10:19:59.999999Z" },
      { at: "2026-11-20T10:40:00Z", exception: "x" },
      { at: "2026-11-20T11:00:00Z" },
    ],
    async (project) => {
      const { totals, buckets, ...rest } = await stats(project, { ...hour, bucket_seconds: 1200 });
      expect(rest).toMatchObject({ ...hour, bucket_seconds: 1200 });
      expect(totals.call_count).toBe(3);
      expect(buckets.map(({ start, call_count, error_count }) => [start, call_count, error_count])).toEqual([
        ["2026-11-20T10:00:00Z", 2, 0],
        ["2026-11-20T10:20:00Z", 0, 0],
        ["2026-11-20T10:40:00Z", 1, 1],
      ]);
    },
  );

  itOf(
    "start the first bucket before a range that begins inside it, and count only the range",
    [{ at: "2026-11-20T10:05:00Z" }, { at: "2026-11-20T10:25:00Z" }],
    async (project) => {
      const { buckets } = await stats(project, {
        after: "2026-11-20T10:10:00Z",
        before: "2026-11-20T10:50:00Z",
        bucket_seconds: 1800,
      });
      expect(buckets.map(({ start, call_count }) => [start, call_count])).toEqual([
        ["2026-11-20T10:00:00Z", 1],
        ["2026-11-20T10:30:00Z", 0],
      ]);
    },
    { tags: ["all"] },
  );

  itOf(
    "use the calls' own range by default, including the last call",
    [{ at: "2026-11-20T10:00:00Z" }, { at: "2026-11-20T12:00:00Z" }],
    async (project) => {
      const result = await stats(project, { bucket_seconds: 3600 });
      expect(result).toMatchObject({ after: "2026-11-20T10:00:00Z", before: "2026-11-20T13:00:00Z" });
      expect(result.buckets.map(({ call_count }) => call_count)).toEqual([1, 0, 1]);
    },
  );

  itOf("end at the current time when only the start is given", [{ at: "2020-01-01T00:00:00Z" }], async (project) => {
    const { before } = await stats(project, { after: "2019-12-31T00:00:00Z" });
    expect(Date.parse(before ?? "")).toBeGreaterThanOrEqual(Date.now());
  });

  itOf(
    "start days at midnight in a time zone",
    [{ at: "2026-03-28T22:59:59Z" }, { at: "2026-03-28T23:00:00Z" }, { at: "2026-03-29T21:59:59Z" }],
    async (project) => {
      const days = { bucket_seconds: 86_400, after: "2026-03-28T00:00:00Z", before: "2026-03-29T22:00:00Z" };
      const berlin = await stats(project, { ...days, time_zone: "Europe/Berlin" });
      expect(berlin.buckets.map(({ start, call_count }) => [start, call_count])).toEqual([
        ["2026-03-27T23:00:00Z", 1],
        ["2026-03-28T23:00:00Z", 2],
      ]);
      const utc = await stats(project, days);
      expect(utc.buckets.map(({ call_count }) => call_count)).toEqual([2, 1]);
    },
  );

  itOf(
    "return a second range next to the first, bucket by bucket",
    [
      { at: "2026-11-19T10:10:00Z", seconds: 3, usage: { m: tokens(7) } },
      { at: "2026-11-19T10:50:00Z", exception: "x" },
      { at: "2026-11-20T10:40:00Z", seconds: 5 },
    ],
    async (project) => {
      const previous = { after: "2026-11-19T10:00:00Z", before: "2026-11-19T11:00:00Z" };
      const result = await stats(project, { ...hour, previous, bucket_seconds: 1800 });
      expect(result.totals).toMatchObject({ call_count: 1, latency_ms: { max: 5000 }, usage: { total_tokens: 0 } });
      expect(result.previous).toMatchObject({ call_count: 2, error_count: 1, usage: { total_tokens: 7 } });
      expect(result.previous_buckets?.map(({ start, call_count }) => [start, call_count])).toEqual([
        ["2026-11-19T10:00:00Z", 1],
        ["2026-11-19T10:30:00Z", 1],
      ]);
      expect(result.buckets.map(({ call_count }) => call_count)).toEqual([0, 1]);
    },
  );

  it.each([
    ["a time that is none", { after: "soon" }, ValidationError],
    ["a time outside of what can be stored", { after: "1066-10-14" }, ValidationError],
    ["an end before its beginning", { after: hour.before, before: hour.after }, InvalidRequestError],
    ["a bucket without width", { ...hour, bucket_seconds: 0 }, InvalidRequestError],
    ["more buckets than anybody looks at", { ...hour, bucket_seconds: 1 }, InvalidRequestError],
    ["a zone that nobody knows", { ...hour, time_zone: "Middle/Earth" }, InvalidRequestError],
    ["a zone that is SQL", { ...hour, time_zone: "UTC') --" }, InvalidRequestError],
    ["a second range without the first", { previous: hour }, InvalidRequestError],
  ])("refuse %s", async (_name, request, error) => {
    await expect(stats(newProject(), request)).rejects.toThrow(error);
  });
});

describe("groups", () => {
  itOf(
    "return the values with most calls, and the others together",
    [
      ...["a", "a", "a", "b", "b", "c"].map((op, n) => ({ op, seconds: n, usage: { m: tokens(10 ** n) } })),
      { op: "d", exception: "x", at: "2026-11-20T10:30:00Z", usage: { m: tokens(10 ** 6) } },
    ],
    async (project) => {
      const { groups } = await stats(project, {
        ...hour,
        bucket_seconds: 1800,
        groups: [{ by: "op_name", limit: 2, with_buckets: true }, { by: "op" }],
      });
      const [limited, complete] = groups;
      expect(limited).toMatchObject({ by: "op_name", value_count: 4 });
      expect(limited?.values).toMatchObject([
        { value: "a", call_count: 3, latency_ms: { p50: 1000 }, usage: { total_tokens: 111 } },
        { value: "b", call_count: 2, latency_ms: { p50: 3500 }, usage: { total_tokens: 11_000 } },
      ]);
      expect(limited?.other).toMatchObject({
        call_count: 2,
        error_count: 1,
        latency_ms: null,
        usage: { total_tokens: 1_100_000 },
      });
      expect(limited?.values[0]?.buckets).toEqual([
        { start: "2026-11-20T10:00:00Z", call_count: 3, error_count: 0, total_tokens: 111, cost_usd: null },
      ]);
      expect(limited?.other?.buckets).toMatchObject([
        { start: "2026-11-20T10:00:00Z", call_count: 1, error_count: 0, total_tokens: 100_000 },
        { start: "2026-11-20T10:30:00Z", call_count: 1, error_count: 1, total_tokens: 1_000_000 },
      ]);
      expect(complete?.values.map(({ value }) => value)).toEqual(["a", "b", "c", "d"]);
      expect(complete?.values[0]).not.toHaveProperty("buckets");
      expect(complete?.other).toBeNull();
    },
  );

  it("combine versions of an op as `op`, and separate them as `op_name`", async () => {
    const project = newProject();
    const ref = (digest: string) => `weave:///${project}/op/answer:${digest}`;
    await store(project, { op: ref("one") }, { op: ref("two") }, { op: ref("two") }, { op: "answer" });
    const result = await stats(project, { groups: [{ by: "op" }, { by: "op_name" }] });
    expect(values(result)).toEqual([["answer", 4]]);
    expect(values(result, 1)).toEqual([
      [ref("two"), 2],
      ["answer", 1],
      [ref("one"), 1],
    ]);
  });

  itOf(
    "group by trace, each with the tokens of all its calls once",
    [
      { id: "root-1", trace: "trace-1" },
      { parent: "root-1", trace: "trace-1", usage: { big: tokens(10, 1) } },
      { id: "root-2", trace: "trace-2", usage: { big: tokens(7) } },
      { parent: "root-2", trace: "trace-2", usage: { big: tokens(7) } },
    ],
    async (project) => {
      const { groups } = await stats(project, { groups: [{ by: "trace_id" }] });
      expect(groups[0]?.values).toMatchObject([
        { value: "trace-1", call_count: 2, usage: { prompt_tokens: 10, completion_tokens: 1 } },
        { value: "trace-2", call_count: 2, usage: { prompt_tokens: 7 } },
      ]);
    },
  );

  itOf(
    "group by status, thread, user and a path of attributes, with null for none",
    [
      { thread: "t1", attributes: { a: { b: 1 } } },
      { thread: "t1", attributes: { a: { b: "x" } }, exception: "x" },
      { seconds: null, attributes: { a: {} } },
    ],
    async (project) => {
      const by = ["status", "thread_id", "svc_user_id", "wb_user_id", "attributes.a.b"];
      const result = await stats(project, { groups: by.map((name) => ({ by: name })) });
      expect(values(result, 0)?.map(([value]) => value)).toEqual(["error", "running", "success"]);
      expect(values(result, 1)).toEqual([
        ["t1", 2],
        [null, 1],
      ]);
      expect(values(result, 2)).toEqual([["key-test", 3]]);
      expect(values(result, 3)).toEqual([["key-test", 3]]);
      expect(values(result, 4)?.map(([value]) => value)).toEqual([null, "1", "x"]);
    },
  );

  itOf(
    "count a call for every model that its tokens count for",
    [
      { seconds: 2, usage: { big: tokens(10, 1), small: tokens(5) } },
      { seconds: 4, usage: { big: tokens(20) }, exception: "x" },
      { seconds: 6 },
    ],
    async (project) => {
      const models = [
        { by: "model", with_buckets: true },
        { by: "model", limit: 1 },
      ];
      const { groups } = await stats(project, { ...hour, groups: models });
      expect(groups[0]).toMatchObject({ by: "model", value_count: 2, other: null });
      expect(groups[0]?.values).toMatchObject([
        { value: "big", call_count: 2, error_count: 1, latency_ms: { p50: 3000 }, usage: { total_tokens: 31 } },
        { value: "small", call_count: 1, error_count: 0, latency_ms: { p50: 2000 }, usage: { total_tokens: 5 } },
      ]);
      expect(groups[0]?.values[0]?.buckets).toMatchObject([
        { start: hour.after, call_count: 2, error_count: 1, total_tokens: 31 },
      ]);
      expect(groups[1]?.other).toMatchObject({ call_count: 1, latency_ms: null, usage: { prompt_tokens: 5 } });
    },
  );

  it.each([
    ["an unsupported name", "inputs.text", InvalidRequestError],
    ["a column of the store", "inputs", InvalidRequestError],
    ["a member of every object", "constructor", InvalidRequestError],
    ["all attributes", "attributes", InvalidRequestError],
    ["SQL", "op_name) FROM system.tables --", InvalidRequestError],
    ["a path without a part", "attributes.a..b", InvalidRequestError],
    ["a path without an end", "attributes.", InvalidRequestError],
  ])("refuse to group by %s", async (_name, by, error) => {
    await expect(stats(newProject(), { ...hour, groups: [{ by }] })).rejects.toThrow(error);
  });

  it("read a path and a value that contain SQL as text", async () => {
    const project = newProject();
    const sly = "x') OR 1=1 --";
    await store(project, { attributes: { [sly]: "{p0:String}'" } }, {});
    const result = await stats(project, { groups: [{ by: `attributes.${sly}`, with_buckets: true }] });
    expect(values(result)).toEqual([
      [null, 1],
      ["{p0:String}'", 1],
    ]);
  });

  it("refuse an invalid limit", async () => {
    for (const limit of [0, 201]) {
      await expect(stats(newProject(), { groups: [{ by: "op", limit }] })).rejects.toThrow(InvalidRequestError);
    }
  });

  it("refuse an unknown field in an expression", async () => {
    const query = { $expr: { $eq: [{ $getField: "secret" }, { $literal: 1 }] } };
    await expect(stats(newProject(), { query })).rejects.toThrow(ForbiddenError);
  });
});

describe("tokens", () => {
  const total = async (project: string, request: Record<string, unknown> = {}) =>
    (await stats(project, request)).totals.usage.total_tokens;
  const tokensOf = (group: CallsFiguresResult["groups"][number] | undefined) =>
    Object.fromEntries(group?.values.map(({ value, usage }) => [value, usage.total_tokens]) ?? []);
  const byOp = async (project: string, request: Record<string, unknown> = {}) =>
    tokensOf((await stats(project, { groups: [{ by: "op" }], ...request })).groups[0]);

  itOf(
    "count once, at the call that used them, when each call contains the sum of its children",
    [
      { id: "turn", op: "turn", usage: { m: tokens(30, 3) } },
      { id: "step", op: "step", parent: "turn", usage: { m: tokens(30, 3) } },
      { op: "chat", parent: "step", usage: { m: tokens(10, 1) } },
      { op: "chat", parent: "step", usage: { m: tokens(20, 2) } },
    ],
    async (project) => {
      const { totals, groups } = await stats(project, { groups: [{ by: "op" }] });
      expect(totals.usage.total_tokens).toBe(33);
      expect(tokensOf(groups[0])).toEqual({ chat: 33, step: 0, turn: 0 });
    },
  );

  itOf(
    "count where they are when each call contains its own",
    [
      { id: "agent", op: "agent" },
      { id: "chain", op: "chain", parent: "agent" },
      { op: "chat", parent: "chain", usage: { m: tokens(10) } },
      { op: "embed", parent: "agent", usage: { e: tokens(4) } },
    ],
    async (project) => {
      expect(await byOp(project)).toEqual({ agent: 0, chain: 0, chat: 10, embed: 4 });
    },
    { tags: ["all"] },
  );

  itOf(
    "count once when an agent contains a total and calls far below contain the parts",
    [
      { id: "agent", op: "agent", usage: { m: tokens(30), other: tokens(5) } },
      { id: "cycle", op: "cycle", parent: "agent" },
      { id: "step", op: "step", parent: "cycle" },
      { op: "chat", parent: "step", usage: { m: tokens(10) } },
      { op: "chat", parent: "step", usage: { m: tokens(20) } },
    ],
    async (project) => {
      // Nothing below has `other`: it counts at the agent.
      expect(await byOp(project)).toEqual({ agent: 5, chat: 30, cycle: 0, step: 0 });
    },
    { tags: ["all"] },
  );

  itOf(
    "of roots alone are those that the roots contain",
    [
      { id: "r", usage: { m: tokens(30) } },
      { parent: "r", usage: { m: tokens(30) } },
    ],
    async (project) => {
      expect(await total(project, { filter: { trace_roots_only: true } })).toBe(30);
      expect(await total(project)).toBe(30);
    },
  );

  itOf(
    "count once when calls between two selected calls are not selected",
    [
      { id: "top", op: "top", usage: { m: tokens(8) } },
      { id: "middle", op: "middle", parent: "top", usage: { m: tokens(8) } },
      { op: "low", parent: "middle", usage: { m: tokens(8) } },
    ],
    async (project) => {
      expect(await byOp(project, { filter: { op_names: ["top", "low"] } })).toEqual({ low: 8, top: 0 });
    },
    { tags: ["all"] },
  );

  itOf(
    "of a trace that crosses a range's end count in one of two adjoining ranges",
    [
      { id: "turn", at: "2026-11-20T10:59:59Z", usage: { m: tokens(30) } },
      { parent: "turn", at: "2026-11-20T11:00:01Z", usage: { m: tokens(30) } },
    ],
    async (project) => {
      expect(await total(project, hour)).toBe(0);
      expect(await total(project, { after: hour.before, before: "2026-11-20T12:00:00Z" })).toBe(30);
    },
    { tags: ["all"] },
  );

  itOf(
    "are counted in finite time when parents form a circle",
    [
      { id: "a", parent: "b", usage: { m: tokens(1) } },
      { id: "b", parent: "a" },
    ],
    async (project) => {
      expect(await total(project)).toBeLessThanOrEqual(1);
    },
  );

  itOf(
    "are read from every spelling, from numbers only",
    [
      { usage: { openai: { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } } } },
      {
        usage: {
          anthropic: { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 50, cache_creation_input_tokens: 7 },
        },
      },
      { usage: { stated: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 9 } } },
      { usage: { 'na"me; --': { input_tokens: 1e2 } } },
      {
        usage: {
          text: { prompt_tokens: "5" },
          yes: { prompt_tokens: true },
          less: { prompt_tokens: -3 },
          list: [1, 2],
        },
      },
      { usage: [1, 2] },
    ],
    async (project) => {
      const { totals, groups } = await stats(project, { groups: [{ by: "model" }] });
      expect(totals.usage).toEqual({
        requests: 0,
        // Anthropic counts its cached tokens beside the input.
        prompt_tokens: 116 + 57,
        completion_tokens: 4,
        total_tokens: 12 + 63 + 9 + 100,
        cache_read_input_tokens: 54,
        cache_creation_input_tokens: 7,
      });
      expect(groups[0]?.values.map(({ value }) => value)).toEqual(["anthropic", 'na"me; --', "openai", "stated"]);
    },
  );

  itOf(
    "are read next to numbers that the engine cannot represent",
    [{ usage: { m: tokens(3) }, summary: { huge: "X" } }],
    async (project) => {
      const id = uuid4();
      const base = `"project_id":"${project}","id":"${id}"`;
      const start = `{${base},"trace_id":"t","op_name":"op","started_at":"2026-11-20T10:00:00Z","attributes":{},"inputs":{}}`;
      const end = `{${base},"ended_at":"2026-11-20T10:00:01Z","summary":{"n":123456789012345678901234,"usage":{"m":{"prompt_tokens":4}}}}`;
      await service.ask(
        "call.upsertBatch",
        upsertBatch,
        `{"batch":[{"mode":"start","req":{"start":${start}}},{"mode":"end","req":{"end":${end}}}]}`,
      );
      expect(await total(project)).toBe(7);
    },
  );
});

describe("costs", () => {
  const price = (project: string, costs: object) =>
    service.ask("cost.create", createCosts, { project_id: project, costs });
  const perToken = (prompt: number, completion: number, rest: object = {}) => ({
    prompt_token_cost: prompt,
    completion_token_cost: completion,
    effective_date: "2026-11-01T00:00:00Z",
    ...rest,
  });

  it("are counted with the project's price at the start of each call", async () => {
    const project = newProject();
    await price(project, { mine: perToken(1, 10, { effective_date: "2026-11-20T00:00:00Z" }) });
    await price(project, { mine: perToken(2, 20, { effective_date: "2026-11-20T10:30:00Z" }) });
    await store(
      project,
      { at: "2026-11-20T10:29:59.999999Z", usage: { mine: tokens(3, 1) } },
      { at: "2026-11-20T10:30:00Z", usage: { mine: tokens(5, 1) } },
    );
    const { totals, buckets, groups } = await stats(project, {
      ...hour,
      bucket_seconds: 3600,
      groups: [{ by: "op", with_buckets: true }, { by: "model" }],
    });
    const cost = { cost_usd: 43, prompt_cost_usd: 13, completion_cost_usd: 30, unpriced_tokens: 0 };
    expect(totals).toMatchObject(cost);
    expect(buckets[0]).toMatchObject(cost);
    expect(groups[0]?.values[0]).toMatchObject({ ...cost, buckets: [{ cost_usd: 43 }] });
    expect(groups[1]?.values[0]).toMatchObject({ value: "mine", ...cost });
  });

  it("have separate rates for cached tokens, which are part of the prompt", async () => {
    const project = newProject();
    const rates = { cache_read_input_token_cost: 0.25, cache_creation_input_token_cost: 3 };
    await price(project, { mine: perToken(1, 10, rates) });
    const cached = { cache_read_input_tokens: 4, cache_creation_input_tokens: 2 };
    await store(
      project,
      { usage: { mine: { ...tokens(10), ...cached } } },
      { usage: { mine: { ...tokens(1), ...cached } } },
    );
    // 10 - 6 uncached, then 1 uncached because six cached tokens cannot be part of it.
    expect((await stats(project)).totals.prompt_cost_usd).toBe(4 + 1 + 2 * (4 * 0.25 + 2 * 3));
  });

  it("use the providers' prices where the project has none, in each tier of length", async () => {
    const project = newProject();
    const model = "gemini-2.5-pro";
    await store(
      project,
      { usage: { [model]: tokens(1000, 100) } },
      { usage: { [model]: tokens(300_000, 100) } },
      { usage: { [model]: { ...tokens(300_000, 100), requests: 3 } } },
    );
    const { totals } = await stats(project);
    // Per million: 1.25 and 10; above 200,000 tokens in a request 2.5 and 15.
    expect(totals.cost_usd).toBeCloseTo((301_000 * 1.25 + 200 * 10 + 300_000 * 2.5 + 100 * 15) / 1e6, 9);
    expect(totals.unpriced_tokens).toBe(0);
  });

  it.each(
    firstOnce(1, [
      ["plain counts", { "gpt-4o": { requests: 2, prompt_tokens: 1200, completion_tokens: 30, total_tokens: 1230 } }],
      [
        "cached input in the details",
        { "gpt-4o": { ...tokens(1200, 30), prompt_tokens_details: { cached_tokens: 1000 } } },
      ],
      [
        "cached input beside the count",
        {
          "claude-sonnet-4-5": {
            input_tokens: 20,
            output_tokens: 9,
            cache_read_input_tokens: 900,
            cache_creation_input_tokens: 80,
          },
        },
      ],
      [
        "several models",
        { "gpt-4o": tokens(10, 1), "gpt-4o-mini": tokens(1000, 1), "gemini-2.5-pro": tokens(250_000, 10) },
      ],
      ["a price that changes by the hour", { "deepseek-chat": tokens(1e6, 1e5) }],
      ["fractions and exponents", { "gpt-4o": { prompt_tokens: 10.5, completion_tokens: 1e2 } }],
    ]),
  )("equal the costs shown with the call itself: %s", async (_name, usage) => {
    const project = newProject();
    const id = uuid4();
    await store(project, { id, at: "2025-03-01T17:00:00Z", usage });
    const body = { project_id: project, id, include_costs: true };
    const { call } = await service.ask<{ call: { summary: { weave: { costs: Record<string, Costs> } } } }>(
      "call.read",
      readCall,
      body,
    );
    const shown = Object.values(call.summary.weave.costs).map(
      (cost) =>
        cost.prompt_tokens_total_cost +
        cost.completion_tokens_total_cost +
        cost.cache_read_input_tokens_total_cost +
        cost.cache_creation_input_tokens_total_cost,
    );
    const { totals } = await stats(project);
    expect(shown.length).toBe(Object.keys(usage).length);
    expect(totals.cost_usd).toBeCloseTo(
      shown.reduce((sum, cost) => sum + cost, 0),
      12,
    );
    expect(totals.unpriced_tokens).toBe(0);
  });

  it("are unknown for models without a price and for other currencies, whose tokens are reported", async () => {
    const project = newProject();
    await price(project, {
      euro: perToken(1, 1, { prompt_token_cost_unit: "EUR", completion_token_cost_unit: "EUR" }),
    });
    await store(project, { usage: { "no-such-model-of-ours": tokens(7) } }, { usage: { euro: tokens(5) } });
    const unknown = await stats(project);
    expect(unknown.totals).toMatchObject({ cost_usd: null, prompt_cost_usd: null, unpriced_tokens: 12 });
    await price(project, { euro: perToken(1, 1) });
    const known = await stats(project, { groups: [{ by: "model" }] });
    expect(known.totals).toMatchObject({ cost_usd: 5, unpriced_tokens: 7 });
    expect(known.groups[0]?.values).toMatchObject([
      { value: "euro", cost_usd: 5, unpriced_tokens: 0 },
      { value: "no-such-model-of-ours", cost_usd: null, unpriced_tokens: 7 },
    ]);
  });
});

interface Costs {
  readonly prompt_tokens_total_cost: number;
  readonly completion_tokens_total_cost: number;
  readonly cache_read_input_tokens_total_cost: number;
  readonly cache_creation_input_tokens_total_cost: number;
}

const paramsOf = (project: string) => {
  const [entity = "", name = ""] = project.split("/");
  return { entity, project: name };
};
