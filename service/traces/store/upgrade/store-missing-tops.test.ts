import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { storeMissingTops } from "./store-missing-tops";

it("finds the first span or call of each trace without a root, once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-tops-"));
  const store = openEmbeddedStore({ folder });
  try {
    await createCallTables(store);
    const [first, second, root] = ["a", "b", "c"].map((digit) => digit.repeat(16));
    const rows = [
      { id: second, trace_id: "1", parent_id: "lost", started_at: "2026-11-20 10:00:02.000000" },
      { id: first, trace_id: "1", parent_id: "lost", started_at: "2026-11-20 10:00:01.000000" },
      { id: root, trace_id: "2", parent_id: "", started_at: "2026-11-20 10:00:01.000000" },
      { id: "d".repeat(16), trace_id: "2", parent_id: "lost", started_at: "2026-11-20 10:00:00.000000" },
      { id: "of an SDK", trace_id: "3", parent_id: "lost", started_at: "2026-11-20 10:00:00.000000" },
      { id: "below it", trace_id: "3", parent_id: "of an SDK", started_at: "2026-11-20 10:00:01.000000" },
      { id: "in a span", trace_id: "2", parent_id: root, started_at: "2026-11-20 10:00:01.000000" },
    ];
    const lines = Buffer.from(rows.map((row) => JSON.stringify({ project_id: "e/p", ...row })).join("\n"));
    const columns = ["project_id", "id", "trace_id", "parent_id", "started_at"];
    await store.insert({ table: "call_rows", columns, lines });
    const tops = () => store.read({ sql: "SELECT id, is_top FROM call_tops WHERE project_id = 'e/p' ORDER BY id" });
    await storeMissingTops(store);
    const expected = [first, "of an SDK"].map((id) => ({ id, is_top: 1 }));
    expect(await tops()).toEqual(expected);
    await store.command("ALTER TABLE call_tops DELETE WHERE project_id = 'e/p' SETTINGS mutations_sync = 2");
    await storeMissingTops(store);
    expect(await tops()).toEqual([]);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
