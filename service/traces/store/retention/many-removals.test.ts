// @module-tag all
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { EngineFront, type FrontClient } from "@/service/traces/store/testing/engine-front";
import { CallRemovals } from "./call-removals";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-removals-"));
let front: EngineFront;
const HOUR_MS = 3_600_000;
const CUT = "2026-11-20 12:00:00.000000";

interface Process {
  readonly client: FrontClient;
  readonly engine: Store;
  readonly calls: OpenedCalls;
  readonly removals: CallRemovals;
}

const opened: Process[] = [];

async function startProcess(): Promise<Process> {
  const client = front.client();
  const engine = openServerStore(client.url);
  const order = { patienceMs: 3_000, signMs: 150, pollMs: 20 };
  const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, otherReadersMs: 0, order });
  const process = { client, engine, calls, removals: await CallRemovals.open(engine, calls) };
  opened.push(process);
  return process;
}

beforeAll(async () => {
  front = await EngineFront.open(folder);
  const engine = openServerStore(front.client().url);
  await createCallTables(engine);
  await engine.close();
});

afterAll(async () => {
  for (const { client, engine, removals } of opened) {
    removals.close();
    client.kill();
    await engine.close();
  }
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Trace {
  readonly projectId: string;
  readonly id: string;
  readonly startedAt: string;
  readonly endedAt: string;
}

const trace = (projectId: string, day: string): Trace => ({
  ...{ projectId, id: uuid7() },
  ...{ startedAt: `2026-11-${day} 10:00:00.000000`, endedAt: `2026-11-${day} 10:00:01.000000` },
});

async function write({ calls }: Process, { projectId, id, startedAt, endedAt }: Trace): Promise<void> {
  await calls.writer.write([startPart({ projectId, id, startedAt }), endPart({ projectId, id, endedAt })]);
}

const idsIn = async ({ calls }: Process, projectId: string) =>
  (
    await calls.store.read<{ id: string }>({
      sql: `SELECT id FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY started_at, id`,
      params: { projectId },
    })
  ).map(({ id }) => id);

const rowsOf = async ({ engine }: Process, projectId: string) => {
  const sql = "SELECT count() AS rows FROM call_rows WHERE project_id = {projectId:String}";
  return await engine.read({ sql, params: { projectId } });
};

describe("old calls that one of three processes removes", () => {
  it("are gone for all of them, and return when another one forgets them", async () => {
    const [first, second, third] = [await startProcess(), await startProcess(), await startProcess()];
    const projectId = uuid4();
    const [old, recent] = [trace(projectId, "19"), trace(projectId, "21")];
    await write(first, old);
    await write(second, recent);
    expect(await third.removals.remove(projectId, CUT)).toBe(1);
    for (const process of [first, second, third]) expect(await idsIn(process, projectId)).toEqual([recent.id]);
    expect(await rowsOf(first, projectId)).toEqual([{ rows: 1 }]);
    await write(second, old);
    expect(await idsIn(first, projectId)).toEqual([recent.id]);
    await first.removals.forget(projectId);
    await write(second, old);
    for (const process of [first, second, third]) expect(await idsIn(process, projectId)).toEqual([old.id, recent.id]);
  });

  it("stay hidden when that process dies, and are removed by another one an hour later", async () => {
    const [first, second] = [await startProcess(), await startProcess()];
    const projectId = uuid4();
    const [old, recent] = [trace(projectId, "19"), trace(projectId, "21")];
    await write(first, old);
    await write(first, recent);
    first.client.fate = (sql) => {
      if (!sql.startsWith("ALTER TABLE call_rows DELETE")) return "answered";
      setImmediate(() => first.client.kill());
      return "lost";
    };
    await expect(first.removals.remove(projectId, CUT)).rejects.toThrow();
    expect(await idsIn(second, projectId)).toEqual([recent.id]);
    await second.removals.resume();
    const third = await startProcess();
    expect(await idsIn(third, projectId)).toEqual([recent.id]);
    expect(await rowsOf(second, projectId)).toEqual([{ rows: 2 }]);
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + 2 * HOUR_MS);
    try {
      await second.removals.resume();
    } finally {
      clock.mockRestore();
    }
    expect(await rowsOf(second, projectId)).toEqual([{ rows: 1 }]);
    for (const process of [second, third]) expect(await idsIn(process, projectId)).toEqual([recent.id]);
  });
});
