import { beforeEach, expect, it } from "vitest";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
let count = 0;
let workspaceId: string;

beforeEach(async () => {
  count += 1;
  const { workspace } = await here.ok("workspaces.create", { connectionId: "local", projectId: `lineage/p${count}` });
  workspaceId = workspace.id;
});

const trajectories = [{ group: 0, trajectory: 0, reward: 1, kind: "thread", id: "thr-1", table: null }] as const;

it("what a job was made of is recorded by members and told to viewers", async () => {
  const job = { workspaceId, jobId: "j1", modelId: "m1", trajectories: [...trajectories] };
  expect(await here.refused("lineage.record", job, "viewer")).toMatchObject({ http: 403, reason: "role" });
  await here.ok("lineage.record", job, "member");
  expect(await here.ok("lineage.job", { workspaceId, jobId: "j1" }, "viewer")).toEqual({
    counts: { thread: 1, trace: 0, row: 0 },
    trajectories,
  });
  expect((await here.ok("lineage.origin", { workspaceId, kind: "thread", id: "thr-1" }, "viewer")).jobs).toMatchObject([
    { jobId: "j1", modelId: "m1", reward: 1 },
  ]);
  expect((await here.ok("lineage.model", { workspaceId, modelId: "m1" }, "viewer")).jobs).toHaveLength(1);
});

it("a workspace that is not there is refused, and so are more trajectories than one request may hold", async () => {
  const job = { workspaceId: "none", jobId: "j1", modelId: "m1", trajectories: [...trajectories] };
  expect(await here.refused("lineage.record", job, "member")).toMatchObject({ http: 422 });
  const many = Array.from({ length: 501 }, (_, index) => ({ ...trajectories[0], trajectory: index }));
  expect(await here.refused("lineage.record", { ...job, workspaceId, trajectories: many }, "member")).toMatchObject({
    http: 422,
  });
});
