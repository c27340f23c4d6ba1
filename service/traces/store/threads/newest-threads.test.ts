import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { IS_TURN_SQL, STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { sized } from "@/test/setup/test-length";
import { newestThreads } from "./newest-threads";

const folder = mkdtempSync(join(tmpdir(), "heddle-newest-threads-"));
let engine: Store;
let calls: OpenedCalls;

beforeAll(async () => {
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
  calls = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
});

afterAll(async () => {
  await calls.writer.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Turn {
  readonly thread: string;
  /** Seconds. */
  readonly start: number;
  /** Null while the turn is running. */
  readonly end: number | null;
}

const time = (seconds: number) => engineTimeOf(Date.UTC(2026, 10, 20) * 1000 + seconds * 1e6);

async function store(turns: readonly Turn[]): Promise<string> {
  const projectId = uuid4();
  const parts = turns.flatMap(({ thread, start, end }) => {
    const id = uuid4();
    const call = { projectId, id };
    const first = startPart({ ...call, threadId: thread, turnId: id, startedAt: time(start) });
    return end === null ? [first] : [first, endPart({ ...call, endedAt: time(end) })];
  });
  await calls.writer.write(parts);
  return projectId;
}

/** The threads by the last end of their turns, or by their last start where no turn has ended. */
function newestFirst(turns: readonly Turn[]): string[] {
  const changes = new Map<string, { ends: number[]; starts: number[] }>();
  for (const { thread, start, end } of turns) {
    const change = changes.get(thread) ?? { ends: [], starts: [] };
    change.starts.push(start);
    if (end !== null) change.ends.push(end);
    changes.set(thread, change);
  }
  const last = (thread: string) => {
    const { ends, starts } = changes.get(thread) ?? { ends: [], starts: [] };
    return Math.max(...(ends.length > 0 ? ends : starts));
  };
  return [...changes.keys()].sort((one, other) => last(other) - last(one) || (one < other ? -1 : 1));
}

const find = (projectId: string, count: number, limits: { turnsPerThread: number; minTurns: number }) =>
  newestThreads(
    calls.store,
    { conditions: [STORED_CALLS_SQL, IS_TURN_SQL], params: { projectId } },
    count,
    new AbortController().signal,
    limits,
  );

const anyTurn = fc.record({
  thread: fc.constantFrom("a", "b", "c", "d", "e", "f"),
  start: fc.integer({ min: 0, max: 40 }),
  length: fc.option(fc.integer({ min: -2, max: 40 })),
});

describe("the threads that changed last", () => {
  it("are among those that are found, however few turns are read", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTurn, { maxLength: 25 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 12 }),
        async (made, count, minTurns) => {
          const turns = made.map(({ thread, start, length }) => ({
            thread,
            start,
            end: length === null ? null : start + length,
          }));
          const found = await find(await store(turns), count, { turnsPerThread: 1, minTurns });
          if (found !== null) expect(found).toEqual(expect.arrayContaining(newestFirst(turns).slice(0, count)));
        },
      ),
      { numRuns: sized({ once: 4, all: 40 }) },
    );
  });

  it("are found without reading all turns, also one whose turn lasted long", async () => {
    const short = Array.from({ length: 60 }, (_, at) => ({ thread: `t${at}`, start: at, end: at + 1 }));
    const projectId = await store([{ thread: "long", start: 0, end: 100 }, ...short]);
    const found = await find(projectId, 2, { turnsPerThread: 2, minTurns: 1 });
    expect([...(found ?? [])].sort()).toEqual(["long", "t58", "t59"]);
  });

  it("are all threads where there are few turns", async () => {
    const projectId = await store([
      { thread: "ended", start: 0, end: 1 },
      { thread: "running", start: 0, end: null },
    ]);
    expect([...((await find(projectId, 50, { turnsPerThread: 2, minTurns: 1 })) ?? [])].sort()).toEqual([
      "ended",
      "running",
    ]);
    expect(await find(await store([]), 50, { turnsPerThread: 2, minTurns: 1 })).toEqual([]);
  });
});
