import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { openState } from "@/service/kernel/state/open-state";
import { openServices } from "@/service/traces/open-services";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";
import { EXPORTED_ENGINE_TABLES, NOT_EXPORTED_ENGINE_TABLES } from "@/service/traces/store/projects/project-sections";
import { EngineFront } from "@/service/traces/store/testing/engine-front";
import { openTrainingState } from "@/service/training/state/training-state";
import { EXPORTED_TABLES, NOT_EXPORTED_TABLES, sectionOfTable } from "./state-tables";

const MIGRATIONS = /^(?:sqlite_|kysely_)/;

const namedTwice = (one: readonly string[], other: readonly string[]) => one.filter((name) => other.includes(name));

async function tablesOf(engine: Store, folder: string): Promise<string[]> {
  const services = await openServices(engine, folder, new ProviderDirectory({}));
  const rows = await engine.read<{ name: string }>({
    sql: "SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name",
  });
  await services.rollups.close();
  await services.calls.close();
  await services.signs?.close();
  await engine.close();
  return rows.map(({ name }) => name);
}

it("exports every table of the engine, or says why not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-tables-"));
  const front = await EngineFront.open(join(folder, "front"));
  const embedded = await tablesOf(openEmbeddedStore({ folder: join(folder, "traces") }), folder);
  const ofServer = await tablesOf(openServerStore(front.client().url), folder);
  await front.close();
  rmSync(folder, { recursive: true, force: true });
  const exported = Object.keys(EXPORTED_ENGINE_TABLES);
  const left = Object.keys(NOT_EXPORTED_ENGINE_TABLES);
  expect(namedTwice(exported, left)).toEqual([]);
  expect([...exported, ...left].sort()).toEqual([...new Set([...embedded, ...ofServer])].sort());
});

it("exports every table of the state and of training, or says why not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-tables-"));
  const state = await openState(folder);
  const training = await openTrainingState(join(folder, "training"));
  const stored = [
    ...(await state.introspection.getTables()).map(({ name }) => ({ name, section: `state/${name}` })),
    ...(await training.introspection.getTables()).map(({ name }) => ({ name, section: `training/${name}` })),
  ];
  await state.destroy();
  await training.destroy();
  rmSync(folder, { recursive: true, force: true });
  const exported = EXPORTED_TABLES.map(sectionOfTable);
  const left = Object.keys(NOT_EXPORTED_TABLES);
  expect(namedTwice(exported, left)).toEqual([]);
  const names = stored.filter(({ name }) => !MIGRATIONS.test(name)).map(({ section }) => section);
  expect([...exported, ...left].sort()).toEqual(names.sort());
});
