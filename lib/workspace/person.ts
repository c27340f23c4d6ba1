import type { z } from "zod";
import type { person } from "@/lib/api/contract/app/people";
import { type Role, roles } from "@/lib/api/contract/operation/app-operation";
import type { Workspace } from "./workspace";

export type Person = z.infer<typeof person>;

/**
 * Returns whether a user has the rights of a role in a workspace, without one in the instance; undefined while the user
 * is loading. The server decides.
 */
export function reachesRole(
  who: Person | undefined,
  least: Role,
  workspace?: Pick<Workspace, "role"> | null,
): boolean | undefined {
  return who && roles.indexOf(workspace?.role ?? who.role) >= roles.indexOf(least);
}
