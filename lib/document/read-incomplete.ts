import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { incompleteName } from "@/lib/export/incomplete-name";
import { missingText } from "@/lib/workspace/missing-text";
import type { Workspace } from "@/lib/workspace/workspace";

type ProjectAddress = Pick<Workspace, "connectionId" | "projectId">;

const UNKNOWN_TEXT = "Whether all stored data could be read is not known.";

/** Returns what a file with data of a project lacks because stored data is damaged; null when nothing. */
export async function readIncomplete({ connectionId, projectId }: ProjectAddress): Promise<string | null> {
  try {
    const { missing = [] } = await callOperation(connectionId, "storage.read");
    return missingText(missing.filter(({ project_id: id }) => id === null || id === projectId));
  } catch (error) {
    // Other services do not say what they lack.
    return failureOf(error).kind === "unsupported" ? null : UNKNOWN_TEXT;
  }
}

/** Returns the name of a file with data of a project, which says so when it lacks some. */
export async function nameOfFile(project: ProjectAddress, usual: string): Promise<string> {
  return (await readIncomplete(project)) === null ? usual : incompleteName(usual);
}
