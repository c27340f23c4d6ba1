import { v4 as uuid4 } from "uuid";
import { StoreAborted, StoreError, StoreTimeout } from "@/service/kernel/errors/store-errors";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { THREAD_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import { COMMIT_EVENTS } from "@/service/traces/store/commits/commit-log-table";
import { sharedTurns } from "@/service/traces/store/commits/write-turns";
import type { Store } from "@/service/traces/store/engine/store";
import { ObjectStore } from "@/service/traces/store/objects/object-store";
import { CallRemovals } from "@/service/traces/store/retention/call-removals";
import { CallRollups } from "@/service/traces/store/rollups/call-rollups";
import { TableStore } from "@/service/traces/store/tables/table-store";
import { callParts, DIFFICULT_TEXT, readCalls, requireCalls } from "./check-calls";

/** A server with a database of its own for the checks, in which the tables of a service exist. */
interface CheckedServer {
  /** Opens one more connection, as another process would. It is closed after the checks. */
  readonly connect: () => Store;
}

/** Something that a service relies on. */
export interface ServerCheck {
  readonly title: string;
  /** Rejects with a sentence when the server does it differently. */
  readonly run: (server: CheckedServer) => Promise<void>;
}

/** The processes wait for one another for less time than those of services. */
const ORDER = { patienceMs: 2_000, signMs: 500 };

const opened = (server: CheckedServer): Promise<OpenedCalls> =>
  openCalls(server.connect(), { order: ORDER, cleanAfterMs: 2 ** 30, otherReadersMs: 0 });

async function openThree(server: CheckedServer): Promise<readonly [OpenedCalls, OpenedCalls, OpenedCalls]> {
  return [await opened(server), await opened(server), await opened(server)];
}

function requireSame(found: unknown, expected: unknown, of: string): void {
  const [foundText, expectedText] = [JSON.stringify(found), JSON.stringify(expected)];
  if (foundText !== expectedText) throw new Error(`${of}: ${foundText} instead of ${expectedText}.`);
}

async function requireError(
  run: Promise<unknown>,
  kind: new (...args: never[]) => StoreError,
  of: string,
): Promise<void> {
  const error = await run.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof kind)) throw new Error(`${of} did not end as it should.`);
}

const TOKENS_TABLE = `CREATE TABLE check_tokens (position UInt64, writer String) ENGINE = MergeTree ORDER BY position
SETTINGS non_replicated_deduplication_window = 100`;

async function checkTokens(server: CheckedServer): Promise<void> {
  const stores = Array.from({ length: 4 }, () => server.connect());
  const [first] = stores;
  await first?.command(TOKENS_TABLE);
  for (let position = 1; position <= 5; position += 1) {
    const insert = (store: Store, writer: number) =>
      store.insert({
        ...{ table: "check_tokens", columns: ["position", "writer"], token: `position ${position}`, isUrgent: true },
        lines: Buffer.from(`${JSON.stringify({ position, writer: String(writer) })}\n`),
      });
    await Promise.all(stores.map(insert));
  }
  const rows = await first?.read({ sql: "SELECT count() AS rows, uniqExact(position) AS positions FROM check_tokens" });
  requireSame(rows, [{ rows: 5, positions: 5 }], "Rows and positions after four inserts for each of five positions");
}

async function checkParameters(server: CheckedServer): Promise<void> {
  const [row] = await server.connect().read({
    sql: "SELECT {text:String} AS text, {texts:Array(String)} AS texts, {numbers:Array(UInt64)} AS numbers, toString({large:UInt64}) AS large",
    params: { text: DIFFICULT_TEXT, texts: ["", DIFFICULT_TEXT], numbers: [1, 2 ** 53 - 1], large: 2n ** 64n - 1n },
  });
  const expected = { text: DIFFICULT_TEXT, texts: ["", DIFFICULT_TEXT], numbers: [1, 2 ** 53 - 1] };
  requireSame(row, { ...expected, large: String(2n ** 64n - 1n) }, "Parameters");
  const ids = Array.from({ length: 2_000 }, () => uuid4());
  const [many] = await server.connect().read({ sql: "SELECT {ids:Array(String)} AS ids", params: { ids } });
  requireSame(many, { ids }, "A parameter of 2,000 ids");
}

