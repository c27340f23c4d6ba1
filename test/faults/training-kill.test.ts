import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { checkpoint, GROUP, SCRIPTED_TRAINER, started, step } from "@/service/training/testing/open-test-training";
import { sized } from "@/test/setup/test-length";
import { SERVICE_KEY, ServiceProcess } from "./service-process";

const ROUNDS = sized({ once: 2, all: 4 });
const BODY_MIB = sized({ once: 120, all: 250 });
const PATIENCE_MS = 300_000;
const FOUND_DEAD = "The service was stopped while the job ran.";

let dataFolder: string;
let port: number;
let service: ServiceProcess;

beforeAll(() => buildPrograms(), PATIENCE_MS);

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "heddle-training-kill-"));
  port = await freePort();
  await start();
});

afterEach(async () => {
  await service.kill();
  rmSync(dataFolder, { recursive: true, force: true });
}, PATIENCE_MS);

async function start(): Promise<void> {
  service = new ServiceProcess({ dataFolder, port, variables: { HEDDLE_TRAINER: SCRIPTED_TRAINER } });
  await service.ready;
}

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${SERVICE_KEY}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function newModel(): Promise<string> {
  const body = { entity: "demo", project: "airline", name: "agent", base_model: "tiny" };
  return (await ask("POST", "/v1/preview/models", body)).id;
}

async function newJob(model_id: string, script: readonly unknown[]): Promise<string> {
  const body = { model_id, trajectory_groups: [GROUP], experimental_config: { script } };
  return (await ask("POST", "/v1/preview/training-jobs", body)).id;
}

interface JobEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function eventsOf(job: string): Promise<JobEvent[]> {
  return (await ask("GET", `/v1/preview/training-jobs/${job}/events?limit=100`)).data;
}

function terminal(events: readonly JobEvent[]): JobEvent[] {
  return events.filter(({ type }) => type === "training_ended" || type === "training_failed");
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function ended(job: string): Promise<JobEvent[]> {
  await until(async () => terminal(await eventsOf(job)).length > 0);
  return await eventsOf(job);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("a service that is killed during training", () => {
  it(
    "has one end of that job after its next start, no leftover of its trainer, every event, and the queue",
    async () => {
      const model = await newModel();
      const pidFile = join(dataFolder, "pid");
      // Ignores requests to end, and is silent: only a search for the process ends it.
      const script = [
        { deafen: true },
        started(9),
        step({ loss: 1 }),
        { write: ["half", "x"] },
        { touch: pidFile },
        { hang: true },
      ];
      const job = await newJob(model, script);
      const waiting = await newJob(model, [started(1), step({ loss: 2 }), checkpoint()]);
      await until(async () => existsSync(pidFile) && (await eventsOf(job)).length === 2);
      const pid = Number(readFileSync(pidFile, "utf8"));
      const seen = await eventsOf(job);
      await service.kill();
      expect(isAlive(pid)).toBe(true);

      await start();
      const events = await eventsOf(job);
      expect(events.slice(0, 2)).toEqual(seen);
      expect(events.slice(2)).toMatchObject([{ type: "training_failed", data: { error_message: FOUND_DEAD } }]);
      await until(() => !isAlive(pid));
      expect((await ended(waiting)).map(({ type }) => type)).toEqual([
        "training_started",
        "gradient_step",
        "training_ended",
      ]);
      const { data } = await ask("GET", `/v1/preview/models/${model}/checkpoints`);
      expect(data.map((each: { step: number }) => each.step)).toEqual([0, 1]);
      expect(readdirSync(join(dataFolder, "training", "checkpoints"))).toEqual([data[1].id]);
    },
    PATIENCE_MS,
  );

  it("ends no job twice and loses no acknowledged job, through kills at any moment", {
    tags: ["all"],
    timeout: PATIENCE_MS,
  }, async () => {
    const model = await newModel();
    const jobs: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let index = 0; index < 3; index += 1) {
        jobs.push(await newJob(model, [started(2), step({ loss: 1 }), step({ loss: 2 }), checkpoint()]));
      }
      // Another moment each time: after the first event, after the first end, …
      const watched = jobs.at(-3 + (round % 3)) ?? "";
      await until(async () => (await eventsOf(watched)).length > round);
      await service.kill();
      await start();
    }
    const ends = [];
    for (const job of jobs) {
      const events = await ended(job);
      expect(terminal(events)).toHaveLength(1);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      expect(terminal(events)[0]).toBe(events.at(-1));
      ends.push(events.at(-1)?.type);
    }
    const { data } = await ask("GET", `/v1/preview/models/${model}/checkpoints?limit=100`);
    const steps = data.map((each: { step: number }) => each.step);
    expect(steps).toHaveLength(1 + ends.filter((type) => type === "training_ended").length);
    expect(new Set(steps).size).toBe(steps.length);
    const folders = readdirSync(join(dataFolder, "training", "checkpoints")).sort();
    const trained = data.filter((each: { step: number }) => each.step > 0);
    await until(() => readdirSync(join(dataFolder, "training", "checkpoints")).length === trained.length);
    expect(folders).toEqual(expect.arrayContaining(trained.map(({ id }: { id: string }) => id)));
  });
});

