"use client";

import { Flag, Settings, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import type { Workspace } from "@/lib/workspace/workspace";

type ChoicesProps = { workspaces: readonly Workspace[]; shownSlug: string | null };

/** All workspaces; a chosen one opens its calls. */
export function WorkspaceChoices({ workspaces, shownSlug }: ChoicesProps) {
  const router = useRouter();
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
