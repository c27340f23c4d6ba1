import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TrainingRunLog } from "@/lib/api/contract/training-runs/logged-runs";
import { trainingRunLog } from "@/lib/api/contract/training-runs/logged-runs";
import { trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { runWatchSave } from "@/lib/api/contract/watches/run-watches";
import { channelSave } from "@/lib/api/contract/watches/watch-channels";
import { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { LEASE_MS, Leases } from "@/service/kernel/state/leases";
import { Seal } from "@/service/kernel/state/seal";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import type { Services } from "@/service/traces/handlers/handler";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { TestTraining } from "@/service/training/testing/open-test-training";
import { signsOfLoggedRun } from "@/service/training/training-runs/reading/logged-run";
import { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { ChannelRecords } from "@/service/watches/channels/channel-records";
import { judgeRunWatch } from "./judge-run-watch";
import { RunWatchRecords } from "./run-watch-records";
import { RunWatches } from "./run-watches";

const MINUTE_MS = 60_000;
const log = pino({ level: "silent" });
const identity = { userId: "ada", name: "ada", projects: null };
const { signal } = new AbortController();

let place: TemporaryState;
let training: TestTraining;
let leases: Leases;
let runs: TrainingRuns;
let watches: RunWatches;
let project = "";
let projects = 0;

const openWatches = () => new RunWatches({ state: place.state, runs, link: () => null, log });

beforeAll(async () => {
  place = await openTemporaryState();
  training = await TestTraining.open();
  leases = await Leases.open(place.state, { log, durationMs: LEASE_MS });
  runs = new TrainingRuns({
    ...{ state: place.state, leases, training: training.training, log },
    // Neither logged runs nor stored figures need them.
    ...{ services: {} as Services, evaluations: {} as CheckpointEvaluations },
    queues: new AnnotationQueues(place.state),
  });
  watches = openWatches();
});

beforeEach(() => {
  projects += 1;
  project = `demo/watched-runs-${projects}`;
});

afterAll(async () => {
  await runs.close();
  await training.close();
  await leases.close();
  await place.remove();
});

/** Logs iterations with an entropy, and returns the id of their run. */
async function logEntropy(values: readonly number[], members: Partial<TrainingRunLog> = {}): Promise<string> {
  const iterations = values.map((entropy, at) => ({ iteration: at + 1, metrics: { entropy, reward: 0.5 } }));
  const body = trainingRunLog.parse({ project_id: project, run: "grpo", iterations, ...members });
  return `log:${(await runs.logged.log(body, "ada")).run.id}`;
}

const COLLAPSE = [1.2, 1.1, 1.2, 1.1, 1.2, 0.2, 0.2, 0.2, 0.2, 0.2];

async function channel(): Promise<string> {
  const given = { project_id: project, name: "Pager", kind: "webhook", url: "http://127.0.0.1:9/hook" };
  const records = new ChannelRecords(place.state, new Seal(Buffer.alloc(32, 7)));
  return (await records.save(channelSave.parse(given), () => undefined)).id;
}

const saveRules = (settings: object | null, runId: string | null = null) =>
  watches.save(runWatchSave.parse({ project_id: project, run_id: runId, settings }), identity);

const judge = (afterMinutes = 0) => watches.judge(Date.now() + afterMinutes * MINUTE_MS, signal);
const read = (runId: string) => watches.read({ project_id: project, run_id: runId, job_id: null });
const messages = () =>
  place.state.selectFrom("watch_delivery").select(["kind", "subject"]).where("project_id", "=", project).execute();
const firing = async (runId: string) =>
  (await read(runId)).watch?.states.filter(({ state }) => state === "firing").map(({ rule }) => rule);

it("watches a run without being asked, and tells the project's channels once", async () => {
  await saveRules({ channel_ids: [await channel()] });
  const runId = await logEntropy(COLLAPSE);
  await judge();
  await judge(1);
  expect(await firing(runId)).toEqual(["entropy"]);
  expect(await messages()).toEqual([{ kind: "firing", subject: "grpo: entropy" }]);
  expect(await watches.list(project)).toMatchObject({ firing_count: 1, runs: [{ run_id: runId, is_over: false }] });
});

it("is off with one change, and what fired resolves", async () => {
  await saveRules({ channel_ids: [await channel()] });
  const runId = await logEntropy(COLLAPSE);
  await judge();
  await saveRules({ is_on: false, channel_ids: (await read(runId)).settings.channel_ids }, runId);
  await judge(1);
  expect((await read(runId)).watch?.states).toEqual([]);
  // The message had not been sent, and so neither is its end.
  expect(await messages()).toHaveLength(1);
  expect((await watches.list(project)).firing_count).toBe(0);
});

it("tells once when two services judge the same moment", async () => {
  const channel_ids = [await channel()];
  const { settings } = await saveRules({ channel_ids });
  const runId = await logEntropy(COLLAPSE);
  const run = await runs.logged.find(project, runId.slice(4));
  const signs = await signsOfLoggedRun(runs.logged, run);
  const look = { state: place.state, link: () => null, nowMs: Date.now() };
  const both = await Promise.all([1, 2].map(() => judgeRunWatch(look, signs, settings, null)));
  expect(both.filter((stored) => stored !== null)).toHaveLength(1);
  expect(await messages()).toHaveLength(1);
});

it("counts a run as firing until somebody acknowledges it", async () => {
  const runId = await logEntropy(COLLAPSE);
  await judge();
  await watches.acknowledge({ project_id: project, run_id: runId, note: "seen" }, identity);
  await judge(1);
  expect((await watches.list(project)).firing_count).toBe(0);
  expect((await read(runId)).watch?.states[0]).toMatchObject({ rule: "entropy", acknowledged_by: "ada", note: "seen" });
});

it("keeps what fired when the run ends, and no longer counts it", async () => {
  const runId = await logEntropy(COLLAPSE);
  await judge();
  await logEntropy([], { state: "finished" });
  await judge(1);
  const { watch } = await read(runId);
  expect(watch).toMatchObject({ is_over: true, states: [{ rule: "entropy", state: "ended" }, ...Array(7).fill({})] });
  expect(await watches.list(project)).toMatchObject({ firing_count: 0, runs: [{ run_id: runId }] });
});

it("does not wake anybody for a run that another program left long ago", async () => {
  const runId = await logEntropy(COLLAPSE);
  await judge(2 * 24 * 60);
  expect((await read(runId)).watch).toBeNull();
});

it("fires when a run that went on says nothing, and for a metric that was not a number", async () => {
  const metrics = { loss: null };
  const runId = await logEntropy([1, 1], { iteration: 3, metrics });
  await judge();
  expect(await firing(runId)).toEqual(["not_finite"]);
  await judge(61);
  expect(await firing(runId)).toEqual(["silence", "not_finite"]);
});

it("forgets a run that was deleted", async () => {
  const runId = await logEntropy(COLLAPSE);
  await judge();
  await runs.logged.delete(project, runId.slice(4));
  await judge(1);
  expect((await read(runId)).watch).toBeNull();
});

it("leaves nothing of a run that ended and was deleted, and knows no run of another project", async () => {
  const runId = await logEntropy(COLLAPSE);
  await judge();
  await logEntropy([], { state: "finished" });
  await judge(1);
  await expect(watches.save({ project_id: "demo/other", run_id: runId, settings: null }, identity)).rejects.toThrow(
    "not found",
  );
  await saveRules({ is_on: false }, runId);
  await runs.logged.delete(project, runId.slice(4));
  expect((await watches.list(project)).runs).toEqual([]);
  expect((await read(runId)).is_of_project).toBe(true);
});

it("removes a deleted channel from what tells it", async () => {
  const id = await channel();
  await saveRules({ channel_ids: [id] });
  await new RunWatchRecords(place.state).removeChannel(project, id);
  expect((await watches.read({ project_id: project, run_id: null, job_id: null })).settings.channel_ids).toEqual([]);
});

describe("a rule that stops its run", () => {
  const settings = trainingRunSettings.parse({
    name: "policy",
    model: { kind: "existing", model_id: "deleted" },
    tasks: { kind: "prompts", items: [{ prompt: "2 + 2?" }] },
    reward: { scorers: [{ kind: "exact", name: "right", expected: "4" }] },
  });

  /** A run that another service works on, whose entropy collapsed. */
  async function addRun(id: string): Promise<void> {
    const tasks = { tasks: null, taskCount: 1, seed: 1 };
    await runs.records.add({ id, projectId: project, modelId: id, identity, settings, ...tasks });
    await runs.records.markBegun(id);
    for (const [at, entropy] of COLLAPSE.entries()) {
      const now = new Date().toISOString();
      const record = await runs.records.addIteration(id, at + 1, at);
      const ended = { state: "done" as const, sampled_at: now, ended_at: now, metrics: JSON.stringify({ entropy }) };
      await runs.records.updateIteration(record, ended);
    }
    await saveRules({ rules: { entropy: { is_on: true, action: "stop" } } });
  }

  /** What the service that works on a run does once it is asked. */
  async function stopWhenAsked(id: string): Promise<void> {
    await expect.poll(async () => (await runs.find(project, id)).state).toBe("stopping");
    await runs.records.update(id, { state: "stopped", reason: "Stopped.", ended_at: new Date().toISOString() });
  }

  it("stops it with the reason, and once only", async () => {
    await addRun(`run-${projects}`);
    await judge();
    await stopWhenAsked(`run-${projects}`);
    await watches.settled();
    const run = await runs.find(project, `run-${projects}`);
    expect(run).toMatchObject({
      state: "stopped",
      reason: expect.stringContaining("Stopped by its watch: Entropy 0.2"),
    });
    await judge(1);
    await watches.settled();
    expect((await read(run.id)).watch).toMatchObject({ is_over: true });
  });

  it("stops it after a kill between what is stored and the stop", async () => {
    const id = `run-${projects}`;
    await addRun(id);
    const { runs: _runs, ...look } = { state: place.state, runs, link: () => null, nowMs: Date.now() };
    const signs = await (await import("./watched-runs")).readSigns(runs, { runId: id, projectId: project });
    const applied = await new RunWatchRecords(place.state).settings(project, id);
    // The service that judged dies before it acts.
    await judgeRunWatch(look, signs, applied.settings, null);
    const next = openWatches();
    await next.judge(Date.now() + MINUTE_MS, signal);
    await stopWhenAsked(id);
    await next.settled();
    expect((await runs.find(project, id)).reason).toContain("Stopped by its watch");
  });

  it("leaves it alone once a person has resumed it", async () => {
    const id = `run-${projects}`;
    await addRun(id);
    await judge();
    await stopWhenAsked(id);
    await watches.settled();
    await runs.records.update(id, { state: "running" });
    await judge(1);
    await watches.settled();
    expect((await runs.find(project, id)).state).toBe("running");
  });
});
