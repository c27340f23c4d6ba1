import { join } from "node:path";
import { type FolderFile, findFiles } from "./folder-files";

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
export async function findSessionFiles(folder: string): Promise<readonly FolderFile[]> {
  return await findFiles(folder, (path) => path.endsWith(".jsonl"));
}
