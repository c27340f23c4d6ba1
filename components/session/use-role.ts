"use client";

import type { Role } from "@/lib/api/contract/operation/app-operation";
import { reachesRole } from "@/lib/workspace/person";
import { usePerson } from "./use-person";

/**
 * True when the user has at least this role; undefined until loaded. The server decides; this only explains in advance.
 */
export function useHasRole(least: Role): boolean | undefined {
  return reachesRole(usePerson(), least);
}
