import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { callsFacetsResult } from "@/lib/api/contract/calls/call-stats";
import { callKind, toolName } from "@/lib/calls/call-facts";
import { compileSelection } from "@/lib/calls/calls-query";
import { sentFacts } from "@/lib/calls/sent-facts";
import { quoteValue } from "@/lib/filter/query-text";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "./call-upsert-batch";
import { listFacets } from "./calls-facets";

let service: TestService;

beforeAll(async () => {
  service = await sharedTestService();
});

const everywhere = { areRootsOnly: false, fromMs: null, toMs: null };

const newProject = () => `e/${uuid4()}`;

/** Starts, each with an end when it has a summary. */
async function store(project: string, ...starts: readonly Record<string, unknown>[]): Promise<void> {
  const batch = starts.flatMap(({ summary, ...given }) => {
    const id = uuid4();
    const base = { project_id: project, id, trace_id: "t", op_name: "op", attributes: {}, inputs: {} };
    const start = { ...base, started_at: "2026-11-20T10:00:00Z", ...given };
    const end = { project_id: project, id, ended_at: "2026-11-20T10:00:01Z", summary };
    return [{ req: { start } }, ...(summary === undefined ? [] : [{ req: { end } }])];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
}

const facets = async (project: string, request: Record<string, unknown>) =>
  callsFacetsResult.parse(await service.ask("calls.facets", listFacets, { project_id: project, ...request })).facets;

/** The values of one field with their counts. */
async function facet(project: string, field: string, request: Record<string, unknown> = {}) {
  const [found] = await facets(project, { fields: [field], ...request });
  return Object.fromEntries(found?.values.map(({ value, count }) => [value, count]) ?? []);
}

it("counts calls by where they come from, and the query box finds the same calls", async () => {
  const project = newProject();
  await store(
    project,
    { op_name: "Evaluation.evaluate", trace_id: "evaluation" },
    { trace_id: "evaluation" },
    { attributes: { heddle: { source: "replay" } } },
    { op_name: "heddle.arena", trace_id: "arena" },
    ...[{ trace_id: "a" }, { trace_id: "b" }, { trace_id: "c" }],
  );
  expect(await facet(project, "source")).toEqual({ production: 3, evaluation: 2, replay: 1, arena: 1 });
  const { filter, query } = compileSelection({ projectId: project, query: "-source:production,replay", ...everywhere });
  expect(await facet(project, "source", { filter, query })).toEqual({ evaluation: 2, arena: 1 });
});

describe("end users", () => {
  const attributes = (...list: readonly Record<string, unknown>[]) => list.map((each) => ({ attributes: each }));

  it("are counted as the reading of a call names them, and the query box finds the same calls", async () => {
    const project = newProject();
    const given = [
      ...[{ user_id: "mia" }, { user: "mia", user_id: "raj" }, { "user.id": "mia" }, { enduser: { id: "mia" } }],
      ...[{ user: { id: 7 } }, { user: "", "gen_ai.user": 'zoë \\ "q"' }, { user_id: null, user: ["mia"] }, {}],
      { traceloop: { association: { properties: { user_id: "raj" } } }, note: "mia" },
    ];
    await store(project, ...attributes(...given));
    const counts = new Map<string, number>();
    for (const user of given.map((each) => sentFacts({ attributes: each }).user)) {
      if (user !== null) counts.set(user, (counts.get(user) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ mia: 4, 7: 1, 'zoë \\ "q"': 1, raj: 1 });
    expect(await facet(project, "end_user")).toEqual(Object.fromEntries(counts));
    const found = async (query: string) => {
      const place = { projectId: project, query, areRootsOnly: false, fromMs: null, toMs: null };
      const { filter, query: expression, problems } = compileSelection(place);
      expect(problems).toEqual([]);
      const status = await facet(project, "status", { filter, ...(expression && { query: expression }) });
      return Object.values(status).reduce((sum, count) => sum + count, 0);
    };
    for (const [user, count] of counts) expect([user, await found(`user:${quoteValue(user)}`)]).toEqual([user, count]);
    expect(await found("user:~MI")).toBe(4);
    expect([await found("user:*"), await found("-user:*"), await found("-user:mia")]).toEqual([7, 2, 5]);
    const [key = ""] = Object.keys(await facet(project, "svc_user_id"));
    expect([await found(`key:${key}`), await found(`user:${key}`)]).toEqual([9, 2]);
  });
});

describe("tools", () => {
  const ops = [
    ...[
      ["search", { kind: "tool" }],
      ["weave_tool", {}],
      ["execute_tool get", { operation: "execute_tool", tool: "get" }],
    ],
    ...[
      ["answer", { weave: { kind: "TOOL" } }],
      ["tool.agent", { kind: "agent" }],
      ["plan", {}],
      ["my_agent", {}],
    ],
    ...[
      ["running tool", { kind: "execute_tool", tool: 7 }],
      ["openai.tools.create", {}],
      ["x", { weave: "tool", kind: 3 }],
    ],
    ["zoë's", { note: 'a \\ "q"', kind: "tool" }],
  ] as const;

  it("are counted as the reading of a call names them, and the query box finds the same calls", async () => {
    const project = newProject();
    const given = ops.map(([op_name, attributes]) => ({ op_name, attributes }));
    await store(project, ...given, { ...given[0], op_name: `weave:///${project}/op/search:abc` });
    const named = given.filter((call) => callKind(call) === "tool").map((call) => toolName(call) ?? call.op_name);
    expect(named).toEqual(["search", "weave_tool", "get", "answer", "running tool", "zoë's"]);
    const counts = { ...Object.fromEntries(named.map((name) => [name, 1])), search: 2 };
    expect(await facet(project, "tool")).toEqual(counts);
    const found = async (query: string) => {
      const { filter, query: asked, problems } = compileSelection({ ...everywhere, projectId: project, query });
      expect(problems).toEqual([]);
      return (await facets(project, { fields: ["op"], filter, ...(asked && { query: asked }) }))[0]?.value_count;
    };
    expect([await found("tool:search"), await found('tool:"running tool"'), await found("tool:~WEAVE")]).toEqual([
      1, 1, 1,
    ]);
    expect([await found("tool:*"), await found("-tool:*"), await found("-tool:search")]).toEqual([6, 5, 10]);
  });
});

describe("values by thread", () => {
  it("are those of the calls of each thread, each once with its own limit", async () => {
    const project = newProject();
    const call = (thread_id: string, op_name: string, user: string | null) => ({
      ...{ thread_id, op_name },
      attributes: { kind: "tool", ...(user === null ? {} : { user }) },
    });
    await store(
      project,
      ...[call("t1", "search", "mia"), call("t1", "search", "mia"), call("t1", "book", null)],
      ...[call("t2", "book", "raj"), call("", "search", "no thread"), call("t3", "search", "not asked for")],
    );
    const filter = { thread_ids: ["t1", "t2"] };
    const asked = { fields: ["tool", "end_user"], filter, by_thread: true };
    const [tools, users] = await facets(project, asked);
    expect(tools?.values).toEqual([
      { value: "search", count: 2, thread_id: "t1" },
      { value: "book", count: 1, thread_id: "t1" },
      { value: "book", count: 1, thread_id: "t2" },
    ]);
    expect(users?.values.map(({ value, thread_id }) => [thread_id, value])).toEqual([
      ["t1", "mia"],
      ["t2", "raj"],
    ]);
    const [first] = await facets(project, { ...asked, limit: 1 });
    expect(first?.values.map(({ value, thread_id }) => [thread_id, value])).toEqual([
      ["t1", "search"],
      ["t2", "book"],
    ]);
    await expect(facets(project, { fields: ["attributes"], by_thread: true })).rejects.toThrow(InvalidRequestError);
  });
});

describe("values of call fields", () => {
  it("have the number of calls for each, most calls first, in the order of the fields", async () => {
    const project = newProject();
    const ref = `weave:///${project}/op/answer:abc`;
    await store(project, { op_name: ref, thread_id: "t1" }, { op_name: ref }, { op_name: "b", summary: {} });
    expect(await facets(project, { fields: ["op", "thread_id", "status", "svc_user_id"] })).toEqual([
      {
        field: "op",
        value_count: 2,
        values: [
          { value: "answer", count: 2 },
          { value: "b", count: 1 },
        ],
      },
      { field: "thread_id", value_count: 1, values: [{ value: "t1", count: 1 }] },
      {
        field: "status",
        value_count: 2,
        values: [
          { value: "running", count: 2 },
          { value: "success", count: 1 },
        ],
      },
      { field: "svc_user_id", value_count: 1, values: [{ value: "key-test", count: 3 }] },
    ]);
  });

  it("are counted among the calls that a filter and an expression select", async () => {
    const project = newProject();
    const env = (name: string) => ({ attributes: { env: name } });
    await store(project, { ...env("prod"), thread_id: "a" }, { ...env("test"), thread_id: "a" }, { ...env("prod") });
    expect(await facet(project, "attributes.env", { filter: { thread_ids: ["a"] } })).toEqual({ prod: 1, test: 1 });
    const query = { $expr: { $eq: [{ $getField: "attributes.env" }, { $literal: "prod" }] } };
    expect(await facet(project, "thread_id", { query })).toEqual({ a: 1 });
  });

  it("are cut at the limit, with the total number of values", async () => {
    const project = newProject();
    await store(project, ...["a", "b", "c"].map((op_name) => ({ op_name })));
    const [found] = await facets(project, { fields: ["op"], limit: 2 });
    expect(found).toMatchObject({ value_count: 3, values: [{ value: "a" }, { value: "b" }] });
  });

  it("are found by their prefix, ignoring case", async () => {
    const project = newProject();
    await store(project, ...["Größe", "größer", "klein", "%"].map((op_name) => ({ op_name })));
    expect(await facet(project, "op", { prefix: "GRÖ" })).toEqual({ Größe: 1, größer: 1 });
    expect(await facet(project, "op", { prefix: "%" })).toEqual({ "%": 1 });
    expect(await facet(project, "op", { prefix: "') OR 1=1 --" })).toEqual({});
  });

  it("of models are counted at every call with usage", async () => {
    const project = newProject();
    const summary = { usage: { big: { prompt_tokens: 1 }, small: { prompt_tokens: 1 } } };
    await store(project, { summary }, { summary: { usage: { big: { prompt_tokens: 2 } } } }, {});
    expect(await facet(project, "model")).toEqual({ big: 2, small: 1 });
  });

  it("of attributes are the paths that lead to a value, with the number of calls searched", async () => {
    const project = newProject();
    await store(
      project,
      { attributes: { env: "prod", weave: { source: "py", os: { name: "linux", version: null } } } },
      { attributes: { env: 1, weave: { source: "js" }, "dotted.name": 1, list: [{ a: 1 }], empty: {} } },
      { attributes: {} },
    );
    const [found] = await facets(project, { fields: ["attributes"] });
    expect(found?.sampled_calls).toBe(3);
    expect(Object.fromEntries(found?.values.map(({ value, count }) => [value, count]) ?? [])).toEqual({
      "attributes.env": 2,
      "attributes.weave.source": 2,
      "attributes.weave.os.name": 1,
      "attributes.dotted.name": 1,
      "attributes.list": 1,
    });
    expect(await facet(project, "attributes.dotted.name")).toEqual({ 1: 1 });
    expect(await facet(project, "attributes.weave.os.name")).toEqual({ linux: 1 });
  });

  it("are empty for a project without calls", async () => {
    expect(await facets(newProject(), { fields: ["op", "attributes", "model"] })).toEqual([
      { field: "op", value_count: 0, values: [] },
      { field: "attributes", value_count: 0, values: [], sampled_calls: 0 },
      { field: "model", value_count: 0, values: [] },
    ]);
    expect(await facets(newProject(), { fields: [] })).toEqual([]);
  });

  it.each([
    ["an unsupported field", { fields: ["inputs.a"] }],
    ["a column of the store", { fields: ["project_id"] }],
    ["SQL", { fields: ["op_name) FROM system.tables --"] }],
    ["a member of every object", { fields: ["toString"] }],
    ["a limit that is none", { fields: ["op"], limit: 0 }],
    ["a limit beyond the highest", { fields: ["op"], limit: 1001 }],
    ["more fields than a page shows", { fields: Array.from({ length: 21 }, () => "op") }],
  ])("refuse %s", async (_name, request) => {
    await expect(facets(newProject(), request)).rejects.toThrow(InvalidRequestError);
  });
});
