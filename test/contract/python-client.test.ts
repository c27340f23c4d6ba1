import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import pino from "pino";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openService, type Service } from "@/service/service";

/**
 * Recorded requests of the official Python client (weave 0.54.0, and its form of 2025), member by member: the service
 * must accept what the client sends, and return what it reads.
 */

const KEY = "hk_0123456789012345678901234567890123456789";
const basic = (user: string, key: string) => `Basic ${Buffer.from(`${user}:${key}`).toString("base64")}`;

/** The client generated from the API's description. */
const current = {
  accept: "application/json",
  "accept-encoding": "gzip, deflate",
  authorization: basic("api", KEY),
  "content-type": "application/json",
  "user-agent": "WeaveTrace/Python 0.0.1",
  "x-stainless-lang": "python",
  "x-stainless-retry-count": "0",
  "x-weave-client-capabilities": "trace_id_on_end,eval_child_meta",
  "x-weave-retry-id": "01a1fe8f-ee61-7301-b9dd-0e5eb4018406",
};

/** The earlier client: JSON without a content type. */
const former = {
  accept: "*/*",
  "accept-encoding": "gzip, deflate",
  authorization: basic("api", KEY),
  "user-agent": "python-requests/2.32.3",
};

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-python-"));
  service = await openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({ level: "silent" }));
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

let projects = 0;
const newProject = () => {
  projects += 1;
  return `demo/py-${projects}`;
};

type Headers = Readonly<Record<string, string>>;

async function send(path: string, body: unknown, headers: Headers = current): Promise<Response> {
  const bytes = Buffer.from(JSON.stringify(body));
  return service.fetch(new Request(`http://service${path}`, { method: "POST", headers, body: bytes }));
}

/** The response's JSON; the client accepts only 200 as success. */
async function ask(path: string, body: unknown, headers: Headers = current): Promise<Record<string, unknown>> {
  const response = await send(path, body, headers);
  expect(response.status, `${path} ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

async function lines(path: string, body: unknown): Promise<Record<string, unknown>[]> {
  const response = await send(path, body, { ...current, accept: "application/jsonl" });
  expect(response.status).toBe(200);
  return (await response.text())
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const noFilter = {
  op_names: null,
  input_refs: null,
  output_refs: null,
  parent_ids: null,
  trace_ids: null,
  call_ids: null,
  thread_ids: null,
  turn_ids: null,
  trace_roots_only: null,
  wb_user_ids: null,
  wb_run_ids: null,
};

const streamQuery = (project_id: string, given: object = {}) => ({
  project_id,
  columns: null,
  expand_columns: null,
  filter: noFilter,
  include_costs: false,
  include_feedback: false,
  include_storage_size: false,
  include_total_storage_size: false,
  include_usernames: false,
  latest_only: false,
  limit: null,
  offset: null,
  query: null,
  return_expanded_column_values: true,
  sort_by: null,
  ...given,
});

const weaveAttributes = {
  weave: { python: { type: "function" }, client_version: "0.54.0", source: "python-sdk", os_name: "Linux" },
};

const startOf = (project_id: string, given: object = {}) => ({
  project_id,
  id: uuidv7(),
  op_name: `weave:///${project_id}/op/outer:gEcG90trnbKJzUYbxruZOdrIfGYE5qtWUby2DpVSggk`,
  display_name: null,
  trace_id: uuidv7(),
  parent_id: null,
  thread_id: null,
  turn_id: null,
  started_at: "2026-11-21T14:45:29.777662Z",
  attributes: weaveAttributes,
  inputs: { x: 3 },
  otel_dump: null,
  wb_user_id: null,
  wb_run_id: null,
  wb_run_step: null,
  ...given,
});

const endOf = (start: ReturnType<typeof startOf>, given: object = {}) => ({
  project_id: start.project_id,
  id: start.id,
  trace_id: start.trace_id,
  is_eval: false,
  ended_at: "2026-11-21T14:45:29.778906Z",
  started_at: start.started_at,
  exception: null,
  output: 14,
  summary: { status_counts: { success: 3, error: 0 } },
  wb_run_step_end: null,
  ...given,
});

