import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { isJsonObject } from "@/lib/guard/json-object";
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

/** Returns the folder of the subagents of a session file, or of the file of one of them; null for other files. */
function subagentFolder(path: string): string | null {
  const [, folder, session] = /^(?:(.*[/\\]subagents)[/\\].*|(.*))\.jsonl$/.exec(path) ?? [];
  return folder ?? (session === undefined ? null : join(session, "subagents"));
}

/** Returns the subagents of a session of Claude Code by the tool call that started them, as the files beside theirs say. */
export async function subagentsOf(path: string): Promise<ReadonlyMap<string, string>> {
  const subagents = new Map<string, string>();
  const folder = subagentFolder(path);
  if (folder === null) return subagents;
  for (const file of await findFiles(folder, (name) => name.endsWith(".meta.json"))) {
    const [, agentId] = /^agent-(.+)\.meta\.json$/.exec(basename(file.path)) ?? [];
    const toolId = await toolUseIdIn(file.path);
    if (agentId !== undefined && toolId !== null) subagents.set(toolId, agentId);
  }
  return subagents;
}

/** The link is known from the tool's result too: a file that cannot be read costs it only until then. */
async function toolUseIdIn(path: string): Promise<string | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return isJsonObject(value) && typeof value.toolUseId === "string" ? value.toolUseId : null;
  } catch {
    return null;
  }
}
