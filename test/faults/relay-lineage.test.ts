import type { ServerResponse } from "node:http";
import { beforeEach, expect, it } from "vitest";
import { PLAN_HEADER } from "@/lib/api/contract/app/lineage-limits";
import { refuseInserts } from "@/lib/database/testing/refuse-inserts";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
let count = 0;
let workspaceId: string;
let connection: string;

beforeEach(async () => {
  count += 1;
  connection = (await here.newConnection()).id;
  const { workspace } = await here.ok("workspaces.create", {
    connectionId: connection,
    projectId: `lineage/p${count}`,
  });
  workspaceId = workspace.id;
});

const trajectories = [{ group: 0, trajectory: 0, reward: 1, kind: "thread", id: "thr-1", table: null }] as const;

const planOf = (changes: Record<string, unknown> = {}) => ({
  workspaceId,
  modelId: "m1",
  planId: null,
  trajectories: [...trajectories],
  ...changes,
});

const plan = async (changes: Record<string, unknown> = {}) =>
  (await here.ok("lineage.plan", planOf(changes), "member")).planId;

const madeOf = async (jobId: string) => (await here.ok("lineage.job", { workspaceId, jobId }, "viewer")).trajectories;

/** Sends a job as the page does. */
const send = (planId: string, signal?: AbortSignal) =>
  here.app.call("trainingJobs.create", {
    connection,
    role: "member" as const,
    body: '{"model_id":"m1","trajectory_groups":[]}',
    headers: { [PLAN_HEADER]: planId },
    ...(signal ? { signal } : {}),
  });

const answerJob = (id: string) => (response: ServerResponse) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ id }));
};

it("the sources of a job are planned by members, stored by the relay, and shown to viewers", async () => {
  expect(await here.refused("lineage.plan", planOf(), "viewer")).toMatchObject({ http: 403, reason: "role" });
  const planId = await plan();
  expect(await madeOf("j1")).toEqual([]);
  here.upstream.reply = answerJob("j1");
  const answer = await send(planId);
  expect([answer.status, await answer.text()]).toEqual([200, '{"id":"j1"}']);
  expect(here.upstream.last.headers).not.toHaveProperty(PLAN_HEADER);
  expect(await here.ok("lineage.job", { workspaceId, jobId: "j1" }, "viewer")).toEqual({
    counts: { thread: 1, trace: 0, row: 0 },
    trajectories,
  });
  expect((await here.ok("lineage.origin", { workspaceId, kind: "thread", id: "thr-1" }, "viewer")).jobs).toMatchObject([
    { jobId: "j1", modelId: "m1", reward: 1 },
  ]);
  expect((await here.ok("lineage.model", { workspaceId, modelId: "m1" }, "viewer")).jobs).toHaveLength(1);
  expect(await here.ok("lineage.planned", { workspaceId, planId }, "viewer")).toEqual({ jobId: "j1" });
});

it("a page that is left before the response loses nothing: the job is still stored", async () => {
  const planId = await plan();
  const leaving = new AbortController();
  here.upstream.reply = async (response) => {
    leaving.abort();
    await new Promise((resolve) => setImmediate(resolve));
    answerJob("j2")(response);
  };
  await send(planId, leaving.signal);
  expect(await madeOf("j2")).toHaveLength(1);
});

it("a page that is left while it sends starts nothing", async () => {
  const planId = await plan();
  const leaving = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536).fill(32));
      leaving.abort();
    },
  });
  const sent = await here.app.call("trainingJobs.create", {
    connection,
    role: "member",
    body,
    headers: { [PLAN_HEADER]: planId },
    signal: leaving.signal,
  });
  expect(sent.status).toBe(499);
  expect(await here.ok("lineage.planned", { workspaceId, planId })).toEqual({ jobId: null });
});

it("a plan starts one job, on its own connection", async () => {
  const planId = await plan();
  here.upstream.reply = answerJob("j3");
  await send(planId);
  expect((await send(planId)).status).toBe(409);
  expect((await send("none")).status).toBe(422);
  const elsewhere = (await here.newConnection()).id;
  const strange = await here.app.call("trainingJobs.create", {
    connection: elsewhere,
    role: "member",
    body: "{}",
    headers: { [PLAN_HEADER]: await plan() },
  });
  expect(strange.status).toBe(422);
  expect(here.upstream.seen).toHaveLength(1);
});

it("a response is forwarded although it could not be stored, and the page can confirm it", async () => {
  const planId = await plan();
  const { database } = here.app.dashboard;
  const allow = await refuseInserts(database, "trained_job", "new.job_id = 'j4'");
  here.upstream.reply = answerJob("j4");
  const answer = await send(planId);
  expect([answer.status, await answer.text()]).toEqual([200, '{"id":"j4"}']);
  expect((await here.refused("lineage.confirm", { workspaceId, planId, jobId: "j4" }, "member")).http).toBe(500);
  await allow();
  expect(await madeOf("j4")).toEqual([]);
  expect(await here.refused("lineage.confirm", { workspaceId, planId, jobId: "j4" }, "viewer")).toMatchObject({
    http: 403,
  });
  expect(await here.ok("lineage.confirm", { workspaceId, planId, jobId: "j4" }, "member")).toEqual({ jobId: "j4" });
  expect(await madeOf("j4")).toHaveLength(1);
});

it("a job that the service rejected is not stored, and its plan can be sent again", async () => {
  const planId = await plan();
  here.upstream.reply = (response) => {
    response.statusCode = 422;
    response.setHeader("content-type", "application/json");
    response.end('{"detail":[]}');
  };
  expect((await send(planId)).status).toBe(422);
  here.upstream.reply = answerJob("j5");
  expect((await send(planId)).status).toBe(200);
  expect(await madeOf("j5")).toHaveLength(1);
});

it("a missing workspace is rejected, and so are more trajectories than the limit of a request", async () => {
  expect(await here.refused("lineage.plan", planOf({ workspaceId: "none" }), "member")).toMatchObject({ http: 422 });
  const many = Array.from({ length: 501 }, (_, index) => ({ ...trajectories[0], trajectory: index }));
  expect(await here.refused("lineage.plan", planOf({ trajectories: many }), "member")).toMatchObject({ http: 422 });
  expect(await here.refused("lineage.plan", planOf({ planId: "none" }), "member")).toMatchObject({ http: 422 });
});
