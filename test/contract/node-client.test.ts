import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openService, type Service } from "@/service/service";

/**
 * Requests as the official Node client (weave 0.11.1) writes them, and the members that it reads from the responses.
 */

const KEY = "hk_0123456789012345678901234567890123456789";
const client = {
  accept: "*/*",
  authorization: `Basic ${Buffer.from(`api:${KEY}`).toString("base64")}`,
  "user-agent": "W&B Weave JS Client unknown",
};

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-node-"));
  service = await openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({ level: "silent" }));
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function post(path: string, body: unknown): Promise<string> {
  const headers = { ...client, "content-type": "application/json" };
  const request = new Request(`http://service${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const response = await service.fetch(request);
  const text = await response.text();
  expect(response.status, `${path} ${text}`).toBe(200);
  return text;
}

const ask = async (path: string, body: unknown): Promise<Record<string, unknown>> => JSON.parse(await post(path, body));

describe("the Node client", () => {
  it("logs in where /health returns JSON", async () => {
    const response = await service.fetch(new Request("http://service/health", { headers: client }));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: "ok" });
  });

  it("receives its entity", async () => {
    const query = "query DefaultEntity { viewer { username defaultEntity { name } } }";
    expect(await ask("/graphql", { query })).toEqual({
      data: { viewer: { username: expect.any(String), defaultEntity: { name: expect.any(String) } } },
    });
  });

  it("stores an op with its source, and names calls by the returned digest", async () => {
    const project_id = "demo/node-op";
    const form = new FormData();
    form.append("project_id", project_id);
    form.append("file", new Blob(["function add(a, b) { return a + b; }"]));
    const request = new Request("http://service/file/create", { method: "POST", headers: client, body: form });
    const stored = (await (await service.fetch(request)).json()) as { digest: string };
    const type = { _type: "CustomWeaveType", weave_type: { type: "Op" }, load_op: "NO_LOAD_OP" };
    const val = { ...type, files: { "obj.py": stored.digest } };
    const { digest } = await ask("/obj/create", { obj: { project_id, object_id: "add", val } });
    expect(digest).toMatch(/^[0-9A-Za-z]{43}$/);
  });

  it("sends the name of a call with its end, and reads no response of a batch", async () => {
    const project_id = "demo/node-calls";
    const [id, trace_id] = [uuidv7(), uuidv7()];
    const start = {
      project_id,
      id,
      op_name: `weave:///${project_id}/op/add:abc`,
      trace_id,
      parent_id: null,
      started_at: "2026-11-21T14:45:29.777Z",
      attributes: { weave: { client_version: "0.11.1", source: "js-sdk" } },
      inputs: { arg0: 1, arg1: 2 },
    };
    const times = { ended_at: "2026-11-21T14:45:29.900Z" };
    const end = { project_id, id, ...times, output: 3, summary: {}, display_name: "ignored" };
    const batch = [
      { mode: "start", req: { start } },
      { mode: "end", req: { end } },
    ];
    await post("/call/upsert_batch", { batch });
    const filter = { call_ids: [id] };
    const text = await post("/calls/stream_query", { project_id, filter, include_costs: true, limit: 1000 });
    expect(text.split("\n").filter((line) => line !== "")).toHaveLength(1);
    const read = { ...start, started_at: "2026-11-21T14:45:29.777000Z", output: 3, display_name: null };
    expect(JSON.parse(text)).toMatchObject(read);
    expect(await ask("/call/update", { project_id, call_id: id, display_name: "sum" })).toEqual({});
  });

  it("saves a dataset: its rows, their digests in order, then the object", async () => {
    const project_id = "demo/node-data";
    const rows = [{ q: "a" }, { q: "b" }, { q: "a" }];
    const { digest } = await ask("/table/create", { table: { project_id, rows } });
    const read = (await ask("/table/query", { project_id, digest })) as { rows: { digest: string; val: unknown }[] };
    expect(read.rows.map(({ val }) => val)).toEqual(rows);
    expect(read.rows[0]?.digest).toBe(read.rows[2]?.digest);
    const kind = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
    const val = { ...kind, name: "set", rows: `weave:///${project_id}/table/${digest}` };
    const made = await ask("/obj/create", { obj: { project_id, object_id: "set", val } });
    const sentRequest = { project_id, object_id: "set", digest: made.digest };
    expect(await ask("/obj/read", sentRequest)).toMatchObject({ obj: { digest: made.digest, val } });
  });

  it("stores a score of an evaluation as feedback", async () => {
    const project_id = "demo/node-scores";
    const weave_ref = `weave:///${project_id}/call/${uuidv7()}`;
    const feedback = { project_id, weave_ref, feedback_type: "wandb.note.1", payload: { note: "good" } };
    expect(await ask("/feedback/create", feedback)).toMatchObject({ id: expect.any(String) });
  });
});
