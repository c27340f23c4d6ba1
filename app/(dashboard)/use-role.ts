"use client";

import { useQuery } from "@tanstack/react-query";
import { appQuery } from "@/lib/api/client/app-client";
import { type Role, roles } from "@/lib/api/contract/app-operation";

/**
 * Whether the person at the screen may do what needs this role; null while it is not known. It decides what is offered:
 * what is permitted is checked where data is read and written.
 */
export function useMay(needed: Role): boolean | null {
  const { data } = useQuery(appQuery("session.current", {}));
  return data ? roles.indexOf(data.person.role) >= roles.indexOf(needed) : null;
}
