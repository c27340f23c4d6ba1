import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { RecordLog } from "@/service/traces/store/engine/record-log";
import type { BinaryInsert, Insert, Store } from "@/service/traces/store/engine/store";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { endPart, namePart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { sized } from "@/test/setup/test-length";
import { deleteCalls } from "./call-deletion";
import type { CallPart } from "./call-parts";
import { type OpenedCalls, openCalls } from "./open-calls";
import { DISPLAY_NAME_SQL, STORED_CALLS_SQL } from "./visible-calls";

vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-visible-"));
let engine: Store;

beforeAll(async () => {
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
});

/** Closed rows are removed by generation: what another test left open would decide when. */
beforeEach(() => engine.command("TRUNCATE TABLE call_rows"));

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An insert that fails; with it the process may end. */
interface Fault {
  readonly table: string;
  /** Which of the rows that are inserted together are stored all the same; 2 for none. */
  readonly storedPlace: number;
  readonly isCrash: boolean;
}

class Crash extends Error {}

/** The engine as one process sees it, with inserts that fail. After a crash the process does nothing any more. */
function faultyEngine(faults: Fault[]) {
  let isAlive = true;
  const alive = async () => {
    if (!isAlive) throw new Crash();
  };
  const store: Store = {
    kind: engine.kind,
    read: (query) => alive().then(() => engine.read(query)),
    stream: (query) => engine.stream(query),
    readTable: (query) => engine.readTable(query),
    command: (sql) => alive().then(() => engine.command(sql)),
    close: () => engine.close(),
    async insert(...inserts: readonly (Insert | BinaryInsert)[]): Promise<void> {
      await alive();
      const at = faults.findIndex(({ table }) => inserts.some((insert) => insert.table === table));
      const [fault] = at < 0 ? [] : faults.splice(at, 1);
      // One of several inserts may be stored and the others not.
      const stored = fault === undefined ? inserts : inserts.filter((_, place) => place === fault.storedPlace);
      if (stored.length > 0) await engine.insert(...stored);
      if (fault?.isCrash === true) isAlive = false;
      if (fault !== undefined) throw fault.isCrash ? new Crash() : new Error("The disk is full.");
    },
  };
  return {
    store,
    isAlive: () => isAlive,
    crash: () => {
      isAlive = false;
    },
  };
}

interface Row {
  readonly id: string;
  readonly inputs: string;
  readonly output: string;
  readonly name: string;
}

const readCalls = (store: Store, projectId: string): Promise<Row[]> =>
  store.read<Row>({
    sql: `SELECT id, inputs, output, ${DISPLAY_NAME_SQL} AS name FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY started_at, id`,
    params: { projectId },
  });

/** What a call must look like: its first start and its first end count, and its newest name. */
interface ModelCall {
  start: number | null;
  end: number | null;
  name: string | null;
  isDeleted: boolean;
}

type Step =
  | { readonly kind: "parts"; readonly parts: readonly { readonly call: number; readonly part: CallPart["part"] }[] }
  | { readonly kind: "delete"; readonly call: number }
  | { readonly kind: "clean" }
  | { readonly kind: "reopen" }
  | ({ readonly kind: "fault" } & Fault);

const CALLS = 4;
const call = fc.nat({ max: CALLS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("parts" as const),
      parts: fc.array(fc.record({ call, part: fc.constantFrom("start" as const, "end" as const, "name" as const) }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), call }) },
  { weight: 3, arbitrary: fc.constant({ kind: "clean" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "reopen" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      table: fc.constantFrom("call_rows", "closed_calls", "call_names"),
      storedPlace: fc.nat({ max: 2 }),
      isCrash: fc.boolean(),
    }),
  },
);

