import { z } from "zod";

/** An import that was stopped on the way, so that it can go on after the page was left. */
const stoppedImport = z.object({
  name: z.string(),
  size: z.number(),
  lastModified: z.number(),
  /** Values of the file that are stored. */
  items: z.number().int().positive(),
  /** Invented times are measured from the same moment when it goes on. */
  inventedFromMs: z.number(),
});

export type StoppedImport = z.infer<typeof stoppedImport>;

const keyOf = (workspaceId: string) => `heddle-import-${workspaceId}`;

type ChosenFile = Pick<File, "name" | "size" | "lastModified">;

/** Where an earlier import of this very file stopped; null when there was none. */
export function findStoppedImport(workspaceId: string, file: ChosenFile): StoppedImport | null {
  const text = window.localStorage.getItem(keyOf(workspaceId));
  if (text === null) return null;
  const { success, data } = stoppedImport.safeParse(jsonOrNull(text));
  if (!success) return null;
  const isSame = data.name === file.name && data.size === file.size && data.lastModified === file.lastModified;
  return isSame ? data : null;
}

export function storeStoppedImport(
  workspaceId: string,
  { name, size, lastModified }: ChosenFile,
  place: Pick<StoppedImport, "items" | "inventedFromMs">,
): void {
  const stopped: StoppedImport = { name, size, lastModified, ...place };
  try {
    window.localStorage.setItem(keyOf(workspaceId), JSON.stringify(stopped));
  } catch {
    // A full or forbidden storage takes away the comfort only: importing again from the beginning changes nothing.
  }
}

export function removeStoppedImport(workspaceId: string): void {
  window.localStorage.removeItem(keyOf(workspaceId));
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Somebody else wrote it; there is nothing to go on from then.
    return null;
  }
}
