"use client";

import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import type { Workspace } from "@/lib/workspace/workspace";

const RenameQueue = openedLater(async () => (await import("./rename-queue")).RenameQueue);
const DeleteQueue = openedLater(async () => (await import("./delete-queue")).DeleteQueue);
const RemoveItem = openedLater(async () => (await import("./remove-item")).RemoveItem);

type QueueMenuProps = {
  workspace: Workspace;
  queue: AnnotationQueue;
  /** The item under review. */
  item: QueueItem | null;
  onRemoved: () => void;
};

/** The changes of a queue: its name, the removal of the item under review, and its deletion. */
export function QueueMenu({ workspace, queue, item, onRemoved }: QueueMenuProps) {
  const isMember = useHasRole("member");
  const [open, setOpen] = useState<"rename" | "delete" | "remove" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label="Queue actions"
        align="end"
        trigger={
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Queue actions"
            disabled={isMember !== true}
            title={isMember === false ? "You have read-only access. Ask an admin for the member role." : undefined}
          >
            <Ellipsis size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpen("rename")}>Rename queue</MenuItem>
        <MenuItem disabled={item === null} onSelect={() => setOpen("remove")}>
          Remove this item
        </MenuItem>
        <MenuItem onSelect={() => setOpen("delete")}>Delete queue</MenuItem>
      </Menu>
      {open === "rename" ? <RenameQueue workspace={workspace} queue={queue} onClose={close} /> : null}
      {open === "delete" ? <DeleteQueue workspace={workspace} queue={queue} onClose={close} /> : null}
      {open === "remove" && item !== null ? (
        <RemoveItem workspace={workspace} queue={queue} item={item} onRemoved={onRemoved} onClose={close} />
      ) : null}
    </>
  );
}
