import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type MissingRows, missingRows } from "@/lib/api/contract/admin/missing-rows";
import { isDiskFull } from "@/service/kernel/errors/service-errors";
import { type AsidePart, readAsideParts, type SetAside } from "./damaged-parts";
import { ACCEPTED_CALLS_FOLDER, type AsideLog, readAsideLogs } from "./record-log";
import type { Store } from "./store";

/** Says what the parts that lie aside contained. It is in the data folder, so that it is known after a restart. */
const RECORDS_FILE = "missing-rows.json";

const record = z.object({
  /** What is damaged: a part of a table or a file of accepted calls, which lie aside, a database, or a file's content. */
  kind: z.enum(["part", "log", "database", "content"]).default("part"),
  /** For what is no part of a table: the name under which Settings → Storage lists it. */
  table: z.string(),
  part: z.string(),
  bytes: z.number().default(0),
  missing: z.array(missingRows),
});

export type DamageRecord = z.infer<typeof record>;

/** What results of each project lack, because something that is stored is damaged. */
export class DamageRecords {
  readonly #dataFolder: string;
  readonly #file: string;
  #records: readonly DamageRecord[];
  #written: Promise<void> = Promise.resolve();

  private constructor(dataFolder: string, records: readonly DamageRecord[]) {
    this.#dataFolder = dataFolder;
    this.#file = join(dataFolder, RECORDS_FILE);
    this.#records = records;
  }

  static async open(dataFolder: string): Promise<DamageRecords> {
    return new DamageRecords(dataFolder, await readRecords(join(dataFolder, RECORDS_FILE)));
  }

  /** What is damaged beside the parts of tables, which the engine lists. */
  get others(): readonly DamageRecord[] {
    return this.#records.filter(({ kind }) => kind !== "part");
  }

  /** Whether a part is noted that lies aside. */
  has({ table, part }: Pick<AsidePart, "table" | "part">): boolean {
    return this.#records.some((each) => keyOf(each) === keyOf({ table, part }));
  }

  /** What is missing of a part that lies aside; nothing where it is not noted. */
  missingOf({ table, part }: Pick<AsidePart, "table" | "part">): readonly MissingRows[] {
    return this.#records.find((each) => keyOf(each) === keyOf({ table, part }))?.missing ?? [];
  }

  /** Everything that is missing. */
  get all(): readonly MissingRows[] {
    return this.#records.flatMap(({ missing }) => missing);
  }

  /** What the answers about these projects lack. */
  of(projects: Iterable<string>): readonly MissingRows[] {
    if (this.#records.length === 0) return [];
    const named = new Set(projects);
    return named.size === 0 ? [] : this.all.filter(({ project_id: project }) => project === null || named.has(project));
  }

  /** What answers lack that are about everything that a key may read; null for all projects. */
  ofReader(projects: readonly string[] | null): readonly MissingRows[] {
    return projects === null ? this.all : this.of(projects);
  }

  /** Notes what was set aside now, in place of what {@link refresh} may have found of it. */
  async add(found: readonly SetAside[]): Promise<void> {
    const added = found.map(({ table, part, losses }) => ({
      ...{ kind: "part" as const, table, part, bytes: 0 },
      missing: losses.map(({ projectId, rows, first, last }) => ({ project_id: projectId, table, rows, first, last })),
    }));
    const keys = new Set(added.map(keyOf));
    await this.#keep([...this.#records.filter((each) => !keys.has(keyOf(each))), ...added]);
  }

  /** Forgets a part of which nothing is missing any more. */
  async remove(part: Pick<AsidePart, "table" | "part">): Promise<void> {
    await this.#keep(this.#records.filter((each) => keyOf(each) !== keyOf(part)));
  }

  /** Notes what a check of one kind has found, in place of what an earlier one found. */
  async replace(kind: DamageRecord["kind"], found: readonly DamageRecord[]): Promise<void> {
    await this.#keep([...this.#records.filter((each) => each.kind !== kind), ...found]);
  }

  /** Compares the notes with what lies aside: others set parts and logs aside too, and people delete or restore them. */
  async refresh(store: Store): Promise<void> {
    const before = this.#keys();
    const logs = (await readAsideLogs(join(this.#dataFolder, ACCEPTED_CALLS_FOLDER))).map(unknownCalls);
    const parts = await readAsideParts(store);
    const newParts = await Promise.all(parts.filter((part) => !before.has(keyOf(part))).map(unknownRows));
    const found = [...newParts, ...logs];
    const keysAside = new Set([...parts, ...logs].map(keyOf));
    // A note that was added meanwhile says more than what was found here, and its part may have been set aside only then.
    const isKept = (each: DamageRecord) =>
      each.kind === "database" || each.kind === "content" || keysAside.has(keyOf(each)) || !before.has(keyOf(each));
    const kept = this.#records.filter(isKept);
    const known = new Set(kept.map(keyOf));
    await this.#keep([...kept, ...found.filter((each) => !known.has(keyOf(each)))]);
  }

  #keys(): ReadonlySet<string> {
    return new Set(this.#records.map(keyOf));
  }

  async #keep(records: readonly DamageRecord[]): Promise<void> {
    if (JSON.stringify(records) === JSON.stringify(this.#records)) return;
    this.#records = records;
    // One after the other: they have one partial file.
    const written = this.#written.then(() => this.#write());
    this.#written = written.catch(() => undefined);
    await written;
  }

  async #write(): Promise<void> {
    const partial = `${this.#file}.partial`;
    try {
      await writeFile(partial, JSON.stringify(this.#records), { mode: 0o600, flush: true });
      await rename(partial, this.#file);
    } catch (error) {
      // Known until the next start at least, which then names no project.
      if (!isDiskFull(error)) throw error;
    }
  }
}

const keyOf = ({ table, part }: { readonly table: string; readonly part: string }) => `${table}/${part}`;

/** A part that was set aside before the table was opened. A file of it says how many rows it has, or falsely none. */
async function unknownRows({ table, part, folder }: AsidePart): Promise<DamageRecord> {
  const text = await readFile(join(folder, "count.txt"), "utf8").catch(() => "");
  const rows = /^\d{1,15}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null;
  const missing = [{ project_id: null, table, rows, first: null, last: null }];
  return { kind: "part", table, part, bytes: 0, missing };
}

/** A record is a request, which may have been about any project and about many calls. */
function unknownCalls({ name, bytes }: AsideLog): DamageRecord {
  const table = "accepted_calls";
  return {
    kind: "log",
    table,
    part: name,
    bytes,
    missing: [{ project_id: null, table, rows: null, first: null, last: null }],
  };
}

async function readRecords(file: string): Promise<readonly DamageRecord[]> {
  try {
    return z.array(record).parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    // There is none, or a crash left half of it: what lies aside is then noted without its projects.
    return [];
  }
}
