import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type OpenedCalls, openCalls } from "@/service/store/calls/open-calls";
import { openEmbeddedStore } from "@/service/store/engine/embedded-store";
import type { Store } from "@/service/store/engine/store";
import { defaultPriceBoundaries } from "@/service/store/prices/default-price";
import { callTables } from "@/service/store/schema/schema-calls";
import { INPUT_LENGTHS } from "@/service/store/schema/schema-rollups";
import { endPart, startPart } from "@/service/store/testing/call-fixtures";
import { CallRollups } from "./call-rollups";

// A real engine on a shared machine.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let engine: Store;
let calls: OpenedCalls;
let projectId: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-rollups-"));
  engine = openEmbeddedStore({ folder });
  for (const sql of callTables("embedded")) await engine.command(sql);
  calls = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
  projectId = uuid4();
});

afterEach(async () => {
  await calls.writer.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function writeCall(): Promise<void> {
  const call = { projectId, id: uuid7() };
  await calls.writer.write([startPart(call), endPart(call)]);
}

/** The calls by width: every width contains each call once. */
const rolledCalls = () =>
  engine.read({
    sql: "SELECT width, sum(call_rollups.calls) AS calls FROM call_rollups GROUP BY width ORDER BY width",
  });

const each = (count: number) => [0, 60, 900, 3600].map((width) => ({ width, calls: count }));

describe("rollups of calls", () => {
  it("contain the calls of an earlier data folder after some batches, and nothing twice after a restart", async () => {
    for (let at = 0; at < 5; at += 1) await writeCall();
    const first = await CallRollups.open(engine, calls, { batchCalls: 2 });
    expect(await first.catchUp()).toBe(3);
    expect(await rolledCalls()).toEqual(each(5));
    await writeCall();
    const second = await CallRollups.open(engine, calls);
    expect(second.ofProject(projectId)?.calls).toBe(5);
    expect(await second.catchUp()).toBe(1);
    expect(await second.catchUp()).toBe(0);
    expect(await rolledCalls()).toEqual(each(6));
  });

  it("add a call up when it ends, at the time when it started", async () => {
    const rollups = await CallRollups.open(engine, calls);
    const call = { projectId, id: uuid7() };
    await calls.writer.write([startPart(call)]);
    expect(await rollups.catchUp()).toBe(0);
    expect(rollups.hasOpenCalls).toBe(true);
    await calls.writer.write([endPart(call)]);
    expect(rollups.unrolledSince(projectId)).not.toBeNull();
    await rollups.catchUp();
    expect(rollups.hasOpenCalls).toBe(false);
    expect(rollups.unrolledSince(projectId)).toBeNull();
    expect(await rolledCalls()).toEqual(each(1));
  });

  it("are filled again when their layout is another one, or they are newer than the calls", async () => {
    await writeCall();
    await (await CallRollups.open(engine, calls)).catchUp();
    await engine.command("ALTER TABLE call_rollups MODIFY COMMENT 'layout 0'");
    const changed = await CallRollups.open(engine, calls);
    expect(changed.ofProject(projectId)).toBeNull();
    await changed.catchUp();
    expect(await rolledCalls()).toEqual(each(1));
    await engine.command("ALTER TABLE call_rollups UPDATE commit_number = 1000 WHERE 1 SETTINGS mutations_sync = 1");
    const older = await CallRollups.open(engine, calls);
    await older.catchUp();
    expect(await rolledCalls()).toEqual(each(1));
  });

  it("distinguish the lengths of inputs at which prices rise", () => {
    for (const model of ["gemini-2.5-pro", "claude-sonnet-4-5", "gpt-5.4", "qwen-plus"]) {
      for (const length of defaultPriceBoundaries(model).inputTokens) expect(INPUT_LENGTHS).toContain(length);
    }
  });
});
