// @module-tag all
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { openAppDatabase } from "@/lib/database/app-database";
import { listAudit } from "@/lib/database/audit";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { CallLedger, type StoredCall } from "@/test/faults/call-ledger";
import { IngestClient } from "@/test/faults/ingest-client";
import { SeededRandom } from "@/test/faults/seeded-random";
import { ask, ServiceProcess } from "@/test/faults/service-process";
import { noteFigures, sized } from "@/test/setup/test-length";
import { absenceOfFailingFlushes, FailingFlushes } from "./failing-flushes";

const PATIENCE_MS = 300_000;
const ROUNDS = sized({ once: 1, all: 2, long: 20 });
/** Batches before the disk fails, of which some wait in the log then. */
const BATCHES = 10;
/** Changes of the dashboard before the disk fails. */
const CHANGES = 20;
const DASHBOARD_TOKEN = "token-of-the-dashboard-0123456789012345678901";

const absence = absenceOfFailingFlushes();

let folder: string;
let flushes: FailingFlushes;
let service: ServiceProcess | undefined;

describe.skipIf(absence !== null)(
  `a disk whose flushes fail${absence === null ? "" : ` (skipped: ${absence})`}`,
  () => {
    beforeAll(() => buildPrograms(), PATIENCE_MS);

    beforeEach(() => {
      const created = FailingFlushes.create();
      if (created === null) throw new Error("The library could not be compiled.");
      flushes = created;
      folder = mkdtempSync(join(tmpdir(), "heddle-failing-"));
    });

    afterEach(async () => {
      await service?.kill();
      service = undefined;
      flushes.remove();
      rmSync(folder, { recursive: true, force: true });
    }, PATIENCE_MS);

    async function start(port: number): Promise<ServiceProcess> {
      const variables = { ...flushes.variables, HEDDLE_LOCAL_TOKEN: DASHBOARD_TOKEN };
      service = new ServiceProcess({ dataFolder: join(folder, "data"), port, variables });
      await service.ready;
      return service;
    }

    const healthOf = async ({ url }: ServiceProcess) => await (await fetch(`${url}/health`)).json();

    async function storedCalls({ url }: ServiceProcess, project: string): Promise<StoredCall[]> {
      const lines = (await ask(url, "/calls/stream_query", { project_id: project })).split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as StoredCall);
    }

    it(
      "loses no acknowledged call, acknowledges none that it did not flush, and says so, also through kills",
      async (test) => {
        const port = await freePort();
        const ledger = new CallLedger("faults/flushed");
        const client = new IngestClient(ledger, new SeededRandom(1));
        const refused = new CallLedger("faults/refused");
        const refusedClient = new IngestClient(refused, new SeededRandom(2));
        for (let round = 0; round < ROUNDS; round += 1) {
          const running = await start(port);
          expect(await healthOf(running)).not.toHaveProperty("is_write_failing");
          for (let batch = 0; batch < BATCHES; batch += 1) expect(await client.logBatch(running.url)).toBe(true);
          flushes.of("accepted-calls");
          for (let batch = 0; batch < 3; batch += 1) {
            await expect(refusedClient.logBatch(running.url)).rejects.toThrow(/answered 502/);
          }
          expect(await healthOf(running)).toMatchObject({ status: "ok", is_write_failing: true });
          await running.kill();
          flushes.none();
          const next = await start(port);
          expect(ledger.problemsOf(await storedCalls(next, ledger.project))).toEqual([]);
          await next.kill();
        }
        const last = await start(port);
        await refusedClient.finish(last.url);
        await client.finish(last.url);
        expect(await healthOf(last)).not.toHaveProperty("is_write_failing");
        for (const each of [ledger, refused]) {
          const rows = await storedCalls(last, each.project);
          expect([each.problemsOf(rows), rows.length]).toEqual([[], each.size]);
        }
        noteFigures(test, {
          "rounds with failing flushes": ROUNDS,
          "calls sent": ledger.size,
          "acknowledged calls lost": 0,
        });
      },
      PATIENCE_MS,
    );

    it(
      "goes on with the calls that it refused as soon as the disk flushes them",
      async () => {
        const running = await start(await freePort());
        const ledger = new CallLedger("faults/again");
        const client = new IngestClient(ledger, new SeededRandom(3));
        await client.logBatch(running.url);
        flushes.of("accepted-calls");
        await expect(client.logBatch(running.url)).rejects.toThrow(/answered 502/);
        expect(await healthOf(running)).toMatchObject({ is_write_failing: true });
        flushes.none();
        await client.finish(running.url);
        expect(await healthOf(running)).not.toHaveProperty("is_write_failing");
        const rows = await storedCalls(running, ledger.project);
        expect([ledger.problemsOf(rows), rows.length]).toEqual([[], ledger.size]);
        expect(await running.stop()).toBe(0);
      },
      PATIENCE_MS,
    );

    it(
      "refuses changes of the service's state, and keeps those that it acknowledged",
      async () => {
        const port = await freePort();
        const headers = { authorization: `Bearer ${DASHBOARD_TOKEN}`, "content-type": "application/json" };
        const setLimit = async (running: ServiceProcess, days: number) => {
          const body = JSON.stringify({ project_id: "faults/state", max_age_days: days, max_bytes: null });
          return (await fetch(`${running.url}/retention/set`, { method: "POST", headers, body })).status;
        };
        const running = await start(port);
        expect(await setLimit(running, 7)).toBe(200);
        flushes.of("service.db");
        expect(await setLimit(running, 8)).toBeGreaterThanOrEqual(500);
        flushes.none();
        expect(await setLimit(running, 9)).toBe(200);
        flushes.of("service.db");
        expect(await setLimit(running, 10)).toBeGreaterThanOrEqual(500);
        await running.kill();
        flushes.none();
        const next = await start(port);
        const body = JSON.stringify({ project_id: "faults/state" });
        const read = await fetch(`${next.url}/retention/read`, { method: "POST", headers, body });
        // The last one was not acknowledged: a crash may bring it, and never an earlier one.
        expect(await read.json()).toMatchObject({ max_age_days: expect.toBeOneOf([9, 10]) });
      },
      PATIENCE_MS,
    );

    it(
      "acknowledges no change of the dashboard that it did not flush, and keeps the others",
      async () => {
        const data = join(folder, "dashboard");
        const program = ["--import", "tsx", "test/faults/store/write-changes.ts", data];
        const writer = spawn(process.execPath, program, {
          stdio: ["ignore", "pipe", "pipe"],
          env: { ...process.env, ...flushes.variables },
        });
        const problem = text(writer.stderr);
        const ended = once(writer, "close");
        let acknowledged = 0;
        for await (const line of createInterface(writer.stdout)) {
          acknowledged = Number(line);
          if (acknowledged === CHANGES) flushes.of("app.db");
        }
        expect((await ended)[0]).not.toBe(0);
        expect(await problem).toMatch(/disk I\/O error/);
        expect(acknowledged).toBeGreaterThanOrEqual(CHANGES);
        const database = await openAppDatabase(data);
        const { entries } = await listAudit(database, { limit: acknowledged + 2 });
        await database.destroy();
        const kept = entries.map(({ target }) => target).sort();
        expect(kept).toEqual(
          expect.arrayContaining(Array.from({ length: acknowledged }, (_, at) => `change ${at + 1}`)),
        );
        expect(kept.length).toBeLessThanOrEqual(acknowledged + 1);
      },
      PATIENCE_MS,
    );

    it(
      "writes no backup that it did not flush",
      async () => {
        const running = await start(await freePort());
        expect(await running.stop()).toBe(0);
        const backups = join(folder, "backups");
        const file = join(backups, "heddle.tar");
        const backUp = async () => {
          const command = ["--import", "tsx", "scripts/commands/backup.ts", "backup", file];
          const child = spawn(process.execPath, command, {
            stdio: ["ignore", "pipe", "pipe"],
            env: { ...process.env, ...flushes.variables, HEDDLE_DATA: join(folder, "data"), HEDDLE_SERVICE_PORT: "1" },
          });
          const output = Promise.all([text(child.stdout), text(child.stderr)]);
          const [code] = await once(child, "close");
          return { code, output: (await output).join("") };
        };
        flushes.of("heddle.tar");
        const failed = await backUp();
        expect(failed).toMatchObject({ code: 1, output: expect.stringContaining("EIO") });
        expect(failed.output).not.toContain("Wrote");
        expect(readdirSync(backups)).toEqual([]);
        flushes.none();
        expect(await backUp()).toMatchObject({ code: 0, output: expect.stringContaining(`Wrote ${file}`) });
        expect(existsSync(file)).toBe(true);
      },
      PATIENCE_MS,
    );
  },
);
