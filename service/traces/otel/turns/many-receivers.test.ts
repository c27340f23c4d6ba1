import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RawSpan } from "@/lib/api/contract/calls/otel";
import { makeRequest, makeSpan } from "@/service/traces/otel/testing/make-span";
import { convertBody } from "@/service/traces/otel/wire/convert-body";
import { type OpenedCalls, openCalls } from "@/service/traces/store/calls/open-calls";
import { STORED_CALLS_SQL, THREAD_ID_SQL, TURN_ID_SQL } from "@/service/traces/store/calls/visible-calls";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { EngineFront } from "@/service/traces/store/testing/engine-front";
import { sized } from "@/test/setup/test-length";
import { SpanTurns } from "./span-turns";
import { storeSpans } from "./store-spans";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-receivers-"));
let front: EngineFront;

/** The parts of a service process that decide the turns of spans. */
interface Receiver {
  readonly engine: Store;
  readonly calls: OpenedCalls;
  readonly turns: SpanTurns;
}

beforeAll(async () => {
  front = await EngineFront.open(folder);
  const engine = openServerStore(front.client().url);
  for (const sql of callTables("server")) await engine.command(sql);
  await engine.close();
});

afterAll(async () => {
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(remembered: number): Promise<Receiver> {
  const engine = openServerStore(front.client().url);
  const calls = await openCalls(engine, { order: { pollMs: 20 } });
  const turns = new SpanTurns({ store: calls.store, calls: calls.writer }, { remembered });
  turns.start();
  return { engine, calls, turns };
}

async function close({ engine, calls, turns }: Receiver): Promise<void> {
  await turns.close();
  await calls.writer.close();
  await engine.close();
}

async function send({ calls, turns }: Receiver, projectId: string, spans: readonly RawSpan[]): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(makeRequest(spans)));
  const converted = convertBody({ type: "application/json", bytes, project: projectId });
  await storeSpans(turns, converted, "user", (written) => calls.writer.write(written.flatMap(({ parts }) => parts)));
}

const turnsIn = ({ calls }: Receiver, projectId: string) =>
  calls.store.read({
    sql: `SELECT id, ${THREAD_ID_SQL} AS thread, ${TURN_ID_SQL} AS turn FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY trace_id, id`,
    params: { projectId },
  });

const hex = (id: number) => id.toString(16).padStart(16, "0");

/** A span has a parent with a lower number, or none. */
const sentSpan = fc.record({
  parent: fc.oneof({ weight: 6, arbitrary: fc.double({ min: 0.2, max: 0.999, noNaN: true }) }, fc.constant(0)),
  thread: fc.constantFrom<object>({}, {}, { "gen_ai.conversation.id": "c1" }, { "session.id": "c2" }),
  operation: fc.constantFrom<object>({}, {}, { "gen_ai.operation.name": "invoke_agent" }),
});

test("turns are the same when the spans of a trace reach three processes, in any order, one by one or all at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(sentSpan, { minLength: 2, maxLength: 8 }),
      fc.array(fc.record({ order: fc.nat(), process: fc.nat({ max: 2 }), isLast: fc.boolean() }), {
        minLength: 8,
        maxLength: 8,
      }),
      fc.constantFrom(0, 50_000),
      fc.boolean(),
      async (sent, plan, remembered, isAtOnce) => {
        const receivers = await Promise.all([open(remembered), open(remembered), open(remembered)]);
        const spans = sent.map(({ parent, thread, operation }, at) => {
          const above = Math.floor(parent * (at + 1));
          const parentSpanId = above === 0 ? "" : hex(above);
          return makeSpan({ ...thread, ...operation }, { spanId: hex(at + 1), parentSpanId, traceId: "1".repeat(32) });
        });
        const [whole, split] = [`e/${uuid4()}`, `e/${uuid4()}`];
        await send(receivers[0], whole, spans);
        const order = spans.map((_, at) => at).sort((a, b) => (plan[a]?.order ?? 0) - (plan[b]?.order ?? 0));
        const running: Promise<void>[] = [];
        let batch: RawSpan[] = [];
        for (const [at, from] of order.entries()) {
          const span = spans[from];
          if (span !== undefined) batch.push(span);
          if (plan[at]?.isLast === false && at < order.length - 1) continue;
          const receiver = receivers[plan[at]?.process ?? 0] ?? receivers[0];
          running.push(send(receiver, split, batch));
          batch = [];
          if (!isAtOnce) await running.at(-1);
        }
        await Promise.all(running);
        const expected = await turnsIn(receivers[0], whole);
        expect(expected).toHaveLength(spans.length);
        for (const receiver of receivers) expect(await turnsIn(receiver, split)).toEqual(expected);
        for (const receiver of receivers) await close(receiver);
      },
    ),
    { numRuns: Number(globalThis.process.env.HEDDLE_TEST_RUNS ?? sized({ once: 1, all: 4 })) },
  );
});
