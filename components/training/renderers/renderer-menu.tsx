"use client";

import { Shapes } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { matchText, type Renderer } from "@/lib/training/renderers/renderer-match";
import type { Workspace } from "@/lib/workspace/workspace";
import { useRenderers } from "./use-renderers";

const ManageRenderers = openedLater(async () => (await import("./manage-renderers")).ManageRenderers);

type RendererMenuProps = {
  workspace: Workspace;
  /** Null while messages are shown. */
  chosen: Renderer | null;
  onChoose: (id: string | null) => void;
};

/** Chooses how trajectories are shown: as messages, or by a renderer of the workspace. Admins add renderers here. */
export function RendererMenu({ workspace, chosen, onChoose }: RendererMenuProps) {
  const [isManaging, setIsManaging] = useState(false);
  const list = useRenderers(workspace.id);
  const isAdmin = useHasRole("admin", workspace) === true;
  const renderers = list.data?.renderers ?? [];
  if (renderers.length === 0 && !isAdmin && !list.isError) return null;
  return (
    <>
      <Menu
        label="Renderers"
        align="end"
        className="max-w-80"
        trigger={
          <Button
            size="small"
            isOn={chosen !== null}
            aria-label={chosen ? `Shown by ${chosen.name}` : "Shown as messages"}
            icon={<Shapes size={13} strokeWidth={1.7} aria-hidden="true" />}
          >
            <span className="max-w-36 truncate max-xl:sr-only">{chosen?.name ?? "Messages"}</span>
          </Button>
        }
      >
        <MenuChoice isChosen={chosen === null} onSelect={() => onChoose(null)}>
          Messages
        </MenuChoice>
        {renderers.map((renderer) => (
          <MenuChoice key={renderer.id} isChosen={renderer.id === chosen?.id} onSelect={() => onChoose(renderer.id)}>
            <span className="truncate">{renderer.name}</span>
            <span className="truncate text-ink-3">{matchText(renderer)}</span>
          </MenuChoice>
        ))}
        {list.isError ? <MenuLabel>Could not load renderers</MenuLabel> : null}
        {list.isError ? <MenuItem onSelect={() => void list.refetch()}>Retry</MenuItem> : null}
        {isAdmin ? <MenuSeparator /> : null}
        {isAdmin ? <MenuItem onSelect={() => setIsManaging(true)}>Manage renderers</MenuItem> : null}
      </Menu>
      {isManaging ? (
        <ManageRenderers workspaceId={workspace.id} renderers={renderers} onClose={() => setIsManaging(false)} />
      ) : null}
    </>
  );
}