describe("init", () => {
  const graphqlHeaders = {
    accept: "*/*",
    authorization: basic("api", KEY),
    "content-type": "application/json",
    "user-agent": "python-httpx/0.28.1",
  };

  it("receives the user and the default entity", async () => {
    const query = "query DefaultEntity {\n  viewer {\n    username\n    defaultEntity {\n      name\n    }\n  }\n}";
    expect(await ask("/graphql", { query }, graphqlHeaders)).toEqual({
      data: { viewer: { username: expect.any(String), defaultEntity: { name: expect.any(String) } } },
    });
  });

  it("receives the confirmation that its project exists", async () => {
    const query =
      "query Project($name: String!, $entityName: String!) {\n  project(name: $name, entityName: $entityName) {\n    name\n  }\n}";
    const body = { query, variables: { entityName: "demo", name: "py" } };
    expect(await ask("/graphql", body, graphqlHeaders)).toEqual({ data: { project: { name: "py" } } });
  });

  it("may create its project", async () => {
    const query =
      "mutation UpsertModel($name: String!, $id: String, $entity: String!, $description: String, $repo: String) {\n  upsertModel(\n    input: {id: $id, name: $name, entityName: $entity, description: $description, repo: $repo}\n  ) {\n    model {\n      name\n      description\n    }\n  }\n}";
    const body = { query, variables: { name: "py", entity: "demo", description: null } };
    expect(await ask("/graphql", body, graphqlHeaders)).toEqual({
      data: { upsertModel: { model: { name: "py", description: null } } },
    });
  });

  it("requests the host of the pages and gets none", async () => {
    const query = "query ServerInfo {\n  serverInfo {\n    frontendHost\n  }\n}";
    expect(await ask("/graphql", { query }, graphqlHeaders)).toEqual({ data: { serverInfo: { frontendHost: null } } });
  });

  it.each(["/server_info", "/traces/server_info", "/traces/server_info/"])(
    "reads the versions at %s, with its key or without",
    async (path) => {
      for (const headers of [current, { accept: "*/*" }]) {
        const response = await service.fetch(new Request(`http://service${path}`, { headers }));
        expect(response.status).toBe(200);
        const info = (await response.json()) as Record<string, unknown>;
        expect(info.min_required_weave_python_version).toMatch(/^\d+\.\d+\.\d+$/);
        expect(info).toHaveProperty("trace_server_version");
      }
    },
  );
});

describe("the key", () => {
  const count = (headers: Headers) => send("/calls/query_stats", { project_id: "demo/key" }, headers);
  const { authorization: _, ...anonymous } = current;

  it.each([
    ["Basic with the user api", { authorization: basic("api", KEY) }],
    ["Basic with any other user", { authorization: basic("user", KEY) }],
    ["Basic without a user", { authorization: basic("", KEY) }],
    ["Basic in small letters", { authorization: basic("api", KEY).replace("Basic", "basic") }],
    ["Bearer", { authorization: `Bearer ${KEY}` }],
    ["a header of its own", { "wandb-api-key": KEY }],
  ])("is accepted as %s", async (_name, key) => {
    expect((await count({ ...anonymous, ...key })).status).toBe(200);
  });

  it.each([
    ["none", {}],
    ["one that nobody knows", { authorization: basic("api", `hk_${"9".repeat(40)}`) }],
    ["one that is no base64", { authorization: "Basic %%%" }],
    ["an empty one", { authorization: basic("api", "") }],
  ])("is refused with 401 and a reason when there is %s", async (_name, key) => {
    const response = await count({ ...anonymous, ...key });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ reason: expect.any(String) });
  });
});

