"use client";

import { useQuery } from "@tanstack/react-query";
import { appQuery } from "@/lib/api/client/app-client";

/** A project that was logged to and has no workspace yet. */
interface UnopenedProject {
  readonly projectId: string;
  /** The page that offers to open it. */
  readonly href: string;
}

const MAX_SHOWN = 8;

/** Returns the projects of this service without a workspace, those with the newest calls first. */
export function useUnopenedProjects(): { projects: readonly UnopenedProject[]; hasFailed: boolean } {
  const { data, isError } = useQuery({
    ...appQuery("workspaces.offered", { connectionId: "local" }),
    retry: false,
    refetchOnMount: "always",
  });
  const unopened = (data?.projects ?? []).filter(({ workspaceSlug }) => workspaceSlug === null);
  const newestFirst = unopened.toSorted((one, other) => (other.lastCallAt ?? "").localeCompare(one.lastCallAt ?? ""));
  const projects = newestFirst.slice(0, MAX_SHOWN).map(({ projectId }) => ({
    projectId,
    href: `/${projectId.split("/").map(encodeURIComponent).join("/")}`,
  }));
  return { projects, hasFailed: isError };
}
