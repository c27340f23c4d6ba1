import type { z } from "zod";
import type { person } from "@/lib/api/contract/app/people";
import { type Role, roles } from "@/lib/api/contract/operation/app-operation";

export type Person = z.infer<typeof person>;

/** Returns whether a user has the rights of a role; undefined while the user is loading. The server decides. */
export function reachesRole(who: Person | undefined, least: Role): boolean | undefined {
  return who && roles.indexOf(who.role) >= roles.indexOf(least);
}
