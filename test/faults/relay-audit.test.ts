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
      ["calls.deleted", `${name} a/b 2 selected`, "member", true],
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
