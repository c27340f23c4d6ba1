import { afterAll, beforeAll, expect, test } from "vitest";
import type { TrainedTrajectory } from "@/lib/api/contract/app/lineage";
import { LINEAGE_PAGE } from "@/lib/api/contract/app/lineage-limits";
import { refuseInserts } from "@/lib/database/testing/refuse-inserts";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import type { AppDatabase } from "./app-database";
import { findTrained, listTrainedFrom, listTrainedOfModel } from "./lineage";
import { confirmPlan, findPlan, writePlan } from "./lineage-plans";
import { deleteWorkspace, insertWorkspace } from "./workspaces";

const early = new Date("2026-11-20T12:00:00.000Z");
const late = new Date("2026-11-21T12:00:00.000Z");
let database: AppDatabase;
let remove: () => Promise<void>;
let count = 0;

beforeAll(async () => {
  ({ database, remove } = await openTemporaryDatabase());
});

afterAll(() => remove());

async function makeWorkspace(): Promise<string> {
  count += 1;
  const place = { slug: `w${count}`, connectionId: "local", projectId: `demo/p${count}` };
  return (await insertWorkspace(database, place, early)).id;
}

type Job = { workspaceId: string; jobId: string; modelId: string };

/** A started job whose plan was sent in these parts. */
async function start(
  { workspaceId, jobId, modelId }: Job,
  parts: readonly (readonly TrainedTrajectory[])[],
  now: Date,
): Promise<string> {
  let planId: string | null = null;
  for (const trajectories of parts) {
    planId = await writePlan(database, { workspaceId, modelId, planId, trajectories }, now);
  }
  if (planId === null) throw new Error("A job has a plan.");
  expect(await confirmPlan(database, planId, jobId)).toBe(jobId);
  return planId;
}

const thread = (id: string, group: number, trajectory: number, reward = 1): TrainedTrajectory => ({
  group,
  trajectory,
  reward,
  kind: "thread",
  id,
  table: null,
});

const row = (id: string, table: string, group: number): TrainedTrajectory => ({
  group,
  trajectory: 0,
  reward: 0.5,
  kind: "row",
  id,
  table,
});

test("a job returns its origins, and each origin the jobs trained on it, newest first", async () => {
  const workspaceId = await makeWorkspace();
  const first = { workspaceId, jobId: "j1", modelId: "m" };
  await start(first, [[thread("a", 0, 0), thread("b", 0, 1, 0), row("r", "t", 1)]], early);
  await start({ ...first, jobId: "j2" }, [[thread("a", 3, 1, 0.25)]], late);
  const { counts, trajectories } = await findTrained(database, first, 0);
  expect(counts).toEqual({ thread: 2, trace: 0, row: 1 });
  expect(trajectories).toEqual([thread("a", 0, 0), thread("b", 0, 1, 0), row("r", "t", 1)]);
  const from = async (kind: "thread" | "row" | "table", id: string) =>
    (await listTrainedFrom(database, { workspaceId, kind, id })).jobs;
  expect(await from("thread", "a")).toMatchObject([
    { jobId: "j2", modelId: "m", group: 3, trajectory: 1, reward: 0.25, trajectoryCount: 1 },
    { jobId: "j1", group: 0, trajectory: 0, reward: 1, createdAt: early.toISOString() },
  ]);
  expect(await from("row", "r")).toMatchObject([{ jobId: "j1", group: 1 }]);
  expect(await from("table", "t")).toMatchObject([{ jobId: "j1", trajectoryCount: 1 }]);
  expect(await from("thread", "r")).toEqual([]);
  expect((await listTrainedOfModel(database, workspaceId, "m")).jobs).toMatchObject([
    { jobId: "j2", counts: { thread: 1, row: 0 } },
    { jobId: "j1", counts: { thread: 2, row: 1 } },
  ]);
});

