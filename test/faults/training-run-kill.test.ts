// @module-tag all
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import type { ResultOf } from "@/lib/api/contract/operations";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { sized } from "@/test/setup/test-length";
import { ask, ServiceProcess } from "./service-process";

const PATIENCE_MS = 900_000;
const PROJECT = "demo/letters";
const ITERATIONS = 3;
const GROUP_SIZE = 24;
const TASKS = [{ prompt: "Spell it." }, { prompt: "Write it." }];
const FOUND_DEAD = "The service was stopped while the job ran.";

let dataFolder: string;
let port: number;
let service: ServiceProcess;

beforeAll(() => buildPrograms(), PATIENCE_MS);

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "heddle-training-run-kill-"));
  port = await freePort();
  await start();
});

afterEach(async () => {
  await service.kill();
  rmSync(dataFolder, { recursive: true, force: true });
}, PATIENCE_MS);

async function start(): Promise<void> {
  service = new ServiceProcess({ dataFolder, port });
  await service.ready;
}

type Run = ResultOf<"trainingRuns.read">;

const read = async (id: string) =>
  JSON.parse(await ask(service.url, "/training_runs/read", { project_id: PROJECT, run_id: id })) as Run;

async function until(id: string, condition: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const run = await read(id);
    if (condition(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const rolloutsOf = (run: Run, iteration: number) => run.iterations[iteration - 1]?.rollouts ?? 0;
const stateOf = (run: Run, iteration: number) => run.iterations[iteration - 1]?.state;

/** Moments at which the service is killed: each one is reached, since stored data only grows. */
const MOMENTS: readonly ((run: Run) => boolean)[] = [
  (run) => rolloutsOf(run, 1) > 0,
  (run) => rolloutsOf(run, 1) > GROUP_SIZE,
  (run) => stateOf(run, 1) !== "sampling",
  (run) => (run.phase?.name === "training" && run.phase.done > 0) || run.iterations_done > 0,
  (run) => rolloutsOf(run, 2) > 0,
  (run) => run.iterations_done > 1,
];

it(
  "a training run continues after kills at any moment: no rollout is sampled twice, and no job trains twice",
  async () => {
    const settings = {
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
    };
    const { id } = JSON.parse(await ask(service.url, "/training_runs/start", { project_id: PROJECT, settings })) as Run;
    for (const moment of sized({ once: MOMENTS.slice(1, 4), all: MOMENTS })) {
      await until(id, moment);
      await service.kill();
      await start();
    }
    const run = await until(id, ({ state }) => state !== "running" && state !== "queued");
    expect([run.state, run.reason]).toEqual(["finished", null]);
    const planned = GROUP_SIZE * TASKS.length;
    expect(run.iterations.map(({ state, rollouts, errors }) => [state, rollouts, errors])).toEqual(
      Array.from({ length: ITERATIONS }, () => ["done", planned, 0]),
    );

    const filter = { op_names: ["rollout"] };
    const lines = await ask(service.url, "/calls/stream_query", { project_id: PROJECT, filter });
    const places = lines
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as { attributes: { heddle: Record<string, number> } }).attributes.heddle)
      .map(({ iteration, task, rollout }) => `${iteration} ${task} ${rollout}`);
    expect(places).toHaveLength(ITERATIONS * planned);
    expect(new Set(places).size).toBe(places.length);

    const jobs = JSON.parse(
      await ask(service.url, "/training_jobs/list", { model_id: run.model?.id, limit: 100 }),
    ) as ResultOf<"trainingJobs.list">;
    const completed = jobs.data.filter(({ status }) => status === "completed");
    expect(completed.map((job) => job.id).sort()).toEqual(run.iterations.map((one) => one.job_id).sort());
    // The other jobs were ended by a kill, and created no checkpoint.
    for (const job of jobs.data)
      if (job.status !== "completed") expect(job).toMatchObject({ status: "failed", error_message: FOUND_DEAD });
    expect(run.model?.latest_step).toBe(Math.max(...completed.map(({ step }) => step ?? 0)));
  },
  PATIENCE_MS,
);