describe("an op", () => {
  it("stores its source under the digest that the client computes, then the op itself", async () => {
    const project = newProject();
    const source =
      "import weave\n\n@weave.op\ndef inner(x: int) -> int: return x * 2\n\n@weave.op\ndef outer(x: int) -> int: return inner(x) + inner(x + 1)\n";
    const digest = "HTTAMc1Qq7YqhXv2JRFUf5YbpXKleLqxcN8IWYbjM1s";
    const boundary = "cbe74e543ee8e3a74845c07756f1c57a";
    const part = (head: string, body: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const body = [
      part('name="project_id"', project),
      part('name="expected_digest"', digest),
      part('name="file"; filename="obj.py"\r\nContent-Type: text/x-python', source),
      `--${boundary}--\r\n`,
    ].join("");
    const headers = { ...current, "content-type": `multipart/form-data; boundary=${boundary}` };
    const stored = await service.fetch(new Request("http://service/file/create", { method: "POST", headers, body }));
    expect(stored.status).toBe(200);
    expect(await stored.json()).toMatchObject({ digest });

    const op = {
      project_id: project,
      object_id: "outer",
      val: { _type: "CustomWeaveType", weave_type: { type: "Op" }, files: { "obj.py": digest } },
      builtin_object_class: null,
      expected_digest: null,
      wb_user_id: null,
    };
    expect(await ask("/obj/create", { obj: op })).toMatchObject({
      digest: "gEcG90trnbKJzUYbxruZOdrIfGYE5qtWUby2DpVSggk",
    });

    const content = await send("/file/content", { digest, project_id: project });
    expect(content.status).toBe(200);
    expect(await content.text()).toBe(source);
  });
});

describe.each([
  ["the current client", current],
  ["the former client, without a content type", former],
])("calls of %s", (_name, headers) => {
  it("are stored in a batch of starts and ends, and read back complete", async () => {
    const project = newProject();
    const start = startOf(project);
    const inner = startOf(project, { parent_id: start.id, trace_id: start.trace_id, display_name: "inner" });
    const batch = [
      { mode: "start", req: { start } },
      { mode: "start", req: { start: inner } },
      {
        mode: "end",
        req: { end: endOf(inner, { exception: '{"type": "ValueError", "message": "no"}', output: null }) },
      },
      { mode: "end", req: { end: endOf(start) } },
    ];
    const { res } = await ask("/call/upsert_batch", { batch }, headers);
    expect(res).toEqual([
      { id: start.id, trace_id: start.trace_id },
      { id: inner.id, trace_id: inner.trace_id },
      {},
      {},
    ]);

    const [read, ...others] = await lines("/calls/stream_query", {
      ...streamQuery(project, {
        filter: { ...noFilter, call_ids: [start.id] },
        include_costs: true,
        include_feedback: true,
      }),
    });
    expect(others).toEqual([]);
    const { wb_user_id: _user, otel_dump: _dump, ...sent } = start;
    expect(read).toMatchObject({ ...sent, ended_at: "2026-11-21T14:45:29.778906Z", output: 14, exception: null });
    expect(read).toMatchObject({ summary: { status_counts: { success: 3, error: 0 }, weave: { status: "success" } } });
    expect(read?.wb_user_id).toEqual(expect.any(String));

    const stats = { project_id: project, expand_columns: null, filter: noFilter, include_total_storage_size: false };
    expect(await ask("/calls/query_stats", { ...stats, limit: null, query: null }, headers)).toMatchObject({
      count: 2,
    });
  });

  it("are stored one by one", async () => {
    const project = newProject();
    const start = startOf(project);
    const made = await ask("/call/start", { start }, headers);
    expect(made).toMatchObject({ id: start.id, trace_id: start.trace_id });
    expect(await ask("/call/end", { end: endOf(start) }, headers)).toEqual({});
    expect(await lines("/calls/stream_query", streamQuery(project))).toMatchObject([{ id: start.id, output: 14 }]);
  });

  it("are not duplicated when a batch is sent again", async () => {
    const project = newProject();
    const start = startOf(project);
    const body = {
      batch: [
        { mode: "start", req: { start } },
        { mode: "end", req: { end: endOf(start) } },
      ],
    };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await ask("/call/upsert_batch", body, { ...headers, "x-stainless-retry-count": String(attempt) });
    }
    expect(await lines("/calls/stream_query", streamQuery(project))).toHaveLength(1);
  });
});

describe("calls that are stored complete", () => {
  const pathOf = (project: string, rest: string) => `/v2/${project}/${rest}`;

  it("are sent in one part, with nulls for missing values", async () => {
    const project = newProject();
    const start = startOf(project, {
      thread_id: "thread-1",
      turn_id: "turn-1",
      attributes: { ...weaveAttributes, env: "prod" },
    });
    const { is_eval: _, ...end } = endOf(start);
    expect(await ask(pathOf(project, "calls/complete"), { batch: [{ ...start, ...end }] })).toEqual({});
    const isProd = { $expr: { $eq: [{ $getField: "attributes.env" }, { $literal: "prod" }] } };
    const found = await lines("/calls/stream_query", streamQuery(project, { query: isProd }));
    expect(found).toMatchObject([{ id: start.id, thread_id: "thread-1", turn_id: "turn-1", output: 14 }]);
  });

  it("of an evaluation start early and end later", async () => {
    const project = newProject();
    const start = startOf(project, { display_name: "eval-2026-11-21-calm-rain" });
    const headers = { ...current, "x-weave-trace-id": start.trace_id };
    const made = await ask(pathOf(project, "call/start"), { start }, headers);
    expect(made).toMatchObject({ id: start.id, trace_id: start.trace_id });
    expect(await ask(pathOf(project, "call/end"), { end: endOf(start, { is_eval: true }) }, headers)).toEqual({});
    const [call] = await lines("/calls/stream_query", streamQuery(project));
    expect(call).toMatchObject({ display_name: "eval-2026-11-21-calm-rain", output: 14 });
  });

  it("are renamed and deleted", async () => {
    const project = newProject();
    const start = startOf(project);
    await ask(pathOf(project, "calls/complete"), { batch: [{ ...start, ...endOf(start) }] });
    const rename = { call_id: start.id, project_id: project, display_name: "renamed", wb_user_id: null };
    expect(await ask("/call/update", rename)).toEqual({});
    expect(await lines("/calls/stream_query", streamQuery(project))).toMatchObject([{ display_name: "renamed" }]);
    const remove = { call_ids: [start.id], project_id: project, wb_user_id: null };
    expect(await ask("/calls/delete", remove)).toEqual({ num_deleted: 1 });
    expect(await lines("/calls/stream_query", streamQuery(project))).toEqual([]);
  });
});

