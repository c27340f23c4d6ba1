import { getEventListeners } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { artFiles, primeRlEpisodeFiles, primeRlFiles, trlFiles, verlFiles } from "@/lib/import/runs/testing/run-files";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { sized } from "@/test/setup/test-length";
import { importRunCommand } from "./import-run-command";
import { collector } from "./testing/collector";

const KEY = "hk_0123456789012345678901234567890123456789";

let folder: string;
let runFolder: string;
let served: ServedService;
let projectCount = 0;
let project = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-import-run-"));
  served = await serveService(folder, KEY);
});

beforeEach(() => {
  runFolder = mkdtempSync(join(tmpdir(), "heddle-run-"));
  projectCount += 1;
  project = `runs/p${projectCount}`;
});

afterEach(() => rmSync(runFolder, { recursive: true, force: true }));

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string | Uint8Array): void {
  const file = join(runFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Files of pandas and pyarrow. */
const FIXTURES = "lib/import/runs/testing";

const putFixture = (name: string, path: string) => put(path, readFileSync(join(FIXTURES, name)));

const putAll = (files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) put(path, text);
};

function start(args: readonly string[], key: string | undefined = KEY) {
  const [out, errors, stop] = [collector(), collector(), new AbortController()];
  const done = importRunCommand([...args], {
    serviceUrl: served.url,
    key,
    out: out.stream,
    errors: errors.stream,
    signal: stop.signal,
    retries: { waitsMs: [1] },
    pollIntervalMs: 10,
  });
  return { out, errors, stop, done };
}

async function run(...args: readonly string[]) {
  const { out, errors, done } = start([runFolder, "--project", project, "--run", "grpo", ...args]);
  return { code: await done, out: out.text(), errors: errors.text() };
}

async function ask<Result>(operation: string, body: object): Promise<Result> {
  const response = await fetch(`${served.url}/training_runs/${operation}`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ project_id: project, ...body }),
  });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}

async function readRun(): Promise<TrainingRunDetail> {
  const { runs } = await ask<{ runs: TrainingRun[] }>("logged", {});
  expect(runs).toHaveLength(1);
  return await ask("read", { run_id: runs[0]?.id });
}

const rolloutsOf = async (iteration: number) =>
  (await ask<ResultOf<"trainingRuns.rollouts">>("rollouts", { run_id: (await readRun()).id, iteration })).groups;

