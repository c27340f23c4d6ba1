import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AnnotationQueue, QueueItem, QueueStats } from "@/lib/api/contract/feedback/annotation-queues";
import { openService, type Service } from "@/service/service";

const TOKEN = "local-token-of-this-test";

let folder: string;
let service: Service;
let project: string;

const open = () => openService({ dataFolder: folder, HEDDLE_LOCAL_TOKEN: TOKEN }, pino({ level: "silent" }));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-annotation-queues-"));
  service = await open();
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  project = `e/${uuid4()}`;
});

async function send(method: string, path: string, body: object | null, user = "ada") {
  const response = await service.fetch(
    new Request(`http://service${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, "x-heddle-user": user },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, text: await response.text() };
}

async function ask<Result>(method: string, path: string, body: object | null, user?: string): Promise<Result> {
  const { status, text } = await send(method, path, body, user);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text) as Result;
}

const post = <Result>(path: string, body: object, user?: string) =>
  ask<Result>("POST", path, { project_id: project, ...body }, user);
const inProject = () => `?project_id=${encodeURIComponent(project)}`;

const tone = () => `weave:///${project}/object/tone:v0`;

async function logCalls(ids: readonly string[]): Promise<void> {
  await ask("POST", "/call/upsert_batch", {
    batch: ids.map((id, index) => ({
      mode: "start",
      req: {
        start: {
          project_id: project,
          id,
          trace_id: `trace-${id}`,
          thread_id: index < 2 ? "thread-1" : null,
          op_name: "answer",
          started_at: `2026-11-20T10:00:0${index}Z`,
          attributes: {},
          inputs: {},
        },
      },
    })),
  });
}

async function makeQueue(members: object = {}): Promise<string> {
  const { id } = await post<{ id: string }>("/annotation_queues", {
    name: "Tone",
    scorer_refs: [tone()],
    ...members,
  });
  return id;
}

async function items(queue: string, user?: string, members: object = {}): Promise<QueueItem[]> {
  const path = `/annotation_queues/${queue}/items/query`;
  return (await post<{ items: QueueItem[] }>(path, members, user)).items;
}

const progress = (queue: string, item: string, annotation_state: string, user?: string) =>
  post<{ item: QueueItem }>(`/annotation_queues/${queue}/items/${item}/progress`, { annotation_state }, user);

describe("a review queue", () => {
  it("is listed, read, changed and deleted", async () => {
    const id = await makeQueue({ description: "Refunds", assignees: ["ada", "mia"], reviews_per_item: 2 });
    await makeQueue({ name: "Éclair" });
    const listed = async (body: object = {}) => {
      const { text } = await send("POST", "/annotation_queues/query", { project_id: project, ...body });
      return text
        .trimEnd()
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [(JSON.parse(line) as AnnotationQueue).name]));
    };
    expect(await listed()).toEqual(["Éclair", "Tone"]);
    expect(await listed({ name: "éCL" })).toEqual(["Éclair"]);
    expect(await listed({ sort_by: [{ field: "name", direction: "asc" }], limit: 1 })).toEqual(["Tone"]);
    const read = () => ask<{ queue: AnnotationQueue }>("GET", `/annotation_queues/${id}${inProject()}`, null);
    expect((await read()).queue).toMatchObject({
      name: "Tone",
      description: "Refunds",
      scorer_refs: [tone()],
      assignees: ["ada", "mia"],
      reviews_per_item: 2,
      created_by: "ada",
      deleted_at: null,
    });
    await ask("PUT", `/annotation_queues/${id}`, { project_id: project, name: "Tone 2", assignees: [] });
    expect((await read()).queue).toMatchObject({ name: "Tone 2", description: "Refunds", assignees: [] });
    await ask("DELETE", `/annotation_queues/${id}${inProject()}`, null);
    expect(await listed()).toEqual(["Éclair"]);
    expect((await send("GET", `/annotation_queues/${id}${inProject()}`, null)).status).toBe(404);
  });

  it("belongs to its project", async () => {
    const id = await makeQueue();
    expect((await send("GET", `/annotation_queues/${id}?project_id=e/other`, null)).status).toBe(404);
    expect((await send("DELETE", `/annotation_queues/${id}?project_id=e/other`, null)).status).toBe(404);
    const stats = await ask<{ stats: unknown[] }>("POST", "/annotation_queues/stats", {
      project_id: "e/other",
      queue_ids: [id],
    });
    expect(stats.stats).toEqual([]);
  });

  it.each([
    ["not a ref", "scorer_refs[0] must be the ref of a version of an object."],
    ["weave:///e/other/object/tone:v0", "scorer_refs[0] must be in the same project."],
  ])("refuses a rubric with %s", async (ref, reason) => {
    const body = { project_id: project, name: "Tone", scorer_refs: [ref] };
    const { status, text } = await send("POST", "/annotation_queues", body);
    expect([status, JSON.parse(text)]).toEqual([400, { reason }]);
  });

  it("refuses a rubric that names an object twice", async () => {
    const body = { project_id: project, name: "Tone", scorer_refs: [tone(), tone().replace("v0", "v1")] };
    const { status, text } = await send("POST", "/annotation_queues", body);
    expect([status, text]).toEqual([400, JSON.stringify({ reason: "scorer_refs[1]: the rubric names tone twice." })]);
  });
});

describe("the items of a queue", () => {
  it("are calls and threads, in the order in which they were added, each once", async () => {
    await logCalls(["a", "b", "c"]);
    const id = await makeQueue();
    const path = `/annotation_queues/${id}/items`;
    const first = await post(path, { call_ids: ["c", "a", "c"], thread_ids: ["thread-1"], display_fields: ["output"] });
    expect(first).toEqual({ added_count: 3, duplicates: 0 });
    expect(await post(path, { call_ids: ["a", "b"], display_fields: [] })).toEqual({ added_count: 1, duplicates: 1 });
    const found = await items(id, undefined, { include_position: true });
    expect(found.map((item) => [item.kind, item.call_id, item.thread_id, item.position_in_queue])).toEqual([
      ["call", "c", null, 1],
      ["call", "a", "thread-1", 2],
      ["thread", "a", "thread-1", 3],
      ["call", "b", "thread-1", 4],
    ]);
    expect(found[0]).toMatchObject({
      call_trace_id: "trace-c",
      call_op_name: "answer",
      call_ended_at: null,
      display_fields: ["output"],
      annotation_state: "unstarted",
      is_missing: false,
    });
    expect((await items(id, undefined, { limit: 1, offset: 1 })).map(({ call_id }) => call_id)).toEqual(["a"]);
  });

  it("are added all or none: an unknown one is named", async () => {
    await logCalls(["a"]);
    const id = await makeQueue();
    const add = (body: object) =>
      send("POST", `/annotation_queues/${id}/items`, { project_id: project, display_fields: [], ...body });
    const { status, text } = await add({ call_ids: ["a", "nowhere"] });
    expect([status, JSON.parse(text).reason]).toEqual([
      400,
      "call_ids: not found in this project: nowhere. Nothing was added.",
    ]);
    expect(await items(id)).toEqual([]);
    expect((await add({ call_ids: [] })).status).toBe(400);
    expect((await add({ call_ids: ["a"], thread_ids: ["nowhere"] })).status).toBe(400);
    expect(await items(id)).toEqual([]);
  });

  it("have a state for each reviewer, and count as reviewed with all their reviews", async () => {
    await logCalls(["a", "b"]);
    const id = await makeQueue({ reviews_per_item: 2 });
    await post(`/annotation_queues/${id}/items`, { call_ids: ["a", "b"] });
    const [first, second] = await items(id);
    await progress(id, first?.id ?? "", "in_progress", "ada");
    await progress(id, first?.id ?? "", "completed", "ada");
    const updated = await progress(id, first?.id ?? "", "completed", "mia");
    expect(updated.item.reviews?.map(({ user_id, annotation_state }) => [user_id, annotation_state])).toEqual([
      ["ada", "completed"],
      ["mia", "completed"],
    ]);
    await progress(id, second?.id ?? "", "skipped", "mia");
    const states = async (user: string) => (await items(id, user)).map(({ annotation_state }) => annotation_state);
    expect(await states("ada")).toEqual(["completed", "unstarted"]);
    expect(await states("mia")).toEqual(["completed", "skipped"]);
    const open = await items(id, "ada", { filter: { annotation_states: ["unstarted", "in_progress"] } });
    expect(open.map(({ call_id }) => call_id)).toEqual(["b"]);
    const { stats } = await post<{ stats: QueueStats[] }>("/annotation_queues/stats", { queue_ids: [id] }, "ada");
    expect(stats).toEqual([{ queue_id: id, total_items: 2, completed_items: 2, own_items: 1, reviewed_items: 1 }]);
    await progress(id, first?.id ?? "", "unstarted", "ada");
    expect(await states("ada")).toEqual(["unstarted", "unstarted"]);
  });

  it("have the state of a reviewer whose review was made elsewhere", async () => {
    await logCalls(["a"]);
    const id = await makeQueue({ reviews_per_item: 1 });
    await post(`/annotation_queues/${id}/items`, { call_ids: ["a"] });
    const [item] = await items(id);
    const path = `/annotation_queues/${id}/items/${item?.id}/progress`;
    await post(path, { annotation_state: "completed", user_id: "Mia Novak" }, "ada");
    expect(await items(id, "ada")).toMatchObject([
      { annotation_state: "unstarted", reviews: [{ user_id: "Mia Novak", annotation_state: "completed" }] },
    ]);
  });

  it("say when their call was deleted, and can be removed", async () => {
    await logCalls(["a", "b"]);
    const id = await makeQueue();
    await post(`/annotation_queues/${id}/items`, { call_ids: ["a", "b"] });
    await post("/calls/delete", { call_ids: ["a"] });
    const [first] = await items(id);
    expect((await items(id)).map(({ is_missing }) => is_missing)).toEqual([true, false]);
    await ask("DELETE", `/annotation_queues/${id}/items/${first?.id}${inProject()}`, null);
    expect((await items(id)).map(({ call_id }) => call_id)).toEqual(["b"]);
    expect((await send("DELETE", `/annotation_queues/${id}/items/${first?.id}${inProject()}`, null)).status).toBe(404);
  });

  it("survive a restart", async () => {
    await logCalls(["a"]);
    const id = await makeQueue();
    await post(`/annotation_queues/${id}/items`, { call_ids: ["a"] });
    const [item] = await items(id);
    await progress(id, item?.id ?? "", "completed");
    await service.close();
    service = await open();
    expect((await items(id)).map(({ annotation_state }) => annotation_state)).toEqual(["completed"]);
  });

  it("are sorted by known fields only", async () => {
    const id = await makeQueue();
    const { status } = await send("POST", `/annotation_queues/${id}/items/query`, {
      project_id: project,
      sort_by: [{ field: "nothing", direction: "asc" }],
    });
    expect(status).toBe(400);
  });
});
