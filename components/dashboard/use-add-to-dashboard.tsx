"use client";

import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { MenuItem } from "@/components/ui/menu";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import type { Workspace } from "@/lib/workspace/workspace";

const AddToDashboard = openedLater(async () => (await import("./add-to-dashboard")).AddToDashboard);

/** Returns the item of a chart's menu that adds its measure to a dashboard, and the dialog that it opens. */
export function useAddToDashboard(workspace: Workspace | undefined, panel: Partial<DashboardPanel>) {
  const isMember = useHasRole("member") === true;
  const [isOpen, setIsOpen] = useState(false);
  return {
    item: isMember && workspace ? <MenuItem onSelect={() => setIsOpen(true)}>Add to dashboard…</MenuItem> : null,
    dialog:
      isOpen && workspace ? (
        <AddToDashboard workspace={workspace} panel={panel} onClose={() => setIsOpen(false)} />
      ) : null,
  };
}