describe("calls", () => {
  it.each([
    ["when they are stored", false],
    ["when they are in the log", true],
  ])(
    "that are acknowledged %s are stored once and completely, whatever is sent, removed, reopened or fails in between",
    async (_, hasLog) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 24 }), async (steps) => {
          const faults: Fault[] = [];
          const logFolder = mkdtempSync(join(folder, "log-"));
          const never = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 0, retryMs: 2 ** 30 };
          const logs: RecordLog[] = [];
          let process = faultyEngine(faults);
          const open = async (): Promise<OpenedCalls> => {
            process = faultyEngine(faults);
            const opened = hasLog ? await RecordLog.open(logFolder) : null;
            if (opened !== null) logs.push(opened);
            // Every complete call is a row in the log.
            const log = opened === null ? {} : { log: opened, accepted: never, partsBytes: 0 };
            try {
              return await openCalls(process.store, { cleanAfterMs: 2 ** 30, ...log });
            } catch {
              // A start stores what is in the log, and is tried again when that fails.
              process.crash();
              return await open();
            }
          };
          let calls = await open();
          /** What fails for a reader that was acknowledged before is only late. */
          const surely = async <Result>(step: () => Promise<Result>): Promise<Result> => {
            try {
              return await step();
            } catch {
              if (!process.isAlive()) calls = await open();
              return await surely(step);
            }
          };
          const projectId = uuid4();
          const ids = Array.from({ length: CALLS }, () => uuid7());
          const model: ModelCall[] = ids.map(() => ({ start: null, end: null, name: null, isDeleted: false }));
          let sent = 0;
          for (const next of steps) {
            if (next.kind === "parts") {
              const parts = next.parts.map((each): CallPart => {
                sent += 1;
                const key = { projectId, id: ids[each.call] ?? "" };
                if (each.part === "start") return startPart({ ...key, inputs: payload(sent) });
                if (each.part === "end") return endPart({ ...key, output: payload(sent) });
                return namePart({ ...key, displayName: `name ${sent}` });
              });
              // A client cannot tell a refused request from a lost answer, so it sends the request again.
              await surely(() => calls.writer.write(parts));
              for (const [at, each] of next.parts.entries()) {
                const expected = model[each.call];
                const number = sent - next.parts.length + at + 1;
                if (expected === undefined) continue;
                if (each.part === "start") expected.start ??= number;
                else if (each.part === "end") expected.end ??= number;
                else expected.name = `name ${number}`;
              }
            } else if (next.kind === "delete") {
              await surely(() => deleteCalls(calls.store, calls.writer, projectId, [ids[next.call] ?? ""], "u"));
              const expected = model[next.call];
              if (expected !== undefined && expected.start !== null) expected.isDeleted = true;
            } else if (next.kind === "clean") await calls.writer.clean();
            else if (next.kind === "reopen") {
              // As after a crash: nothing is closed, and what was planned is forgotten.
              faults.length = 0;
              process.crash();
              calls = await open();
            } else faults.push(next);
            const expected = model.flatMap(({ start, end, name, isDeleted }, at) =>
              start === null || isDeleted
                ? []
                : [{ id: ids[at], inputs: String(start), output: end === null ? "" : String(end), name: name ?? "" }],
            );
            expect(await surely(() => readCalls(calls.store, projectId))).toEqual(
              expected.sort((a, b) => ((a.id ?? "") < (b.id ?? "") ? -1 : 1)),
            );
          }
          faults.length = 0;
          await calls.writer.close();
        }),
        { numRuns: sized({ once: 2, all: 12 }) },
      );
    },
  );

  it.each([
    ["stored", false],
    ["in the log", true],
  ])("are never seen twice, and never missed once acknowledged as %s, by readers at any time", async (_, hasLog) => {
    const accepted = { readersStayMs: 0 };
    const log = hasLog ? { log: await RecordLog.open(mkdtempSync(join(folder, "log-"))), accepted } : {};
    const { writer, store } = await openCalls(engine, { cleanAfterMs: 1, ...log });
    const projectId = uuid4();
    const ids = Array.from({ length: sized({ once: 18, all: 120 }) }, () => uuid7());
    const acknowledged = new Set<string>();
    const finished = new Set<string>();
    let isWriting = true;
    const write = async (own: readonly string[]) => {
      for (const id of own) {
        await writer.write([startPart({ projectId, id })]);
        acknowledged.add(id);
        await writer.write([endPart({ projectId, id })]);
        finished.add(id);
      }
    };
    const read = async () => {
      while (isWriting) {
        const [before, ended] = [new Set(acknowledged), new Set(finished)];
        const rows = await readCalls(store, projectId);
        const seen = new Set(rows.map(({ id }) => id));
        expect(rows).toHaveLength(seen.size);
        expect([...before].filter((id) => !seen.has(id))).toEqual([]);
        expect(rows.filter(({ id, output }) => ended.has(id) && output === "")).toEqual([]);
      }
    };
    const readers = Array.from({ length: sized({ once: 2, all: 3 }) }, read);
    const writers = Array.from({ length: 6 }, (_, at) => write(ids.filter((_id, n) => n % 6 === at)));
    await Promise.all(writers).finally(() => {
      isWriting = false;
    });
    await Promise.all(readers);
    expect(await readCalls(store, projectId)).toHaveLength(ids.length);
    await writer.close();
  });

  it("that ended leave no second row behind once no reader needs it", async () => {
    const { writer, store } = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
    const projectId = uuid4();
    const [ended, running] = [uuid7(), uuid7()];
    const storedRows = async () => {
      const sql = "SELECT count() AS n FROM call_rows WHERE project_id = {projectId:String}";
      const [row] = await engine.read<{ n: number }>({ sql, params: { projectId } });
      return row?.n;
    };
    await writer.write([startPart({ projectId, id: ended }), startPart({ projectId, id: running })]);
    await writer.write([endPart({ projectId, id: ended })]);
    expect(await storedRows()).toBe(3);
    await writer.clean();
    await writer.clean();
    expect(await storedRows()).toBe(2);
    expect((await readCalls(store, projectId)).map(({ id }) => id).sort()).toEqual([ended, running].sort());
    await writer.write([endPart({ projectId, id: running })]);
    await writer.clean();
    expect(await storedRows()).toBe(2);
    await writer.close();
  });

  it("are the same with the tables of a server", { tags: ["all"] }, async () => {
    await engine.command("DROP TABLE closed_calls");
    for (const sql of callTables("server")) await engine.command(sql);
    const projectId = uuid4();
    const [ended, running] = [uuid7(), uuid7()];
    const first = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
    await first.writer.write([startPart({ projectId, id: ended }), startPart({ projectId, id: running })]);
    await first.writer.write([endPart({ projectId, id: ended })]);
    expect((await readCalls(first.store, projectId)).filter(({ output }) => output !== "")).toHaveLength(1);
    const second = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
    await second.writer.clean();
    await second.writer.clean();
    await second.writer.write([endPart({ projectId, id: running })]);
    const rows = await readCalls(second.store, projectId);
    expect(rows.map(({ id }) => id).sort()).toEqual([ended, running].sort());
    expect(rows.every(({ output }) => output !== "")).toBe(true);
    await second.writer.close();
  });

  it("keep a row that a reader may still need", async () => {
    const { writer } = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
    const projectId = uuid4();
    const id = uuid7();
    await writer.write([startPart({ projectId, id })]);
    let begin: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const waiting: Store = {
      ...engine,
      kind: engine.kind,
      insert: (...inserts) => engine.insert(...inserts),
      command: (sql) => engine.command(sql),
      stream: (query) => engine.stream(query),
      close: () => engine.close(),
      read: async (query) => {
        if (query.sql.includes("slow")) await isBegun;
        return engine.read(query);
      },
    };
    await writer.close();
    const late = await openCalls(waiting, { cleanAfterMs: 2 ** 30 });
    const rows = late.store.read<{ slow: string }>({
      sql: `SELECT id AS slow FROM call_rows WHERE ${STORED_CALLS_SQL}`,
      params: { projectId },
    });
    await late.writer.write([endPart({ projectId, id })]);
    await late.writer.clean();
    begin();
    expect(await rows).toEqual([{ slow: id }]);
    expect(await readCalls(late.store, projectId)).toHaveLength(1);
    await late.writer.close();
  });
});
