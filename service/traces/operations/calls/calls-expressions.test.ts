import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError, InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { sized } from "@/test/setup/test-length";
import { updateCall } from "./call-update";
import { upsertBatch } from "./call-upsert-batch";
import { queryCallStats } from "./calls-query-stats";
import { streamCalls } from "./calls-stream-query";

let service: TestService;
const project = `e/${uuid4()}`;

/** Four calls: a finished root, its failed child, a running one with unusual values, one whose child failed. */
const names = ["root", "child", "running", "parent"] as const;

beforeAll(async () => {
  service = await sharedTestService();
  const call = (id: string, start: object, end?: object) => {
    const base = { project_id: project, id };
    const startPart = { ...base, trace_id: uuid7(), attributes: {}, inputs: {}, ...start };
    const endPart = { ...base, summary: {}, ...end };
    return [{ mode: "start", req: { start: startPart } }, ...(end ? [{ mode: "end", req: { end: endPart } }] : [])];
  };
  const batch = [
    ...call(
      "root",
      {
        op_name: `weave:///${project}/op/answer:v1`,
        started_at: "2026-11-20T10:00:00Z",
        inputs: { user: { name: "Mia" }, n: 10, list: ["a", { b: true }], long: "x".repeat(3000) },
        attributes: { env: "prod" },
        thread_id: "th",
      },
      { ended_at: "2026-11-20T10:00:02Z", output: { score: 0.5 }, summary: { usage: { m: { total_tokens: 7 } } } },
    ),
    ...call(
      "child",
      { op_name: "search", started_at: "2026-11-20T10:00:01Z", parent_id: "root", inputs: { n: 9, user: null } },
      { ended_at: "2026-11-20T10:00:01.25Z", exception: "Timeout: no answer" },
    ),
    ...call("running", { op_name: "wait", started_at: "2026-11-20T11:00:00Z", inputs: { n: "9.5", ok: true } }),
    ...call(
      "parent",
      { op_name: "plan", started_at: "2026-11-20T12:00:00Z", inputs: {}, display_name: "Planner" },
      { ended_at: "2026-11-20T12:00:00.040Z", output: "text", summary: { status_counts: { error: 1, success: 2 } } },
    ),
  ];
  await service.ask("call.upsertBatch", upsertBatch, { batch });
});

const field = (name: string) => ({ $getField: name });
const is = (name: string, value: unknown) => ({ $eq: [field(name), { $literal: value }] });
const greater = (name: string, value: unknown) => ({ $gt: [field(name), { $literal: value }] });

/** Both operations have one condition, so that `npm test` counts the calls of one expression. */
const isEachCounted = sized({ once: false, all: true });
const COUNTED = { $not: [greater("summary.weave.total_tokens", 7)] };

async function select(expression: unknown, request: Record<string, unknown> = {}): Promise<string[]> {
  const body = { project_id: project, query: { $expr: expression }, ...request };
  const rows = await service.lines<{ id: string }>("calls.streamQuery", streamCalls, body);
  if (!isEachCounted && expression !== COUNTED) return rows.map((row) => row.id);
  const stats = await service.ask<{ count: number }>("calls.queryStats", queryCallStats, {
    project_id: project,
    query: { $expr: expression },
  });
  expect(stats.count).toBe(rows.length);
  return rows.map((row) => row.id);
}

async function sorted(...sortBy: { field: string; direction: string }[]): Promise<string[]> {
  const body = { project_id: project, sort_by: sortBy, columns: ["id"] };
  const complete = await service.lines<{ id: string }>("calls.streamQuery", streamCalls, body);
  const paged = await service.lines<{ id: string }>("calls.streamQuery", streamCalls, { ...body, limit: 3, offset: 1 });
  expect(paged.map((row) => row.id)).toEqual(complete.slice(1, 4).map((row) => row.id));
  return complete.map((row) => row.id);
}

