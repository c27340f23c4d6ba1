import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** A session file, and what shows that it has changed. */
export interface SessionFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** The folders of sessions that exist by default, where their programs put them. */
export function sessionFolders(
  home: string,
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return [
    join(variables.CLAUDE_CONFIG_DIR || join(home, ".claude"), "projects"),
    join(variables.CODEX_HOME || join(home, ".codex"), "sessions"),
  ];
}

/** Returns the session files below a folder, which may not exist, by their last change. */
export async function findSessionFiles(folder: string): Promise<readonly SessionFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  const files: SessionFile[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(".jsonl")) continue;
    const path = join(entry.parentPath, entry.name);
    // A file may be deleted between the listing and here.
    const stats = await stat(path).catch(() => null);
    if (stats) files.push({ path, bytes: stats.size, modifiedMs: stats.mtimeMs });
  }
  return files.sort((left, right) => left.modifiedMs - right.modifiedMs);
}
