import { describe, expect, it } from "vitest";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();

async function newest(limit: number) {
  const { entries } = await here.ok("audit.list", { limit });
  return entries.map(({ event, target, actorName, isAllowed }) => [event, target, actorName, isAllowed]);
}

describe("the audit log of changes on services", () => {
  it("names jobs, prices and deletions with their author", async () => {
    const { id: connection, name } = await here.newConnection();
    const call = (operation: string, options: object) =>
      here.app.call(operation, { connection, role: "member", ...options });
    here.upstream.json(200, { id: "job-7", ids: [["a", "gpt-4o"]], num_deleted: 2 });
    const price = { prompt_token_cost: 1, completion_token_cost: 2 };
    expect((await call("trainingJobs.create", { body: { model_id: "m", trajectory_groups: [] } })).status).toBe(200);
    expect((await call("cost.create", { body: { project_id: "a/b", costs: { "gpt-4o": price } } })).status).toBe(200);
    expect((await call("calls.delete", { body: { project_id: "a/b", call_ids: ["c1", "c2"] } })).status).toBe(200);
    expect(await newest(3)).toEqual([
      ["calls.deleted", `${name} a/b 2 selected 2 deleted`, "member", true],
      ["price.created", `${name} a/b gpt-4o`, "member", true],
      ["job.created", `${name} job-7`, "member", true],
    ]);
  });

  it("names the labels of versions that were set, moved or removed", async () => {
    const { id: connection, name } = await here.newConnection();
    here.upstream.json(200, {});
    const ofObject = { connection, role: "member" as const, search: { object_id: "support" } };
    const ofVersion = { ...ofObject, search: { object_id: "support", digest: "d3" } };
    const aliases = { project_id: "a/b", aliases: ["production"] };
    const tags = { project_id: "a/b", tags: ["reviewed"] };
    for (const [operation, options] of [
      ["obj.setAliases", { ...ofObject, method: "PUT", body: { ...aliases, digest: "d3" } }],
      ["obj.removeAliases", { ...ofObject, body: aliases }],
      ["obj.addTags", { ...ofVersion, method: "PUT", body: tags }],
      ["obj.removeTags", { ...ofVersion, body: tags }],
    ] as const) {
      expect((await here.app.call(operation, options)).status).toBe(200);
    }
    expect((await newest(4)).map(([event, target]) => [event, target])).toEqual([
      ["tag.removed", `${name} support d3 a/b reviewed`],
      ["tag.added", `${name} support d3 a/b reviewed`],
      ["alias.removed", `${name} support a/b production`],
      ["alias.set", `${name} support a/b production d3`],
    ]);
  });

  it("has an entry for a stream of many rows, with how many, and none for a page of them", async () => {
    const { id: connection, name } = await here.newConnection();
    const read = async (rows: number) => {
      here.upstream.reply = (response) => {
        response.writeHead(200, { "content-type": "application/jsonl" });
        response.end('{"id":"c"}\n'.repeat(rows));
      };
      const response = await here.app.call("calls.streamQuery", {
        connection,
        role: "viewer",
        body: { project_id: "a/b" },
      });
      expect((await response.text()).split("\n")).toHaveLength(rows + 1);
    };
    const before = (await here.ok("audit.list", { limit: 1 })).entries[0]?.id;
    await read(400);
    await read(4_000);
    expect((await here.ok("audit.list", { limit: 1 })).entries[0]?.id).toBe(before);
    await read(2_000);
    await expect
      .poll(async () => (await newest(1))[0])
      .toEqual(["data.read", `${name} a/b calls.streamQuery 6000 rows, 0.1 MiB`, "viewer", true]);
  });

  it("names queues, monitors, evaluations, runs and feedback that users change", async () => {
    const { id: connection, name } = await here.newConnection();
    here.upstream.json(200, { id: "x1", state: "off", num_deleted: 1 });
    for (const [operation, method, search, body] of [
      ["annotationQueues.delete", "DELETE", { queue_id: "q1", project_id: "a/b" }, undefined],
      ["monitors.delete", "POST", {}, { project_id: "a/b", monitor_id: "m1" }],
      ["evaluationRuns.stop", "POST", {}, { project_id: "a/b", run_id: "e1" }],
      ["trainingRuns.pause", "POST", {}, { project_id: "a/b", run_id: "r1" }],
      [
        "feedback.purge",
        "POST",
        {},
        { project_id: "a/b", query: { $expr: { $eq: [{ $getField: "id" }, { $literal: "f" }] } } },
      ],
    ] as const) {
      const response = await here.app.call(operation, {
        connection,
        method,
        search,
        role: "member",
        ...(body === undefined ? {} : { body }),
      });
      expect([operation, response.status]).toEqual([operation, 200]);
    }
    expect((await newest(5)).map(([event, target]) => [event, target])).toEqual([
      ["feedback.deleted", `${name} a/b`],
      ["run.paused", `${name} a/b r1`],
      ["evaluation.stopped", `${name} a/b e1`],
      ["monitor.deleted", `${name} a/b m1`],
      ["queue.deleted", `${name} q1 a/b`],
    ]);
  });

  it("has one entry for the batches of an import, and none for a change that failed", async () => {
    const { id: connection, name } = await here.newConnection();
    const before = (await here.ok("audit.list", { limit: 1 })).entries[0]?.id;
    const start = {
      project_id: "a/b",
      id: "c1",
      trace_id: "t1",
      op_name: "turn",
      started_at: "2026-11-20T10:00:00Z",
      attributes: {},
      inputs: {},
    };
    const body = { batch: [{ mode: "start", req: { start } }] };
    here.upstream.json(500, { detail: "no" });
    await here.app.call("call.upsertBatch", { connection, role: "member", body });
    expect((await here.ok("audit.list", { limit: 1 })).entries[0]?.id).toBe(before);
    here.upstream.json(200, { res: [] });
    for (let batch = 0; batch < 3; batch += 1) {
      expect((await here.app.call("call.upsertBatch", { connection, role: "member", body })).status).toBe(200);
    }
    expect((await newest(2)).map(([event, target]) => [event, target])).toEqual([
      ["calls.stored", `${name} a/b`],
      ["connection.created", connection],
    ]);
  });
});
