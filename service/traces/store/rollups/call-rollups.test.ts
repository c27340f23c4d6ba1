import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { defaultPriceBoundaries } from "@/service/traces/store/prices/default-price";
import { INPUT_LENGTHS } from "@/service/traces/store/schema/schema-rollups";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { CallRollups } from "./call-rollups";
import { addNestedUsage } from "./nested-usage";
import { linksSql } from "./rollup-batch";

let folder: string;
let engine: Store;
let calls: OpenedCalls;
let projectId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-rollups-"));
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
  calls = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
});

/** The rollups are of all projects: each test adds up all that it writes, and reads those of its own. */
beforeEach(() => {
  projectId = uuid4();
});

afterAll(async () => {
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
    sql: "SELECT width, sum(call_rollups.calls) AS calls FROM call_rollups WHERE project_id = {projectId:String} GROUP BY width ORDER BY width",
    params: { projectId },
  });

const each = (count: number) => [0, 60, 900, 3600].map((width) => ({ width, calls: count }));

describe("rollups of calls", () => {
  it("contain each call once, also when two add up at the same time", async () => {
    const rollups = await CallRollups.open(engine, calls, { batchCalls: 2 });
    for (let at = 0; at < 5; at += 1) await writeCall();
    await Promise.all([rollups.catchUp(), rollups.catchUp(), rollups.catchUp()]);
    expect(await rolledCalls()).toEqual(each(5));
  });

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

  /** Writes a finished call with tokens of one model. */
  async function writeUsage(id: string, parentId: string | null, tokens: number): Promise<void> {
    const summary = payload({ usage: { model: { prompt_tokens: tokens } } });
    const call = { projectId, id };
    await calls.writer.write([startPart({ ...call, parentId }), endPart({ ...call, summary })]);
  }

  const rolledTokens = async () => {
    const [row] = await engine.read<{ tokens: number; calls: number }>({
      sql: "SELECT sumIf(prompt, form > 0) AS tokens, sumIf(call_rollups.calls, form < 2) AS calls FROM call_rollups WHERE width = 60 AND project_id = {projectId:String}",
      params: { projectId },
    });
    return row;
  };

  it("count tokens that are repeated along a tree once, at the lowest call", async () => {
    const [agent, tool, model] = [uuid7(), uuid7(), uuid7()];
    await writeUsage(model, tool, 10);
    await writeUsage(tool, agent, 10);
    await writeUsage(agent, null, 10);
    const rollups = await CallRollups.open(engine, calls, { batchCalls: 1 });
    await rollups.catchUp();
    expect(await rolledTokens()).toEqual({ tokens: 10, calls: 3 });
    expect(rollups.ofProject(projectId)?.nesting).toEqual({ isDeep: false, changedHours: [] });
  });

  it("do not answer for the hour of a call whose tokens turn out to be those of a later one, until it is added up again", async () => {
    const [agent, tool] = [uuid7(), uuid7()];
    await writeUsage(agent, null, 10);
    const rollups = await CallRollups.open(engine, calls);
    await rollups.catchUp();
    await writeUsage(uuid7(), tool, 10);
    await rollups.catchUp();
    expect(rollups.ofProject(projectId)?.nesting).toBeNull();
    await writeUsage(tool, agent, 10);
    await rollups.catchUp();
    const [hour] = await engine.read<{ hour: number }>({
      sql: "SELECT dateDiff('hour', toDateTime64('1900-01-01', 6, 'UTC'), min(started_at)) AS hour FROM call_rows WHERE project_id = {projectId:String}",
      params: { projectId },
    });
    expect(rollups.ofProject(projectId)?.nesting?.changedHours).toEqual([hour?.hour]);
    const opened = await CallRollups.open(engine, calls);
    expect(opened.ofProject(projectId)?.nesting?.changedHours).toEqual([hour?.hour]);
    expect(await rolledTokens()).toEqual({ tokens: 20, calls: 3 });
    expect(await opened.renewChangedHour()).toBe(true);
    expect(await rolledTokens()).toEqual({ tokens: 10, calls: 3 });
    expect(opened.ofProject(projectId)?.nesting?.changedHours).toEqual([]);
    expect(opened.watermark).toBe(rollups.watermark);
    expect(await opened.renewChangedHour()).toBe(false);
  });

  it("are the same after a batch that was cut off before its rollups were stored", async () => {
    const [agent, model] = [uuid7(), uuid7()];
    const after = calls.visibility.committed;
    await writeUsage(model, agent, 10);
    await writeUsage(agent, null, 10);
    const rollups = await CallRollups.open(engine, calls);
    const batch = { after, upTo: calls.visibility.committed - 1, since: "1900-01-01 00:00:00.000000", live: "" };
    for (const upTo of [batch.upTo, batch.upTo + 1]) {
      await engine.command(linksSql({ ...batch, upTo }));
      await addNestedUsage(engine, { ...batch, upTo });
    }
    await rollups.catchUp();
    expect(await rolledTokens()).toEqual({ tokens: 10, calls: 2 });
    expect(rollups.ofProject(projectId)?.nesting?.changedHours).toEqual([]);
  });

  it("say when parents form a cycle, so that the calls are read", async () => {
    const [one, other] = [uuid7(), uuid7()];
    await writeUsage(one, other, 10);
    await writeUsage(other, one, 10);
    const rollups = await CallRollups.open(engine, calls);
    await rollups.catchUp();
    expect(rollups.ofProject(projectId)?.nesting?.isDeep).toBe(true);
  });

  it("distinguish the lengths of inputs at which prices rise", () => {
    for (const model of ["gemini-2.5-pro", "claude-sonnet-4-5", "gpt-5.4", "qwen-plus"]) {
      for (const length of defaultPriceBoundaries(model).inputTokens) expect(INPUT_LENGTHS).toContain(length);
    }
  });
});
