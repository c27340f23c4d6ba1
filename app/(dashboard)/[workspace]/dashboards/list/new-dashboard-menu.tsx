"use client";

import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { BLANK_DASHBOARD, dashboardTemplates } from "@/lib/dashboard/templates";
import type { Workspace } from "@/lib/workspace/workspace";
import { useNewDashboard } from "./use-new-dashboard";

/** Creates a dashboard: an empty one, or one of a template. */
export function NewDashboardMenu({ workspace }: { workspace: Workspace }) {
  const { create, isBusy } = useNewDashboard(workspace);
  return (
    <Menu
      label="New dashboard"
      align="end"
      trigger={
        <Button size="small" isBusy={isBusy} icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}>
          New dashboard
        </Button>
      }
    >
      <MenuItem onSelect={() => create(BLANK_DASHBOARD)}>Empty</MenuItem>
      <MenuSeparator />
      <MenuLabel>Templates</MenuLabel>
      {dashboardTemplates.map(({ id, label, content }) => (
        <MenuItem key={id} onSelect={() => create(content)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
