import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCalls } from "@/service/traces/store/calls/open-calls";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { createTables } from "./create-tables";
import { callTables } from "./schema-calls";

/** More than the bytes from which the engine writes a part as two files for each column, unless it is told otherwise. */
const LARGE_GROUP_BYTES = 12 * 1024 ** 2;

let folder: string;
let engine: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-schema-"));
  engine = openEmbeddedStore({ folder });
});

afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const CODEC_OF_OUTPUT = "output String CODEC(LZ4)";

/** The tables as earlier versions created them. */
const earlierTables = (): string[] =>
  callTables("embedded").flatMap((sql) =>
    sql.startsWith("ALTER")
      ? []
      : [
          sql
            .replace(/min_bytes_for_wide_part = \d+, /, "")
            .replace(CODEC_OF_OUTPUT, CODEC_OF_OUTPUT.replace("LZ4", "ZSTD(1)")),
        ],
  );

const codecOfOutput = async () => {
  const [column] = await engine.read<{ codec: string }>({
    sql: "SELECT compression_codec AS codec FROM system.columns WHERE table = 'call_rows' AND name = 'output' AND database = currentDatabase()",
  });
  return column?.codec;
};

async function writeLargeGroup(projectId: string): Promise<void> {
  const { writer } = await openCalls(engine);
  const inputs = payload("x".repeat(LARGE_GROUP_BYTES));
  const call = { projectId, id: uuid7() };
  await writer.write([startPart({ ...call, inputs }), endPart(call)]);
  await writer.close();
}

const partTypes = () =>
  engine.read<{ type: string }>({
    sql: "SELECT part_type AS type FROM system.parts WHERE active AND table = 'call_rows' ORDER BY name",
  });

describe("tables of calls", () => {
  it("take the settings of this version in a folder of an earlier one, and keep its calls", async () => {
    const projectId = uuid4();
    for (const sql of earlierTables()) await engine.command(sql);
    await writeLargeGroup(projectId);
    expect(await partTypes()).toEqual([{ type: "Wide" }]);
    expect(await codecOfOutput()).toBe("CODEC(ZSTD(1))");
    await createTables(engine, callTables("embedded"));
    expect(await codecOfOutput()).toBe("CODEC(LZ4)");
    await engine.command("SYSTEM STOP MERGES call_rows");
    await writeLargeGroup(projectId);
    expect(await partTypes()).toEqual([{ type: "Wide" }, { type: "Compact" }]);
    const { store } = await openCalls(engine);
    const rows = await store.read({
      sql: `SELECT length(inputs) > ${LARGE_GROUP_BYTES} AS isWhole, status FROM call_rows WHERE ${STORED_CALLS_SQL}`,
      params: { projectId },
    });
    expect(rows).toEqual([
      { isWhole: 1, status: "success" },
      { isWhole: 1, status: "success" },
    ]);
  });

  it("keep acknowledged rows through a power cut: all three ways of syncing are on", async () => {
    await createCallTables(engine);
    const [table] = await engine.read<{ sql: string }>({
      sql: "SELECT create_table_query AS sql FROM system.tables WHERE name = 'call_rows' AND database = currentDatabase()",
    });
    expect(table?.sql).toContain("fsync_after_insert = 1");
    expect(table?.sql).toContain("fsync_part_directory = 1");
    expect(table?.sql).toContain("min_rows_to_fsync_after_merge = 1");
  });
});