describe("datasets and objects", () => {
  const rows = [
    { q: 0, text: "" },
    { q: 1, text: "é" },
    { q: 2, text: "éé" },
    { q: 3, text: "ééé" },
    { q: 4, text: "éééé" },
  ];
  const digest = "a7ecc1edb62ba9494935d356e39c0b67491da1f78143892808628662e1cc3a51";

  it("are stored under the digests of their content, and read page by page", async () => {
    const project = newProject();
    const made = await ask("/table/create", { table: { project_id: project, rows, expected_digest: null } });
    expect(made.digest).toBe(digest);
    expect((made.row_digests as string[]).slice(0, 2)).toEqual([
      "QH7EpfMnRfF0EHKQq2laBoJXFMTd93AHSprRUCLiSBY",
      "5TBYM6Ofx6EYNFf8Ymqk0ulXUt5ApdhFwQMRFxeoHIw",
    ]);
    const page = { digest, project_id: project, filter: { row_digests: null }, limit: 100, offset: 0, sort_by: null };
    const read = await ask("/table/query", page);
    expect(read.rows).toMatchObject(rows.map((val, original_index) => ({ val, original_index })));
    expect(await ask("/table/query_stats", { digest, project_id: project })).toMatchObject({ count: 5 });
  });

  it("are assembled from chunks", async () => {
    const project = newProject();
    const request = { project_id: project, row_digests: [] as unknown[], expected_digest: null };
    expect(await ask("/table/create_from_digests", request)).toMatchObject({
      digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    });
    const table = { project_id: project, rows, expected_digest: null };
    const { row_digests } = await ask("/table/create", { table });
    const complete = await ask("/table/create_from_digests", { ...request, row_digests: row_digests as unknown[] });
    expect(complete).toMatchObject({ digest });
  });

  it("are published, read by digest and by `latest`, and followed by refs", async () => {
    const project = newProject();
    const val = {
      _type: "Dataset",
      name: "ds",
      description: null,
      rows: `weave:///${project}/table/${digest}`,
      _class_name: "Dataset",
      _bases: ["Object", "BaseModel"],
    };
    const obj = {
      project_id: project,
      object_id: "ds",
      val,
      builtin_object_class: null,
      expected_digest: null,
      wb_user_id: null,
    };
    const made = await ask("/obj/create", { obj });
    for (const named of [made.digest, "latest"]) {
      const request = {
        digest: named,
        object_id: "ds",
        project_id: project,
        include_tags_and_aliases: false,
        metadata_only: false,
      };
      expect(await ask("/obj/read", request)).toMatchObject({
        obj: {
          object_id: "ds",
          digest: made.digest,
          version_index: 0,
          is_latest: 1,
          base_object_class: "Dataset",
          val,
        },
      });
    }
    const refs = [`weave:///${project}/object/ds:${made.digest}/attr/name`];
    expect(await ask("/refs/read_batch", { refs })).toEqual({ vals: ["ds"] });
    const listed = await ask("/objs/query", { project_id: project, filter: { object_ids: ["ds"], latest_only: true } });
    expect(listed).toMatchObject({ objs: [{ object_id: "ds", digest: made.digest }] });
  });

  it("get 404 with a reason for an object that does not exist", async () => {
    const request = { digest: "latest", object_id: "missing", project_id: newProject(), metadata_only: false };
    const response = await send("/obj/read", request);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ reason: expect.any(String) });
  });
});

