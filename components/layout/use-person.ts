"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { appQuery } from "@/lib/api/client/app-client";
import { type Role, roles } from "@/lib/api/contract/app-operation";
import type { person } from "@/lib/api/contract/people";

export type Person = z.infer<typeof person>;

/** Who is signed in; undefined while it is not known. */
export function usePerson(): Person | undefined {
  return useQuery(appQuery("session.current", {})).data?.person;
}

/** Whether a person may do what a role may; undefined while the person is not known. The server decides. */
export function reachesRole(who: Person | undefined, least: Role): boolean | undefined {
  return who && roles.indexOf(who.role) >= roles.indexOf(least);
}
