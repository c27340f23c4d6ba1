import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { CallLedger, type StoredCall } from "@/test/faults/call-ledger";
import { IngestClient } from "@/test/faults/ingest-client";
import { SeededRandom } from "@/test/faults/seeded-random";
import { ask, Refused, ServiceProcess } from "@/test/faults/service-process";
import { noteFigures, scaled } from "@/test/setup/test-length";
import { absenceOfDisks, SmallDisk } from "./small-disk";

const PATIENCE_MS = 300_000;
const DISK_MIB = 128;
const ROUNDS = scaled(1, 10);

const absence = absenceOfDisks();

let disk: SmallDisk;
let port: number;
let service: ServiceProcess;

beforeAll(() => buildPrograms(), PATIENCE_MS);

describe.skipIf(absence !== null)(`on a small disk${absence === null ? "" : ` (skipped: ${absence})`}`, () => {
  beforeEach(async () => {
    const mounted = SmallDisk.mount(DISK_MIB);
    if (mounted === null) throw new Error("The disk could not be mounted.");
    disk = mounted;
    port = await freePort();
  });

  afterEach(async () => {
    await service.kill();
    disk.unmount();
  }, PATIENCE_MS);

  async function start(): Promise<void> {
    service = new ServiceProcess({ dataFolder: join(disk.folder, "data"), port });
    await service.ready;
  }

  const ballast = () => join(disk.folder, "ballast");

  /** Leaves no byte for anyone. */
  function fill(): void {
    const file = openSync(ballast(), "a");
    const block = Buffer.alloc(64 * 1024);
    try {
      for (let size = block.length; size > 0; ) {
        try {
          writeSync(file, block, 0, size);
        } catch {
          size = Math.floor(size / 2);
        }
      }
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  async function storedCalls(project: string): Promise<StoredCall[]> {
    const text = await ask(service.url, "/calls/stream_query", { project_id: project });
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as StoredCall);
  }

  it(
    "answers writes with 507 while the disk is full, shows all that it acknowledged or refuses to, and continues once there is space",
    async (test) => {
      await start();
      const ledger = new CallLedger("faults/full");
      const client = new IngestClient(ledger, new SeededRandom(1));
      for (let round = 0; round < ROUNDS; round += 1) {
        let acknowledged = 0;
        const full = client.logUntilBroken(service.url, () => {
          acknowledged += 1;
          if (acknowledged === 5) fill();
        });
        await expect(full).rejects.toThrow(Refused);
        await expect(full).rejects.toThrow(/507.*[Dd]isk/s);
        // What was refused is sent again below: the message may not say that it is not there.
        await expect(full).rejects.toThrow(/may be stored/);
        // Acknowledged parts that wait in the log cannot be stored for a reader, who must not be shown less.
        const read = await storedCalls(ledger.project).catch((error: unknown) => error);
        if (Array.isArray(read)) expect(ledger.problemsOf(read)).toEqual([]);
        else expect(String(read)).toMatch(/507.*[Dd]isk/s);
        rmSync(ballast());
        await client.finish(service.url);
        expect(ledger.problemsOf(await storedCalls(ledger.project))).toEqual([]);
      }
      expect(await service.stop()).toBe(0);
      await start();
      const rows = await storedCalls(ledger.project);
      expect(ledger.problemsOf(rows)).toEqual([]);
      expect(rows).toHaveLength(ledger.size);
      noteFigures(test, { "disks filled": ROUNDS, "calls sent": ledger.size, "acknowledged calls lost": 0 });
    },
    PATIENCE_MS,
  );

  it("starts again after a kill on a full disk, and has everything that it acknowledged", {
    tags: ["all"],
    timeout: PATIENCE_MS,
  }, async () => {
    await start();
    const ledger = new CallLedger("faults/full-kill");
    const client = new IngestClient(ledger, new SeededRandom(2));
    let acknowledged = 0;
    const full = client.logUntilBroken(service.url, () => {
      acknowledged += 1;
      if (acknowledged === 5) fill();
    });
    await expect(full).rejects.toThrow(/507/);
    await service.kill();
    rmSync(ballast());
    await start();
    expect(ledger.problemsOf(await storedCalls(ledger.project))).toEqual([]);
    await client.finish(service.url);
    expect(await storedCalls(ledger.project)).toHaveLength(ledger.size);
    expect(statfsSync(disk.folder).bfree).toBeGreaterThan(0);
  });

  it(
    "does not start on a read-only disk, and says which folder and why",
    async () => {
      disk.makeReadOnly();
      service = new ServiceProcess({ dataFolder: join(disk.folder, "data"), port });
      expect(await service.ended).toBe(1);
      expect(service.output).toContain(disk.folder);
      expect(service.output).toMatch(/cannot be created/);
      expect(service.output).not.toContain("    at ");
    },
    PATIENCE_MS,
  );

  it("does not start on stored data that became read-only, and says so", {
    tags: ["all"],
    timeout: PATIENCE_MS,
  }, async () => {
    await start();
    expect(await service.stop()).toBe(0);
    disk.makeReadOnly();
    service = new ServiceProcess({ dataFolder: join(disk.folder, "data"), port });
    expect(await service.ended).toBe(1);
    expect(service.output).toContain(disk.folder);
    expect(service.output).not.toContain("    at ");
  });
});
