// @module-tag all
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { expect, it } from "vitest";
import { openCalls } from "@/service/traces/store/calls/open-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { CallRollups } from "./call-rollups";

it("report each batch in the background but the last, and pause after that one only", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-background-rollups-"));
  const engine = openEmbeddedStore({ folder });
  for (const sql of callTables("embedded")) await engine.command(sql);
  const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
  const projectId = uuid4();
  for (let at = 0; at < 5; at += 1) {
    const call = { projectId, id: uuid7() };
    await calls.writer.write([startPart(call), endPart(call)]);
  }
  const rollups = await CallRollups.open(engine, calls, { batchCalls: 2 });
  const failures: unknown[] = [];
  const behind: number[][] = [];
  rollups.start({
    onBehind: (...position) => behind.push(position),
    onFailure: (error) => failures.push(error),
  });
  await expect.poll(() => rollups.watermark).toBe(calls.visibility.committed);
  await rollups.close();
  expect(behind).toEqual([
    [2, 5],
    [4, 5],
  ]);
  expect(failures).toEqual([]);
  await calls.writer.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});