describe("feedback and prices", () => {
  it("are sent in batches with members for other products, and found again", async () => {
    const project = newProject();
    const weave_ref = `weave:///${project}/call/${uuidv7()}`;
    const unused = {
      scorer_tags: [],
      scorer_tag_reasons: {},
      scorer_tag_confidences: {},
      scorer_ratings: {},
      scorer_rating_reasons: {},
      scorer_rating_confidences: {},
      span_agent_name: "",
      span_agent_version: "",
      span_status_code: "UNSET",
      span_conversation_id: "",
      span_trace_id: "",
      scorer_trace_id: "",
    };
    const given = [
      { feedback_type: "wandb.reaction.1", payload: { emoji: "👍" } },
      { feedback_type: "wandb.note.1", payload: { note: "good" } },
      { feedback_type: "custom", payload: { a: 1 } },
    ].map((one) => ({ project_id: project, weave_ref, ...one, ...unused, id: uuidv7() }));
    const { res } = await ask("/feedback/batch/create", { batch: given });
    expect(res).toMatchObject(given.map(({ id }) => ({ id, wb_user_id: expect.any(String) })));
    const onCall = { $expr: { $eq: [{ $getField: "weave_ref" }, { $literal: weave_ref }] } };
    const everything = { $expr: { $eq: [{ $literal: "1" }, { $literal: "1" }] } };
    for (const query of [onCall, everything]) {
      const sort_by = [{ field: "created_at", direction: "asc" }];
      const request = { project_id: project, fields: null, limit: 100, offset: 0, query, sort_by };
      const { result } = await ask("/feedback/query", request);
      expect(new Set((result as { id: string }[]).map(({ id }) => id))).toEqual(new Set(given.map(({ id }) => id)));
    }
  });

  it("are set for a model, listed, and counted in a call", async () => {
    const project = newProject();
    const price = {
      prompt_token_cost: 0.001,
      completion_token_cost: 0.002,
      cache_read_input_token_cost: 0,
      cache_creation_input_token_cost: 0,
      prompt_token_cost_unit: "USD",
      completion_token_cost_unit: "USD",
      effective_date: "2026-11-01T14:43:40.405145+00:00",
      provider_id: "default",
    };
    const made = await ask("/cost/create", { costs: { "my-model": price }, project_id: project, wb_user_id: null });
    expect(made.ids).toEqual([[expect.any(String), "my-model"]]);
    const always = { $eq: [{ $literal: "1" }, { $literal: "1" }] };
    const ofModel = { $in: [{ $getField: "llm_id" }, [{ $literal: "my-model" }]] };
    const request = {
      project_id: project,
      fields: null,
      limit: 100,
      offset: 0,
      query: { $expr: { $and: [always, ofModel] } },
    };
    expect(await ask("/cost/query", { ...request, sort_by: null })).toMatchObject({
      results: [{ llm_id: "my-model" }],
    });

    const start = startOf(project);
    const usage = { "my-model": { prompt_tokens: 10, completion_tokens: 5, requests: 1 } };
    await ask(`/v2/${project}/calls/complete`, { batch: [{ ...start, ...endOf(start, { summary: { usage } }) }] });
    const [call] = await lines("/calls/stream_query", streamQuery(project, { include_costs: true }));
    expect(call).toHaveProperty("summary.weave.costs.my-model.prompt_tokens_total_cost", 10 * 0.001);
    expect(call).toHaveProperty("summary.weave.costs.my-model.completion_tokens_total_cost", 5 * 0.002);
  });
});

describe("failures as the client sees them", () => {
  it("are never 5xx for a batch that cannot succeed, which the client would resend forever", async () => {
    const project = newProject();
    const batches = [{ batch: [{ mode: "start", req: { start: { project_id: project } } }] }, { batch: "none" }, []];
    for (const body of batches) {
      const response = await send("/call/upsert_batch", body);
      expect(response.status).toBe(422);
      const { detail } = (await response.json()) as { detail: unknown[] };
      expect(detail[0]).toMatchObject({ loc: expect.any(Array), msg: expect.any(String) });
    }
  });

  it("allow compressed JSON, and name the supported encodings", async () => {
    const project = newProject();
    const start = startOf(project);
    const packed = gzipSync(JSON.stringify({ batch: [{ mode: "start", req: { start } }] }));
    const post = (encoding: string) =>
      service.fetch(
        new Request("http://service/call/upsert_batch", {
          method: "POST",
          headers: { ...current, "content-encoding": encoding },
          body: packed,
        }),
      );
    expect((await post("gzip")).status).toBe(200);
    expect(await lines("/calls/stream_query", streamQuery(project))).toHaveLength(1);
    const refused = await post("br");
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ reason: expect.stringContaining("send gzip, deflate, zstd") });
  });
});
