import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { noteFigures, scaled, sized } from "@/test/setup/test-length";
import { CallLedger, type StoredCall } from "./call-ledger";
import { IngestClient } from "./ingest-client";
import { SeededRandom } from "./seeded-random";
import { ask, ServiceProcess } from "./service-process";

const KILLS = sized({ once: 1, all: 8, long: 100 });
/** Without readers, nearly all that is acknowledged waits in the log when the service is killed. */
const UNREAD_KILLS = sized({ once: 1, all: 3, long: 24 });
const START_KILLS = sized({ once: 1, all: 6, long: 60 });
/** Of calls with 200 kB, so that a start has much to store again. */
const START_LARGE_SHARE = 0.2;
/** Both end the service in the same way. */
const SIGNALS = sized<readonly ("SIGTERM" | "SIGINT")[]>({ once: ["SIGTERM"], all: ["SIGTERM", "SIGINT"] });
const CLIENTS = 6;
/** A start after a kill takes at most so many times the first one, which creates the store: the machine's speed cancels out. */
const MAX_START_RATIO = 5;

/** Takes a minute on an idle machine; a busy one must not make it fail. */
const PATIENCE_MS = 900_000;

let dataFolder: string;
let port: number;
let running: ServiceProcess[];
/** How long each start took until the service answered. */
let startsMs: number[];

beforeAll(() => buildPrograms(), PATIENCE_MS);

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "heddle-kill-"));
  port = await freePort();
  running = [];
  startsMs = [];
});

afterEach(async () => {
  await Promise.all(running.map((service) => service.kill()));
  rmSync(dataFolder, { recursive: true, force: true });
}, PATIENCE_MS);

function start(atPort = port): ServiceProcess {
  const service = new ServiceProcess({ dataFolder, port: atPort });
  running.push(service);
  return service;
}

async function startAndWait(): Promise<ServiceProcess> {
  const startMs = performance.now();
  const service = start();
  await service.ready;
  startsMs.push(performance.now() - startMs);
  return service;
}

/** Expects every start after a kill to be short, and returns the longest in milliseconds. */
function longestStartAfterKill(): number {
  const [firstMs = 0, ...afterKillsMs] = startsMs;
  const longestMs = Math.max(...afterKillsMs);
  expect(longestMs / firstMs, "the longest start after a kill, in first starts").toBeLessThan(MAX_START_RATIO);
  return Math.round(longestMs);
}

async function storedCalls(url: string, project: string): Promise<StoredCall[]> {
  const text = await ask(url, "/calls/stream_query", { project_id: project });
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as StoredCall);
}

async function count(url: string, project: string): Promise<number> {
  const { count } = JSON.parse(await ask(url, "/calls/query_stats", { project_id: project })) as { count: number };
  return count;
}

/** Lets every client log until the service is killed, at a moment chosen by `random`. */
async function logUntilKilled(service: ServiceProcess, clients: readonly IngestClient[], random: SeededRandom) {
  let acknowledgementsLeft = random.between(1, 25);
  let kill: Promise<void> | undefined;
  const onAcknowledged = () => {
    acknowledgementsLeft -= 1;
    // A few milliseconds decide which step of a write the kill interrupts.
    if (acknowledgementsLeft <= 0) kill ??= pause(random.between(0, 15)).then(() => service.kill());
  };
  await Promise.all(clients.map((client) => client.logUntilBroken(service.url, onAcknowledged)));
  expect(kill, "the connection broke before the kill").toBeDefined();
  await kill;
}

