"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { useIsHydrated } from "@/components/browser/use-is-hydrated";
import { appQuery } from "@/lib/api/client/app-client";

/** The slug of the workspace in the address; null on pages without one. */
export function useWorkspaceSlug(): string | null {
  const { workspace: slug } = useParams<{ workspace?: string }>();
  return slug ?? null;
}

/** All workspaces, and the current one. */
export function useWorkspaces() {
  const slug = useWorkspaceSlug();
  const query = useQuery(appQuery("workspaces.list", {}));
  // They are part of the page, but the server rendered it without them.
  const isTakenOver = useIsHydrated();
  const workspaces = (isTakenOver ? query.data?.workspaces : undefined) ?? [];
  return {
    query,
    isPending: query.isPending || !isTakenOver,
    workspaces,
    current: workspaces.find((candidate) => candidate.slug === slug) ?? null,
  };
}
