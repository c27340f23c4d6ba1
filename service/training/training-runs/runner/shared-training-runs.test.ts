// @module-tag all

import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { Leases } from "@/service/kernel/state/leases";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";
import { openTestService, type TestService } from "@/service/testing/open-service";
import { streamCalls } from "@/service/traces/operations/calls/calls-stream-query";
import { type ObjectServer, startObjectServer } from "@/service/traces/store/files/testing/object-server";
import { checkpointModels } from "@/service/training/chat/checkpoint-provider";
import { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { TestTraining } from "@/service/training/testing/open-test-training";
import { describeTrainingRun } from "@/service/training/training-runs/reading/describe-run";
import { TrainingRuns } from "./training-runs";

const PROJECT = "demo/letters";
const ITERATIONS = 2;
const GROUP_SIZE = 8;
const TASKS = [{ prompt: "Spell it." }, { prompt: "Write it." }];
const PLANNED = GROUP_SIZE * TASKS.length;
/** Long enough for a process that waits for a busy machine. */
const LEASE_MS = 6_000;
/** Each job starts a program, and the machine may be busy. */
const POLL = { timeout: 120_000 };
const TIMEOUT_MS = 300_000;

const log = pino({ level: "silent" });
const identity = { userId: "ada", name: "ada", projects: null };
const { signal } = new AbortController();

const SETTINGS = trainingRunSettings.parse({
  name: "letters",
  model: { kind: "new", name: "speller", base_model: "heddle/bytes-blank-1" },
  tasks: { kind: "prompts", items: TASKS },
  params: { temperature: 1, max_tokens: 8 },
  reward: { scorers: [{ kind: "regex", name: "two", pattern: "[a-z].*[a-z]", flags: "s" }] },
  group_size: GROUP_SIZE,
  iterations: ITERATIONS,
  config: { learning_rate: 0.02, packed_sequence_length: 1 },
  seed: 7,
  limits: { concurrency: 4 },
});

interface Call {
  readonly exception: string | null;
  readonly attributes: { readonly heddle: Readonly<Record<string, number>> };
}

/** The training runs of one of several services: they share traces, files and the database. */
interface Peer {
  readonly state: ServiceState;
  readonly training: TestTraining;
  readonly runs: TrainingRuns;
  close(): Promise<void>;
}

describeOnPostgres("training runs of two services with one database", () => {
  let server: ObjectServer;
  let database: TestDatabase;
  let service: TestService;
  let first: Peer;
  let second: Peer;

  async function openPeer(): Promise<Peer> {
    const bucket = await server.openBucket();
    const training = await TestTraining.open({ trainer: "built-in", database, bucket, leaseMs: LEASE_MS });
    const providers = new ProviderDirectory({});
    providers.serve(checkpointModels(training.training));
    const services = { ...service.services, providers };
    const state = await openState(`/nonexistent/${PROJECT}`, database.url);
    const leases = await Leases.open(state, { log, durationMs: LEASE_MS });
    const evaluationRuns = new EvaluationRuns(state, services, log, leases);
    const shared = { state, leases, training: training.training, log };
    const evaluations = new CheckpointEvaluations({ ...shared, runs: evaluationRuns });
    const runs = new TrainingRuns({ ...shared, services, evaluations, queues: new AnnotationQueues(state) });
    await runs.start();
    return {
      state,
      training,
      runs,
      async close() {
        await runs.close();
        await evaluations.close();
        await evaluationRuns.close();
        await training.close();
        await leases.close();
        await state.destroy();
      },
    };
  }

  beforeEach(async () => {
    server = await startObjectServer();
    database = await createTestDatabase();
    service = await openTestService();
    [first, second] = [await openPeer(), await openPeer()];
  });

  afterEach(async () => {
    await first.close();
    await second.close();
    await service.close();
    await database.drop();
    await server.close();
  });

  const stateOf = async (peer: Peer, id: string) => (await peer.runs.find(PROJECT, id)).state;

  async function isFinished(peer: Peer, id: string): Promise<void> {
    await expect.poll(() => stateOf(peer, id), POLL).toBe("finished");
    const iterations = await peer.runs.records.iterations(id);
    expect(iterations.map(({ state, step }) => [state, step !== null])).toEqual(
      Array.from({ length: ITERATIONS }, () => ["done", true]),
    );
    const groups = await peer.runs.rollouts.groupSums(id);
    expect(groups.map(({ count, errors }) => [count, errors])).toEqual(
      Array.from({ length: ITERATIONS * TASKS.length }, () => [GROUP_SIZE, 0]),
    );
    const filter = { op_names: ["rollout"] };
    const calls = await service.lines<Call>("calls.streamQuery", streamCalls, { project_id: PROJECT, filter });
    // An attempt that failed without the database has its own call.
    const places = calls
      .filter(({ exception }) => exception === null)
      .map(({ attributes: { heddle } }) => `${heddle.iteration} ${heddle.task} ${heddle.rollout}`);
    expect(places).toHaveLength(ITERATIONS * PLANNED);
    expect(new Set(places).size).toBe(places.length);
    const { modelId } = await peer.runs.find(PROJECT, id);
    const jobs = await peer.training.training.state
      .selectFrom("job")
      .select(["id", "status", "error_message"])
      .where("model_id", "=", modelId)
      .execute();
    const completed = jobs.filter(({ status }) => status === "completed");
    expect(completed.map((job) => job.id).sort()).toEqual(iterations.map(({ job_id: job }) => job).sort());
  }

  it(
    "are continued by the other service when the first one loses the database, and train each iteration once",
    async () => {
      const { id } = await first.runs.begin(PROJECT, SETTINGS, identity, signal);
      await expect.poll(async () => (await second.runs.rollouts.groupSums(id)).length, POLL).toBeGreaterThan(0);
      // A run that another service works on is described from stored data.
      const shown = await describeTrainingRun(second.runs, await second.runs.find(PROJECT, id));
      expect(["sampling", "sending", "training"]).toContain(shown.phase?.name);
      await first.state.destroy();
      await first.training.training.state.destroy();
      await expect.poll(() => second.runs.activeRun(id)?.run.id, POLL).toBe(id);
      expect(first.runs.activeRun(id)).toBeNull();
      await isFinished(second, id);
    },
    TIMEOUT_MS,
  );

  it(
    "are paused, resumed and stopped through either service",
    async () => {
      const { id } = await first.runs.begin(PROJECT, { ...SETTINGS, iterations: 100 }, identity, signal);
      expect(await second.runs.pause(PROJECT, id)).toMatchObject({ state: "paused", isPausing: false });
      expect(first.runs.activeRun(id)).toBeNull();
      await second.runs.resume(PROJECT, id, {}, identity);
      expect(second.runs.activeRun(id)?.run.id).toBe(id);
      expect(await first.runs.stop(PROJECT, id)).toMatchObject({ state: "stopped", reason: "Stopped." });
      expect(second.runs.activeRun(id)).toBeNull();
      expect(await stateOf(second, id)).toBe("stopped");
    },
    TIMEOUT_MS,
  );
});
