import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import type { TrainingRunSettingsInput } from "@/lib/api/contract/training-runs/training-run-settings";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { ProvidedService, TEST_DASHBOARD_TOKEN } from "@/service/testing/provided-service";
import { BARE_PASSWORD, BARE_TOKEN, BARE_USER, BareService } from "@/test/bare-service/bare-service";
import { firstOnce } from "@/test/setup/test-length";
import { RemoteDoor } from "./remote-door";
import { SERVICE_KEY, ServiceProcess } from "./service-process";

const TIMEOUT_MS = 600_000;
const WAIT = { timeout: TIMEOUT_MS, interval: 100 };

const CORE = [
  "GET /v1/preview/models/{id}/checkpoints",
  "GET /v1/preview/training-jobs/{id}/events",
  "POST /completions/create",
  "POST /v1/preview/training-jobs",
];

let service: ProvidedService;
let project = "";
let door: RemoteDoor;

const byId = (id: string) => ({ project_id: project, run_id: id });
const ask = <Result = Record<string, unknown>>(path: string, body: object) => service.ask<Result>(path, body);
const read = (id: string) => ask<TrainingRunDetail>("/training_runs/read", byId(id));

async function addProvider(members: object = {}): Promise<void> {
  const body = { name: "box", title: "GPU box", base_url: `${door.url}/v1`, api_key: SERVICE_KEY, ...members };
  await service.ask("/providers/set", body, { key: TEST_DASHBOARD_TOKEN });
}

const remoteSettings = (
  modelId: string,
  name: string,
  members: Partial<TrainingRunSettingsInput> = {},
): TrainingRunSettingsInput => ({
  name: "letters",
  model: { kind: "remote", provider: "box", model_id: modelId, address: `wandb-artifact:///far/away/${name}` },
  tasks: { kind: "prompts", items: [{ prompt: "Spell it." }, { prompt: "Write it." }] },
  params: { temperature: 1, max_tokens: 4 },
  reward: { scorers: [{ kind: "regex", name: "letter", pattern: "[a-z]" }] },
  group_size: 12,
  tasks_per_iteration: 2,
  iterations: 2,
  config: { learning_rate: 0.01, packed_sequence_length: 1 },
  ...members,
});

const start = async (settings: TrainingRunSettingsInput) =>
  (await ask<{ id: string }>("/training_runs/start", { project_id: project, settings })).id;

async function rested(id: string, state: string): Promise<TrainingRunDetail> {
  const until = async () => {
    const run = await read(id);
    return run.state === "running" || run.state === "queued" ? "at work" : `${run.state}`;
  };
  await expect.poll(until, WAIT).toBe(state);
  return await read(id);
}

/** A promise that the test keeps. */
function gate() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve };
}

beforeAll(async () => {
  service = await ProvidedService.create("heddle-remote-runs-");
});

afterAll(() => service.remove());

beforeEach(async () => {
  project = await service.nextProject();
});