describe("query expressions over calls", () => {
  it.each([
    ["the id", is("id", "root"), ["root"]],
    ["an absent parent", is("parent_id", null), ["root", "running", "parent"]],
    ["a thread", is("thread_id", "th"), ["root"]],
    ["the user", is("svc_user_id", "key-test"), [...names]],
    ["the user by its public name", is("wb_user_id", "key-test"), [...names]],
    ["a start in seconds", greater("started_at", Date.UTC(2026, 10, 20, 11) / 1000 + 0.5), ["parent"]],
    ["a start in ISO form", greater("started_at", "2026-11-20T11:00:00Z"), ["parent"]],
    ["no end", is("ended_at", null), ["running"]],
    [
      "text of an exception",
      { $contains: { input: field("exception"), substr: { $literal: "timeout" }, case_insensitive: true } },
      ["child"],
    ],
    ["a nested input", is("inputs.user.name", "Mia"), ["root"]],
    [
      "a number in inputs",
      { $gt: [{ $convert: { input: field("inputs.n"), to: "double" } }, { $literal: 9.2 }] },
      ["root", "running"],
    ],
    ["a boolean in inputs as text", is("inputs.ok", "true"), ["running"]],
    ["an item of a list", is("inputs.list.1.b", true), ["root"]],
    ["an empty path", { $not: [is("inputs.n", "")] }, ["root", "child", "running"]],
    ["text anywhere in inputs", { $contains: { input: field("inputs"), substr: { $literal: "Mia" } } }, ["root"]],
    ["an output", is("output.score", 0.5), ["root"]],
    ["an attribute", is("attributes.env", "prod"), ["root"]],
    ["usage", greater("summary.usage.m.total_tokens", 5), ["root"]],
    ["status success", is("summary.weave.status", "success"), ["root"]],
    ["status error", is("summary.weave.status", "error"), ["child"]],
    ["status running", is("summary.weave.status", "running"), ["running"]],
    ["status descendant_error", is("summary.weave.status", "descendant_error"), ["parent"]],
    ["latency", greater("summary.weave.latency_ms", 250), ["root"]],
    ["tokens", greater("summary.weave.total_tokens", 6), ["root"]],
    ["more tokens than any", greater("summary.weave.total_tokens", 7), []],
    ["not so many tokens", COUNTED, ["root"]],
    ["no usage", is("summary.weave.prompt_tokens", null), ["child", "running", "parent"]],
    ["no latency", is("summary.weave.latency_ms", null), ["running"]],
    ["the trace name of an op", is("summary.weave.trace_name", "answer"), ["root"]],
    ["the trace name of a named call", is("summary.weave.trace_name", "Planner"), ["parent"]],
    ["start and end together", { $and: [is("inputs.n", "9"), is("summary.weave.status", "error")] }, ["child"]],
    ["start or end", { $or: [is("inputs.n", "10"), is("output", '"text"')] }, ["root", "parent"]],
    ["a hostile literal", is("inputs.user.name", "') OR 1=1 --"), []],
    ["a hostile path", is("inputs.user') OR 1=1 --", "x"), []],
  ])("select by %s", async (_, expression, expected) => {
    expect(await select(expression)).toEqual(expected);
  });

  it.each([
    "sizes",
    "storage_size_bytes",
    "summary.weave.costs",
    "kind",
    "started_at; DROP TABLE call_rows",
    "toString",
    "",
  ])("refuse the field %s with 403", async (name) => {
    await expect(select(is(name, "x"))).rejects.toThrow(ForbiddenError);
  });

  it("search the text of a whole summary, where model names contain dots", async () => {
    const holds = (part: string) => ({ $contains: { input: field("summary"), substr: { $literal: part } } });
    expect(await select(holds('"m"'))).toEqual(["root"]);
    expect(await select(holds('_tokens"'))).toEqual(["root"]);
    expect((await select({ $not: [holds('_tokens"')] })).sort()).toEqual(["child", "parent", "running"]);
  });

  it("refuse an empty $and and an empty path part with 400", async () => {
    await expect(select({ $and: [] })).rejects.toThrow(InvalidRequestError);
    await expect(select(is("inputs..a", 1))).rejects.toThrow(InvalidRequestError);
  });

  it("are combined with the filter", async () => {
    const filter = { trace_roots_only: true };
    const body = { project_id: project, filter, query: { $expr: is("summary.weave.status", "error") } };
    expect(await service.lines("calls.streamQuery", streamCalls, body)).toEqual([]);
  });

  it("see a new display name immediately", async () => {
    const body = { project_id: project, call_id: "running", display_name: "Waiting" };
    await service.ask("call.update", updateCall, body);
    expect(await select(is("display_name", "Waiting"))).toEqual(["running"]);
    await service.ask("call.update", updateCall, { ...body, display_name: "" });
    expect(await select(is("summary.weave.trace_name", "wait"))).toEqual(["running"]);
  });
});

