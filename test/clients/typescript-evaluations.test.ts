import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CLIENT_KEY, type ClientsService, openClientsService } from "./clients-service";
import { evaluationsOf } from "./evaluations-of";

const run = promisify(execFile);

let service: ClientsService;

beforeAll(async () => {
  service = await openClientsService({ HEDDLE_URL: "http://localhost:7700" });
});

afterAll(() => service.close());

/** Runs the program in an empty home and returns the JSON of its last line. It prints failures of model and scorer. */
async function runProgram(project: string): Promise<{ summary: Record<string, Record<string, number>> }> {
  const home = mkdtempSync(join(tmpdir(), "heddle-typescript-home-"));
  try {
    const variables = { WF_TRACE_SERVER_URL: service.url, WANDB_API_KEY: CLIENT_KEY };
    const { stdout } = await run(process.execPath, [resolve("test/clients/typescript-program.mjs"), project], {
      cwd: home,
      // Next's types require NODE_ENV in every environment; a user's shell has none.
      env: { PATH: process.env.PATH ?? "", HOME: home, ...variables } as unknown as NodeJS.ProcessEnv,
    });
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Awaited<ReturnType<typeof runProgram>>;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

it("evaluations of the TypeScript client have the figures that it reported, and say where it counts differently", async () => {
  const project = "demo/evaluations-typescript";
  const { summary } = await runProgram(project);
  const evaluation = await evaluationsOf(service, project);

  const plain = evaluation("sums-ts");
  expect(plain.run).toMatchObject({
    state: "finished",
    model_name: "adder",
    dataset_name: "sums",
    dataset_row_count: 12,
    trials: 2,
    ended_trial_count: 24,
    writer: "evaluation",
  });
  expect(plain.figures).toMatchObject({ example_count: 12, trial_count: 24, error_count: 2 });
  expect(plain.figures.latency_ms).not.toBeNull();
  // Both count a trial without an answer as not right.
  expect(plain.score("exact")).toMatchObject({ kind: "boolean", logged_differs: false });
  expect(plain.score("exact")?.mean).toBeCloseTo(summary.exact?.true_fraction ?? Number.NaN);
  // The client counts a scorer that failed as false; here it is the failure of the scorer.
  expect(plain.figures).toMatchObject({ scorer_failure_count: 2 });
  expect(plain.score("strict")).toMatchObject({ failure_count: 2, logged_differs: true });
  expect(plain.score("strict")?.logged).toBeCloseTo(summary.strict?.true_fraction ?? Number.NaN);

  const logged = evaluation("logged-ts");
  expect(logged.run).toMatchObject({ writer: "logger", state: "finished", dataset_row_count: null, trials: null });
  expect(logged.figures).toMatchObject({ example_count: 12, trial_count: 12, error_count: 0 });
  expect(logged.score("exact")).toMatchObject({ mean: 0.75, logged_differs: false });
});
