import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { openServices } from "@/service/traces/open-services";
import { callColumns } from "@/service/traces/store/calls/call-parts";
import { DISPLAY_NAME_SQL, STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { PARKED_AT } from "@/service/traces/store/engine/timestamps";
import { endPart, namePart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallParts, insertParts, type PartRow } from "@/service/traces/store/testing/call-parts-table";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { upgradeCallParts } from "./upgrade-call-parts";

let folder: string;
let engine: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-upgrade-"));
  engine = openEmbeddedStore({ folder: join(folder, "traces") });
  await createCallParts(engine, { hasUsage: true });
  await insertParts(engine, oldRows);
});

afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const project_id = "e/p";
const at = (n: number) => `2026-11-20 10:00:${String(n).padStart(2, "0")}.000001`;
const idOf = (n: number) => `call-${String(n).padStart(2, "0")}`;
const usage = '{"usage":{"m":{"prompt_tokens":3,"total_tokens":7}},"n":123456789012345678901234}';

const start = (id: string, started_at: string): PartRow => ({
  ...{ project_id, id, started_at, kind: 1, trace_id: `trace of ${id}`, parent_id: "parent", thread_id: "thread" },
  ...{ turn_id: id, op_name: "op", user_id: "user", run_id: "run", run_step: 4, attributes: '{"a":1.0}' },
  ...{
    inputs: `{"question":"${id}"}`,
    otel_dump: "{}",
    attributes_size: 8,
    inputs_size: 20,
    input_refs: ["weave:///x"],
  },
  ...{ inputs_search: "search", display_name: id === idOf(1) ? "first" : null },
});
const end = (id: string, started_at: string, exception: string | null = null): PartRow => ({
  ...{ project_id, id, started_at, kind: 2, ended_at: "2026-11-20 10:01:00.5", exception, descendant_errors: 2 },
  ...{ output: `{"answer":"${id}"}`, output_size: 21, output_refs: ["weave:///y"], summary: usage, summary_size: 30 },
  ...{ run_step_end: 5 },
});
const name = (id: string, started_at: string, display_name: string): PartRow => ({
  ...{ project_id, id, started_at, kind: 4, display_name },
});

/** Calls of all kinds, each part in an insert of its own. Two calls start at the same time. */
const oldRows: readonly PartRow[] = [
  ...[0, 1, 2, 3, 4, 5, 6].map((n) => start(idOf(n), at(n === 3 ? 2 : n))),
  ...[0, 1, 2, 3].map((n) => end(idOf(n), at(n === 3 ? 2 : n), n === 0 ? "ValueError" : null)),
  name(idOf(1), at(1), "second"),
  name(idOf(4), at(4), "running"),
  // An end and a name that arrived before their start, and were stored again with it.
  end(idOf(5), PARKED_AT),
  end(idOf(5), at(5)),
  name(idOf(5), PARKED_AT, "early"),
  name(idOf(5), at(5), "early"),
  name(idOf(5), at(5), "late"),
  // An end and a name whose start has not arrived.
  end("parked", PARKED_AT),
  name("parked", PARKED_AT, "awaited"),
];

/** Every column of the calls as the old version read them. */
async function oldCalls(): Promise<unknown[]> {
  const columns = callColumns
    .map(({ name }) => name)
    .filter((column) => !["open_number", "generation", "commit_number", "call_source"].includes(column));
  const texts = columns.map((column) =>
    column === "display_name" || column === "exception" ? `ifNull(p.${column}, '') AS ${column}` : `p.${column}`,
  );
  return await engine.read({
    sql: `SELECT ${texts.join(", ")}, usage FROM call_parts AS p FINAL WHERE bitAnd(kind, 1) = 1 ORDER BY p.started_at, p.id`,
  });
}

async function newCalls(store: Store): Promise<unknown[]> {
  const columns = callColumns
    .map(({ name }) => name)
    .filter((column) => !["open_number", "generation", "commit_number", "call_source"].includes(column));
  const texts = columns.map((column) =>
    column === "display_name" ? `${DISPLAY_NAME_SQL} AS ${column}` : `call_rows.${column}`,
  );
  return await store.read({
    sql: `SELECT ${texts.join(", ")}, model_tokens AS usage FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY call_rows.started_at, call_rows.id`,
    params: { projectId: project_id },
  });
}

