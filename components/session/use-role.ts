"use client";

import type { Role } from "@/lib/api/contract/operation/app-operation";
import { reachesRole } from "@/lib/workspace/person";
import { usePerson } from "./use-person";

/**
 * Whether the person on the page reaches a role; undefined while it is not known. The server decides; this only
 * explains beforehand.
 */
export function useHasRole(least: Role): boolean | undefined {
  return reachesRole(usePerson(), least);
}
