"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import type { z } from "zod";
import { appQuery } from "@/lib/api/client/app-client";
import type { connection } from "@/lib/api/contract/connections";
import type { workspace } from "@/lib/api/contract/workspaces";
import { useIsTakenOver } from "./use-is-taken-over";

export type Workspace = z.infer<typeof workspace>;
export type Connection = z.infer<typeof connection>;

/** The short name of the workspace in the address; null on pages without one. */
export function useWorkspaceSlug(): string | null {
  const { workspace: slug } = useParams<{ workspace?: string }>();
  return slug ?? null;
}

/** All workspaces, and the one that the address names. */
export function useWorkspaces() {
  const slug = useWorkspaceSlug();
  const query = useQuery(appQuery("workspaces.list", {}));
  // They come with the page, but the server drew it without them.
  const isTakenOver = useIsTakenOver();
  const workspaces = (isTakenOver ? query.data?.workspaces : undefined) ?? [];
  return {
    query,
    isPending: query.isPending || !isTakenOver,
    workspaces,
    current: workspaces.find((candidate) => candidate.slug === slug) ?? null,
  };
}

/** `entity/project` in its two parts. */
export function splitProject(projectId: string): { entity: string; project: string } {
  const slash = projectId.indexOf("/");
  return slash < 0
    ? { entity: "", project: projectId }
    : { entity: projectId.slice(0, slash), project: projectId.slice(slash + 1) };
}