describe("a run on another Heddle", () => {
  let folder: string;
  let remote: ServiceProcess;
  let modelId: string;
  let name = "";
  let count = 0;

  async function askRemote<Result>(path: string, body: object): Promise<Result> {
    const authorization = path.startsWith("/v1/")
      ? `Bearer ${SERVICE_KEY}`
      : `Basic ${Buffer.from(`api:${SERVICE_KEY}`).toString("base64")}`;
    const init = { method: "POST", headers: { authorization }, body: JSON.stringify(body) };
    const response = await fetch(`${remote.url}${path}`, init);
    return (await response.json()) as Result;
  }

  const remoteJobs = async () =>
    (await askRemote<{ data: object[] }>("/training_jobs/list", { model_id: modelId })).data;

  // The engine opens one data folder in a process.
  beforeAll(async () => {
    await buildPrograms();
    folder = mkdtempSync(join(tmpdir(), "heddle-remote-"));
    remote = new ServiceProcess({ dataFolder: folder, port: await freePort() });
    await remote.ready;
  }, TIMEOUT_MS);

  afterAll(async () => {
    await remote.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    count += 1;
    name = `speller-${count}`;
    const model = { entity: "far", project: "away", name, base_model: "heddle/bytes-blank-1" };
    modelId = (await askRemote<{ id: string }>("/v1/preview/models", model)).id;
    door = await RemoteDoor.open(remote.url);
    await addProvider();
  });

  afterEach(async () => {
    await door.close();
  });

  const settingsOf = (members: Partial<TrainingRunSettingsInput> = {}) => remoteSettings(modelId, name, members);

  it("samples and trains there by core operations only, and keeps rollouts and figures here", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const id = await start(settingsOf());
    const run = await rested(id, "finished");
    expect(run).toMatchObject({ model: null, logged_model: `${name} on box`, reason: null });
    expect(run.iterations.map(({ from_step, step, state }) => [from_step, step, state])).toEqual([
      [0, 1, "done"],
      [1, 2, "done"],
    ]);
    for (const { metrics, rollouts, errors, job_id: job, reward, cost_usd: cost } of run.iterations) {
      expect(metrics).toMatchObject({ loss: expect.any(Number), entropy: expect.any(Number) });
      expect([rollouts, errors, job, cost]).toEqual([24, 0, null, 0]);
      expect(reward.mean).toBeGreaterThan(0);
    }
    expect([...new Set(door.seen)].sort()).toEqual(CORE);
    expect([...door.credentials].sort()).toEqual([
      `Basic ${Buffer.from(`api:${SERVICE_KEY}`).toString("base64")}`,
      `Bearer ${SERVICE_KEY}`,
    ]);
    expect(await remoteJobs()).toHaveLength(2);
    const filter = { op_names: ["rollout"] };
    expect(await service.lines("/calls/stream_query", { project_id: project, filter })).toHaveLength(48);
    expect(await askRemote("/calls/query_stats", { project_id: "far/away" })).toMatchObject({ count: 0 });
    expect(await ask("/training_jobs/list", {})).toMatchObject({ data: [] });
    expect(JSON.stringify(run)).not.toContain(SERVICE_KEY);
  });

  it("continues after a restart without a second job", { tags: ["all"], timeout: TIMEOUT_MS }, async () => {
    const id = await start(settingsOf());
    await expect.poll(() => door.seen.includes("POST /v1/preview/training-jobs"), WAIT).toBe(true);
    await expect.poll(async () => (await read(id)).phase?.name, WAIT).toBe("training");
    await service.stop();
    await service.start();
    const run = await rested(id, "finished");
    expect(run.iterations.map(({ step }) => step)).toEqual([1, 2]);
    expect(await remoteJobs()).toHaveLength(2);
  });

  it("pauses when the response to a new job is lost, and sends it again when a person resumes it", {
    timeout: TIMEOUT_MS,
  }, async () => {
    let isLost = true;
    door.after = (path) => {
      if (!isLost || path !== "/v1/preview/training-jobs") return true;
      isLost = false;
      return false;
    };
    const id = await start(settingsOf({ iterations: 1 }));
    const paused = await rested(id, "paused");
    expect(paused.reason).toContain("GPU box cannot be reached");
    expect(paused.reason).toContain("It is not known whether the job was sent");
    await ask("/training_runs/resume", byId(id));
    expect((await rested(id, "finished")).iterations).toHaveLength(1);
  });

  it("pauses when it was killed while it sent a job", { tags: ["all"], timeout: TIMEOUT_MS }, async () => {
    const sent = gate();
    const answered = gate();
    door.before = async (path) => {
      if (path !== "/v1/preview/training-jobs") return;
      sent.resolve();
      await answered.promise;
    };
    const id = await start(settingsOf({ iterations: 1 }));
    await sent.promise;
    await service.stop();
    answered.resolve();
    door.before = async () => undefined;
    await service.start();
    const run = await rested(id, "paused");
    expect(run.reason).toContain("It is not known whether the job was sent");
    expect(run.iterations[0]).toMatchObject({ state: "failed", job_id: null });
  });

  it("pauses with the reason when the credential is refused meanwhile, and follows its job again", {
    tags: ["all"],
    timeout: TIMEOUT_MS,
  }, async () => {
    door.before = async (path) => {
      if (path.includes("/events")) door.manner = "refusing";
    };
    const id = await start(settingsOf({ iterations: 1 }));
    const paused = await rested(id, "paused");
    expect(paused.reason).toContain("GPU box refuses the credential of the provider for trainingJobs.events.");
    expect(paused.reason).not.toContain(SERVICE_KEY);
    door.before = async () => undefined;
    door.manner = "open";
    await ask("/training_runs/resume", byId(id));
    await rested(id, "finished");
    expect(await remoteJobs()).toHaveLength(1);
  });

  it("pauses when the service is gone while it samples, with an error for each rollout", {
    tags: ["all"],
    timeout: TIMEOUT_MS,
  }, async () => {
    door.before = async (path) => {
      if (path === "/completions/create") door.manner = "shut";
    };
    const limits = { retries: 0, concurrency: 4, timeout_s: 10, max_error_percent: 20 };
    const id = await start(settingsOf({ limits }));
    const { reason } = await rested(id, "paused");
    expect(reason).toMatch(/rollouts of iteration 1 failed: GPU box cannot be reached at 127\.0\.0\.1/);
  });

  it("is stopped while its job continues there, and says so", { tags: ["all"], timeout: TIMEOUT_MS }, async () => {
    const asked = gate();
    const answered = gate();
    door.before = async (path) => {
      if (!path.includes("/events")) return;
      asked.resolve();
      await answered.promise;
    };
    const id = await start(settingsOf({ iterations: 1 }));
    await asked.promise;
    const stopping = ask("/training_runs/stop", byId(id));
    await expect.poll(async () => (await read(id)).state, WAIT).toBe("stopping");
    door.manner = "shut";
    answered.resolve();
    await stopping;
    expect(await read(id)).toMatchObject({
      state: "stopped",
      reason: expect.stringMatching(/^Stopped\. The job [\w-]+ continues on its service/),
    });
  });

  it("does not start twice on one model", { tags: ["all"], timeout: TIMEOUT_MS }, async () => {
    const answered = gate();
    door.before = async (path) => {
      if (path === "/completions/create") await answered.promise;
    };
    const id = await start(settingsOf({ iterations: 1 }));
    const again = await service.send("/training_runs/start", { project_id: project, settings: settingsOf() });
    expect(again).toMatchObject({ status: 409, text: expect.stringContaining("The run letters trains this model") });
    answered.resolve();
    await rested(id, "finished");
  });

  it.each(
    firstOnce(1, [
      ["another key", { api_key: "hk_wrong" }, {}, "provider", "GPU box refuses the credential"],
      ["no such model", {}, { model_id: "nothing" }, "model_id", "No model with the id"],
      ["no such provider", {}, { provider: "bx" }, "provider", "There is no provider bx"],
      ["an address with a step", {}, { address: "wandb-artifact:///a/b/c:step1" }, "address", "without a step"],
    ]),
  )("is refused at its start with %s", async (_case, provider, model, member, message) => {
    await addProvider(provider);
    const settings = settingsOf();
    const body = { project_id: project, settings: { ...settings, model: { ...settings.model, ...model } } };
    const { status, text } = await service.send("/training_runs/start", body);
    expect(status).toBe(422);
    const [item] = JSON.parse(text).detail;
    expect(item.loc.slice(-2)).toEqual(["model", member]);
    expect(item.msg).toContain(message);
    expect(text).not.toContain("hk_wrong");
  });

  it("is refused at its start when the service cannot be reached, and when checkpoints are to be evaluated", async () => {
    const evaluation = {
      name: "held out",
      every: 1,
      score: "letter",
      messages: [{ role: "user" as const, content: "{prompt}" }],
      rows: { dataset_ref: "weave:///demo/letters/object/d:v1" },
      scorers: [{ kind: "regex" as const, name: "letter", pattern: "[a-z]" }],
    };
    const evaluated = await service.send("/training_runs/start", {
      project_id: project,
      settings: settingsOf({ evaluation }),
    });
    expect(evaluated).toMatchObject({ status: 422, text: expect.stringContaining("are not evaluated here") });
    door.manner = "shut";
    const settings = settingsOf();
    const { status, text } = await service.send("/training_runs/start", { project_id: project, settings });
    expect([status, text]).toEqual([422, expect.stringContaining("GPU box cannot be reached at 127.0.0.1")]);
  });
});