test("a plan has no job before the service responds, and keeps the first one afterwards", async () => {
  const workspaceId = await makeWorkspace();
  const job = { workspaceId, jobId: "j", modelId: "m" };
  const part = { workspaceId, modelId: "m", trajectories: [thread("a", 0, 0)] };
  const planId = await writePlan(database, { ...part, planId: null }, early);
  if (planId === null) throw new Error("The first part makes a plan.");
  // A part that is sent again changes nothing.
  await writePlan(database, { ...part, planId, trajectories: [thread("z", 0, 0), thread("b", 0, 1)] }, early);
  expect((await findTrained(database, job, 0)).trajectories).toEqual([]);
  expect((await listTrainedFrom(database, { workspaceId, kind: "thread", id: "a" })).jobs).toEqual([]);
  expect(await confirmPlan(database, planId, "j")).toBe("j");
  expect(await confirmPlan(database, planId, "another")).toBe("j");
  expect(await writePlan(database, { ...part, planId, trajectories: [thread("c", 0, 2)] }, early)).toBeNull();
  expect((await findTrained(database, job, 0)).trajectories).toEqual([thread("a", 0, 0), thread("b", 0, 1)]);
  expect((await findTrained(database, { ...job, jobId: "another" }, 0)).trajectories).toEqual([]);
  expect(await confirmPlan(database, "none", "j")).toBeNull();
});

test("a plan that cannot become a job as a whole stays a plan, and can be confirmed again", async () => {
  const workspaceId = await makeWorkspace();
  const job = { workspaceId, jobId: "j", modelId: "m" };
  const part = { workspaceId, modelId: "m", planId: null, trajectories: [thread("a", 0, 0), thread("b", 0, 1)] };
  const planId = (await writePlan(database, part, early)) ?? "";
  const allow = await refuseInserts(database, "trained_trajectory", "new.origin_id = 'b'");
  await expect(confirmPlan(database, planId, "j")).rejects.toThrow("no room");
  await allow();
  expect((await findTrained(database, job, 0)).trajectories).toEqual([]);
  expect(await findPlan(database, planId)).toMatchObject({ job_id: null });
  await confirmPlan(database, planId, "j");
  expect((await findTrained(database, job, 0)).trajectories).toHaveLength(2);
});

test("plans belong to their workspace, and unconfirmed ones are deleted after a month", async () => {
  const [workspaceId, other] = [await makeWorkspace(), await makeWorkspace()];
  const part = { workspaceId, modelId: "m", planId: null, trajectories: [] };
  const planId = await writePlan(database, part, early);
  expect(await writePlan(database, { ...part, workspaceId: other, planId }, early)).toBeNull();
  await writePlan(database, part, new Date("2027-01-20T12:00:00.000Z"));
  expect(await findPlan(database, planId ?? "")).toBeUndefined();
});

test("many trajectories are returned in pages, each once", async () => {
  const workspaceId = await makeWorkspace();
  const job = { workspaceId, jobId: "j", modelId: "m" };
  const all = Array.from({ length: LINEAGE_PAGE + 20 }, (_, index) =>
    thread(`t${index}`, Math.floor(index / 4), index % 4),
  );
  await start(job, [all.slice(0, 300), all.slice(300)], early);
  const pages = [await findTrained(database, job, 0), await findTrained(database, job, LINEAGE_PAGE)];
  expect(pages.map(({ trajectories }) => trajectories.length)).toEqual([LINEAGE_PAGE, 20]);
  expect(pages.flatMap(({ trajectories }) => trajectories)).toEqual(all);
});

test("other workspaces cannot see the job, and it is deleted with its workspace", async () => {
  const [workspaceId, other] = [await makeWorkspace(), await makeWorkspace()];
  await start({ workspaceId, jobId: "j", modelId: "m" }, [[thread("a", 0, 0)]], early);
  expect((await findTrained(database, { workspaceId: other, jobId: "j" }, 0)).trajectories).toEqual([]);
  expect((await listTrainedFrom(database, { workspaceId: other, kind: "thread", id: "a" })).jobs).toEqual([]);
  await deleteWorkspace(database, workspaceId);
  expect(
    await database.selectFrom("trained_trajectory").selectAll().where("workspace_id", "=", workspaceId).execute(),
  ).toEqual([]);
});
