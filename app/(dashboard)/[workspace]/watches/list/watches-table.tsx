"use client";

import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { RuledTable, RuledTableHead } from "@/components/training/lists/ruled-table";
import type { Watch } from "@/lib/api/contract/watches/watches";
import type { Workspace } from "@/lib/workspace/workspace";
import { WatchRow } from "./watch-row";

const DeleteWatch = openedLater(async () => (await import("./delete-watch")).DeleteWatch);

type WatchesTableProps = { workspace: Workspace; watches: readonly Watch[]; isMember: boolean };

/** Watches with their states, their values and their newest windows. */
export function WatchesTable({ workspace, watches, isMember }: WatchesTableProps) {
  const [deleted, setDeleted] = useState<Watch | null>(null);
  return (
    <>
      <RuledTable label="Watches" className="border-t border-line">
        <RuledTableHead columns={["State", "Watch", { end: "Value" }, "Newest windows", "Since"]} hasActions />
        <tbody>
          {watches.map((watch) => (
            <WatchRow
              key={watch.id}
              workspace={workspace}
              watch={watch}
              isMember={isMember}
              onDelete={() => setDeleted(watch)}
            />
          ))}
        </tbody>
      </RuledTable>
      {deleted ? <DeleteWatch workspace={workspace} watch={deleted} onClose={() => setDeleted(null)} /> : null}
    </>
  );
}
