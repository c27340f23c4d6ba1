"use client";

import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { RuledTable, RuledTableHead } from "@/components/training/lists/ruled-table";
import type { Monitor } from "@/lib/api/contract/monitors/monitors";
import type { Workspace } from "@/lib/workspace/workspace";
import { MonitorRow } from "./monitor-row";

const SwitchOnDialog = openedLater(async () => (await import("./switch-on-dialog")).SwitchOnDialog);
const DeleteMonitor = openedLater(async () => (await import("./delete-monitor")).DeleteMonitor);

type MonitorsTableProps = { workspace: Workspace; monitors: readonly Monitor[]; isMember: boolean };

/** Monitors with what they scored lately. Switching one on shows first what it would cost. */
export function MonitorsTable({ workspace, monitors, isMember }: MonitorsTableProps) {
  const [asked, setAsked] = useState<{ readonly kind: "on" | "delete"; readonly monitor: Monitor } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <RuledTable label="Monitors" className="border-t border-line">
        <RuledTableHead
          columns={[
            "State",
            "Monitor",
            { end: "Rate" },
            "Scores",
            "Last calls",
            { end: "Failed today" },
            { end: "Scored today" },
            { end: "Spent today" },
          ]}
          hasActions
        />
        <tbody>
          {monitors.map((monitor) => (
            <MonitorRow
              key={monitor.id}
              workspace={workspace}
              monitor={monitor}
              isMember={isMember}
              onSwitchOn={() => setAsked({ kind: "on", monitor })}
              onDelete={() => setAsked({ kind: "delete", monitor })}
            />
          ))}
        </tbody>
      </RuledTable>
      {asked?.kind === "on" ? <SwitchOnDialog workspace={workspace} monitor={asked.monitor} onClose={close} /> : null}
      {asked?.kind === "delete" ? (
        <DeleteMonitor workspace={workspace} monitor={asked.monitor} onClose={close} />
      ) : null}
    </>
  );
}
