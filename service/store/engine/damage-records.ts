import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type MissingRows, missingRows } from "@/lib/api/contract/admin/missing-rows";
import { isDiskFull } from "@/service/errors/service-errors";
import { type AsidePart, readAsideParts, type SetAside } from "./damaged-parts";
import type { Store } from "./store";

/** Says what the parts that lie aside contained. It is in the data folder, so that it is known after a restart. */
const RECORDS_FILE = "missing-rows.json";

const record = z.object({ table: z.string(), part: z.string(), missing: z.array(missingRows) });

type DamageRecord = z.infer<typeof record>;

/** What results of each project lack, because parts of the store are damaged and lie aside. */
export class DamageRecords {
  readonly #file: string;
  #records: readonly DamageRecord[];
  #written: Promise<void> = Promise.resolve();

  private constructor(file: string, records: readonly DamageRecord[]) {
    this.#file = file;
    this.#records = records;
  }

  static async open(dataFolder: string): Promise<DamageRecords> {
    const file = join(dataFolder, RECORDS_FILE);
    return new DamageRecords(file, await readRecords(file));
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

  /** Notes what was set aside now, in place of what {@link refresh} may have found of it. */
  async add(found: readonly SetAside[]): Promise<void> {
    const added = found.map(({ table, part, losses }) => ({
      table,
      part,
      missing: losses.map(({ projectId, rows, first, last }) => ({ project_id: projectId, table, rows, first, last })),
    }));
    const keys = new Set(added.map(keyOf));
    await this.#keep([...this.#records.filter((each) => !keys.has(keyOf(each))), ...added]);
  }

  /** Compares the notes with what lies aside: the engine sets parts aside too, and people delete or restore them. */
  async refresh(store: Store): Promise<void> {
    const before = this.#keys();
    const aside = await readAsideParts(store);
    const found = await Promise.all(aside.filter((part) => !before.has(keyOf(part))).map(unknownRows));
    const keysAside = new Set(aside.map(keyOf));
    // A note that was added meanwhile says more than what was found here, and its part may have been set aside only then.
    const kept = this.#records.filter((each) => keysAside.has(keyOf(each)) || !before.has(keyOf(each)));
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

/** A part that the engine set aside itself, when it opened the table. A file of it says how many rows it has. */
async function unknownRows({ table, part, folder }: AsidePart): Promise<DamageRecord> {
  const text = await readFile(join(folder, "count.txt"), "utf8").catch(() => "");
  const rows = /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
  return { table, part, missing: [{ project_id: null, table, rows, first: null, last: null }] };
}

async function readRecords(file: string): Promise<readonly DamageRecord[]> {
  try {
    return z.array(record).parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    // There is none, or a crash left half of it: what lies aside is then noted without its projects.
    return [];
  }
}
