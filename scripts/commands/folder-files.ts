import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";

/** A file, and what shows that it has changed. */
export interface FolderFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/**
 * Returns the wanted files below a folder, which may not exist, by their last change.
 *
 * @param isWanted takes the path relative to the folder
 */
export async function findFiles(folder: string, isWanted: (path: string) => boolean): Promise<readonly FolderFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  const files: FolderFile[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isWanted(relative(folder, path))) continue;
    // A file may be deleted between the listing and here.
    const stats = await stat(path).catch(() => null);
    if (stats) files.push({ path, bytes: stats.size, modifiedMs: stats.mtimeMs });
  }
  return files.sort((left, right) => left.modifiedMs - right.modifiedMs);
}
