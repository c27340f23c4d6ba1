"use client";

import { MoreHorizontal } from "lucide-react";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { DashboardSummary } from "@/lib/api/contract/app/dashboards";
import { formatCount } from "@/lib/format/count";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";

const DeleteDashboard = openedLater(
  async () => (await import("@/components/dashboard/delete-dashboard")).DeleteDashboard,
);

type DashboardsTableProps = {
  workspace: Workspace;
  dashboards: readonly DashboardSummary[];
  isMember: boolean;
};

/** Dashboards by name, each a link. */
export function DashboardsTable({ workspace, dashboards, isMember }: DashboardsTableProps) {
  const [deleted, setDeleted] = useState<DashboardSummary | null>(null);
  return (
    <>
      <RuledTable label="Dashboards" className="border-t border-line">
        <thead>
          <tr>
            <RuledTableHeadCell>Dashboard</RuledTableHeadCell>
            <RuledTableHeadCell isEnd>Panels</RuledTableHeadCell>
            <RuledTableHeadCell>Saved</RuledTableHeadCell>
            <RuledTableHeadCell>By</RuledTableHeadCell>
            <RuledTableHeadCell>
              <span className="sr-only">Actions</span>
            </RuledTableHeadCell>
          </tr>
        </thead>
        <tbody>
          {dashboards.map((dashboard) => (
            <tr key={dashboard.id} className="hover:bg-hover">
              <RuledTableCell className="max-w-96">
                <Link
                  href={`/${workspace.slug}/dashboards/${dashboard.id}`}
                  className="font-medium [overflow-wrap:anywhere] whitespace-normal hover:underline"
                >
                  {dashboard.name}
                </Link>
              </RuledTableCell>
              <RuledTableCell isEnd>{formatCount(dashboard.panelCount)}</RuledTableCell>
              <RuledTableCell>{formatTime(parseTime(dashboard.updatedAt), Date.now())}</RuledTableCell>
              <RuledTableCell>{dashboard.updatedBy ?? "a removed user"}</RuledTableCell>
              <RuledTableCell>
                {isMember ? (
                  <span className="flex justify-end">
                    <Menu
                      label={`Actions for ${dashboard.name}`}
                      align="end"
                      trigger={
                        <Button kind="ghost" size="icon-small" aria-label={`Actions for ${dashboard.name}`}>
                          <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
                        </Button>
                      }
                    >
                      <MenuItem onSelect={() => setDeleted(dashboard)}>Delete…</MenuItem>
                    </Menu>
                  </span>
                ) : null}
              </RuledTableCell>
            </tr>
          ))}
        </tbody>
      </RuledTable>
      {deleted ? (
        <DeleteDashboard
          workspace={workspace}
          dashboard={deleted}
          onClose={() => setDeleted(null)}
          onDeleted={() => setDeleted(null)}
        />
      ) : null}
    </>
  );
}
