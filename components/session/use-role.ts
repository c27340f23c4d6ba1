"use client";

import { useQuery } from "@tanstack/react-query";
import { appQuery } from "@/lib/api/client/app-client";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { reachesRole } from "@/lib/workspace/person";
import type { Workspace } from "@/lib/workspace/workspace";
import { usePerson } from "./use-person";
import { useWorkspaceSlug } from "./use-workspace";

/** The workspaces as far as they are loaded; every page loads them. */
function useLoadedWorkspaces(): readonly Workspace[] {
  return useQuery({ ...appQuery("workspaces.list", {}), enabled: false }).data?.workspaces ?? [];
}

/**
 * True when the user has at least this role in the workspace of the page, or in the given one; undefined until loaded. The
 * server decides; this only explains in advance.
 */
export function useHasRole(least: Role, workspace?: Workspace): boolean | undefined {
  const slug = useWorkspaceSlug();
  const current = useLoadedWorkspaces().find((loaded) => loaded.slug === slug);
  return reachesRole(usePerson(), least, workspace ?? current);
}

/** True when the user has at least this role in the instance: for connections, providers and new workspaces. */
export function useHasInstanceRole(least: Role): boolean | undefined {
  return reachesRole(usePerson(), least);
}

/** True when the user has at least this role in the instance or in any workspace. */
export function useHasRoleAnywhere(least: Role): boolean | undefined {
  const person = usePerson();
  const workspaces = useLoadedWorkspaces();
  return person && [null, ...workspaces].some((workspace) => reachesRole(person, least, workspace));
}
