"use client";

import { ChevronsUpDown } from "lucide-react";
import { useWorkspaceSlug, useWorkspaces } from "@/components/session/use-workspace";
import { Menu } from "@/components/ui/menu";
import { choicesLoadedLater } from "@/components/ui/menu-choices";
import { splitProject } from "@/lib/workspace/workspace";

const WorkspaceChoices = choicesLoadedLater(async () => (await import("./workspace-choices")).WorkspaceChoices);

/** The current project, with a menu to switch to another. */
export function WorkspaceSwitcher() {
  const slug = useWorkspaceSlug();
  const { workspaces, current, nearest } = useWorkspaces();
  const shown = slug === null ? nearest : current;
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
        onReach={WorkspaceChoices.preload}
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
        <WorkspaceChoices workspaces={workspaces} shownSlug={shown?.slug ?? null} />
      </Menu>
    </>
  );
}
