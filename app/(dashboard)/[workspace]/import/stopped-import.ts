import { z } from "zod";
import { importMapping } from "@/lib/import/mapping/import-mapping";
import { readStored, removeStored, writeStored } from "@/lib/storage/browser-storage";

/** An import that was stopped, so that it can continue after the page was left. */
const stoppedImport = z.object({
  name: z.string(),
  size: z.number(),
  lastModified: z.number(),
  /** The number of values of the file that are stored. */
  items: z.number().int().positive(),
  /** Invented times are based on the same moment when the import continues. */
  inventedFromMs: z.number(),
  /** The import that the rest belongs to. Absent where it was not written down. */
  importId: z.string().optional(),
  /** What a person chose for the whole file. */
  mapping: importMapping.optional(),
});

export type StoppedImport = z.infer<typeof stoppedImport>;

const keyOf = (workspaceId: string) => `heddle-import-${workspaceId}`;

type ChosenFile = Pick<File, "name" | "size" | "lastModified">;

/** The position at which an earlier import of this file stopped; null when there was none. */
export function findStoppedImport(workspaceId: string, file: ChosenFile): StoppedImport | null {
  const text = readStored(keyOf(workspaceId));
  if (text === null) return null;
  const { success, data } = stoppedImport.safeParse(jsonOrNull(text));
  if (!success) return null;
  const isSame = data.name === file.name && data.size === file.size && data.lastModified === file.lastModified;
  return isSame ? data : null;
}

export function storeStoppedImport(
  workspaceId: string,
  { name, size, lastModified }: ChosenFile,
  place: Pick<StoppedImport, "items" | "inventedFromMs" | "importId" | "mapping">,
): void {
  const stopped: StoppedImport = { name, size, lastModified, ...place };
  // Without browser storage only this convenience is lost: importing again from the beginning creates no duplicates.
  writeStored(keyOf(workspaceId), JSON.stringify(stopped));
}

export function removeStoppedImport(workspaceId: string): void {
  removeStored(keyOf(workspaceId));
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Another program wrote it, so there is nothing to continue.
    return null;
  }
}