describe("a trainer that is killed", () => {
  it(
    "ends its job as failed with the signal, and the service continues",
    async () => {
      const model = await newModel();
      const pidFile = join(dataFolder, "pid");
      const job = await newJob(model, [started(9), { touch: pidFile }, { hang: true }]);
      await until(() => existsSync(pidFile) && readFileSync(pidFile, "utf8") !== "");
      process.kill(Number(readFileSync(pidFile, "utf8")), "SIGKILL");
      const events = await ended(job);
      expect(events.at(-1)).toMatchObject({
        type: "training_failed",
        data: { error_message: expect.stringMatching(/SIGKILL|code 137/) },
      });
      expect((await ended(await newJob(model, [started(0), checkpoint()]))).at(-1)?.type).toBe("training_ended");
    },
    PATIENCE_MS,
  );
});

/** Resident memory of a process in bytes. */
function residentBytes(pid: number): number {
  const [, kib = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) * 1024;
}

describe.runIf(process.platform === "linux")(`a body of ${BODY_MIB} MiB`, () => {
  const MIB = 1024 * 1024;

  /** Trajectories of about a megabyte, created as they are sent. */
  async function* largeBody(model_id: string, totalBytes: number): AsyncGenerator<Uint8Array> {
    const tokens = Array.from({ length: 8_000 }, (_, index) => ({
      token: `token_id:${index}`,
      bytes: [104, 105],
      logprob: -0.125,
      top_logprobs: [],
    }));
    const choice = {
      finish_reason: "stop",
      index: 0,
      message: { role: "assistant", content: "hi" },
      logprobs: { content: tokens },
    };
    const trajectory = Buffer.from(JSON.stringify({ messages_and_choices: [choice], reward: 0.5 }));
    yield Buffer.from(`{"model_id":"${model_id}","trajectory_groups":[{"trajectories":[`);
    for (let sent = 0; sent < totalBytes; sent += trajectory.length) {
      if (sent > 0) yield Buffer.from(",");
      yield trajectory;
    }
    yield Buffer.from("]}]}");
  }

  it("is accepted, checked and stored in a fraction of that memory", {
    tags: ["all"],
    timeout: PATIENCE_MS,
  }, async () => {
    const model = await newModel();
    await newJob(model, []);
    const before = residentBytes(service.pid);
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, residentBytes(service.pid));
    }, 20);
    const response = await fetch(`${service.url}/v1/preview/training-jobs`, {
      method: "POST",
      headers: { authorization: `Bearer ${SERVICE_KEY}` },
      body: Readable.from(largeBody(model, BODY_MIB * MIB)) as unknown as BodyInit,
      duplex: "half",
    } as RequestInit);
    const answer = await response.json();
    clearInterval(watch);
    expect([response.status, answer]).toEqual([200, { id: expect.any(String) }]);
    const { data } = await ask("POST", "/trajectories/batches", { model_id: model });
    expect(data[0].size_bytes).toBeGreaterThan(BODY_MIB * MIB);
    expect(data[0].metrics).toMatchObject({ reward: 0.5 });
    // Half of the body would be a copy of it; it needs a few trajectories plus garbage not yet collected.
    expect(highest - before).toBeLessThan((BODY_MIB / 2) * MIB);
  });
});