describe("payload that the engine itself cannot read", () => {
  const strange = `e/${uuid4()}`;
  const payloads = [
    '{"n":18446744073709551616,"m":1}',
    '{"n":1e400,"m":2}',
    '{"n":3,"m":3,"s":"\\ud800"}',
    '{"n":4,"m":4}',
  ];

  beforeAll(async () => {
    const batch = payloads.flatMap((text, index) => {
      const base = `"project_id":"${strange}","id":"call-${index + 1}"`;
      return [
        `{"mode":"start","req":{"start":{${base},"op_name":"op","started_at":${index},"attributes":${text},"inputs":${text}}}}`,
        `{"mode":"end","req":{"end":{${base},"ended_at":${index + 1},"output":${text},"summary":${text}}}}`,
      ];
    });
    await service.ask("call.upsertBatch", upsertBatch, `{"batch":[${batch}]}`);
  });

  const idsOf = async (request: Record<string, unknown>) =>
    (await service.lines<{ id: string }>("calls.streamQuery", streamCalls, { project_id: strange, ...request })).map(
      ({ id }) => id,
    );

  it.each(["inputs", "output", "attributes", "summary"])(
    "is found and sorted by its other members: %s",
    async (column) => {
      expect(await idsOf({ query: { $expr: is(`${column}.m`, 1) } })).toEqual(["call-1"]);
      expect(await idsOf({ query: { $expr: greater(`${column}.n`, 3) } })).toEqual(["call-1", "call-2", "call-4"]);
      expect(await idsOf({ sort_by: [{ field: `${column}.m`, direction: "desc" }] })).toEqual([
        "call-4",
        "call-3",
        "call-2",
        "call-1",
      ]);
    },
  );

  it("is searched as text, and returned with its own digits", async () => {
    const expression = { $contains: { input: field("inputs"), substr: { $literal: "18446744073709551616" } } };
    const request = { project_id: strange, query: { $expr: expression } };
    expect(await service.text("calls.streamQuery", streamCalls, request)).toContain(`"inputs":${payloads[0]}`);
  });
});

describe("sorting calls", () => {
  it.each([
    [[{ field: "started_at", direction: "desc" }], ["parent", "running", "child", "root"]],
    [[{ field: "op_name", direction: "asc" }], ["parent", "child", "running", "root"]],
    [
      [
        { field: "summary.weave.total_tokens", direction: "asc" },
        { field: "started_at", direction: "asc" },
      ],
      ["root", "child", "running", "parent"],
    ],
    [[{ field: "summary.weave.latency_ms", direction: "desc" }], ["root", "child", "parent", "running"]],
    [[{ field: "summary.weave.latency_ms", direction: "asc" }], ["parent", "child", "root", "running"]],
    [[{ field: "inputs.n", direction: "asc" }], ["child", "running", "root", "parent"]],
    [[{ field: "inputs.n", direction: "desc" }], ["root", "running", "child", "parent"]],
    [[{ field: "svc_user_id", direction: "asc" }], ["running", "root", "parent", "child"]],
    [
      [
        { field: "svc_user_id", direction: "asc" },
        { field: "started_at", direction: "asc" },
      ],
      ["root", "child", "running", "parent"],
    ],
  ])("sorts by %j", async (sortBy, expected) => {
    expect(await sorted(...sortBy)).toEqual(expected);
  });

  it("keeps the values of the sort and of the condition apart", async () => {
    const request = { sort_by: [{ field: "inputs.n", direction: "desc" }] };
    expect(await select(greater("inputs.user.name", "A"), request)).toEqual(["root"]);
  });

  it("refuses unknown fields", async () => {
    await expect(sorted({ field: "nope", direction: "asc" })).rejects.toThrow(ForbiddenError);
  });
});
