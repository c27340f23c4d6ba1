"use client";

import { MoreHorizontal } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useDashboardSave } from "@/components/dashboard/use-dashboard-save";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import type { DashboardContent } from "@/lib/api/contract/app/dashboards";
import { MAX_DASHBOARD_NAME_LENGTH } from "@/lib/api/contract/app/panel-rules";
import type { Workspace } from "@/lib/workspace/workspace";

const DeleteDashboard = openedLater(
  async () => (await import("@/components/dashboard/delete-dashboard")).DeleteDashboard,
);

type DashboardMenuProps = { workspace: Workspace; id: string; content: DashboardContent; isMember: boolean };

/** What can be done with a whole dashboard. */
export function DashboardMenu({ workspace, id, content, isMember }: DashboardMenuProps) {
  const router = useRouter();
  const toast = useToast();
  const [isDeleting, setIsDeleting] = useState(false);
  const open = (path: string) => router.push(`/${workspace.slug}/dashboards${path}`);
  const copy = useDashboardSave(workspace, (dashboard) => open(`/${dashboard.id}?edit=true`));
  const duplicate = () => {
    const name = `Copy of ${content.name}`.slice(0, MAX_DASHBOARD_NAME_LENGTH);
    copy.mutate(
      { content: { ...content, name }, before: null },
      { onError: (error) => toast(`Not duplicated: ${failureOf(error).message}`, "warning") },
    );
  };
  const save = async () => {
    const { dashboardText } = await import("@/lib/dashboard/dashboard-file");
    const { saveText } = await import("@/lib/chart/export-chart");
    await saveText(dashboardText(content), `${content.name}.json`, "application/json");
  };
  return (
    <>
      <Menu
        label={`${content.name} menu`}
        align="start"
        trigger={
          <Button kind="ghost" size="icon-small" aria-label="Duplicate, export, delete" isBusy={copy.isPending}>
            <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        }
      >
        {isMember ? <MenuItem onSelect={duplicate}>Duplicate</MenuItem> : null}
        <MenuItem onSelect={() => void save()}>Export JSON</MenuItem>
        {isMember ? <MenuItem onSelect={() => setIsDeleting(true)}>Delete…</MenuItem> : null}
      </Menu>
      {isDeleting ? (
        <DeleteDashboard
          workspace={workspace}
          dashboard={{ id, name: content.name }}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => open("")}
        />
      ) : null}
    </>
  );
}
