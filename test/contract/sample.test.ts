import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callsFacetsResult } from "@/lib/api/contract/calls/call-stats";
import type { EvaluationCompareResult } from "@/lib/api/contract/evaluations/comparison";
import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationResults } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { QueueStats } from "@/lib/api/contract/feedback/annotation-queues";
import { findOperation } from "@/lib/api/contract/operations";
import { judgeAgreement } from "@/lib/review/judge-agreement";
import { indexLabels, readLabels } from "@/lib/review/labels";
import { createSample } from "@/lib/sample/create-sample";
import { removeProject } from "@/lib/sample/remove-project";
import { removeSample } from "@/lib/sample/remove-sample";
import { type SampleSpec, sampleSpec } from "@/lib/sample/sample-project";
import { readRecord } from "@/lib/sample/sample-record";
import type { SampleService } from "@/lib/sample/sample-service";
import { openService, type Service } from "@/service/service";
import { sampleServiceOver } from "@/test/setup/sample-service-over";
import { sized } from "@/test/setup/test-length";

const KEY = "hk_sample_1234567890123456789012345678901234";
const headers = { authorization: `Bearer ${KEY}` };

let folder: string;
let service: Service;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-sample-"));
  service = await openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({ level: "silent" }));
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: BodyInit): Promise<Response> {
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const answer = await service.fetch(new Request(`http://service${path}`, init));
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

const post = (path: string, body: BodyInit) => send("POST", path, body);

/** The real service, without a browser. `sent` counts the batches of calls. */
function straight(options: { failAt?: number } = {}): SampleService & { sent: number } {
  const over = sampleServiceOver(send);
  const own: SampleService & { sent: number } = {
    ...over,
    sent: 0,
    trainer: null,
    call: async (id, body) => {
      if (id === "call.upsertBatch") own.sent += 1;
      if (id === "call.upsertBatch" && own.sent === options.failAt) throw new Error("the line broke");
      if (id === "calls.delete" && options.failAt === 0) throw new Error("the line broke");
      return await over.call(id, body);
    },
  };
  return own;
}

/** Conversations of the sample that several tests read: enough of the newest version for its queue of reviews. */
const THREADS = 160;

/** Logged runs of a project: in `npm run test:all` more than one page of them. */
const LOGGED_RUNS = sized({ once: 2, all: 60 });

let lastProject = 0;

function smallPlace(threadCount = 40): SampleSpec {
  lastProject += 1;
  return { ...sampleSpec(Date.UTC(2026, 10, 20, 12)), projectId: `test/sample-${lastProject}`, threadCount };
}

/** The contents of the project, as a user sees them. */
async function contents(projectId: string) {
  const own = straight();
  const [calls, { result }, { results }, { objs }] = await Promise.all([
    own.call("calls.queryStats", { project_id: projectId }),
    own.call("feedback.query", { project_id: projectId }),
    own.call("cost.query", { project_id: projectId }),
    own.call("objs.query", { project_id: projectId, metadata_only: true }),
  ]);
  const versions = objs.filter(({ object_id }) => object_id !== "sample_record");
  return { calls: calls.count, feedback: result.length, prices: results.length, versions: versions.length };
}

const shared = smallPlace(THREADS);
const steps: number[] = [];
let making: ReturnType<typeof createSample> | undefined;

/** Makes the project that several tests read and the last one deletes, for the first of them. */
const madeSample = () => {
  making ??= createSample(straight(), { spec: shared, onProgress: ({ threads }) => steps.push(threads) });
  return making;
};

/** A call of a trace without its root. */
const orphanIn = (projectId: string) => ({
  project_id: projectId,
  id: `orphan of ${projectId}`,
  trace_id: "t",
  parent_id: "gone",
  op_name: "own",
  started_at: "2026-11-20T12:00:00Z",
  attributes: {},
  inputs: {},
});

const storeOrphan = (projectId: string) =>
  straight().call("call.upsertBatch", { batch: [{ mode: "start", req: { start: orphanIn(projectId) } }] });

describe("the sample project in a real service", () => {
  it("has calls, feedback, prices, every version of its objects, and ops that its calls name", async () => {
    const made = await madeSample();
    expect(made.threads).toBe(THREADS);
    expect(steps.at(-1)).toBe(THREADS);
    const { projectId } = shared;
    const { calls, feedback, prices, versions } = await contents(projectId);
    // The evaluations of a prompt's two versions, of 30 rows and two trials: the root, its summary, and five calls of
    // each trial, two fewer where the model failed.
    const ofTrials = 2 * (2 + 30 * 2 * 5) - 2 * 2;
    expect(calls).toBe(made.calls + ofTrials);
    const counted = await post("/calls/facets", JSON.stringify({ project_id: projectId, fields: ["source"] }));
    const { facets } = callsFacetsResult.parse(await counted.json());
    expect(facets[0]?.values).toEqual(
      [
        { value: "production", count: made.calls },
        { value: "evaluation", count: ofTrials },
      ].sort((left, right) => right.count - left.count),
    );
    expect(feedback).toBeGreaterThanOrEqual(THREADS);
    expect(prices).toBe(3);
    // Three versions of the agent and of its prompt, one dataset, two of the turn, the other ops.
    const ofAgent = 3 + 3 + 1 + 2 + 10;
    // Two versions of another prompt and two models, a dataset, an evaluation, a leaderboard, a judge and its model, six ops.
    const ofEvaluations = 2 + 2 + 1 + 1 + 1 + 2 + 6;
    const questions = 4;
    expect(versions).toBe(ofAgent + ofEvaluations + questions);
    const { objs } = await straight().call("objs.query", {
      project_id: projectId,
      filter: { object_ids: ["airline_agent"], latest_only: true },
    });
    expect(objs[0]).toMatchObject({
      version_index: 2,
      leaf_object_class: "AirlineAgent",
      val: { model_name: "weft-agent-7b" },
    });
    expect(await readRecord(straight(), projectId)).toMatchObject({ state: "made" });
  });

  it("has evaluations of two versions of a prompt, and review queues that two people began", async () => {
    await madeSample();
    const { projectId } = shared;
    const ask = async <Result>(path: string, body: object) =>
      (await (await post(path, JSON.stringify({ project_id: projectId, ...body }))).json()) as Result;
    const { runs } = await ask<{ runs: EvaluationRun[] }>("/evaluations/query", {});
    expect(runs.map(({ model_name, state, ended_trial_count }) => [model_name, state, ended_trial_count])).toEqual([
      ["first-step-v1", "finished", 60],
      ["first-step-v0", "finished", 60],
    ]);
    const [newer, older] = runs.map(({ id }) => id);
    const compared = await ask<EvaluationCompareResult>("/evaluations/compare", { run_ids: [older, newer] });
    expect(compared.warnings).toEqual([]);
    expect(compared.runs[1]?.scores.map(({ id, comparison }) => [id, comparison?.verdict])).toEqual([
      ["right_tool", "higher"],
      ["follows_policy.score", "higher"],
      ["follows_policy.passed", "higher"],
      ["follows_policy.reason", undefined],
    ]);
    const figures = await ask<{ runs: EvaluationFigures[] }>("/evaluations/figures", { runs: [{ id: older }] });
    expect(figures.runs[0]).toMatchObject({ error_count: 2, scorer_failure_count: 0 });
    expect(figures.runs[0]?.scores.some(({ logged_differs: differs }) => differs)).toBe(false);

    const queues = await straight().review?.queues(projectId);
    expect(queues?.map(({ name }) => name).sort()).toEqual(["Check of the judge", "Conversations of version 3"]);
    const { stats } = await ask<{ stats: QueueStats[] }>("/annotation_queues/stats", {
      queue_ids: queues?.map(({ id }) => id),
    });
    for (const { reviewed_items: reviewed, own_items: own, total_items: total } of stats) {
      expect(own).toBe(0);
      expect(reviewed).toBeGreaterThanOrEqual(10);
      expect(reviewed).toBeLessThan(total);
    }
    const { result } = await straight().call("feedback.query", { project_id: projectId });
    const labels = indexLabels(readLabels(result, []));
    const page = await ask<EvaluationResults>("/evaluations/results", { run_ids: [newer], limit: 500 });
    const trials = page.rows.flatMap(({ key, runs: [run] }) =>
      (run?.trials ?? []).map(({ model_call_id, scores }, index) => ({
        key,
        trial: index + 1,
        subjects: [`weave:///${projectId}/call/${model_call_id}`],
        score: scores["follows_policy.passed"],
      })),
    );
    const [agreement] = judgeAgreement(trials, labels);
    expect(agreement).toMatchObject({ question: "Keeps-to-policy", measure: "kappa" });
    expect(agreement?.disagreements.length).toBeGreaterThan(0);
  });

  it("is the same when it is created again, at any time", { tags: ["all"] }, async () => {
    const place = smallPlace();
    await createSample(straight(), { spec: place });
    const before = await contents(place.projectId);
    await createSample(straight(), { spec: { ...place, endedAtMs: place.endedAtMs + 1000 } });
    expect(await contents(place.projectId)).toEqual(before);
  });

  it("is completed after its creation was interrupted", { tags: ["all"] }, async () => {
    const [place, complete] = [smallPlace(80), smallPlace(80)];
    await expect(createSample(straight({ failAt: 2 }), { spec: place })).rejects.toThrow("the line broke");
    expect(await readRecord(straight(), place.projectId)).toMatchObject({ state: "making" });
    await createSample(straight(), { spec: { ...place, endedAtMs: place.endedAtMs + 1000 } });
    await createSample(straight(), { spec: complete });
    expect(await contents(place.projectId)).toEqual(await contents(complete.projectId));
  });

  it("can be stopped, and is deleted with everything else stored in its project", async () => {
    const { projectId, ...spec } = smallPlace();
    const stopped = createSample(straight(), { spec: { projectId, ...spec }, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
    await storeOrphan(projectId);
    expect(await contents(projectId)).toMatchObject({ calls: 1, prices: 3 });
    await removeSample(straight(), projectId);
    expect(await contents(projectId)).toEqual({ calls: 0, feedback: 0, prices: 0, versions: 0 });
    expect(await readRecord(straight(), projectId)).toBeNull();
  });

  it("is deleted completely and can be recreated, also after an interrupted deletion", { tags: ["all"] }, async () => {
    const place = smallPlace();
    await createSample(straight(), { spec: place });
    const before = await contents(place.projectId);
    await expect(removeSample(straight({ failAt: 0 }), place.projectId)).rejects.toThrow("the line broke");
    expect(await readRecord(straight(), place.projectId)).toMatchObject({ state: "removing" });
    await removeSample(straight(), place.projectId);
    expect(await contents(place.projectId)).toEqual({ calls: 0, feedback: 0, prices: 0, versions: 0 });
    expect(await readRecord(straight(), place.projectId)).toBeNull();
    await createSample(straight(), { spec: { ...place, endedAtMs: place.endedAtMs + 1000 } });
    expect(await contents(place.projectId)).toEqual(before);
  });
});

describe("any project in a real service", () => {
  it("is deleted with its calls, feedback, prices, objects, queues, monitors, watches and logged runs, and no other project is", async () => {
    await madeSample();
    const [{ projectId }, other] = [shared, smallPlace(5)];
    const stopped = createSample(straight(), { spec: other, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
    await storeOrphan(other.projectId);
    const feedback = {
      weave_ref: `weave:///${other.projectId}/call/c`,
      feedback_type: "note",
      payload: { note: "kept" },
    };
    await straight().call("feedback.createBatch", { batch: [{ project_id: other.projectId, ...feedback }] });
    const monitor = findOperation("monitors.save")?.example as { body: object };
    await post("/monitors/save", JSON.stringify({ ...monitor.body, project_id: projectId, is_on: false }));
    for (const id of ["watchChannels.save", "watches.save"] as const) {
      const { path, example } = findOperation(id) as { path: string; example: { body: object } };
      await post(path, JSON.stringify({ ...example.body, project_id: projectId }));
    }
    for (let iteration = 1; iteration <= LOGGED_RUNS; iteration += 1) {
      const rollouts = [{ task: "2 + 2", messages: [{ role: "user", content: "2 + 2?" }], answer: "4", reward: 1 }];
      const log = { project_id: projectId, run: `run-${iteration}`, iteration: 1, rollouts };
      await post("/training_runs/log", JSON.stringify(log));
    }
    const others = await contents(other.projectId);
    expect(others).toMatchObject({ calls: 1, feedback: 1, prices: 3 });
    let deletedCalls = 0;
    await removeProject(straight(), projectId, ({ calls }) => {
      deletedCalls = calls;
    });
    expect(deletedCalls).toBeGreaterThan(0);
    expect(await contents(projectId)).toEqual({ calls: 0, feedback: 0, prices: 0, versions: 0 });
    const own = straight();
    expect((await own.call("monitors.list", { project_id: projectId })).monitors).toEqual([]);
    expect((await own.call("trainingRuns.logged", { project_id: projectId })).runs).toEqual([]);
    expect((await own.call("issues.list", { project_id: projectId })).issues).toEqual([]);
    expect((await own.call("watches.list", { project_id: projectId })).watches).toEqual([]);
    expect((await own.call("watchChannels.list", { project_id: projectId })).channels).toEqual([]);
    expect(await own.review?.queues(projectId)).toEqual([]);
    expect(await contents(other.projectId)).toEqual(others);
    // An interrupted deletion is continued, and one of an empty project has no effect.
    await removeProject(straight(), projectId);
  });
});
