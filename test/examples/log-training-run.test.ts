import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HeddleRun } from "@/examples/log-training-run/heddle-run";
import type { TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { type ServedService, serveService } from "@/service/testing/served-service";

const KEY = "hk_0123456789012345678901234567890123456789";
const PROJECT = "demo/airline";
const run = promisify(execFile);

let folder: string;
let served: ServedService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-examples-"));
  served = await serveService(join(folder, "data"), KEY);
  cpSync("examples/log-training-run", folder, { recursive: true });
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The first block of a language in the document. */
function snippet(language: string): string {
  const [, code] =
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync("docs/log-training.md", "utf8")) ?? [];
  if (code === undefined) throw new Error(`docs/log-training.md has no block of ${language}`);
  return code;
}

async function ask<Result>(path: string, body: object): Promise<Result> {
  const authorization = `Basic ${Buffer.from(`api:${KEY}`).toString("base64")}`;
  const init = { method: "POST", headers: { authorization }, body: JSON.stringify({ project_id: PROJECT, ...body }) };
  const response = await fetch(`${served.url}/training_runs/${path}`, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Result;
}

async function runNamed(name: string): Promise<TrainingRunDetail> {
  const { runs } = await ask<{ runs: TrainingRun[] }>("logged", {});
  return await ask("read", { run_id: runs.find((one) => one.name === name)?.id });
}

const environment = () => ({ ...process.env, HEDDLE_URL: served.url, HEDDLE_API_KEY: KEY });

describe("the loggers of training runs", () => {
  it("log from Python as the document shows", async () => {
    writeFileSync(join(folder, "train.py"), snippet("python"));
    await run("python3", ["train.py"], { cwd: folder, env: environment() });
    const logged = await runNamed("grpo-1");
    expect(logged).toMatchObject({
      state: "finished",
      logged_model: "Qwen/Qwen3-7B",
      config: { learning_rate: 1e-6 },
      rewards: [0.125, 0.25, 0.375],
    });
    expect(logged.iterations[0]).toMatchObject({ groups: 1, rollouts: 2, metrics: { loss: 1, kl: 0.01 } });
  });

  it("log from TypeScript as the document shows", async () => {
    writeFileSync(join(folder, "train.ts"), snippet("typescript"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
    const tsx = new URL(import.meta.resolve("tsx")).href;
    await run(process.execPath, ["--import", tsx, "train.ts"], { cwd: folder, env: environment() });
    expect(await runNamed("grpo-2")).toMatchObject({ state: "finished", rewards: [0.25, 0.5, 0.75] });
  });

  it("report what the service refuses, with the place", async () => {
    const logger = new HeddleRun({ project_id: PROJECT, run: "refused" }, served.url, KEY);
    await expect(logger.log(0)).rejects.toThrow(/^Heddle answered 422: .*iteration/);
    const program = `from heddle_run import HeddleRun\nHeddleRun("${PROJECT}", "refused").log(0)`;
    await expect(run("python3", ["-c", program], { cwd: folder, env: environment() })).rejects.toMatchObject({
      stderr: expect.stringMatching(/Heddle answered 422: .*iteration/),
    });
  });

  it("leave out metrics that are not finite, and say why a run failed", async () => {
    const logger = new HeddleRun({ project_id: PROJECT, run: "broken" }, served.url, KEY);
    await logger.log(1, { loss: Number.NaN, kl: 0.5 });
    await logger.finish(new Error("CUDA out of memory"));
    const logged = await runNamed("broken");
    expect(logged.iterations[0]?.metrics).toEqual({ kl: 0.5 });
    expect([logged.state, logged.reason]).toEqual(["failed", "Error: CUDA out of memory"]);
  });
});
