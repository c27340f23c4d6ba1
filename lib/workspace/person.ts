import type { z } from "zod";
import type { person } from "@/lib/api/contract/app/people";
import { type Role, roles } from "@/lib/api/contract/operation/app-operation";

export type Person = z.infer<typeof person>;

/** Whether a person may do what a role may; undefined while the person is not known. The server decides. */
export function reachesRole(who: Person | undefined, least: Role): boolean | undefined {
  return who && roles.indexOf(who.role) >= roles.indexOf(least);
}
