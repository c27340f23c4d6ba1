import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** The name of the note in the folder of a part that lies aside. */
export const NOTE_FILE = "heddle-salvage.json";

const note = z.object({
  /** Since when the part lies aside. */
  since: z.iso.datetime(),
  /** What is damaged, in the engine's own words; empty where it was not asked. */
  reason: z.string().default(""),
  /**
   * "begun" until the readable rows are copied; "attaching" until all of them are in their table; "done". What is begun is
   * repeated after a stop, what is attaching is continued.
   */
  state: z.enum(["begun", "attaching", "done"]),
  /** The parts with the copied rows, by the names that they have on their way into the table. */
  parts: z.array(z.string()).default([]),
  /** The rows that are in no copy; null where none was made. */
  missing: z
    .array(
      z.object({
        projectId: z.string().nullable(),
        rows: z.number(),
        first: z.string().nullable(),
        last: z.string().nullable(),
      }),
    )
    .nullable()
    .default(null),
});

export type SalvageNote = z.infer<typeof note>;

/** Returns how far the salvage of a part is; null when none was begun. @param folder of the part */
export async function readSalvageNote(folder: string): Promise<SalvageNote | null> {
  const text = await readFile(join(folder, NOTE_FILE), "utf8").catch(() => null);
  return text === null ? null : note.parse(JSON.parse(text));
}

/** On disk as a whole when it resolves. */
export async function writeSalvageNote(folder: string, value: SalvageNote): Promise<void> {
  const partial = join(folder, `${NOTE_FILE}.partial`);
  await writeFile(partial, JSON.stringify(value), { mode: 0o600, flush: true });
  await rename(partial, join(folder, NOTE_FILE));
}
