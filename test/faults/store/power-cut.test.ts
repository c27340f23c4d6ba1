// @module-tag all
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
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
import { absenceOfPowerCuts, CuttableDisk } from "./cuttable-disk";

const PATIENCE_MS = 900_000;
const DISK_MIB = 512;
const CUTS = sized({ once: 2, all: 4, long: 20 });
const CLIENTS = 4;
/** Of the dashboard before each cut. */
const CHANGES = 20;

const absence = absenceOfPowerCuts();

let disk: CuttableDisk;
let service: ServiceProcess | undefined;

describe.skipIf(absence !== null)(`a power cut${absence === null ? "" : ` (skipped: ${absence})`}`, () => {
  beforeAll(() => buildPrograms(), PATIENCE_MS);

  beforeEach(() => {
    const created = CuttableDisk.create(DISK_MIB);
    if (created === null) throw new Error("The disk could not be created.");
    disk = created;
  });

  afterEach(async () => {
    await service?.kill();
    service = undefined;
    disk.remove();
  }, PATIENCE_MS);

  async function start(port: number): Promise<ServiceProcess> {
    service = new ServiceProcess({ dataFolder: join(disk.folder, "data"), port });
    await service.ready;
    return service;
  }

  /**
   * Lets every client log until the power is cut, at a moment chosen by `random`. The program ends first, as all of the
   * machine does: no acknowledgement comes from after the cut.
   */
  async function logUntilCut(running: ServiceProcess, clients: readonly IngestClient[], random: SeededRandom) {
    let acknowledgementsLeft = random.between(1, 40);
    let cut: Promise<void> | undefined;
    const cutAfter = async (delayMs: number) => {
      await pause(delayMs);
      await running.kill();
      disk.cut();
    };
    const onAcknowledged = () => {
      acknowledgementsLeft -= 1;
      // After a second or two, part of what was acknowledged is stored by the engine, and merged.
      if (acknowledgementsLeft <= 0) cut ??= cutAfter(random.isTrue(0.5) ? 0 : random.between(0, 3_000));
    };
    await Promise.all(clients.map((client) => client.logUntilBroken(running.url, onAcknowledged)));
    expect(cut, "the connection broke before the cut").toBeDefined();
    await cut;
    disk.unmount();
    disk.mount();
  }

  it(
    `loses no acknowledged part of any call, through ${CUTS} cuts during ingest`,
    async (test) => {
      const random = new SeededRandom(Date.now() % 2 ** 32);
      const repeat = `seed ${random.seed}`;
      const ledger = new CallLedger("faults/power");
      const clients = Array.from({ length: CLIENTS }, () => new IngestClient(ledger, random));
      const port = await freePort();
      const rowsOf = async ({ url }: ServiceProcess) =>
        (await ask(url, "/calls/stream_query", { project_id: ledger.project }))
          .split("\n")
          .filter((line) => line !== "")
          .map((line) => JSON.parse(line) as StoredCall);

      for (let cut = 1; cut <= CUTS; cut += 1) {
        const running = await start(port);
        // After a reader, calls are stored before they are acknowledged; without one, they are in the log first.
        if (cut % 2 === 0) expect(ledger.problemsOf(await rowsOf(running)), `${repeat}, before cut ${cut}`).toEqual([]);
        await logUntilCut(running, clients, random);
      }
      const last = await start(port);
      await Promise.all(clients.map((client) => client.finish(last.url)));
      const rows = await rowsOf(last);
      expect(ledger.problemsOf(rows), `${repeat}, at the end`).toEqual([]);
      expect(rows, repeat).toHaveLength(ledger.size);
      expect(await last.stop()).toBe(0);
      noteFigures(test, { "power cuts": CUTS, "calls sent": ledger.size, "acknowledged calls lost": 0 });
    },
    PATIENCE_MS,
  );

  it(
    `loses no acknowledged change of the dashboard's database, through ${CUTS} cuts`,
    async (test) => {
      const folder = join(disk.folder, "dashboard");
      let acknowledged = 0;
      for (let cut = 1; cut <= CUTS; cut += 1) {
        const program = ["--import", "tsx", "test/faults/store/write-changes.ts", folder, String(acknowledged + 1)];
        const writer = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "ignore"] });
        const ended = once(writer, "close");
        const from = acknowledged;
        for await (const line of createInterface(writer.stdout)) {
          acknowledged = Number(line);
          if (acknowledged === from + CHANGES) writer.kill("SIGKILL");
        }
        await ended;
        // Without that it would go on.
        expect(acknowledged).toBeGreaterThanOrEqual(from + CHANGES);
        disk.cut();
        disk.unmount();
        disk.mount();
      }
      const database = await openAppDatabase(folder);
      const { entries } = await listAudit(database, { limit: acknowledged + CUTS });
      await database.destroy();
      const kept = new Set(entries.map(({ target }) => target));
      const lost = Array.from({ length: acknowledged }, (_, at) => `change ${at + 1}`).filter(
        (each) => !kept.has(each),
      );
      expect(lost).toEqual([]);
      noteFigures(test, { "power cuts of the database": CUTS, "acknowledged changes": acknowledged, lost: 0 });
    },
    PATIENCE_MS,
  );
});
