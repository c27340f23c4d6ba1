import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCalls } from "@/service/traces/store/calls/open-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { RowBlock, Store } from "@/service/traces/store/engine/store";
import { startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { StoredIds } from "./stored-ids";

async function* noRows(): AsyncGenerator<RowBlock, void, void> {}

describe("StoredIds", () => {
  const folder = mkdtempSync(join(tmpdir(), "stored-ids-"));
  let engine: Store;

  beforeAll(async () => {
    engine = openEmbeddedStore({ folder });
    await createCallTables(engine);
  });

  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("knows every stored id, whatever its letters and length, and hardly any other", async () => {
    const odd = ["a", "ab", "abc", "abcd", "abcde", "żółw", "日本語", "𝒳😀", "x".repeat(300), "0"];
    const ids = [...odd, ...Array.from({ length: 3_000 }, () => uuid7())];
    const { writer } = await openCalls(engine, { cleanAfterMs: 2 ** 30 });
    await writer.write(ids.map((id) => startPart({ projectId: "e/p", id })));
    await writer.close();
    const stored = new StoredIds({ idsPerFilter: 1_000 });
    await stored.fill(engine);
    expect(ids.filter((id) => !stored.add(id))).toEqual([]);
    const others = Array.from({ length: 3_000 }, () => uuid7());
    expect(others.filter((id) => stored.add(id)).length).toBeLessThan(5);
    expect(others.filter((id) => !stored.add(id))).toEqual([]);
  });

  it("takes every id for a stored one until it has read them, and when they are too many", async () => {
    const stored = new StoredIds({ idsPerFilter: 100, maxFilters: 2 });
    expect(stored.add(uuid7())).toBe(true);
    await stored.fill({ ...engine, stream: () => noRows() });
    expect(stored.isComplete).toBe(true);
    const known = uuid7();
    expect(stored.add(known)).toBe(false);
    for (let added = 0; added < 300; added += 1) stored.add(uuid7());
    expect(stored.isComplete).toBe(false);
    expect(stored.add(known)).toBe(true);
    expect(stored.add(uuid7())).toBe(true);
  });
});
