"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { useIsHydrated } from "@/components/browser/use-is-hydrated";
import { appQuery } from "@/lib/api/client/app-client";
import { readChoice, WORKSPACE_COOKIE } from "@/lib/workspace/personal-cookies";

/** The slug of the workspace in the address; null on pages without one. */
export function useWorkspaceSlug(): string | null {
  // Outside of a page there are no parameters.
  return useParams<{ workspace?: string }>()?.workspace ?? null;
}

/** All workspaces, and the current one. */
export function useWorkspaces() {
  const slug = useWorkspaceSlug();
  const query = useQuery(appQuery("workspaces.list", {}));
  // They are part of the page, but the server rendered it without them.
  const isTakenOver = useIsHydrated();
  const workspaces = (isTakenOver ? query.data?.workspaces : undefined) ?? [];
  const find = (wanted: string | null) => workspaces.find((candidate) => candidate.slug === wanted) ?? null;
  const current = find(slug);
  return {
    query,
    isPending: query.isPending || !isTakenOver,
    workspaces,
    current,
    /** The current one; on pages without one, that which was open last. */
    nearest: current ?? (isTakenOver ? find(readChoice(WORKSPACE_COOKIE)) : null) ?? workspaces[0] ?? null,
  };
}