describe("a killed service", () => {
  it(
    `keeps every acknowledged part of every call, once, through ${KILLS} kills during ingest`,
    async (test) => {
      const random = new SeededRandom(Date.now() % 2 ** 32);
      const repeat = `seed ${random.seed}`;
      const ledger = new CallLedger("faults/kill");
      const clients = Array.from({ length: CLIENTS }, () => new IngestClient(ledger, random));

      for (let kill = 1; kill <= KILLS; kill += 1) {
        const service = await startAndWait();
        const rows = await storedCalls(service.url, ledger.project);
        expect(ledger.problemsOf(rows), `${repeat}, before kill ${kill}`).toEqual([]);
        expect(await count(service.url, ledger.project), repeat).toBe(rows.length);
        await logUntilKilled(service, clients, random);
      }

      const service = await startAndWait();
      await Promise.all(clients.map((client) => client.finish(service.url)));
      const rows = await storedCalls(service.url, ledger.project);
      expect(ledger.problemsOf(rows), `${repeat}, at the end`).toEqual([]);
      expect(rows, repeat).toHaveLength(ledger.size);
      expect(
        rows.filter((row) => row.ended_at === null),
        repeat,
      ).toEqual([]);
      expect(await service.stop()).toBe(0);
      noteFigures(test, {
        "kills under ingest": KILLS,
        "calls sent": ledger.size,
        "acknowledged calls lost": 0,
        "longest start until ready after a kill, ms": longestStartAfterKill(),
      });
    },
    PATIENCE_MS * scaled(1, 4),
  );

  it(`keeps what it acknowledged before it stored it, as without readers, through ${UNREAD_KILLS} kills, and is ready soon after each`, {
    tags: ["all"],
    timeout: PATIENCE_MS,
  }, async (test) => {
    const random = new SeededRandom(Date.now() % 2 ** 32);
    const repeat = `seed ${random.seed}`;
    const ledger = new CallLedger("faults/unread");
    const clients = Array.from({ length: CLIENTS }, () => new IngestClient(ledger, random));
    for (let kill = 1; kill <= UNREAD_KILLS; kill += 1) await logUntilKilled(await startAndWait(), clients, random);

    const service = await startAndWait();
    expect(ledger.problemsOf(await storedCalls(service.url, ledger.project)), repeat).toEqual([]);
    await Promise.all(clients.map((client) => client.finish(service.url)));
    const rows = await storedCalls(service.url, ledger.project);
    expect(ledger.problemsOf(rows), `${repeat}, at the end`).toEqual([]);
    expect(rows, repeat).toHaveLength(ledger.size);
    noteFigures(test, {
      "kills before what was acknowledged was stored": UNREAD_KILLS,
      "longest start until ready after such a kill, ms": longestStartAfterKill(),
      "first start, ms": Math.round(startsMs[0] ?? 0),
    });
  });

  it(`keeps what waits in its log through ${START_KILLS} kills during starts that store it`, {
    tags: ["all"],
    timeout: PATIENCE_MS,
  }, async (test) => {
    const random = new SeededRandom(Date.now() % 2 ** 32);
    const ledger = new CallLedger("faults/start", START_LARGE_SHARE);
    const clients = Array.from({ length: CLIENTS }, () => new IngestClient(ledger, random));
    await logUntilKilled(await startAndWait(), clients, random);
    const [startMs = 0] = startsMs;
    for (let kill = 0; kill < START_KILLS; kill += 1) {
      const service = start();
      // At all moments of a start, from its first to after its last.
      await pause(((kill + random.between(0, 100) / 100) / START_KILLS) * startMs * 1.2);
      await service.kill();
    }
    const service = await startAndWait();
    expect(ledger.problemsOf(await storedCalls(service.url, ledger.project)), `seed ${random.seed}`).toEqual([]);
    await Promise.all(clients.map((client) => client.finish(service.url)));
    const rows = await storedCalls(service.url, ledger.project);
    expect(ledger.problemsOf(rows), `seed ${random.seed}, at the end`).toEqual([]);
    expect(rows).toHaveLength(ledger.size);
    noteFigures(test, { "kills during starts that store the log": START_KILLS, "calls in it": ledger.size });
  });
});

describe("a service that is asked to end", () => {
  it.each(SIGNALS)(
    "ends with code 0 at %s during ingest, and keeps every acknowledged part of every call, once",
    async (signal) => {
      const random = new SeededRandom(Date.now() % 2 ** 32);
      const ledger = new CallLedger(`faults/${signal.toLowerCase()}`);
      const clients = Array.from({ length: CLIENTS }, () => new IngestClient(ledger, random));
      const first = await startAndWait();
      let acknowledgementsLeft = 25;
      let stopped: Promise<number | null> | undefined;
      const onAcknowledged = () => {
        acknowledgementsLeft -= 1;
        if (acknowledgementsLeft <= 0) stopped ??= first.stop(signal);
      };
      await Promise.all(clients.map((client) => client.logUntilBroken(first.url, onAcknowledged)));
      expect(await stopped, `seed ${random.seed}`).toBe(0);

      const again = await startAndWait();
      expect(ledger.problemsOf(await storedCalls(again.url, ledger.project)), `seed ${random.seed}`).toEqual([]);
      await Promise.all(clients.map((client) => client.finish(again.url)));
      const rows = await storedCalls(again.url, ledger.project);
      expect(ledger.problemsOf(rows), `seed ${random.seed}, at the end`).toEqual([]);
      expect(rows).toHaveLength(ledger.size);
    },
    PATIENCE_MS,
  );
});

describe("a second service on the same folder", () => {
  it("ends with a message that names the folder and how to choose another, and the first continues", {
    tags: ["all"],
    timeout: PATIENCE_MS,
  }, async () => {
    const first = await startAndWait();
    const ledger = new CallLedger("faults/second");
    const client = new IngestClient(ledger, new SeededRandom(1));

    const second = start(await freePort());
    await expect(second.ended).resolves.toBe(1);
    expect(second.output).toContain(`The data folder ${join(dataFolder, "traces")} is in use by process`);
    expect(second.output).toContain("HEDDLE_DATA");
    expect(second.output).not.toContain("    at ");

    await logUntilKilled(first, [client], new SeededRandom(2));
    const again = await startAndWait();
    await client.finish(again.url);
    expect(ledger.problemsOf(await storedCalls(again.url, ledger.project))).toEqual([]);
  });
});
