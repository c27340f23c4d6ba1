"use client";

import { useQuery } from "@tanstack/react-query";
import { appQuery } from "@/lib/api/client/app-client";
import { type Role, roles } from "@/lib/api/contract/app-operation";

/**
 * Whether the person on the page reaches a role; undefined while it is not known. The server decides; this only
 * explains beforehand.
 */
export function useHasRole(least: Role): boolean | undefined {
  const { data } = useQuery(appQuery("session.current", {}));
  return data && roles.indexOf(data.person.role) >= roles.indexOf(least);
}
