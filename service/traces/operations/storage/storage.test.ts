import { mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, it, vi } from "vitest";
import { createRouter } from "@/service/http/router";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import type { Services } from "@/service/traces/handlers/handler";
import type { Handlers } from "@/service/traces/handlers/handlers";
import { DamageRecords } from "@/service/traces/store/engine/damage-records";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { readStorageHandler } from "./storage-read";

// The test starts a real engine, possibly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const TOKEN = "local-token-of-a-test";

async function ask(store: Store, folder: string): Promise<{ status: number; text: string }> {
  const router = createRouter({
    // The one operation under test uses no other service.
    services: { store, imports: new UnfinishedImports() } as Services,
    handlers: { "storage.read": readStorageHandler(await DamageRecords.open(folder)) } as Partial<Handlers> as Handlers,
    keys: { verify: async () => null },
    localToken: TOKEN,
    log: pino({ level: "silent" }),
  });
  const answer = await router.request("/storage/read", { headers: { authorization: `Bearer ${TOKEN}` } });
  return { status: answer.status, text: await answer.text() };
}

it("lists by table what the engine could not read, without a folder of the machine", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-storage-"));
  const first = openEmbeddedStore({ folder });
  await first.command("CREATE TABLE notes (id UInt64, text String) ENGINE = MergeTree ORDER BY id");
  for (const id of [1, 2]) {
    const lines = Buffer.from(`${JSON.stringify({ id, text: "x".repeat(500) })}\n`);
    await first.insert({ table: "notes", columns: ["id", "text"], lines });
  }
  expect(await ask(first, folder)).toEqual({ status: 200, text: '{"damaged":[],"missing":[]}' });
  await first.close();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const data = files.find((name) => name.includes("all_2_2_0") && name.endsWith("data.bin"));
  truncateSync(join(folder, data ?? ""), 5);
  const second = openEmbeddedStore({ folder });
  // The engine looks at the parts of a table when it opens the table.
  await second.read({ sql: "SELECT id FROM notes" });
  const { status, text } = await ask(second, folder);
  expect([status, text.includes(folder)]).toEqual([200, false]);
  expect(JSON.parse(text)).toEqual({
    damaged: [{ table: "notes", part_count: 1, bytes: expect.any(Number) }],
    missing: [{ project_id: null, table: "notes", rows: 1, first: null, last: null }],
  });
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});

it("lists damaged files and databases beside the parts of tables", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-storage-"));
  const missing = [{ project_id: "e/a", table: "file_contents", rows: 1, first: null, last: null }];
  const content = { kind: "content" as const, table: "file_contents", bytes: 5, missing };
  const records = await DamageRecords.open(folder);
  await records.replace(
    "content",
    ["1", "2"].map((part) => ({ ...content, part })),
  );
  const store = openEmbeddedStore({ folder });
  expect(JSON.parse((await ask(store, folder)).text)).toEqual({
    damaged: [{ table: "file_contents", part_count: 2, bytes: 10 }],
    missing: [...missing, ...missing],
  });
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
