import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import fc from "fast-check";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { RecordLog } from "@/service/traces/store/engine/record-log";
import { RowEncoder } from "@/service/traces/store/engine/row-encoder";
import type { Store } from "@/service/traces/store/engine/store";
import { endPart, namePart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { firstOnce, sized } from "@/test/setup/test-length";
import { type CallPart, callColumns, endValues, startValues } from "./call-parts";
import type { CallWriter, CallWriterOptions } from "./call-writer";
import { openCalls } from "./open-calls";
import { DISPLAY_NAME_SQL, STORED_CALLS_SQL } from "./visible-calls";

const folder = mkdtempSync(join(tmpdir(), "heddle-calls-"));
let engine: Store;
/** As readers see it. */
let store: Store;
let writer: CallWriter;

beforeAll(async () => {
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
  await restarted();
});

afterAll(async () => {
  await writer.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Row {
  readonly id: string;
  readonly started: string;
  readonly isFinished: 0 | 1;
  readonly ended: string | null;
  readonly name: string;
  readonly inputs: string;
  readonly output: string;
}

/** Returns the calls of a project as every reader sees them. */
function readCalls(projectId: string): Promise<Row[]> {
  return store.read<Row>({
    sql: `SELECT id, toString(started_at) AS started, open_number = 0 AS isFinished, toString(ended_at) AS ended, ${DISPLAY_NAME_SQL} AS name, inputs, output
      FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY started_at, id`,
    params: { projectId },
  });
}

/** Replaces the writer by one that has just started and remembers nothing. */
async function restarted(options: CallWriterOptions = {}): Promise<CallWriter> {
  ({ writer, store } = await openCalls(engine, options));
  return writer;
}

const sameWriter = () => Promise.resolve(writer);

describe("call writer", () => {
  const AGAIN = firstOnce<readonly [string, () => CallWriter | Promise<CallWriter>]>(1, [
    ["after a restart", () => restarted()],
    ["of the same process", sameWriter],
  ]);

  it("joins a start and an end from one request", async () => {
    const call = { projectId: uuid4(), id: uuid7() };
    await writer.write([endPart(call), startPart(call)]);
    const [row, ...others] = await readCalls(call.projectId);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: call.id, isFinished: 1, ended: "2026-11-20 10:00:01.500000" });
    expect(row?.output).toBe(JSON.stringify({ answer: call.id }));
  });

  it.each(AGAIN)("joins an end with the start from an earlier request %s", async (_, next) => {
    const call = { projectId: uuid4(), id: uuid4() };
    await writer.write([startPart(call)]);
    expect(await readCalls(call.projectId)).toMatchObject([{ isFinished: 0, ended: null, output: "" }]);
    await (await next()).write([endPart(call)]);
    expect(await readCalls(call.projectId)).toMatchObject([
      { isFinished: 1, inputs: JSON.stringify({ question: call.id }) },
    ]);
  });

  it.each(AGAIN)("returns a call that has only an end once its start arrives, with a writer %s", async (_, next) => {
    const call = { projectId: uuid4(), id: uuid7() };
    await writer.write([endPart(call), namePart({ ...call, displayName: "early" })]);
    expect(await readCalls(call.projectId)).toEqual([]);
    await (await next()).write([startPart(call)]);
    const [row] = await readCalls(call.projectId);
    expect(row).toMatchObject({ isFinished: 1, name: "early", output: JSON.stringify({ answer: call.id }) });
    await (await restarted()).write([namePart({ ...call, displayName: "later" })]);
    await (await restarted()).write([startPart(call)]);
    expect(await readCalls(call.projectId)).toMatchObject([{ name: "later" }]);
  });

  it.each(AGAIN)("keeps one call and its first values when a part is resent, by a client %s", async (_, next) => {
    const call = { projectId: uuid4(), id: uuid4() };
    await writer.write([startPart(call)]);
    await writer.write([endPart(call)]);
    const again = [
      startPart({ ...call, startedAt: "2026-11-20 11:00:00.000000", inputs: payload("other") }),
      endPart({ ...call, output: payload("other") }),
    ];
    await (await next()).write(again);
    expect(await readCalls(call.projectId)).toMatchObject([
      { started: "2026-11-20 10:00:00.000000", inputs: JSON.stringify({ question: call.id }), isFinished: 1 },
    ]);
  });

  it("shows the newest display name, and none when it is empty", async () => {
    const call = { projectId: uuid4(), id: uuid7() };
    await writer.write([startPart({ ...call, displayName: "first" })]);
    expect((await readCalls(call.projectId))[0]?.name).toBe("first");
    await writer.write([namePart({ ...call, displayName: "second" })]);
    expect((await readCalls(call.projectId))[0]?.name).toBe("second");
    await writer.write([namePart({ ...call, displayName: "" })]);
    expect((await readCalls(call.projectId))[0]?.name).toBe("");
  });

  it("keeps equal ids in two projects separate", async () => {
    const id = uuid7();
    const [one, two] = [uuid4(), uuid4()];
    await writer.write([startPart({ projectId: one, id }), endPart({ projectId: two, id })]);
    expect(await readCalls(one)).toMatchObject([{ isFinished: 0 }]);
    expect(await readCalls(two)).toEqual([]);
  });

  it("writes an end to a call whose first client clock was ahead", async () => {
    const call = { projectId: uuid4(), id: uuid7({ msecs: Date.now() + 3_600_000 }) };
    await writer.write([startPart(call)]);
    await (await restarted()).write([endPart(call)]);
    expect(await readCalls(call.projectId)).toMatchObject([{ isFinished: 1 }]);
  });

  it("finds calls that it has forgotten", async () => {
    const small = await restarted({ remembered: 2, rememberedBytes: 1 });
    const projectId = uuid4();
    const ids = Array.from({ length: 4 }, () => uuid7());
    for (const id of ids) await small.write([startPart({ projectId, id })]);
    for (const id of ids) await small.write([startPart({ projectId, id, startedAt: "2026-01-01 00:00:00.000000" })]);
    for (const id of ids) await small.write([endPart({ projectId, id })]);
    const rows = await readCalls(projectId);
    expect(rows.map((row) => [row.id, row.isFinished])).toEqual([...ids].sort().map((id) => [id, 1]));
  });

  it.each(
    firstOnce(2, [
      ["small", 1_000, 1],
      ["very large", 17_000_000, 0],
      ["large", 1_100_000, 1],
    ]),
  )("stores what a %s request holds, through the log unless it is very large", async (_, length, waiting) => {
    const logFolder = mkdtempSync(join(folder, "log-"));
    const accepted = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 0 };
    const log = await RecordLog.open(logFolder);
    const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, log, accepted });
    const call = { projectId: uuid4(), id: uuid7() };
    await calls.writer.write([startPart({ ...call, inputs: payload("x".repeat(length)) })]);
    const logged = readdirSync(logFolder).filter((name) => statSync(join(logFolder, name)).size > 0);
    expect(logged).toHaveLength(waiting);
    store = calls.store;
    expect(await readCalls(call.projectId)).toMatchObject([{ inputs: JSON.stringify("x".repeat(length)) }]);
    await calls.writer.close();
    await restarted();
  });

  it("makes one row of a start and an end that are acknowledged one after the other", async () => {
    const log = await RecordLog.open(mkdtempSync(join(folder, "log-")));
    const accepted = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 0 };
    const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, log, accepted });
    const call = { projectId: uuid4(), id: uuid7() };
    await calls.writer.write([startPart(call)]);
    await calls.writer.write([endPart(call)]);
    store = calls.store;
    expect(await readCalls(call.projectId)).toMatchObject([{ isFinished: 1 }]);
    const rows = await engine.read({
      sql: "SELECT generation FROM call_rows WHERE project_id = {projectId:String}",
      params: { projectId: call.projectId },
    });
    expect(rows).toEqual([{ generation: 0 }]);
    await calls.writer.close();
    await restarted();
  });

  it("keeps the start that replaces another one, also before either is stored", async () => {
    const log = await RecordLog.open(mkdtempSync(join(folder, "log-")));
    const accepted = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 0 };
    const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, log, accepted });
    const call = { projectId: uuid4(), id: uuid7() };
    await calls.writer.write([startPart({ ...call, inputs: payload("without messages") })]);
    const whole = startPart({ ...call, inputs: payload("with messages"), replacesStart: true });
    await calls.writer.write([whole, endPart(call)]);
    store = calls.store;
    expect(await readCalls(call.projectId)).toMatchObject([{ inputs: '"with messages"', isFinished: 1 }]);
    await calls.writer.write([startPart({ ...call, inputs: payload("too late"), replacesStart: true })]);
    expect(await readCalls(call.projectId)).toMatchObject([{ inputs: '"with messages"' }]);
    await calls.writer.close();
    await restarted();
  });

  it("stores names at once and never through the log, so that a crash brings no older name back", async () => {
    const logFolder = mkdtempSync(join(folder, "log-"));
    const accepted = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 0 };
    const log = await RecordLog.open(logFolder);
    const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, log, accepted });
    const call = { projectId: uuid4(), id: uuid7() };
    await calls.writer.write([startPart(call)]);
    const loggedBytes = () => readdirSync(logFolder).map((name) => statSync(join(logFolder, name)).size);
    const before = loggedBytes();
    await calls.writer.write([namePart({ ...call, displayName: "first" })]);
    await calls.writer.write([namePart({ ...call, displayName: "second" })]);
    expect(loggedBytes()).toEqual(before);
    store = calls.store;
    expect(await readCalls(call.projectId)).toMatchObject([{ name: "second" }]);
    await calls.writer.close();
    await restarted();
  });

  it("acknowledges only what is stored while there are readers, so that none of them waits", async () => {
    const log = await RecordLog.open(mkdtempSync(join(folder, "log-")));
    const accepted = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 2 ** 30 };
    const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, log, accepted });
    const call = { projectId: uuid4(), id: uuid7() };
    const storedRows = () =>
      engine.read({
        sql: "SELECT generation = 0 AS isFinished FROM call_rows WHERE project_id = {projectId:String}",
        params: { projectId: call.projectId },
      });
    await calls.writer.write([startPart(call)]);
    expect(await storedRows()).toEqual([]);
    store = calls.store;
    expect(await readCalls(call.projectId)).toMatchObject([{ isFinished: 0 }]);
    await calls.writer.write([endPart(call)]);
    expect(await storedRows()).toContainEqual({ isFinished: 1 });
    expect(await readCalls(call.projectId)).toMatchObject([{ isFinished: 1 }]);
    await calls.writer.close();
    await restarted();
  });

  it("stores complete calls from the log of a version that had other columns, once", async () => {
    const logFolder = mkdtempSync(join(folder, "log-"));
    const [stored, id] = [uuid7(), uuid7()];
    const projectId = uuid4();
    await writer.write([startPart({ projectId, id: stored }), endPart({ projectId, id: stored })]);
    const columns = callColumns.filter(({ name }) => name !== "run_step_end");
    const encoder = new RowEncoder(columns);
    const to = [stored, id].map((each) => {
      const start = startPart({ projectId, id: each, inputs: payload("of the log") });
      const values = [
        0,
        projectId,
        start.startedAt,
        each,
        0,
        0,
        ...startValues(start),
        ...endValues(endPart({ projectId, id: each })),
      ];
      encoder.add(values.filter((_, at) => callColumns[at]?.name !== "run_step_end"));
      return encoder.length;
    });
    const { startedAt } = startPart({ projectId, id });
    const calls = { projectIds: [projectId, projectId], ids: [stored, id], startedAt: [startedAt, startedAt], to };
    const newCalls = { columns: columns.map(({ name, type }) => [name, type.sql]), calls };
    const rows = encoder.bytes();
    const logged = serialize({ parts: [], newCalls, rowsLength: rows.length });
    const earlier = await RecordLog.open(logFolder);
    await earlier.append([[logged, rows]]);
    await earlier.close();
    const opened = await openCalls(engine, { cleanAfterMs: 2 ** 30, log: await RecordLog.open(logFolder) });
    store = opened.store;
    expect((await readCalls(projectId)).map((row) => [row.id, row.inputs, row.isFinished])).toEqual([
      [stored, JSON.stringify({ question: stored }), 1],
      [id, JSON.stringify("of the log"), 1],
    ]);
    await opened.writer.close();
    await restarted();
  });

  it("completes a running call that overtook its complete row in the log", async () => {
    const log = await RecordLog.open(mkdtempSync(join(folder, "log-")));
    const accepted = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 2 ** 30 };
    const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, log, accepted, partsBytes: 0 });
    await calls.writer.idle();
    const call = { projectId: uuid4(), id: uuid7() };
    const parts = [startPart(call), endPart(call)];
    // The second request comes while the first is being written to the log, and after a reader came.
    const first = calls.writer.write(parts);
    store = calls.store;
    const read = readCalls(uuid4());
    const second = calls.writer.write(parts.slice(0, 1));
    await Promise.all([first, read, second]);
    expect(await readCalls(call.projectId)).toMatchObject([
      { isFinished: 1, output: JSON.stringify({ answer: call.id }) },
    ]);
    await calls.writer.clean();
    expect(await readCalls(call.projectId)).toHaveLength(1);
    await calls.writer.close();
    await restarted();
  });

  it("shows the service's own tasks what is acknowledged, and goes on using the log", async () => {
    const log = await RecordLog.open(mkdtempSync(join(folder, "log-")));
    const accepted = { quietMs: 2 ** 30, readMs: 2 ** 30, readersStayMs: 2 ** 30 };
    const calls = await openCalls(engine, { cleanAfterMs: 2 ** 30, log, accepted });
    const [first, second] = [uuid7(), uuid7()];
    const projectId = uuid4();
    const storedIds = () =>
      engine.read({
        sql: "SELECT id FROM call_rows WHERE project_id = {projectId:String} ORDER BY id",
        params: { projectId },
      });
    await calls.writer.write([startPart({ projectId, id: first })]);
    store = calls.taskStore;
    expect(await readCalls(projectId)).toMatchObject([{ id: first }]);
    await calls.writer.write([startPart({ projectId, id: second })]);
    expect(await storedIds()).toEqual([{ id: first }]);
    expect(await readCalls(projectId)).toMatchObject([{ id: first }, { id: second }]);
    await calls.writer.close();
    await restarted();
  });

  it("still shows a running call whose end was refused, after other calls are written", async () => {
    let isDiskFull = false;
    const failing: Store = {
      kind: engine.kind,
      read: (query) => engine.read(query),
      stream: (query) => engine.stream(query),
      readTable: (query) => engine.readTable(query),
      command: (sql) => engine.command(sql),
      close: () => engine.close(),
      async insert(...inserts) {
        // What is small may be stored when what is large is not.
        await engine.insert(...inserts.filter(({ table }) => !isDiskFull || table !== "call_rows"));
        if (isDiskFull) throw new Error("The disk is full.");
      },
    };
    const calls = await openCalls(failing, { cleanAfterMs: 2 ** 30 });
    const projectId = uuid4();
    const [running, other] = [uuid7(), uuid7()].sort();
    await calls.writer.write([startPart({ projectId, id: running ?? "" })]);
    isDiskFull = true;
    await expect(calls.writer.write([endPart({ projectId, id: running ?? "" })])).rejects.toThrow("The disk is full.");
    isDiskFull = false;
    await calls.writer.write([startPart({ projectId, id: other ?? "" })]);
    store = calls.store;
    expect((await readCalls(projectId)).map(({ id, isFinished }) => [id, isFinished])).toEqual([
      [running, 0],
      [other, 0],
    ]);
    await calls.writer.close();
    await restarted();
  });

  it("stores the same calls for any order, repetition and grouping of parts", async () => {
    const shape = fc.array(
      fc.record({ call: fc.integer({ min: 0, max: 3 }), isEnd: fc.boolean(), isOtherRequest: fc.boolean() }),
      { minLength: 1, maxLength: 16 },
    );
    await fc.assert(
      fc.asyncProperty(shape, async (sent) => {
        const projectId = uuid4();
        const ids = Array.from({ length: 4 }, () => uuid7());
        const requests: CallPart[][] = [[]];
        for (const { call, isEnd, isOtherRequest } of sent) {
          if (isOtherRequest) requests.push([]);
          const key = { projectId, id: ids[call] ?? "" };
          requests.at(-1)?.push(isEnd ? endPart(key) : startPart(key));
        }
        await Promise.all(requests.map((parts) => writer.write(parts)));
        const has = (call: number, isEnd: boolean) => sent.some((part) => part.call === call && part.isEnd === isEnd);
        const expected = ids.flatMap((id, call) => (has(call, false) ? [[id, has(call, true) ? 1 : 0]] : []));
        expect((await readCalls(projectId)).map(({ id, isFinished }) => [id, isFinished])).toEqual(expected.sort());
      }),
      { numRuns: sized({ once: 5, all: 25 }) },
    );
  });
});
