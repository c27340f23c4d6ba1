import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HeddleRun } from "@/docs/examples/log-training-run/heddle-run";
import type { ResultOf } from "@/lib/api/contract/operations";
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
  cpSync("docs/examples/log-training-run", folder, { recursive: true });
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The first block of a language in the document. */
function snippet(language: string): string {
  const [, code] =
    new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync("docs/train/log-training.md", "utf8")) ?? [];
  if (code === undefined) throw new Error(`docs/train/log-training.md has no block of ${language}`);
  return code;
}

async function ask<Result>(path: string, body: object): Promise<Result> {
  const authorization = `Basic ${Buffer.from(`api:${KEY}`).toString("base64")}`;
  const init = { method: "POST", headers: { authorization }, body: JSON.stringify({ project_id: PROJECT, ...body }) };
  const response = await fetch(`${served.url}/training_runs/${path}`, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Result;
}

/** What the program of a run printed. */
async function logOf({ id }: Pick<TrainingRunDetail, "id">): Promise<readonly string[]> {
  const { lines } = await ask<ResultOf<"trainingRuns.logLines">>("log_lines", { run_id: id, limit: 100 });
  return lines.map(({ text }) => text);
}

async function runNamed(name: string): Promise<TrainingRunDetail> {
  const { runs } = await ask<{ runs: TrainingRun[] }>("logged", {});
  return await ask("read", { run_id: runs.find((one) => one.name === name)?.id });
}

const environment = () => ({ ...process.env, HEDDLE_SERVICE_URL: served.url, HEDDLE_API_KEY: KEY });

/** The environment of a machine with two GPUs, and of a program with a secret. */
function gpuEnvironment() {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const smi = `#!/bin/sh\ncase "$*" in *query-gpu=name*) printf 'H100\\nH100\\n';; *) printf '80, 100, 1000\\n40, 300, 1000\\n';; esac\n`;
  writeFileSync(join(bin, "nvidia-smi"), smi, { mode: 0o755 });
  return { ...environment(), PATH: `${bin}:${process.env.PATH}`, HIDDEN: "hidden-3", CUDA_VISIBLE_DEVICES: "0,1" };
}

/** Runs a program of TypeScript beside the logger. */
async function runTypeScript(file: string, program: string, args: readonly string[], variables: NodeJS.ProcessEnv) {
  writeFileSync(join(folder, file), program);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const tsx = new URL(import.meta.resolve("tsx")).href;
  return await run(process.execPath, ["--import", tsx, file, ...args], { cwd: folder, env: variables });
}

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
    await runTypeScript("train.ts", snippet("typescript"), [], environment());
    expect(await runNamed("grpo-2")).toMatchObject({ state: "finished", rewards: [0.25, 0.5, 0.75] });
  });

  it("log from slime, which calls a function after each rollout", async () => {
    const program = `
from types import SimpleNamespace as Sample
from slime_run import log_rollout_data

args = Sample(reward_key="score")
def sample(prompt, response, reward, status="completed"):
    return Sample(prompt=prompt, response=response, response_length=3, reward=reward, status=Sample(value=status))

chat = [{"role": "user", "content": "2 + 2?"}]
first = [sample("1 + 1?", "2", 1.0), sample("1 + 1?", "3", 0.0), sample("1 + 1?", "", 0.0, "aborted")]
assert log_rollout_data(0, args, first, {"rollout/entropy": 1.5, "rollout/note": "text"}, 4.0) is False
second = [sample(chat, "4", {"score": 0.5, "short": True}), sample(chat, "five", {"score": 1, "short": False}, "truncated")]
log_rollout_data(1, args, second, None, 5.0)
`;
    const variables = { ...environment(), HEDDLE_PROJECT: PROJECT, HEDDLE_RUN: "slime-1" };
    await run("python3", ["-c", program], { cwd: folder, env: variables });
    const logged = await runNamed("slime-1");
    expect(logged).toMatchObject({ state: "running", rewards: [0.5, 0.75] });
    expect(logged.iterations.map(({ rollouts, errors, metrics }) => [rollouts, errors, metrics])).toEqual([
      [2, 1, expect.objectContaining({ "rollout/seconds": 4, "rollout/entropy": 1.5 })],
      [2, 0, expect.objectContaining({ "rollout/seconds": 5 })],
    ]);
    const { groups } = await ask<ResultOf<"trainingRuns.rollouts">>("rollouts", { run_id: logged.id, iteration: 2 });
    expect(groups[0]?.messages).toEqual([{ role: "user", content: "2 + 2?" }]);
    expect(groups[0]?.rollouts).toMatchObject([
      { answer: "4", reward: 0.5, scores: { score: 0.5, short: true } },
      { answer: "five", reward: 1, scores: { score: 1, short: false } },
    ]);
  });

  it("log from the store of Agent Lightning: an iteration for each version of the model, once its rollouts ended", async () => {
    const program = `
import asyncio
from types import SimpleNamespace as Record
from agent_lightning_run import log_rollouts
from heddle_run import HeddleRun

def rollout(id, version, status="succeeded", mode="train", task="1 + 1?"):
    return Record(rollout_id=id, input={"question": task}, mode=mode, resources_id=version, status=status, start_time=int(id[1:]))

class Store:
    rollouts = [rollout("r1", "v1"), rollout("r2", "v1", "failed"), rollout("r3", "v2", mode="val"), rollout("r4", "v3"),
                rollout("r5", "v3", "running")]
    async def query_rollouts(self):
        return self.rollouts
    async def query_spans(self, rollout_id, attempt_id):
        assert attempt_id == "latest"
        return [
            Record(attributes={"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "1 + 1?",
                               "gen_ai.completion.0.content": rollout_id, "gen_ai.usage.completion_tokens": 3}),
            Record(attributes={"agentlightning.reward.0.name": "primary", "agentlightning.reward.0.value": 0.25}),
        ]

run, store, logged = HeddleRun("${PROJECT}", "lightning-1"), Store(), {}
asyncio.run(log_rollouts(store, run, logged))
assert logged == {"v1": 2}, logged
store.rollouts[4].status = "succeeded"
asyncio.run(log_rollouts(store, run, logged))
assert logged == {"v1": 2, "v3": 2}, logged
`;
    await run("python3", ["-c", program], { cwd: folder, env: environment() });
    const logged = await runNamed("lightning-1");
    expect(
      logged.iterations.map(({ iteration, rollouts, errors, tokens }) => [iteration, rollouts, errors, tokens]),
    ).toEqual([
      [1, 1, 1, 6],
      [2, 2, 0, 6],
    ]);
    const { groups } = await ask<ResultOf<"trainingRuns.rollouts">>("rollouts", { run_id: logged.id, iteration: 1 });
    expect(groups[0]?.messages).toEqual([{ role: "user", content: "1 + 1?" }]);
    expect(groups[0]?.rollouts).toMatchObject([
      { answer: "r1", reward: 0.25, error: null },
      { reward: null, error: "The rollout is failed." },
    ]);
  });

  it("say where a Python program was started, how it uses the machine and its time, without secrets and variables", async () => {
    const program = `
import time
from heddle_run import HeddleRun
run = HeddleRun("${PROJECT}", "machine", tags=["sweep"], group="rates", notes="first")
while not run.use.samples:
    time.sleep(0.01)
for phase in ("sampling", "training"):
    with run.timed(phase):
        pass
run.log(1, {"system/cpu_percent": 7}, [{"task": "t", "tokens": 90}, {"task": "t", "tokens": 10}, {"task": "t"}])
run.log(1, {"loss": 1})
run.log(2, {"loss": 1})
HeddleRun("${PROJECT}", "silent", origin=False, system=None).log(1, {"loss": 1})
`;
    writeFileSync(join(folder, "machine.py"), program);
    const args = ["machine.py", "--lr", "1e-6", "--hub_token", "hidden-1", "--api-key=hidden-2"];
    await run("python3", args, { cwd: folder, env: gpuEnvironment() });
    const logged = await runNamed("machine");
    expect(logged).toMatchObject({ tags: ["sweep"], group: "rates", notes: "first" });
    expect(logged.origin).toMatchObject({
      command: expect.stringMatching(/^python machine.py --lr 1e-6 /),
      ...{ devices: "2 × H100", folder: expect.stringContaining("heddle-examples"), host: expect.any(String) },
      versions: { python: expect.stringMatching(/^3\./) },
    });
    expect(JSON.stringify(logged.origin)).not.toContain("hidden");
    expect(logged.restarts).toEqual([]);
    expect(logged.iterations[0]?.metrics).toMatchObject({
      ...{ "system/cpu_percent": 7, loss: 1, "system/gpu_percent": 60 },
      ...{ "system/gpu_memory_bytes": 400 * 2 ** 20, "system/gpu_memory_percent": 20 },
      tokens_per_second: expect.any(Number),
    });
    // No rollout of the second iteration says its tokens: not none each second.
    expect(logged.iterations[1]?.metrics).not.toHaveProperty("tokens_per_second");
    // The times are those of the next logged iteration, once.
    expect(logged.time_split).toMatchObject({
      ...{ iterations: 1, phases: [{ phase: "sampling" }, { phase: "training" }], stretches: [{ from: 1, to: 1 }] },
    });
    const silent = await runNamed("silent");
    expect([silent.origin, silent.iterations[0]?.metrics]).toEqual([null, { loss: 1 }]);
  });

  it("say the same of a TypeScript program", async () => {
    const program = `
import { HeddleRun } from "./heddle-run";

const { HEDDLE_SERVICE_URL: url = "", HEDDLE_API_KEY: key = "" } = process.env;
const names = { project_id: "${PROJECT}", run: "machine-ts", tags: ["sweep"], config: { lr: 1 } };
const run = new HeddleRun(names, url, key);
const answer = await run.timed("sampling", async () => "two");
if (answer !== "two") throw new Error(answer);
await run.timed("training", () => undefined);
// The service answers after nvidia-smi did.
await run.log(1, { "system/cpu_percent": 7 }, [{ task: "t", tokens: 90 }, { task: "t", tokens: 10 }, { task: "t" }]);
await run.log(1, { loss: 1 });
await run.log(2, { loss: 1 });
await run.finish();
const silent = new HeddleRun({ project_id: "${PROJECT}", run: "silent-ts", origin: false }, url, key, { system: null });
await silent.log(1, { loss: 1 }, [{ task: "t", tokens: 90 }]);
`;
    const args = ["--lr", "1e-6", "--hub_token", "hidden-1", "--api-key=hidden-2"];
    await runTypeScript("machine.ts", program, args, gpuEnvironment());
    const logged = await runNamed("machine-ts");
    expect(logged).toMatchObject({ state: "finished", tags: ["sweep"], config: { lr: 1 } });
    expect(logged.origin).toMatchObject({
      command: expect.stringMatching(/^node \S*machine.ts --lr 1e-6 /),
      ...{ devices: "2 × H100", folder: expect.stringContaining("heddle-examples"), host: expect.any(String) },
      versions: { node: process.versions.node },
    });
    expect(JSON.stringify(logged.origin)).not.toContain("hidden");
    const [first, second] = logged.iterations.map(({ metrics }) => metrics);
    expect(first).toMatchObject({
      ...{ "system/cpu_percent": 7, loss: 1, "system/memory_bytes": expect.any(Number) },
      tokens_per_second: expect.any(Number),
    });
    expect({ ...first, ...second }).toMatchObject({
      ...{ "system/gpu_percent": 60, "system/gpu_memory_bytes": 400 * 2 ** 20, "system/gpu_memory_percent": 20 },
    });
    expect(second).not.toHaveProperty("tokens_per_second");
    expect(logged.time_split).toMatchObject({
      ...{ iterations: 1, phases: [{ phase: "sampling" }, { phase: "training" }], stretches: [{ from: 1, to: 1 }] },
    });
    const silent = await runNamed("silent-ts");
    expect([silent.origin, silent.iterations[0]?.metrics, silent.has_log]).toEqual([null, { loss: 1 }, false]);
  });

  it("send what a Python program prints where it is asked for, in whole lines and without secrets", async () => {
    const program = `
import sys
from heddle_run import HeddleRun
run = HeddleRun("${PROJECT}", "printed", origin=False, system=None, printed=True)
print("step 1, é")
print("api_key=hidden-4", file=sys.stderr)
run.log(1, {"loss": 1})
print("10%", end="\\r")
print("100%")
print("not a whole", end=" ")
run.log(2, {"loss": 1})
print("line")
print("the end", end="")
run.finish()
print("after the end")
`;
    writeFileSync(join(folder, "printed.py"), program);
    const { stdout } = await run("python3", ["printed.py"], { cwd: folder, env: environment() });
    expect(stdout).toContain("not a whole line\nthe endafter the end");
    const logged = await runNamed("printed");
    expect([logged.state, logged.has_log]).toEqual(["finished", true]);
    const lines = await logOf(logged);
    expect(lines).toEqual(["step 1, é", "[removed: secret]", "100%", "not a whole line", "the end"]);
    // The same run started again begins its log again.
    await run("python3", ["-c", program.replaceAll("step 1", "again")], { cwd: folder, env: environment() });
    expect(await logOf(await runNamed("printed"))).toEqual(["again, é", ...lines.slice(1)]);
  });

  it("send what a Python program prints between two iterations", async () => {
    const program = `
import time, urllib.request
from heddle_run import HeddleRun
HeddleRun.PRINTED_SECONDS = 0.05
run = HeddleRun("${PROJECT}", "waiting", origin=False, system=None, printed=True)
print("loading the model")
while run.printed.text:
    time.sleep(0.01)
`;
    await run("python3", ["-c", program], { cwd: folder, env: environment() });
    const logged = await runNamed("waiting");
    expect([logged.state, await logOf(logged)]).toEqual(["running", ["loading the model"]]);
  });

  it("send what a TypeScript program prints where it is asked for", async () => {
    const program = `
import { HeddleRun } from "./heddle-run";

const { HEDDLE_SERVICE_URL: url = "", HEDDLE_API_KEY: key = "" } = process.env;
const names = { project_id: "${PROJECT}", run: "printed-ts", origin: false } as const;
const run = new HeddleRun(names, url, key, { system: null, printed: true });
console.log("step 1, é");
console.error("api_key=hidden-4");
await run.log(1, { loss: 1 });
process.stdout.write("10%\\r100%\\nnot a whole ");
await run.log(2, { loss: 1 });
process.stdout.write("line\\nthe end");
await run.finish();
console.log("after the end");
`;
    const { stdout } = await runTypeScript("printed.ts", program, [], environment());
    expect(stdout).toContain("not a whole line\nthe endafter the end");
    const logged = await runNamed("printed-ts");
    const lines = await logOf(logged);
    expect(lines).toEqual(["step 1, é", "[removed: secret]", "100%", "not a whole line", "the end"]);
    expect(logged.state).toBe("finished");
  });

  it("report what the service refuses, with the place", async () => {
    const names = { project_id: PROJECT, run: "refused", origin: false } as const;
    const logger = new HeddleRun(names, served.url, KEY, { system: null });
    await expect(logger.log(0)).rejects.toThrow(/^Heddle answered 422: .*iteration/);
    const program = `from heddle_run import HeddleRun\nHeddleRun("${PROJECT}", "refused").log(0)`;
    await expect(run("python3", ["-c", program], { cwd: folder, env: environment() })).rejects.toMatchObject({
      stderr: expect.stringMatching(/Heddle answered 422: .*iteration/),
    });
  });

  it("take the address of the service under its earlier name too, and say which variable is missing", async () => {
    const program =
      "from heddle_run import HeddleRun\nHeddleRun('demo/airline', 'earlier', origin=False, system=None).log(1, {})";
    const { HEDDLE_SERVICE_URL: url, ...rest } = environment();
    const twice = `${program}\n${program}`;
    const { stderr } = await run("python3", ["-c", twice], { cwd: folder, env: { ...rest, HEDDLE_URL: url } });
    expect((await runNamed("earlier")).iterations).toHaveLength(1);
    // Elsewhere the name is that of the dashboard's address.
    expect(stderr.match(/FutureWarning: HEDDLE_URL .* set HEDDLE_SERVICE_URL instead/g)).toHaveLength(1);
    await expect(run("python3", ["-c", program], { cwd: folder, env: rest })).rejects.toThrow(
      "HEDDLE_SERVICE_URL is not set",
    );
  });

  it("leave out metrics that are not finite, and say why a run failed", async () => {
    const names = { project_id: PROJECT, run: "broken", origin: false } as const;
    const logger = new HeddleRun(names, served.url, KEY, { system: null });
    await logger.log(1, { loss: 0.5, kl: 0.25 });
    await logger.log(2, { loss: Number.NaN, kl: 0.5 });
    await logger.finish(new Error("CUDA out of memory"));
    const logged = await runNamed("broken");
    expect(logged.iterations[1]?.metrics).toEqual({ kl: 0.5 });
    const { series } = await ask<ResultOf<"trainingRuns.series">>("series", {
      run_id: logged.id,
      keys: ["metric:loss"],
    });
    expect(series).toMatchObject([{ x: [1, 2], last: [0.5, null] }]);
    expect([logged.state, logged.reason]).toEqual(["failed", "Error: CUDA out of memory"]);
  });
});