describe("npm run import-run", () => {
  it("imports the rollouts and metrics of verl, without validation, and changes nothing the second time", async () => {
    putAll(verlFiles);
    for (const _ of [1, 2]) {
      const { code, out, errors } = await run("--model", "Qwen/Qwen3-7B");
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(out).toContain("is in the run grpo of verl: 3 iterations, 12 rollouts");
      const stored = await readRun();
      expect(stored).toMatchObject({
        state: "finished",
        logged_model: "Qwen/Qwen3-7B",
        rewards: [0.25, 0.5, 0.75],
        task_count: 2,
      });
      expect(stored.iterations.map(({ iteration, rollouts }) => [iteration, rollouts])).toEqual([
        [1, 4],
        [2, 4],
        [3, 4],
      ]);
      expect(stored.iterations[1]?.metrics).toMatchObject({ "actor/entropy": 1.4, "actor/ppo_kl": 0.01 });
    }
    const [group] = await rolloutsOf(1);
    expect(group?.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "1 + 1?" },
    ]);
    expect(group?.rollouts.map(({ answer, reward }) => [answer, reward])).toEqual([
      ["answer 0", 0],
      ["answer 1", 0],
    ]);
  });

  it("stores many steps with few requests, and keeps nothing at the signal that stops it", async () => {
    const count = sized({ once: 500, all: 2_500 });
    const lines = Array.from({ length: count }, (_, at) => JSON.stringify({ step: at + 1, data: { loss: at } }));
    put("metrics.jsonl", `${lines.join("\n")}\n`);
    const sent = vi.spyOn(globalThis, "fetch");
    const { stop, done } = start([runFolder, "--project", project, "--run", "long"]);
    const kept = vi.spyOn(stop.signal, "addEventListener");
    expect(await done).toBe(0);
    expect(sent.mock.calls.length).toBeLessThan(10);
    expect(kept.mock.calls.length).toBeGreaterThan(0);
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
    sent.mockRestore();
    expect((await readRun()).iterations_done).toBe(count);
  });

  it("stores the steps one by one in a service that knows only single ones", async () => {
    put("metrics.jsonl", '{"step":1,"data":{"loss":2}}\n{"step":2,"data":{"loss":1}}\n');
    const fetched = globalThis.fetch;
    const earlier = vi.spyOn(globalThis, "fetch").mockImplementation(async (target, options) => {
      const { iterations: _ignored, ...body } = JSON.parse(String(options?.body));
      const response = await fetched(target, { ...options, body: JSON.stringify(body) });
      const { stored_iterations: _unknown, ...result } = (await response.json()) as Record<string, unknown>;
      return Response.json(result);
    });
    expect((await run()).code).toBe(0);
    earlier.mockRestore();
    expect((await readRun()).iterations.map(({ metrics }) => metrics)).toEqual([{ loss: 2 }, { loss: 1 }]);
  });

  it("prints the address of the run's page, which leads to the dashboard", async () => {
    putAll(verlFiles);
    const { out } = await run();
    expect(out).toContain(`Its page: ${served.url}/${project}/weave/runs/${(await readRun()).id}\n`);
  });

  it("reads how the run was set up, its model and its time, and removes secrets", async () => {
    putAll(verlFiles);
    put(
      ".hydra/config.yaml",
      "actor_rollout_ref: {model: {path: Qwen/Qwen3-8B}}\ntrainer: {wandb_api_key: hidden-1}\n",
    );
    put(
      ".hydra/hydra.yaml",
      "hydra: {job: {name: main_ppo}, overrides: {task: [data.seed=1, trainer.hf_token=hidden-2]}}",
    );
    put(
      "wandb/run-1/files/wandb-metadata.json",
      '{"os":"Linux","host":"node-1","program":"x","startedAt":"2026-11-20T14:00:00Z"}',
    );
    put("checkpoint-1/training_args.bin", "not read");
    expect(await run()).toMatchObject({ code: 0, errors: "" });
    const stored = await readRun();
    expect(stored).toMatchObject({
      logged_model: "Qwen/Qwen3-8B",
      config: {
        actor_rollout_ref: { model: { path: "Qwen/Qwen3-8B" } },
        trainer: { wandb_api_key: "[removed: secret]" },
      },
      origin: { command: expect.stringMatching(/^python main_ppo.py data.seed=1 /), host: "node-1", system: "Linux" },
      ...{ started_at: "2026-11-20T14:00:00.000Z", ended_at: null },
    });
    expect(JSON.stringify(stored)).not.toContain("hidden");
    expect(stored.iterations.map(({ ended_at: end }) => end)).toEqual([null, null, null]);
    expect((await run("--model", "mine")).code).toBe(0);
    expect((await readRun()).logged_model).toBe("mine");
  });

  it("says which settings cannot be read, and imports the rest", async () => {
    putAll(verlFiles);
    put("trainer.toml", "steps =");
    const { code, out } = await run();
    expect([code, out.includes("trainer.toml: Not TOML: line 1")]).toEqual([2, true]);
    expect((await readRun()).config).toBeNull();
  });

  it("takes project and run from the variables of the loggers, unless they are given", async () => {
    putAll(verlFiles);
    const [out, errors] = [collector(), collector()];
    const surroundings = { serviceUrl: served.url, key: KEY, out: out.stream, errors: errors.stream };
    const signal = new AbortController().signal;
    expect(await importRunCommand([runFolder], { ...surroundings, signal, project, run: "named" })).toBe(0);
    expect((await readRun()).name).toBe("named");
  });

  it("counts the steps of prime-rl from 1, and rollouts that failed apart", async () => {
    putAll(primeRlFiles);
    expect((await run()).out).toContain("of prime-rl: 3 iterations, 15 rollouts");
    const stored = await readRun();
    expect(stored.rewards).toEqual([0.25, 0.5, 0.75]);
    expect(stored.iterations.map(({ iteration, errors }) => [iteration, errors])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(stored.iterations[0]?.metrics).toEqual({ "loss/mean": 0.5 });
    expect((await rolloutsOf(3))[1]?.rollouts.at(-1)?.error).toBe("SandboxError: no machine");
  });

  it("draws how stale the rollouts of prime-rl were, of those that it trained on", async () => {
    putAll(primeRlEpisodeFiles);
    expect(await run()).toMatchObject({
      code: 0,
      errors: "",
      out: expect.stringContaining("3 iterations, 12 rollouts"),
    });
    const stored = await readRun();
    expect(stored.rewards).toEqual([0.25, 0.5, 0.75]);
    // From the second step on, two of four rollouts are one step old.
    expect(stored.iterations.map(({ metrics }) => metrics.steps_off_policy)).toEqual([0, 0.5, 0.5]);
  });

  it("counts no weights that are newer than those that are trained", async () => {
    const rollout = (policy_version: number) => ({ prompt: "q", completion: "a", reward: 1, info: { policy_version } });
    put("rollouts/step_1/train_rollouts.jsonl", `${[9, 0].map((one) => JSON.stringify(rollout(one))).join("\n")}\n`);
    expect((await run()).code).toBe(0);
    expect((await readRun()).iterations.map(({ metrics }) => metrics.steps_off_policy)).toEqual([0]);
  });

  it("imports the groups and the history of ART's local backend", async () => {
    putAll(artFiles);
    expect((await run()).out).toContain("of ART: 3 iterations, 12 rollouts");
    expect((await readRun()).rewards).toEqual([0.25, 0.5, 0.75]);
    const groups = await rolloutsOf(3);
    expect(groups.map(({ rollouts }) => rollouts.length)).toEqual([2, 2]);
    expect(groups[0]?.rollouts[0]?.answer).toContain('add({"a":1})');
    // From the second step on, two of four rollouts are one step old.
    expect((await readRun()).iterations.map(({ metrics }) => metrics.steps_off_policy)).toEqual([0, 0.5, 0.5]);
  });

  it("stores what the trainer printed, without secrets, and more of it when it is imported again", async () => {
    putAll(artFiles);
    put("debug.log", "not the trainer's\n");
    put("logs/train.log", "step 1: loss 0.5\nHF_TOKEN=hf_0123456789abcdefghij\nstep 2: loss nan\nunfinished");
    await run();
    const log = async (members: object = {}) =>
      await ask<{ lines: { text: string }[] }>("log_lines", { run_id: (await readRun()).id, ...members });
    const texts = async (members?: object) => (await log(members)).lines.map(({ text }) => text);
    expect(await texts()).toEqual(["step 1: loss 0.5", "[removed: secret]", "step 2: loss nan", "unfinished"]);
    expect(await texts({ search: "NAN" })).toEqual(["step 2: loss nan"]);
    expect((await readRun()).has_log).toBe(true);
    put("logs/train.log", "step 1: loss 0.5\nstep 2: loss 0.4\nstep 3: loss 0.3\n");
    await run();
    expect(await texts()).toEqual(["step 1: loss 0.5", "step 2: loss 0.4", "step 3: loss 0.3"]);
  });

  it("imports the log of TRL from its checkpoints, with the reward among the metrics", async () => {
    putAll(trlFiles);
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(out).toContain("of TRL: 3 iterations, 0 rollouts");
    const stored = await readRun();
    expect(stored.rewards).toEqual([0.25, 0.5, 0.75]);
    expect(stored.iterations[1]?.metrics).toMatchObject({ kl: 0.002, eval_reward: 0.4 });
  });

  it("imports the trajectories of ART from Parquet, as those of its JSONL files", async () => {
    putFixture("art.parquet", "trajectories/train/0004.parquet");
    putFixture("art.parquet", "trajectories/val/0004.parquet");
    const { code, out, errors } = await run();
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out).toContain("of ART: 1 iteration, 4 rollouts");
    const groups = await rolloutsOf(4);
    expect(groups.map(({ rollouts }) => rollouts.map(({ reward }) => reward))).toEqual([
      [0, 1],
      [0, 1],
    ]);
    expect(groups[0]?.messages).toMatchObject([{ role: "user", content: "question 0" }]);
    expect(groups[0]?.rollouts[1]?.answer).toBe('assistant:\nadd({"a":1})\n\ntool:\n2\n\nassistant:\nanswer 1');
  });

  it("imports the completions of TRL, with the sum of its reward functions as reward", async () => {
    putFixture("trl.parquet", "completions/completions_00003.parquet");
    expect((await run()).out).toContain("of TRL: 1 iteration, 4 rollouts");
    const groups = await rolloutsOf(3);
    expect(groups.map(({ messages }) => messages)).toMatchObject([
      [{ role: "user", content: "1 + 1?" }],
      [{ role: "user", content: "2 + 2?" }],
    ]);
    expect(groups.map(({ rollouts }) => rollouts.map(({ answer, reward }) => [answer, reward]))).toEqual([
      [
        ["2", 1.5],
        ["3", 0.5],
      ],
      [
        ["4", 1.5],
        ["5", null],
      ],
    ]);
    expect(groups[0]?.rollouts[0]?.scores).toEqual({ correct: 1, short: 0.5 });
  });

  it("imports conversations among TRL's completions, and leaves out those of an evaluation", async () => {
    putFixture("trl-chat.parquet", "completions/train/completions_00003.parquet");
    putFixture("trl.parquet", "completions/eval/completions_00003.parquet");
    expect((await run()).out).toContain("of TRL: 1 iteration, 4 rollouts");
    const [group] = await rolloutsOf(3);
    expect(group?.messages).toMatchObject([{ role: "user", content: "1 + 1?" }]);
    expect(group?.rollouts.map(({ answer, reward }) => [answer, reward])).toEqual([
      ["2", 1],
      ["3", 0],
    ]);
  });

  it("reports a Parquet file that is damaged or of something else, and imports the others", async () => {
    putFixture("trl.parquet", "completions/completions_00003.parquet");
    const bytes = readFileSync(join(FIXTURES, "trl.parquet"));
    put("half.parquet", bytes.subarray(0, bytes.length - 100));
    put("empty.parquet", "");
    const { code, out } = await run();
    expect(code).toBe(2);
    expect(out).toContain("1 iteration, 4 rollouts");
    expect(out).toMatch(/half\.parquet:1: Not readable as Parquet: /);
    expect(out).toMatch(/empty\.parquet:1: Not readable as Parquet: /);
  });

  it("follows Parquet files: one that is still being written is read once it is complete", async () => {
    const bytes = readFileSync(join(FIXTURES, "trl.parquet"));
    put("completions/completions_00003.parquet", bytes.subarray(0, 1000));
    const follower = start([runFolder, "--project", project, "--run", "grpo", "--follow"]);
    await expect.poll(() => follower.out.text()).toContain("Following");
    put("completions/completions_00003.parquet", bytes);
    await expect.poll(() => follower.out.text()).toContain("1 iteration, 4 rollouts");
    expect(follower.out.text()).not.toContain("could not be read");
    follower.stop.abort(new Error("Stopped."));
    expect(await follower.done).toBe(0);
  });

  it("reports lines that it cannot read by file and line, and exits with 2", async () => {
    putAll(verlFiles);
    put("notes.jsonl", '{"text":"hello"}\n{"broken\n');
    const { code, out } = await run();
    expect(code).toBe(2);
    expect(out).toContain("2 values could not be read:");
    expect(out).toContain("notes.jsonl:1: This is neither a rollout nor the metrics of a step");
    expect(out).toContain("notes.jsonl:2: Not JSON");
    expect((await readRun()).rewards).toHaveLength(3);
  });

  it("reads values that are printed over several lines, and says what is left out, with the place", async () => {
    const rows = [0, 1].map((at) => ({ input: "q", output: `a${at}`, step: 1, score: at, log: [1], acc: "True" }));
    put("1.jsonl", rows.map((row) => JSON.stringify(row, null, 2)).join("\n"));
    const { code, out } = await run();
    expect(code).toBe(0);
    expect(out).toContain("1 iteration, 2 rollouts");
    expect(out).toContain("1.jsonl, lines 1 to 10 and 1 other place: log is a list or an object");
    expect((await readRun()).iterations[0]?.scores).toEqual({ acc: 1 });
  });

  it("follows a run: adds steps as they come, and reads a line once it is complete", async () => {
    const [first = "", second = ""] = Object.values(verlFiles);
    put("1.jsonl", first);
    const follower = start([runFolder, "--project", project, "--run", "grpo", "--follow"]);
    await expect.poll(() => follower.out.text()).toContain("1 iteration, 4 rollouts");
    const half = second.length - 20;
    put("2.jsonl", second.slice(0, half));
    await expect.poll(async () => (await readRun()).iterations.length).toBe(2);
    expect(follower.out.text()).not.toContain("could not be read");
    appendFileSync(join(runFolder, "2.jsonl"), second.slice(half));
    await expect.poll(async () => (await readRun()).iterations[1]?.rollouts).toBe(4);
    expect(await readRun()).toMatchObject({ state: "running", rewards: [0.25, 0.5] });
    follower.stop.abort(new Error("Stopped."));
    expect(await follower.done).toBe(0);
  });

  it("refuses a folder with two runs, and one without any", async () => {
    put("a/1.jsonl", verlFiles["rollouts/1.jsonl"] ?? "");
    put("b/1.jsonl", verlFiles["rollouts/1.jsonl"] ?? "");
    const { code, errors } = await run();
    expect(code).toBe(1);
    expect(errors).toContain("Step 1 is in two files");
    rmSync(join(runFolder, "a"), { recursive: true });
    rmSync(join(runFolder, "b"), { recursive: true });
    expect((await run()).errors).toContain("No files of a training run in");
    expect(await ask("logged", {})).toMatchObject({ runs: [] });
  });

  it.each([
    ["no folder", ["--project", "e/p"], "A folder is missing."],
    ["a folder that is not there", ["/nowhere", "--project", "e/p"], "File or folder /nowhere not found."],
    ["two folders", ["a", "b", "--project", "e/p"], "Import one run at a time"],
    ["no project", ["."], "--project entity/project"],
    ["an empty name", [".", "--project", "e/p", "--run", " "], "--run NAME"],
    ["an unknown option", [".", "--projects", "e/p"], "--projects"],
  ])("prints its usage for %s", async (_name, args, sentence) => {
    const { errors, done } = start(args);
    expect(await done).toBe(1);
    expect(errors.text()).toContain(sentence);
    expect(errors.text()).toContain("npm run import-run -- FOLDER");
  });

  it("needs a key", async () => {
    const { errors, done } = start([runFolder, "--project", project], "");
    expect(await done).toBe(1);
    expect(errors.text()).toContain("An API key is missing");
  });
});