async function checkErrors(server: CheckedServer): Promise<void> {
  const store = server.connect();
  await requireError(store.read({ sql: "SELECT no_such_column" }), StoreError, "A query with an unknown column");
  const slow = "SELECT sum(sipHash64(number)) AS n FROM numbers(100000000000)";
  await requireError(store.read({ sql: slow, timeoutMs: 500 }), StoreTimeout, "A query longer than its time limit");
  const abort = new AbortController();
  const reading = store.read({ sql: slow, signal: abort.signal });
  setTimeout(() => abort.abort(), 200);
  await requireError(reading, StoreAborted, "A query that was stopped");
}

async function checkParts(server: CheckedServer): Promise<void> {
  const processes = await openThree(server);
  const projectId = uuid4();
  const calls = Array.from({ length: 60 }, () => callParts(projectId));
  await Promise.all(
    calls.flatMap(([start, end], at) =>
      // Each end comes through another process than its start, and some of the parts twice.
      [start, end, ...(at % 3 === 0 ? [start, end] : [])].map((part, place) =>
        processes[(at + place) % 3]?.writer.write([part]),
      ),
    ),
  );
  for (const { store } of processes) requireCalls(await readCalls(store, projectId), calls.flat());
  await processes[0].writer.clean();
  for (const { store } of processes) requireCalls(await readCalls(store, projectId), calls.flat());
}

/** Another process takes the turn, stores a call, and never comes back. */
async function checkAbandoned(server: CheckedServer): Promise<void> {
  const calls = await opened(server);
  const [engine, projectId] = [server.connect(), uuid4()];
  const sent = callParts(projectId);
  const [last] = await engine.read<{ position: number }>({ sql: "SELECT max(position) AS position FROM commit_log" });
  const position = (last?.position ?? 0) + 1;
  const entry = { position, event: COMMIT_EVENTS.taken, commit_number: position, writer: "dead", note: "0" };
  const insert = (table: string, row: object, token?: string) =>
    engine.insert({
      ...{ table, columns: Object.keys(row), lines: Buffer.from(`${JSON.stringify(row)}\n`) },
      ...(token === undefined ? {} : { token }),
    });
  await insert("commit_log", entry, `position ${position}`);
  const storeLate = () =>
    insert("call_rows", {
      ...{ commit_number: position, project_id: projectId, started_at: sent[0].startedAt, id: sent[0].id },
      ...{ open_number: 0, generation: 0, trace_id: sent[0].traceId, inputs: "lost", output: "lost" },
    });
  await storeLate();
  await calls.writer.write(sent);
  await storeLate();
  requireCalls(await readCalls(calls.store, projectId), sent);
}

async function checkRollups(server: CheckedServer): Promise<void> {
  const projectId = uuid4();
  const engines = [server.connect(), server.connect()];
  const rollups: CallRollups[] = [];
  for (const engine of engines) {
    const calls = await openCalls(engine, { order: ORDER });
    const added = await CallRollups.open(engine, calls, { batchCalls: 3 });
    rollups.push(added);
    for (let count = 0; count < 6; count += 1) await calls.writer.write(callParts(projectId));
    await calls.writer.storedForReader();
  }
  for (let round = 0; round < 2; round += 1) await Promise.all(rollups.map((each) => each.catchUp()));
  const rows = await engines[0]?.read({
    sql: "SELECT width, sum(call_rollups.calls) AS calls FROM call_rollups WHERE project_id = {projectId:String} GROUP BY width ORDER BY width",
    params: { projectId },
  });
  const expected = [0, 60, 900, 3600].map((width) => ({ width, calls: 12 }));
  requireSame(rows, expected, "Calls that two processes added up");
}

