import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openCalls } from "@/service/traces/store/calls/open-calls";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { sized } from "@/test/setup/test-length";
import { CallRemovals } from "./call-removals";
import { findCut, previewRetention } from "./retention-cut";

vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-retention-"));
const NOW_MS = Date.UTC(2026, 10, 20);
const DAY_MS = 24 * 60 * 60 * 1000;
let engine: Store;

beforeAll(async () => {
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const daysAgo = (days: number) => engineTimeOf((NOW_MS - days * DAY_MS) * 1000);

/** The engine as a process sees it that is killed at some statement. */
function dyingEngine() {
  const plan = { dieAt: null as string | null };
  const die = (text: string) => {
    if (plan.dieAt !== null && text.includes(plan.dieAt)) throw new Error("killed");
  };
  const store: Store = {
    kind: engine.kind,
    read: (query) => engine.read(query),
    stream: (query) => engine.stream(query),
    readTable: (query) => engine.readTable(query),
    close: () => engine.close(),
    async insert(...inserts) {
      for (const insert of inserts) die(`insert ${insert.table}`);
      await engine.insert(...inserts);
    },
    async command(sql) {
      die(sql);
      await engine.command(sql);
    },
  };
  return { store, plan };
}

/** As after a start: nothing is remembered. */
async function opened(store: Store = engine) {
  const calls = await openCalls(store, { cleanAfterMs: 2 ** 30 });
  return { ...calls, removals: await CallRemovals.open(store, calls) };
}

interface Given {
  readonly days: number;
  readonly trace?: string;
  readonly isRunning?: boolean;
  readonly bytes?: number;
}

function partsOf(projectId: string, { days, trace, isRunning = false, bytes = 0 }: Given) {
  const id = uuid7();
  const inputs = { ...payload({}), size: bytes };
  const start = startPart({ projectId, id, traceId: trace ?? id, startedAt: daysAgo(days), inputs });
  return { id, parts: isRunning ? [start] : [start, endPart({ projectId, id, endedAt: daysAgo(days), ...EMPTY })] };
}

const EMPTY = { output: { ...payload(null), size: 0 }, summary: { ...payload({}), size: 0 } };

const idsIn = async (store: Store, projectId: string): Promise<string[]> =>
  (
    await store.read<{ id: string }>({
      sql: `SELECT id FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY id`,
      params: { projectId },
    })
  ).map(({ id }) => id);

const rowsOf = async (projectId: string): Promise<number> => {
  const sql = "SELECT count() AS n FROM call_rows WHERE project_id = {projectId:String}";
  return (await engine.read<{ n: number }>({ sql, params: { projectId } }))[0]?.n ?? 0;
};

describe("removals of old calls", () => {
  it("remove the rows of whole traces, and keep a trace with a newer or a running call", async () => {
    const { writer, store, removals } = await opened();
    const [projectId, other] = [uuid4(), uuid4()];
    const given = [
      partsOf(projectId, { days: 40 }),
      partsOf(projectId, { days: 35, trace: "old" }),
      partsOf(projectId, { days: 31, trace: "old" }),
      partsOf(projectId, { days: 35, trace: "long" }),
      partsOf(projectId, { days: 29, trace: "long" }),
      partsOf(projectId, { days: 50, trace: "running" }),
      partsOf(projectId, { days: 50, trace: "running", isRunning: true }),
      partsOf(projectId, { days: 1 }),
    ];
    const otherCall = partsOf(other, { days: 90 });
    await writer.write([...given, otherCall].flatMap(({ parts }) => parts));
    const limits = { maxAgeDays: 30, maxBytes: null };
    expect(await previewRetention(store, projectId, limits, NOW_MS)).toMatchObject({
      calls: 3,
      traces: 2,
      before: daysAgo(30),
      oldestRemaining: daysAgo(50),
    });
    expect(await removals.remove(projectId, daysAgo(30))).toBe(3);
    const kept = given.slice(3).map(({ id }) => id);
    expect(await idsIn(store, projectId)).toEqual(kept.sort());
    expect(await rowsOf(projectId)).toBe(kept.length);
    expect(await rowsOf(other)).toBe(1);
    expect(await previewRetention(store, projectId, limits, NOW_MS)).toMatchObject({ calls: 0, before: null });
    expect(await removals.remove(projectId, daysAgo(30))).toBe(0);
    await writer.close();
  });

  it("keep the newest traces that fit in a size, and what happened within the last hour", async () => {
    const { writer, store } = await opened();
    const projectId = uuid4();
    const given = [5, 4, 3, 2].map((days) => partsOf(projectId, { days, bytes: 1000 }));
    await writer.write(given.flatMap(({ parts }) => parts));
    const cut = (maxBytes: number | null) => findCut(store, projectId, { maxAgeDays: null, maxBytes }, NOW_MS);
    // Attributes are two bytes.
    expect(await cut(4008)).toBeNull();
    expect(await cut(4007)).toBe(daysAgo(4));
    expect(await cut(2004)).toBe(daysAgo(3));
    expect(await cut(1)).toBe(daysAgo(1 / 24));
    expect(await cut(null)).toBeNull();
    const preview = await previewRetention(store, projectId, { maxAgeDays: null, maxBytes: 2004 }, NOW_MS);
    expect(preview).toEqual({
      calls: 2,
      traces: 2,
      bytes: 2004,
      remainingBytes: 2004,
      before: daysAgo(3),
      oldestRemaining: daysAgo(3),
    });
    await writer.close();
  });

  it("remove deleted calls too, and revive nothing that is sent again until they are forgotten", async () => {
    const first = await opened();
    const projectId = uuid4();
    const [removed, deleted] = [partsOf(projectId, { days: 40 }), partsOf(projectId, { days: 41 })];
    await first.writer.write([...removed.parts, ...deleted.parts]);
    await first.writer.delete(projectId, [{ id: deleted.id, startedAt: daysAgo(41) }], "u");
    await first.removals.remove(projectId, daysAgo(30));
    expect(await rowsOf(projectId)).toBe(0);
    await first.writer.close();

    const { writer, store, removals } = await opened();
    await writer.write(removed.parts.slice(0, 1));
    await writer.write(removed.parts);
    expect(await idsIn(store, projectId)).toEqual([]);
    await removals.forget(projectId);
    await writer.write(removed.parts);
    expect(await idsIn(store, projectId)).toEqual([removed.id]);
    await writer.close();
  });

  it.each(
    sized({
      once: ["ALTER TABLE call_rows DELETE"],
      all: [
        "insert kept_traces",
        "insert removed_calls",
        "insert removals",
        "ALTER TABLE call_rows DELETE",
        "ALTER TABLE kept_traces DROP",
      ],
    }),
  )("that stop before “%s” show either all of their calls or none, and continue after a start", async (dieAt) => {
    const projectId = uuid4();
    const dying = dyingEngine();
    const first = await opened(dying.store);
    const old = [partsOf(projectId, { days: 40 }), partsOf(projectId, { days: 41, trace: "long" })];
    const kept = partsOf(projectId, { days: 1, trace: "long" });
    await first.writer.write([...old, kept].flatMap(({ parts }) => parts));
    dying.plan.dieAt = dieAt;
    await expect(first.removals.remove(projectId, daysAgo(30))).rejects.toThrow("killed");
    const all = [...old, kept].map(({ id }) => id).sort();
    const remaining = [old[1]?.id, kept.id].sort();

    const { writer, store, removals } = await opened();
    const isDecided = dieAt.startsWith("ALTER");
    expect(await idsIn(store, projectId)).toEqual(isDecided ? remaining : all);
    await removals.resume();
    expect(await idsIn(store, projectId)).toEqual(isDecided ? remaining : all);
    await removals.remove(projectId, daysAgo(30));
    expect(await idsIn(store, projectId)).toEqual(remaining);
    expect(await rowsOf(projectId)).toBe(2);
    await writer.close();
  });

  it("wait for a reader that began before, and show it all calls", async () => {
    let begin: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { store: held } = dyingEngine();
    const calls = await opened({
      ...held,
      read: async (query) => {
        if (query.sql.includes("slow")) await isBegun;
        return engine.read(query);
      },
    });
    const projectId = uuid4();
    const [old, recent] = [partsOf(projectId, { days: 40 }), partsOf(projectId, { days: 1 })];
    await calls.writer.write([...old.parts, ...recent.parts]);
    const rows = calls.store.read<{ slow: string }>({
      sql: `SELECT id AS slow FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY id`,
      params: { projectId },
    });
    const removed = calls.removals.remove(projectId, daysAgo(30));
    await vi.waitUntil(async () => (await idsIn(calls.store, projectId)).length === 1, { timeout: 60_000 });
    expect(await rowsOf(projectId)).toBe(2);
    begin();
    expect((await rows).map(({ slow }) => slow)).toEqual([old.id, recent.id].sort());
    await removed;
    expect(await rowsOf(projectId)).toBe(1);
    await calls.writer.close();
  });

  it("never hide, lose or double a newer call, and show whole traces to readers, while calls are written", {
    tags: ["all"],
  }, async () => {
    const calls = await openCalls(engine, { cleanAfterMs: 1 });
    const removals = await CallRemovals.open(engine, calls);
    const { writer, store } = calls;
    const projectId = uuid4();
    const traces = Array.from({ length: 12 }, (_, at) => `trace ${at}`);
    for (let round = 0; round < 5; round += 1)
      await writer.write(traces.flatMap((trace, at) => partsOf(projectId, { days: 30 + at, trace }).parts));
    const acknowledged = new Set<string>();
    let isRemoving = true;
    const write = async () => {
      while (isRemoving) {
        const { id, parts } = partsOf(projectId, { days: 1 });
        for (const part of parts) await writer.write([part]);
        acknowledged.add(id);
      }
    };
    const read = async () => {
      while (isRemoving) {
        const before = new Set(acknowledged);
        const rows = await store.read<{ id: string; trace: string }>({
          sql: `SELECT id, trace_id AS trace FROM call_rows WHERE ${STORED_CALLS_SQL}`,
          params: { projectId },
        });
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        const seen = new Set(rows.map(({ id }) => id));
        expect([...before].filter((id) => !seen.has(id))).toEqual([]);
        for (const trace of traces) expect([0, 5]).toContain(rows.filter((row) => row.trace === trace).length);
      }
    };
    const loops = [write(), write(), read(), read()];
    try {
      for (const days of [40, 37, 34, 31]) await removals.remove(projectId, daysAgo(days));
    } finally {
      isRemoving = false;
    }
    await Promise.all(loops);
    expect(await idsIn(store, projectId)).toHaveLength(acknowledged.size + 10);
    await writer.close();
  });

  it("remove exactly the traces that the preview counts, whatever is stored", async () => {
    const trace = fc.constantFrom("a", "b", "c", "d");
    const call = fc.record({
      days: fc.integer({ min: 1, max: 60 }),
      trace,
      isRunning: fc.boolean(),
      bytes: fc.nat({ max: 500 }),
    });
    const limit = (max: number) => fc.option(fc.integer({ min: 1, max }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 1, maxLength: 12 }),
        limit(60),
        limit(2000),
        async (given, maxAgeDays, maxBytes) => {
          const { writer, store, removals } = await opened();
          const projectId = uuid4();
          const written = given.map((each) => ({ ...each, ...partsOf(projectId, each) }));
          await writer.write(written.flatMap(({ parts }) => parts));
          const limits = { maxAgeDays, maxBytes };
          const preview = await previewRetention(store, projectId, limits, NOW_MS);
          const cut = await findCut(store, projectId, limits, NOW_MS);
          const removed = cut === null ? 0 : await removals.remove(projectId, cut);
          expect(removed).toBe(preview.calls);
          const expected = written.filter(({ trace: own }) =>
            written.some((call) => call.trace === own && (call.isRunning || daysAgo(call.days) >= (cut ?? ""))),
          );
          expect(await idsIn(store, projectId)).toEqual(expected.map(({ id }) => id).sort());
          expect(await rowsOf(projectId)).toBe(expected.length);
          await writer.close();
        },
      ),
      { numRuns: sized({ once: 1, all: 8 }) },
    );
  });
});
