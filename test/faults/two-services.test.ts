// @module-tag all

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { type ObjectServer, startObjectServer } from "@/service/traces/store/files/testing/object-server";
import { checkpoint, GROUP, SCRIPTED_TRAINER, started, step } from "@/service/training/testing/open-test-training";
import { SERVICE_KEY, ServiceProcess } from "./service-process";

const PATIENCE_MS = 300_000;
const POLL = { timeout: 120_000, interval: 50 };
const LEASE_SECONDS = 4;
const TOKEN = "token-of-this-start-0123456789012345678901234";
const FOUND_DEAD = "The service was stopped while the job ran.";

interface JobEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Whether a process was started by another one, directly or not. */
function isBelow(pid: number, ancestor: number): boolean {
  if (pid === ancestor) return true;
  if (pid <= 1) return false;
  return isBelow(Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" })), ancestor);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describeOnPostgres("processes of services with one database and one bucket", () => {
  let folder: string;
  let server: ObjectServer;
  let database: TestDatabase;
  let running: ServiceProcess[];

  beforeAll(() => buildPrograms(), PATIENCE_MS);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "heddle-two-services-"));
    server = await startObjectServer();
    database = await createTestDatabase();
    running = [];
  });

  afterEach(async () => {
    for (const service of running) await service.kill();
    await database.drop();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }, PATIENCE_MS);

  async function start(name: string): Promise<ServiceProcess> {
    const dataFolder = mkdtempSync(join(folder, name));
    // As if both used one server of traces, of which these tests write none.
    writeFileSync(join(dataFolder, "folder.id"), "one place");
    // Services that share providers need the same key.
    writeFileSync(join(dataFolder, "service.key"), Buffer.alloc(32, 7).toString("base64"), { mode: 0o600 });
    const { AWS_ENDPOINT_URL_S3 = "", AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = process.env;
    const variables = {
      DATABASE_URL: database.url,
      HEDDLE_BLOBS: server.address,
      HEDDLE_LEASE_SECONDS: String(LEASE_SECONDS),
      HEDDLE_LOCAL_TOKEN: TOKEN,
      HEDDLE_TRAINER: SCRIPTED_TRAINER,
      ...{ AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
    };
    const service = new ServiceProcess({ dataFolder, port: await freePort(), variables });
    running.push(service);
    await service.ready;
    return service;
  }

  async function ask(service: ServiceProcess, method: string, path: string, body?: unknown, key = SERVICE_KEY) {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  async function newModel(service: ServiceProcess, name: string): Promise<string> {
    const body = { entity: "demo", project: "airline", name, base_model: "tiny" };
    return (await ask(service, "POST", "/v1/preview/models", body)).id;
  }

  async function newJob(service: ServiceProcess, model_id: string, script: readonly unknown[]): Promise<string> {
    const body = { model_id, trajectory_groups: [GROUP], experimental_config: { script } };
    return (await ask(service, "POST", "/v1/preview/training-jobs", body)).id;
  }

  const eventsOf = async (service: ServiceProcess, job: string): Promise<JobEvent[]> =>
    (await ask(service, "GET", `/v1/preview/training-jobs/${job}/events?limit=100`)).data;

  const typesOf = async (service: ServiceProcess, job: string) =>
    (await eventsOf(service, job)).map(({ type }) => type);

  it(
    "free the job of one that is killed, end its trainer, and continue its queue",
    async () => {
      const [first, second] = [await start("first-"), await start("second-")];
      const model = await newModel(first, "agent");
      const pidFile = join(folder, "pid");
      // Ignores requests to end, and is silent: only a search for the process ends it.
      const script = [{ deafen: true }, started(9), step({ loss: 1 }), { touch: pidFile }, { hang: true }];
      const job = await newJob(first, model, script);
      const waiting = await newJob(second, model, [started(1), step({ loss: 2 }), checkpoint()]);
      await expect.poll(() => existsSync(pidFile), POLL).toBe(true);
      await expect.poll(async () => (await eventsOf(first, job)).length, POLL).toBe(2);
      expect(await eventsOf(second, job)).toEqual(await eventsOf(first, job));
      const pid = Number(readFileSync(pidFile, "utf8"));
      const [killed, other] = isBelow(pid, first.pid) ? [first, second] : [second, first];
      expect(isBelow(pid, killed.pid)).toBe(true);
      await killed.kill();
      expect(isAlive(pid)).toBe(true);

      await expect.poll(async () => (await eventsOf(other, job)).at(-1)?.type, POLL).toBe("training_failed");
      const events = await eventsOf(other, job);
      expect(events).toHaveLength(3);
      expect(events.at(-1)).toMatchObject({ data: { error_message: FOUND_DEAD } });
      await expect.poll(() => isAlive(pid), POLL).toBe(false);
      await expect
        .poll(() => typesOf(other, waiting), POLL)
        .toEqual(["training_started", "gradient_step", "training_ended"]);
      const { data } = await ask(other, "GET", `/v1/preview/models/${model}/checkpoints`);
      expect(data.map((each: { step: number }) => each.step)).toEqual([0, 1]);
    },
    PATIENCE_MS,
  );

  it(
    "know the providers and the revoked keys of each other",
    async () => {
      const [first, second] = [await start("first-"), await start("second-")];
      const provider = { name: "lab", base_url: "http://127.0.0.1:9/v1", api_key: "sk-of-the-lab" };
      await ask(first, "POST", "/providers/set", provider, TOKEN);
      const listed = async () => (await ask(second, "GET", "/providers/list", undefined, TOKEN)).providers;
      await expect.poll(listed, POLL).toContainEqual(expect.objectContaining({ name: "lab", key: "set" }));
      const { id, key } = await ask(first, "POST", "/keys/create", { name: "ci" }, TOKEN);
      const use = () =>
        ask(second, "POST", "/graphql", { query: "query { viewer { username } }" }, key).then(
          () => "accepted",
          (error: Error) => error.message.slice(0, 30),
        );
      expect(await use()).toBe("accepted");
      await ask(first, "POST", "/keys/revoke", { id }, TOKEN);
      await expect.poll(use, POLL).toContain("answered 401");
    },
    PATIENCE_MS,
  );
});
