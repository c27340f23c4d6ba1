import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { createTables } from "./create-tables";
import { callTables } from "./schema-calls";
import { costTables } from "./schema-costs";
import { feedbackTables } from "./schema-feedback";
import { fileTables } from "./schema-files";
import { objectTables } from "./schema-objects";
import { tableTables } from "./schema-tables";

const STATEMENTS = [
  ...[...callTables("embedded"), ...objectTables, ...tableTables],
  ...[...fileTables, ...costTables, ...feedbackTables],
];

/** Two tables, and what changes them. */
const FEW = STATEMENTS.filter((sql) => /^\s*(?:CREATE TABLE IF NOT EXISTS|ALTER TABLE) object_v/.test(sql));

let folder: string;
let engine: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-create-tables-"));
  engine = openEmbeddedStore({ folder });
});

afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The same store, which notes the statements that it runs. */
function noting(store: Store): { readonly store: Store; readonly ran: string[] } {
  const ran: string[] = [];
  const command = async (sql: string) => {
    ran.push(sql);
    await store.command(sql);
  };
  return {
    store: Object.assign(Object.create(store), { command, kind: store.kind, read: store.read.bind(store) }),
    ran,
  };
}

const definitions = () =>
  engine.read({
    sql: "SELECT name, create_table_query FROM system.tables WHERE database = currentDatabase() ORDER BY name",
  });

describe("createTables", () => {
  it("creates in an empty folder what all statements together create, and changes nothing then", async () => {
    const { store, ran } = noting(engine);
    await createTables(store, STATEMENTS);
    expect(ran.some((sql) => sql.startsWith("ALTER"))).toBe(false);
    const created = await definitions();
    for (const sql of STATEMENTS) await engine.command(sql);
    expect(await definitions()).toEqual(created);
    ran.length = 0;
    await createTables(store, STATEMENTS);
    expect(ran).toEqual([]);
  });

  it("changes the tables of an earlier version as all statements together do", async () => {
    const earlier = [
      "CREATE TABLE call_rows (id String, op_name String, output String CODEC(ZSTD(1)), turn_id String, thread_id String, trace_id String, attributes String, attributes_search String, summary String, summary_search String, otel_dump String, usage String, tokens String, report Tuple(by UInt8, source String, response UInt64, answer UInt64) MATERIALIZED (toUInt8(length(tokens)), '', 0, 0)) ENGINE = MergeTree ORDER BY id",
      "CREATE TABLE object_values (digest String, val String) ENGINE = MergeTree ORDER BY digest",
    ];
    for (const sql of earlier) await engine.command(sql);
    const changes = STATEMENTS.filter((sql) => /^ALTER TABLE (?:call_rows|object_values) /.test(sql));
    const { store, ran } = noting(engine);
    await createTables(store, changes);
    expect(ran).toEqual(changes.filter((sql) => !sql.includes("ADD COLUMN IF NOT EXISTS report ")));
    ran.length = 0;
    await createTables(store, changes);
    expect(ran).toEqual([]);
  });

  it("runs every statement on a server, where another process may create tables meanwhile", async () => {
    const { store, ran } = noting(engine);
    await createTables(Object.assign(store, { kind: "server" }), FEW);
    await createTables(Object.assign(store, { kind: "server" }), FEW);
    expect(ran).toEqual([...FEW, ...FEW]);
  });
});
