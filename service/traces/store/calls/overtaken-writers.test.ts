import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { EngineFront } from "@/service/traces/store/testing/engine-front";
import { firstOnce } from "@/test/setup/test-length";
import { type OpenedCalls, openCalls } from "./open-calls";
import { STORED_CALLS_SQL } from "./visible-calls";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-overtaken-"));
let front: EngineFront;
const stores: Store[] = [];

beforeAll(async () => {
  front = await EngineFront.open(folder);
  const engine = openServerStore(front.client().url);
  await createCallTables(engine);
  await engine.close();
});

afterAll(async () => {
  for (const store of stores) await store.close();
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A moment at which a process stops before it inserts into a table. */
class Stop {
  readonly #events = new EventEmitter();
  readonly reached = once(this.#events, "reached");
  readonly #passed = once(this.#events, "passed");
  table: string | null = null;

  goOn(): void {
    this.#events.emit("passed");
  }

  async pass(tables: readonly string[]): Promise<void> {
    if (this.table === null || !tables.includes(this.table)) return;
    this.table = null;
    this.#events.emit("reached");
    await this.#passed;
  }
}

/** Opens the calls of the server as a process of its own, which takes a turn away after `patienceMs`. */
async function openProcess(patienceMs: number, signMs: number, stop = new Stop()): Promise<OpenedCalls> {
  const server = openServerStore(front.client().url);
  stores.push(server);
  const store: Store = {
    kind: server.kind,
    read: (query) => server.read(query),
    stream: (query) => server.stream(query),
    readTable: (query) => server.readTable(query),
    command: (sql) => server.command(sql),
    close: () => server.close(),
    async insert(...inserts) {
      await stop.pass(inserts.map(({ table }) => table));
      await server.insert(...inserts);
    },
  };
  const order = { patienceMs, signMs, pollMs: 20 };
  const calls = await openCalls(store, { cleanAfterMs: 2 ** 30, otherReadersMs: 0, order });
  await calls.writer.idle();
  return calls;
}

const readCalls = ({ store }: OpenedCalls, projectId: string) =>
  store.read({
    sql: `SELECT id, output FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY id`,
    params: { projectId },
  });

describe("a complete call that waits to be stored", () => {
  it.each(
    firstOnce(1, [
      ["its start", startPart],
      ["its end", endPart],
    ]),
  )("is stored once and whole when another process stores %s first", async (_, partOf) => {
    const stop = new Stop();
    const [waiting, first] = [await openProcess(60_000, 1_000, stop), await openProcess(60_000, 1_000)];
    const call = { projectId: uuid4(), id: uuid7() };
    stop.table = "commit_log";
    const written = waiting.writer.write([startPart(call), endPart({ ...call, output: payload("of both") })]);
    await stop.reached;
    await first.writer.write([partOf(call)]);
    expect(first.writer.hasOpenRows).toBe(true);
    stop.goOn();
    await written;
    for (const reader of [waiting, first]) {
      expect(await readCalls(reader, call.projectId)).toEqual([{ id: call.id, output: JSON.stringify("of both") }]);
      expect(reader.writer.hasOpenRows).toBe(false);
      await reader.writer.close();
    }
  });

  it("is stored in the next turn when its turn was taken away", async () => {
    const stop = new Stop();
    // It gives no sign of life.
    const slow = await openProcess(60_000, 600_000, stop);
    const other = await openProcess(200, 1_000);
    const projectId = uuid4();
    const [id, another] = [uuid7(), uuid7()];
    stop.table = "call_rows";
    const written = slow.writer.write([startPart({ projectId, id }), endPart({ projectId, id })]);
    await stop.reached;
    await other.writer.write([startPart({ projectId, id: another }), endPart({ projectId, id: another })]);
    stop.goOn();
    await written;
    for (const reader of [slow, other]) {
      expect(await readCalls(reader, projectId)).toEqual([
        { id, output: endPart({ projectId, id }).output?.text },
        { id: another, output: endPart({ projectId, id: another }).output?.text },
      ]);
      await reader.writer.close();
    }
  });
});
