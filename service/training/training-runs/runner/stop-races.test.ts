import pino from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { trainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { AnnotationQueues } from "@/service/evaluation/annotation-queues/annotation-queues";
import { LEASE_MS, Leases } from "@/service/kernel/state/leases";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import type { Services } from "@/service/traces/handlers/handler";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { TestTraining } from "@/service/training/testing/open-test-training";
import { TrainingRuns } from "./training-runs";

const PROJECT = "demo/airline";
const ID = "run-1";

let place: TemporaryState;
let training: TestTraining;
let runs: TrainingRuns;
let leases: Leases;

beforeEach(async () => {
  place = await openTemporaryState();
  training = await TestTraining.open();
  const log = pino({ level: "silent" });
  leases = await Leases.open(place.state, { log, durationMs: LEASE_MS });
  runs = new TrainingRuns({
    state: place.state,
    leases,
    // A run whose model was deleted uses none of them.
    services: {} as Services,
    evaluations: {} as CheckpointEvaluations,
    queues: new AnnotationQueues(place.state),
    training: training.training,
    log,
  });
  const settings = trainingRunSettings.parse({
    name: "deleted",
    model: { kind: "existing", model_id: "deleted" },
    tasks: { kind: "prompts", items: [{ prompt: "2 + 2?" }] },
    reward: { scorers: [{ kind: "exact", name: "right", expected: "4" }] },
  });
  const identity = { userId: "u", name: "u", projects: null };
  const run = {
    id: ID,
    projectId: PROJECT,
    modelId: "deleted",
    identity,
    settings,
    tasks: null,
    taskCount: 1,
    seed: 1,
  };
  await runs.records.add(run);
});

afterEach(async () => {
  await runs.close();
  await training.close();
  await leases.close();
  await place.remove();
});

it("a run is stopped if an error pauses it while it is being stopped", async () => {
  await runs.start();
  const stopped = await runs.stop(PROJECT, ID);
  expect(stopped).toMatchObject({ state: "stopped", reason: "Stopped.", endedAt: expect.any(String) });
  expect(await runs.records.unfinishedOf("deleted", null)).toBeNull();
});

it("unfinished work does not change a run that has come to rest", async () => {
  await runs.records.update(ID, { state: "finished", reason: null });
  await runs.records.updateAtWork(ID, { state: "stopping", reason: "Pausing." });
  expect(await runs.find(PROJECT, ID)).toMatchObject({ state: "finished", reason: null });
});

it("only one request resumes or stops a paused run", async () => {
  await runs.records.update(ID, { state: "paused" });
  const results = await Promise.all([
    runs.records.leavePause(ID, { state: "running", reason: null }),
    runs.records.leavePause(ID, { state: "stopped", reason: "Stopped." }),
  ]);
  expect(results).toEqual([true, false]);
  expect((await runs.find(PROJECT, ID)).state).toBe("running");
});