describe("a run on a service with the thirteen operations only", () => {
  let bare: BareService;

  beforeEach(async () => {
    bare = await BareService.start();
    const basic = `Basic ${Buffer.from(`${BARE_USER}:${BARE_PASSWORD}`).toString("base64")}`;
    door = await RemoteDoor.open(bare.url, (path) => (path.startsWith("/v1/") ? `Bearer ${BARE_TOKEN}` : basic));
    await addProvider({ base_url: door.url, extra_headers: { Authorization: "Basic b3duOnBhc3N3b3Jk" } });
  });

  afterEach(async () => {
    await door.close();
    await bare.stop();
  });

  it("trains an untrained model that lists no checkpoint, with a credential of its own for completions", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const asked = new Map<string, number>();
    bare.answerTo = (text) => {
      const count = asked.get(text) ?? 0;
      asked.set(text, count + 1);
      return count % 2 === 0 ? "a" : "1";
    };
    const run = await rested(await start(remoteSettings("m-1", "speller", { group_size: 4 })), "finished");
    expect(run.iterations.map(({ from_step, step }) => [from_step, step])).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(run.rewards).toEqual([0.5, 0.5]);
    expect(
      [...new Set(bare.seen.map((one) => one.replace(/(models|training-jobs)\/[^/]+/, "$1/{id}")))].sort(),
    ).toEqual(CORE);
    expect([...door.credentials].sort()).toEqual(["Basic b3duOnBhc3N3b3Jk", `Bearer ${SERVICE_KEY}`]);
  });
});