const open = (store: Store, onUpgrade?: (copied: number, total: number) => void) =>
  openServices(store, folder, new ProviderDirectory({}), onUpgrade);

async function hasOldTable(): Promise<boolean> {
  const sql = "SELECT count() AS n FROM system.tables WHERE database = currentDatabase() AND name = 'call_parts'";
  const [row] = await engine.read<{ n: number }>({ sql });
  return row?.n === 1;
}

describe("a data folder with calls in parts", () => {
  it("keeps its calls and deletions when it is opened, reports progress, and continues what was under way: running calls end, parked ends get their start and name", async () => {
    const before = await oldCalls();
    await insertParts(engine, [start("deleted", at(8)), end("deleted", at(8))]);
    await createCallTables(engine);
    await engine.insert({
      table: "deleted_calls",
      columns: ["project_id", "started_at", "id", "deleted_at", "user_id"],
      lines: Buffer.from(
        `${JSON.stringify({ project_id, started_at: at(8), id: "deleted", deleted_at: at(9), user_id: "u" })}\n`,
      ),
    });
    const told: (readonly number[])[] = [];
    const { store, calls } = await open(engine, (copied, total) => told.push([copied, total]));
    expect(before).toHaveLength(7);
    expect(await newCalls(store)).toEqual(before);
    expect(told).toEqual([[8, 8]]);
    expect(await hasOldTable()).toBe(false);
    await calls.write([
      endPart({ projectId: project_id, id: idOf(4) }),
      endPart({ projectId: project_id, id: idOf(1) }),
      startPart({ projectId: project_id, id: idOf(6) }),
      startPart({ projectId: project_id, id: "parked", startedAt: at(7) }),
      namePart({ projectId: project_id, id: idOf(5), displayName: "newest" }),
    ]);
    await calls.clean();
    const rows = await store.read<{ id: string; status: string; name: string; output: string }>({
      sql: `SELECT id, status, ${DISPLAY_NAME_SQL} AS name, output FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY started_at, id`,
      params: { projectId: project_id },
    });
    expect(rows.map(({ id, status, name: shown }) => [id, status, shown])).toEqual([
      [idOf(0), "error", ""],
      [idOf(1), "descendant_error", "second"],
      [idOf(2), "descendant_error", ""],
      [idOf(3), "descendant_error", ""],
      [idOf(4), "success", "running"],
      [idOf(5), "descendant_error", "newest"],
      [idOf(6), "running", ""],
      ["parked", "descendant_error", "awaited"],
    ]);
    expect(rows.at(-1)?.output).toBe('{"answer":"parked"}');
    await calls.close();
  });

  it("that was written before tokens were counted has its tokens too", { tags: ["all"] }, async () => {
    const before = await oldCalls();
    await engine.command("DROP TABLE call_parts SYNC");
    await createCallParts(engine, { hasUsage: false });
    await insertParts(engine, oldRows);
    const { store, calls } = await open(engine);
    expect(await newCalls(store)).toEqual(before);
    await calls.close();
  });

  it("loses and doubles nothing when the upgrade is stopped at any statement and started again", {
    tags: ["all"],
  }, async () => {
    const before = await oldCalls();
    await createCallTables(engine);
    let stopAt = 0;
    for (let isUpgraded = false; !isUpgraded; stopAt += 1) {
      let statements = 0;
      const stopping: Store = {
        kind: engine.kind,
        read: (query) => engine.read(query),
        stream: (query) => engine.stream(query),
        readTable: (query) => engine.readTable(query),
        insert: (...inserts) => engine.insert(...inserts),
        close: () => engine.close(),
        async command(sql) {
          if (statements === stopAt) {
            // A copy that was cut off has stored some of its rows.
            if (sql.startsWith("INSERT INTO call_rows")) await engine.command(`${sql} LIMIT 1`);
            throw new Error("stopped");
          }
          statements += 1;
          await engine.command(sql);
        },
      };
      isUpgraded = await upgradeCallParts(stopping, () => undefined, 3).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe("stopped");
          return false;
        },
      );
    }
    expect(stopAt).toBeGreaterThan(3);
    const { store, calls } = await open(engine);
    expect(await newCalls(store)).toEqual(before);
    await calls.close();
  });
});