async function checkRemoval(server: CheckedServer): Promise<void> {
  const engine = server.connect();
  const calls = await openCalls(engine, { order: ORDER, cleanAfterMs: 2 ** 30, otherReadersMs: 0 });
  const other = await opened(server);
  const projectId = uuid4();
  const [startedAt, endedAt] = ["2026-01-01 10:00:00.000000", "2026-01-01 10:00:01.000000"];
  const kept = callParts(projectId);
  await other.writer.write([...callParts(projectId, { startedAt, endedAt }), ...kept]);
  const removals = await CallRemovals.open(engine, calls);
  requireSame(await removals.remove(projectId, "2026-06-01 00:00:00.000000"), 1, "Removed calls");
  requireCalls(await readCalls(other.store, projectId), kept);
  const rows = await engine.read({
    sql: "SELECT count() AS rows FROM call_rows WHERE project_id = {projectId:String}",
    params: { projectId },
  });
  requireSame(rows, [{ rows: 1 }], "Rows after a removal");
  removals.close();
}

async function checkTurns(server: CheckedServer): Promise<void> {
  const [writing, reading] = [await opened(server), await opened(server)];
  const projectId = uuid4();
  const [start, end] = callParts(projectId);
  await writing.writer.write([start, end]);
  const { id } = start;
  await writing.writer.write([
    { part: "turn", projectId, id, threadId: DIFFICULT_TEXT, turnId: "t", changesKind: false },
  ]);
  const rows = await reading.store.read({
    sql: `SELECT ${THREAD_ID_SQL} AS thread FROM call_rows WHERE id = {id:String} AND project_id = {projectId:String}`,
    params: { id, projectId },
  });
  requireSame(rows, [{ thread: DIFFICULT_TEXT }], "The thread of a call that was corrected");
}

async function checkObjects(server: CheckedServer): Promise<void> {
  const projectId = uuid4();
  const stores = await Promise.all(
    [0, 1].map(async () => {
      const engine = server.connect();
      const { writer } = await openCalls(engine, { order: ORDER });
      const turns = sharedTurns((step) =>
        writer.exclusively(async (turn) => ({ result: await step(turn), note: null })),
      );
      return { objects: new ObjectStore(engine, turns), tables: new TableStore(engine, turns) };
    }),
  );
  const digests = Array.from({ length: 6 }, (_, at) => `digest ${at}`);
  for (const [at, digest] of digests.entries()) {
    await stores[at % 2]?.objects.publish({
      ...{ projectId, kind: "object", objectId: "o", digest, baseObjectClass: "", leafObjectClass: "" },
      ...{ userId: "u", sizeBytes: 2, val: "{}" },
    });
  }
  const versions = await stores[0]?.objects.versionsOf(projectId, ["o"]);
  const inOrder = [...(versions ?? [])].sort((left, right) => left.versionIndex - right.versionIndex);
  requireSame(
    inOrder.map(({ digest }) => digest),
    digests,
    "Versions of an object in their order",
  );
  const items = digests.map((digest) => ({ digest, text: JSON.stringify({ digest }), sizeBytes: 20 }));
  const tables = await Promise.all(stores.map(({ tables: each }) => each.write(projectId, "u", items)));
  const found = await stores[1]?.tables.items(projectId, tables[0] ?? "");
  requireSame(
    found?.map(({ digest }) => digest),
    digests,
    "Rows of a table that two processes stored",
  );
}

/** What a service relies on, in the order in which it is checked. */
export const serverChecks: readonly ServerCheck[] = [
  { title: "keeps the first of several inserts with one token", run: checkTokens },
  { title: "takes parameters as they are sent", run: checkParameters },
  { title: "reports errors, and stops queries", run: checkErrors },
  { title: "stores calls once whose parts reach three processes", run: checkParts },
  { title: "shows nothing of a process that died in its turn", run: checkAbandoned },
  { title: "adds up calls once", run: checkRollups },
  { title: "removes old calls", run: checkRemoval },
  { title: "looks up corrected threads", run: checkTurns },
  { title: "keeps objects and tables of two processes apart", run: checkObjects },
];
