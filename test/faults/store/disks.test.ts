import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuid7 } from "uuid";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { RecordLog } from "@/service/traces/store/engine/record-log";
import { CallLedger, type StoredCall } from "@/test/faults/call-ledger";
import { IngestClient } from "@/test/faults/ingest-client";
import { SeededRandom } from "@/test/faults/seeded-random";
import { ask, Refused, ServiceProcess } from "@/test/faults/service-process";
import { noteFigures, scaled } from "@/test/setup/test-length";
import { absenceOfDisks, SmallDisk } from "./small-disk";

const PATIENCE_MS = 300_000;
const DISK_MIB = 320;
const ROUNDS = scaled(1, 10);

/** Calls that take 72 MB on the disk: with the reserve, enough for writes when they are gone. */
const OLD_CALLS = 12;
const OLD_BYTES = 6_000_000;
/** Only the dashboard may set how long a project keeps its calls. */
const DASHBOARD_TOKEN = "token-of-the-dashboard-0123456789012345678901";
const OLD_PROJECT = "faults/old";

function oldCall() {
  const id = uuid7();
  const start = {
    project_id: OLD_PROJECT,
    id,
    trace_id: id,
    op_name: "old",
    started_at: "2026-01-01T00:00:00Z",
    attributes: {},
    inputs: { bytes: randomBytes(OLD_BYTES).toString("base64") },
  };
  const end = { project_id: OLD_PROJECT, id, ended_at: "2026-01-01T00:00:01Z", summary: {}, output: null };
  return {
    batch: [
      { mode: "start", req: { start } },
      { mode: "end", req: { end } },
    ],
  };
}

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
    const variables = { HEDDLE_LOCAL_TOKEN: DASHBOARD_TOKEN };
    service = new ServiceProcess({ dataFolder: join(disk.folder, "data"), port, variables });
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

  const health = async () => await (await fetch(`${service.url}/health`)).json();

  const accepts = () => expect.poll(health, { timeout: PATIENCE_MS }).not.toMatchObject({ disk: "full" });

  /** Sends batches until the disk is full. */
  async function logUntilFull(client: IngestClient): Promise<void> {
    let acknowledged = 0;
    const full = client.logUntilBroken(service.url, () => {
      acknowledged += 1;
      if (acknowledged === 5) fill();
    });
    await expect(full).rejects.toThrow(Refused);
    await expect(full).rejects.toThrow(/507.*[Dd]isk/s);
  }

  it(
    "refuses writes with 507 while the disk is full, shows all that it acknowledged and nothing that it refused, and continues once there is space",
    async (test) => {
      await start();
      const ledger = new CallLedger("faults/full");
      const client = new IngestClient(ledger, new SeededRandom(1));
      const refused = new CallLedger("faults/refused");
      const refusedClient = new IngestClient(refused, new SeededRandom(2));
      for (let round = 0; round < ROUNDS; round += 1) {
        await logUntilFull(client);
        expect(ledger.problemsOf(await storedCalls(ledger.project))).toEqual([]);
        expect(await health()).toMatchObject({ status: "ok", disk: "full" });
        const known = await storedCalls(refused.project);
        await expect(refusedClient.logBatch(service.url)).rejects.toThrow(/507.*Nothing of this request was stored/s);
        expect(await storedCalls(refused.project)).toEqual(known);
        rmSync(ballast());
        await accepts();
        await client.finish(service.url);
        await refusedClient.finish(service.url);
        expect(ledger.problemsOf(await storedCalls(ledger.project))).toEqual([]);
      }
      expect(await service.stop()).toBe(0);
      await start();
      for (const each of [ledger, refused]) {
        const rows = await storedCalls(each.project);
        expect([each.problemsOf(rows), rows.length]).toEqual([[], each.size]);
      }
      noteFigures(test, { "disks filled": ROUNDS, "calls sent": ledger.size, "acknowledged calls lost": 0 });
    },
    PATIENCE_MS,
  );

  it("starts on a full disk after a kill, has everything that it acknowledged, and accepts calls again after old ones were removed", {
    tags: ["all"],
    // Alone it takes 45 s, most of them of writing; beside everything else of test:all seven times that.
    timeout: 3 * PATIENCE_MS,
  }, async () => {
    await start();
    const ledger = new CallLedger("faults/full-kill");
    const client = new IngestClient(ledger, new SeededRandom(2));
    for (let call = 0; call < OLD_CALLS; call += 1) await ask(service.url, "/call/upsert_batch", oldCall());
    await logUntilFull(client);
    await service.kill();
    await start();
    expect(await health()).toMatchObject({ status: "ok", disk: "full" });
    expect(ledger.problemsOf(await storedCalls(ledger.project))).toEqual([]);
    const [{ id } = { id: "" }] = await storedCalls(OLD_PROJECT);
    await ask(service.url, "/calls/delete", { project_id: OLD_PROJECT, call_ids: [id] });
    expect(await storedCalls(OLD_PROJECT)).toHaveLength(OLD_CALLS - 1);
    const set = await fetch(`${service.url}/retention/set`, {
      method: "POST",
      headers: { authorization: `Bearer ${DASHBOARD_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ project_id: OLD_PROJECT, max_age_days: 1, max_bytes: null }),
    });
    expect(set.status).toBe(200);
    await accepts();
    expect(await storedCalls(OLD_PROJECT)).toEqual([]);
    await client.finish(service.url);
    const rows = await storedCalls(ledger.project);
    expect([ledger.problemsOf(rows), rows.length]).toEqual([[], ledger.size]);
    expect(statfsSync(disk.folder).bfree).toBeGreaterThan(0);
  });

  it("leaves nothing in the log of a request that did not fit", async () => {
    const folder = join(disk.folder, "log");
    const first = await RecordLog.open(folder);
    await expect(first.append([Buffer.alloc(1000), Buffer.alloc((DISK_MIB + 1) * 1024 ** 2)])).rejects.toThrow(
      "ENOSPC",
    );
    await first.leave();
    const second = await RecordLog.open(folder);
    for await (const record of second.records()) expect(record).toBeUndefined();
    await second.close();
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
