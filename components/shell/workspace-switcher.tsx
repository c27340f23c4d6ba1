"use client";

import { ChevronsUpDown, Settings } from "lucide-react";
import { useRouter } from "next/navigation";
import { useWorkspaceSlug, useWorkspaces } from "@/components/session/use-workspace";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { splitProject } from "@/lib/workspace/workspace";

/** The current project, with a menu to switch to another. */
export function WorkspaceSwitcher() {
  const router = useRouter();
  const slug = useWorkspaceSlug();
  const { workspaces, current } = useWorkspaces();
  const shown = current ?? (slug === null ? (workspaces[0] ?? null) : null);
  const { entity, project } = shown ? splitProject(shown.projectId) : { entity: "", project: slug ?? "Heddle" };
  return (
    <>
      {entity ? (
        <>
          <span className="truncate px-1 leading-6 text-ink-2 max-md:hidden">{entity}</span>
          <i className="text-ink-4 not-italic max-md:hidden">/</i>
        </>
      ) : null}
      <Menu
        label="Workspaces"
        className="min-w-56"
        trigger={
          <button
            type="button"
            className="flex min-w-0 items-center gap-1 rounded-chip px-1 leading-6 text-ink-2 hover:bg-hover hover:text-ink"
          >
            <span className="truncate">{project}</span>
            <ChevronsUpDown size={12} strokeWidth={2} aria-hidden="true" />
          </button>
        }
      >
        <MenuLabel>Workspaces</MenuLabel>
        {workspaces.map((workspace) => (
          <MenuChoice
            key={workspace.id}
            isChosen={workspace.slug === shown?.slug}
            onSelect={() => router.push(`/${workspace.slug}/traces`)}
          >
            <span className="truncate">{workspace.projectId}</span>
            <span className="ml-auto pl-4 text-ink-3">{workspace.connectionName}</span>
          </MenuChoice>
        ))}
        {workspaces.length > 0 ? <MenuSeparator /> : null}
        <MenuItem onSelect={() => router.push("/settings/workspaces")}>
          <Settings size={14} strokeWidth={1.7} aria-hidden="true" />
          Manage workspaces
        </MenuItem>
      </Menu>
    </>
  );
}
