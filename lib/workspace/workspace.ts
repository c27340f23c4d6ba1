import type { z } from "zod";
import type { workspace } from "@/lib/api/contract/app/workspaces";

export type Workspace = z.infer<typeof workspace>;

/** `entity/project` in its two parts. */
export function splitProject(projectId: string): { entity: string; project: string } {
  const slash = projectId.indexOf("/");
  return slash < 0
    ? { entity: "", project: projectId }
    : { entity: projectId.slice(0, slash), project: projectId.slice(slash + 1) };
}
