"use client";

import { useQuery } from "@tanstack/react-query";
import { appQuery } from "@/lib/api/client/app-client";
import type { Person } from "@/lib/workspace/person";

/** The signed-in user; undefined until loaded. */
export function usePerson(): Person | undefined {
  return useQuery(appQuery("session.current", {})).data?.person;
}
