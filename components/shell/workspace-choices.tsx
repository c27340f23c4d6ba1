"use client";

import { Flag, Settings, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import type { Workspace } from "@/lib/workspace/workspace";
import { useUnopenedProjects } from "./use-unopened-projects";

type ChoicesProps = { workspaces: readonly Workspace[]; shownSlug: string | null };

/** All workspaces, of which a chosen one opens its calls, and the projects that have none yet. */
export function WorkspaceChoices({ workspaces, shownSlug }: ChoicesProps) {
  const router = useRouter();
  const unopened = useUnopenedProjects();
  return (
    <>
      <MenuLabel>Workspaces</MenuLabel>
      {workspaces.map((workspace) => (
        <MenuChoice
          key={workspace.id}
          isChosen={workspace.slug === shownSlug}
          onSelect={() => router.push(`/${workspace.slug}/traces`)}
        >
          <span className="truncate">{workspace.projectId}</span>
          <span className="ml-auto pl-4 text-ink-3">{workspace.connectionName}</span>
        </MenuChoice>
      ))}
      {unopened.projects.map(({ projectId, href }) => (
        <MenuItem key={projectId} onSelect={() => router.push(href)}>
          <span className="truncate">{projectId}</span>
          <span className="ml-auto pl-4 text-ink-3">open</span>
        </MenuItem>
      ))}
      {unopened.hasFailed ? <MenuLabel>Projects without a workspace could not be loaded</MenuLabel> : null}
      {workspaces.length > 0 ? <MenuSeparator /> : null}
      {shownSlug === null ? null : (
        <>
          <MenuItem onSelect={() => router.push(`/${shownSlug}/start`)}>
            <Flag size={14} strokeWidth={1.7} aria-hidden="true" />
            Get started, sample project
          </MenuItem>
          <MenuItem onSelect={() => router.push(`/${shownSlug}/import`)}>
            <Upload size={14} strokeWidth={1.7} aria-hidden="true" />
            Import a file
          </MenuItem>
        </>
      )}
      <MenuItem onSelect={() => router.push("/settings/workspaces")}>
        <Settings size={14} strokeWidth={1.7} aria-hidden="true" />
        Manage workspaces
      </MenuItem>
    </>
  );
}
