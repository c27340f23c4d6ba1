// @module-tag all
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";
import { expect, it } from "vitest";
import { openProjectParts } from "@/service/open-project-parts";
import type { ServiceEnvironment } from "@/service/service-environment";
import { ProvidedService } from "@/service/testing/provided-service";
import { startObjectServer } from "@/service/traces/store/files/testing/object-server";
import { EngineFront } from "@/service/traces/store/testing/engine-front";
import { exportProject } from "./export-project";
import { importProject } from "./import-project";
import { entriesOf } from "./project-file";
import { ABOUT_ENTRY, sectionOf } from "./project-format";
import { fillProject } from "./testing/filled-project";

const PROJECT = "demo/moved";

async function exportOf(environment: ServiceEnvironment, file: string): Promise<void> {
  const parts = await openProjectParts(environment);
  const output = pack();
  const [bytes] = await Promise.all([buffer(output), exportProject(parts, PROJECT, output)]);
  writeFileSync(file, bytes);
  await parts.close();
}

/** A turn that a late span corrects, and the top of a trace whose root has not come. */
async function correctSpans(environment: ServiceEnvironment): Promise<void> {
  const parts = await openProjectParts(environment);
  const turn = { part: "turn", id: "finished", threadId: "corrected", turnId: "root", changesKind: true } as const;
  const top = { part: "top", id: "finished", isTop: true } as const;
  await parts.services.calls.write([
    { ...turn, projectId: PROJECT },
    { ...top, projectId: PROJECT },
  ]);
  await parts.close();
}

/** What an import changes on purpose. */
const CHANGED = new Set([
  "is_on",
  "on_since",
  "reason",
  "projects",
  "status",
  "ended_at",
  "error_message",
  "updated_at",
]);

/** A watch says why it is off after an import. */
const isChanged = (section: string, member: string) =>
  CHANGED.has(member) || (section.endsWith("/watch") && member === "problem");

/** The records and the bytes of a file by section, in an order of their own. */
async function contentsOf(file: string): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for await (const entry of entriesOf(file, () => undefined)) {
    const section = sectionOf(entry.name);
    if (section !== null) {
      const rows = (await entry.lines()).map((line) =>
        JSON.stringify(JSON.parse(line), (name, value) => (isChanged(section, name) ? null : value)),
      );
      found[section] = [...(found[section] ?? []), ...rows].sort();
    } else {
      const bytes = await buffer(entry.bytes());
      if (entry.name.includes("/")) found[entry.name] = [bytes.toString("base64")];
    }
  }
  // The import ends the job that was running.
  found["training/event"] = (found["training/event"] ?? []).filter((row) => !String(row).includes("training_failed"));
  return found;
}

it("moves a project from the embedded engine and the folder to a server and object storage, whole", async () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-moved-"));
  const [there, back] = [join(folder, "there.tar"), join(folder, "back.tar")];
  const source = await ProvidedService.create("heddle-moved-from-");
  await fillProject(source, PROJECT);
  await source.stop();
  await correctSpans({ dataFolder: source.folder, DATABASE_URL: source.databaseUrl });
  await exportOf({ dataFolder: source.folder, DATABASE_URL: source.databaseUrl }, there);

  const front = await EngineFront.open(join(folder, "front"));
  const storage = await startObjectServer();
  mkdirSync(join(folder, "data"));
  const target: ServiceEnvironment = {
    dataFolder: join(folder, "data"),
    CLICKHOUSE_URL: front.client().url,
    HEDDLE_BLOBS: storage.address,
  };
  try {
    const parts = await openProjectParts(target);
    const { counts } = await importProject(parts, { file: there, projectId: null });
    expect(counts["store/calls"]).toBeGreaterThan(10);
    expect(counts).toMatchObject({ "store/call_turns": 1, "store/call_tops": 1 });
    await parts.close();
    await exportOf(target, back);
    expect(await contentsOf(back)).toEqual(await contentsOf(there));
    expect(readFileSync(back).includes(ABOUT_ENTRY)).toBe(true);
  } finally {
    await front.close();
    await storage.close();
    await source.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
