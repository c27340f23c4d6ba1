// @module-tag all

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { valueDigest } from "@/service/kernel/json/digest";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { sharedTurns } from "@/service/traces/store/commits/write-turns";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";
import { type NewVersion, ObjectStore } from "@/service/traces/store/objects/object-store";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { objectTables } from "@/service/traces/store/schema/schema-objects";
import { tableTables } from "@/service/traces/store/schema/schema-tables";
import { TableStore } from "@/service/traces/store/tables/table-store";
import { EngineFront } from "@/service/traces/store/testing/engine-front";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-services-"));
let front: EngineFront;

/** What three services on one server use to write objects and tables. */
interface Process {
  readonly engine: Store;
  readonly calls: OpenedCalls;
  readonly objects: ObjectStore;
  readonly tables: TableStore;
}

const processes: Process[] = [];

async function startProcess(): Promise<Process> {
  const engine = openServerStore(front.client().url);
  const calls = await openCalls(engine, { order: { pollMs: 20 } });
  const { writer } = calls;
  const turns = sharedTurns((step) => writer.exclusively(async (turn) => ({ result: await step(turn), note: null })));
  return { engine, calls, objects: new ObjectStore(engine, turns), tables: new TableStore(engine, turns) };
}

beforeAll(async () => {
  front = await EngineFront.open(folder);
  const engine = openServerStore(front.client().url);
  for (const sql of [...callTables("server"), ...objectTables, ...tableTables]) await engine.command(sql);
  await engine.close();
  for (let count = 0; count < 3; count += 1) processes.push(await startProcess());
});

afterAll(async () => {
  for (const { calls, engine } of processes) {
    await calls.writer.close();
    await engine.close();
  }
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

const processAt = (at: number): Process => processes[at % processes.length] as Process;

const version = (projectId: string, number: number): NewVersion => ({
  ...{ projectId, kind: "object", objectId: "prompt", digest: `digest ${number}`, val: `"${number}"` },
  ...{ baseObjectClass: "", leafObjectClass: "", userId: "u", sizeBytes: 3 },
});

const indexes = async ({ objects }: Process, projectId: string) =>
  new Map((await objects.versionsOf(projectId, ["prompt"])).map((each) => [each.digest, each.versionIndex]));

describe("three services on one server", () => {
  it("number the versions of an object in the order of their publishing, whatever their clocks say", async () => {
    const projectId = uuid4();
    const now = Date.now();
    const clock = vi.spyOn(Date, "now");
    try {
      for (let number = 0; number < 6; number += 1) {
        // Each process is an hour behind the one before.
        clock.mockReturnValue(now - number * 3_600_000);
        await processAt(number).objects.publish(version(projectId, number));
      }
    } finally {
      clock.mockRestore();
    }
    const expected = new Map(Array.from({ length: 6 }, (_, number) => [`digest ${number}`, number]));
    for (const process of processes) {
      expect(new Map([...(await indexes(process, projectId))].sort())).toEqual(expected);
    }
  });

  it("give each version its number for ever, though all publish at the same time", async () => {
    const projectId = uuid4();
    const seen = await Promise.all(
      Array.from({ length: 9 }, async (_, number) => {
        await processAt(number).objects.publish(version(projectId, number));
        return await indexes(processAt(number + 1), projectId);
      }),
    );
    const last = await indexes(processAt(0), projectId);
    expect([...last.values()].sort()).toEqual(Array.from({ length: 9 }, (_, number) => number));
    for (const earlier of seen) for (const [digest, index] of earlier) expect(last.get(digest)).toBe(index);
  });

  it("delete what was published before through another service, and nothing that comes after", async () => {
    const projectId = uuid4();
    await processAt(0).objects.publish(version(projectId, 0));
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now - 3_600_000);
    try {
      expect(await processAt(1).objects.remove(projectId, "prompt", null)).toEqual({ removed: 1 });
    } finally {
      clock.mockRestore();
    }
    const [deleted] = await processAt(2).objects.versionsOf(projectId, ["prompt"]);
    expect(deleted?.deletedAt).not.toBeNull();
    await processAt(2).objects.publish(version(projectId, 0));
    const [again] = await processAt(0).objects.versionsOf(projectId, ["prompt"]);
    expect(again?.deletedAt).toBeNull();
  });

  it("store the rows of tables once, each under a number of its own, though all write at the same time", async () => {
    const projectId = uuid4();
    const rowsOf = (from: number) =>
      Array.from({ length: 20 }, (_, at) => {
        const text = JSON.stringify({ row: from + at });
        return { digest: valueDigest(text), text, sizeBytes: text.length };
      });
    // Each table shares half of its rows with the next one.
    const digests = await Promise.all(
      Array.from({ length: 9 }, (_, at) => processAt(at).tables.write(projectId, "u", rowsOf(at * 10))),
    );
    const [stored] = await processAt(0).engine.read({
      sql: "SELECT count() AS rows, uniqExact(row_id) AS ids, uniqExact(digest) AS digests FROM table_rows WHERE project_id = {projectId:String}",
      params: { projectId },
    });
    expect(stored).toEqual({ rows: 100, ids: 100, digests: 100 });
    for (const [at, digest] of digests.entries()) {
      const items = await processAt(at + 1).tables.items(projectId, digest);
      expect(items?.map((item) => item.digest)).toEqual(rowsOf(at * 10).map((row) => row.digest));
    }
  });
});
