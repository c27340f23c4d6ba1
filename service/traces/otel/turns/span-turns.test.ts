import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RawSpan } from "@/lib/api/contract/calls/otel";
import { makeRequest, makeSpan } from "@/service/traces/otel/testing/make-span";
import { convertBody } from "@/service/traces/otel/wire/convert-body";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { STORED_CALLS_SQL, THREAD_ID_SQL, TURN_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { RecordLog } from "@/service/traces/store/engine/record-log";
import type { Store } from "@/service/traces/store/engine/store";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { readThreads, type ThreadRow } from "@/service/traces/store/threads/thread-query";
import { sized } from "@/test/setup/test-length";
import { SpanTurns } from "./span-turns";
import { storeSpans } from "./store-spans";

// The test starts a real engine, possibly on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-turns-"));
let engine: Store;

/** The parts of a service that decide the turns of spans. */
interface Receiver {
  readonly calls: OpenedCalls;
  readonly turns: SpanTurns;
}

beforeAll(async () => {
  engine = openEmbeddedStore({ folder });
  for (const sql of callTables("embedded")) await engine.command(sql);
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** @param logFolder keeps what is acknowledged and not stored */
async function open(logFolder: string, remembered = 50_000): Promise<Receiver> {
  const calls = await openCalls(engine, { log: await RecordLog.open(logFolder) });
  const turns = new SpanTurns({ store: calls.store, calls: calls.writer }, { remembered });
  turns.start();
  return { calls, turns };
}

async function close({ calls, turns }: Receiver): Promise<void> {
  await turns.close();
  await calls.writer.close();
}

const newLog = () => mkdtempSync(join(folder, "log-"));

async function send({ calls, turns }: Receiver, projectId: string, spans: readonly RawSpan[]): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(makeRequest(spans)));
  const converted = convertBody({ type: "application/json", bytes, project: projectId });
  await storeSpans(turns, converted, "user", (written) => calls.writer.write(written.flatMap(({ parts }) => parts)));
}

interface CallTurn {
  readonly id: string;
  readonly thread: string;
  readonly turn: string;
}

const turnsIn = ({ calls }: Receiver, projectId: string): Promise<CallTurn[]> =>
  calls.store.read<CallTurn>({
    sql: `SELECT id, ${THREAD_ID_SQL} AS thread, ${TURN_ID_SQL} AS turn FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY trace_id, id`,
    params: { projectId },
  });

async function threadsIn({ calls }: Receiver, projectId: string): Promise<ThreadRow[]> {
  const threads: ThreadRow[] = [];
  const page = { limit: null, offset: 0 };
  const byId = [{ field: "thread_id", direction: "asc" as const }];
  const { signal } = new AbortController();
  for await (const rows of readThreads(calls.store, { project_id: projectId, sort_by: byId }, page, signal)) {
    threads.push(...rows);
  }
  return threads;
}

const hex = (id: number) => id.toString(16).padStart(16, "0");
const CHILD = 3;
const TOOL = 2;
const ROOT = 1;

function span(id: number, parent: number, attributes: object = {}, members: Partial<RawSpan> = {}): RawSpan {
  return makeSpan(attributes, { spanId: hex(id), parentSpanId: parent === 0 ? "" : hex(parent), ...members });
}

const named = { "gen_ai.conversation.id": "c1" };
const inTurn = (id: number, turn = ROOT) => ({ id: hex(id), thread: "c1", turn: hex(turn) });

describe("turns of spans", () => {
  it("are those of a parent that arrives minutes after its children, also after a restart", async () => {
    const projectId = `e/${uuid4()}`;
    const log = newLog();
    let receiver = await open(log);
    await send(receiver, projectId, [span(CHILD, TOOL)]);
    await send(receiver, projectId, [span(TOOL, ROOT)]);
    expect(await turnsIn(receiver, projectId)).toEqual([
      { id: hex(TOOL), thread: "", turn: "" },
      { id: hex(CHILD), thread: "", turn: "" },
    ]);
    await close(receiver);
    receiver = await open(log);
    await send(receiver, projectId, [span(ROOT, 0, named)]);
    const expected = [inTurn(ROOT), inTurn(TOOL), inTurn(CHILD)];
    expect(await turnsIn(receiver, projectId)).toEqual(expected);
    expect((await threadsIn(receiver, projectId)).map(({ turn_count }) => turn_count)).toEqual([1]);
    await close(receiver);
    receiver = await open(log);
    expect(await turnsIn(receiver, projectId)).toEqual(expected);
    await close(receiver);
  });

  it("are those of a parent that arrived in an earlier request", async () => {
    const projectId = `e/${uuid4()}`;
    const receiver = await open(newLog());
    await send(receiver, projectId, [span(ROOT, 0, named)]);
    await send(receiver, projectId, [span(TOOL, ROOT)]);
    await send(receiver, projectId, [span(CHILD, TOOL)]);
    expect(await turnsIn(receiver, projectId)).toEqual([inTurn(ROOT), inTurn(TOOL), inTurn(CHILD)]);
    const [stored] = await engine.read<{ n: number }>({
      sql: "SELECT count() AS n FROM call_turns WHERE project_id = {projectId:String}",
      params: { projectId },
    });
    expect(stored).toEqual({ n: 0 });
    await close(receiver);
  });

  it("of traces that are read again take few queries, of which those for few spans are planned beside the thread", async () => {
    const projectId = `e/${uuid4()}`;
    const log = newLog();
    const traces = Array.from({ length: 70 }, (_, at) => hex(at + 1).padStart(32, "0"));
    const first = await open(log);
    await send(
      first,
      projectId,
      traces.map((traceId) => span(TOOL, ROOT, {}, { traceId })),
    );
    await close(first);
    const receiver = await open(log);
    const [reads, streams] = [vi.spyOn(engine, "read"), vi.spyOn(engine, "stream")];
    const ofSpans = (spy: { mock: { calls: [{ sql: string }][] } }) =>
      spy.mock.calls.filter(([{ sql }]) => sql.includes("sentTraceId")).length;
    await send(
      receiver,
      projectId,
      traces.map((traceId) => span(ROOT, 0, named, { traceId })),
    );
    expect({ reads: ofSpans(reads), streams: ofSpans(streams) }).toEqual({ reads: 3, streams: 0 });
    vi.restoreAllMocks();
    const turns = await turnsIn(receiver, projectId);
    expect(turns).toHaveLength(140);
    expect(turns.every(({ thread, turn }) => thread === "c1" && turn !== "")).toBe(true);
    await close(receiver);
  });

  it("of a trace that outgrows the memory while it grows are decided without reading it again, until others came", async () => {
    const projectId = `e/${uuid4()}`;
    const receiver = await open(newLog(), 50);
    const reads = vi.spyOn(engine, "read");
    const readings = () => reads.mock.calls.filter(([{ sql }]) => sql.includes("sentTraceId")).length;
    const [traceId, otherId] = [uuid4().replaceAll("-", ""), uuid4().replaceAll("-", "")];
    const grow = (from: number) =>
      send(
        receiver,
        projectId,
        Array.from({ length: 40 }, (_, at) => span(from + at, from + at - 1, {}, { traceId })),
      );
    // The ids of stored traces may not have been read yet.
    await grow(1);
    const before = readings();
    for (const from of [41, 81, 121]) await grow(from);
    expect(readings()).toBe(before);
    const others = Array.from({ length: 50 }, (_, at) => span(at + 1, 0, {}, { traceId: otherId }));
    await send(receiver, projectId, others);
    await grow(161);
    expect(readings()).toBe(before + 1);
    vi.restoreAllMocks();
    await close(receiver);
  });

  it("of a trace with more spans than one read returns are right as well", async () => {
    const projectId = `e/${uuid4()}`;
    const log = newLog();
    const first = await open(log);
    const children = Array.from({ length: 700 }, (_, at) => span(at + 10, ROOT));
    await send(first, projectId, children);
    await close(first);
    const receiver = await open(log);
    await send(receiver, projectId, [span(ROOT, 0, named)]);
    const turns = await turnsIn(receiver, projectId);
    expect(turns).toHaveLength(701);
    expect(new Set(turns.map(({ thread, turn }) => `${thread} ${turn}`))).toEqual(new Set([`c1 ${hex(ROOT)}`]));
    await close(receiver);
  });

  it("do not count a model call that was a turn until its agent arrived", async () => {
    const projectId = `e/${uuid4()}`;
    const receiver = await open(newLog());
    await send(receiver, projectId, [span(TOOL, ROOT, { ...named, "gen_ai.operation.name": "invoke_agent" })]);
    expect(await threadsIn(receiver, projectId)).toMatchObject([{ thread_id: "c1", last_turn_id: hex(TOOL) }]);
    await send(receiver, projectId, [span(ROOT, 0, named)]);
    expect(await turnsIn(receiver, projectId)).toEqual([inTurn(ROOT), inTurn(TOOL)]);
    expect(await threadsIn(receiver, projectId)).toMatchObject([
      { thread_id: "c1", turn_count: 1, first_turn_id: hex(ROOT), last_turn_id: hex(ROOT) },
    ]);
    await close(receiver);
  });

  it("are stored by the request that is sent again after a failure", async () => {
    const projectId = `e/${uuid4()}`;
    const receiver = await open(newLog());
    await send(receiver, projectId, [span(CHILD, ROOT)]);
    const { store, writer } = receiver.calls;
    const failing = new SpanTurns({
      store,
      calls: { write: () => Promise.reject(new Error("The disk is full.")) } as unknown as typeof writer,
    });
    const broken = { ...receiver, turns: failing };
    await expect(send(broken, projectId, [span(ROOT, 0, named)])).rejects.toThrow("The disk is full.");
    await send(receiver, projectId, [span(ROOT, 0, named)]);
    expect(await turnsIn(receiver, projectId)).toEqual([inTurn(ROOT), inTurn(CHILD)]);
    await close(receiver);
  });

  /** A span has a parent with a lower number, a parent that never arrives, or none. */
  const sentSpan = fc.record({
    trace: fc.nat({ max: 1 }),
    parent: fc.oneof({ weight: 6, arbitrary: fc.double({ min: 0, max: 0.999, noNaN: true }) }, fc.constant(-1)),
    thread: fc.constantFrom<object>({}, {}, {}, named, { "session.id": "c2" }, { "wandb.thread_id": "c1" }),
    mark: fc.constantFrom<object>({}, {}, {}, { "wandb.is_turn": true }, { "wandb.is_turn": false }),
    operation: fc.constantFrom<object>({}, {}, { "gen_ai.operation.name": "invoke_agent" }),
    isRemote: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
  });

  const NEVER_SENT = 0xffff;

  const spansOf = (sent: readonly (typeof sentSpan extends fc.Arbitrary<infer Span> ? Span : never)[]): RawSpan[] =>
    sent.map(({ trace, parent, thread, mark, operation, isRemote }, at) => {
      const above = parent < 0 ? NEVER_SENT : Math.floor(parent * (at + 1));
      const isSameTrace = above === 0 || above === NEVER_SENT || sent[above - 1]?.trace === trace;
      return span(
        at + 1,
        isSameTrace ? above : 0,
        { ...thread, ...mark, ...operation },
        {
          traceId: String(trace + 1).repeat(32),
          ...(isRemote ? { flags: 0x301 } : {}),
        },
      );
    });

  it("are the same for any order, requests and processes in which the spans arrive", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentSpan, { minLength: 2, maxLength: 10 }),
        fc.array(fc.record({ order: fc.nat(), isLast: fc.boolean(), isRestart: fc.boolean() }), {
          minLength: 10,
          maxLength: 10,
        }),
        fc.constantFrom(0, 3, 50_000),
        fc.boolean(),
        async (sent, plan, remembered, isAtOnce) => {
          const spans = spansOf(sent);
          const [whole, split] = [`e/${uuid4()}`, `e/${uuid4()}`];
          const log = newLog();
          let receiver = await open(log, remembered);
          await send(receiver, whole, spans);
          const order = spans.map((_, at) => at).sort((a, b) => (plan[a]?.order ?? 0) - (plan[b]?.order ?? 0));
          let batch: RawSpan[] = [];
          const running: Promise<void>[] = [];
          for (const [at, from] of order.entries()) {
            batch.push(spans[from] ?? span(0, 0));
            if (plan[at]?.isLast === false && at < order.length - 1) continue;
            running.push(send(receiver, split, batch));
            batch = [];
            if (!isAtOnce) await running.at(-1);
            if (!isAtOnce && plan[at]?.isRestart) {
              await close(receiver);
              receiver = await open(log, remembered);
            }
          }
          await Promise.all(running);
          const expected = await turnsIn(receiver, whole);
          expect(expected).toHaveLength(spans.length);
          expect(await turnsIn(receiver, split)).toEqual(expected);
          expect(await threadsIn(receiver, split)).toEqual(await threadsIn(receiver, whole));
          await close(receiver);
          receiver = await open(log, remembered);
          expect(await turnsIn(receiver, split)).toEqual(expected);
          await close(receiver);
        },
      ),
      { numRuns: sized({ once: 1, all: 10 }) },
    );
  });
});
