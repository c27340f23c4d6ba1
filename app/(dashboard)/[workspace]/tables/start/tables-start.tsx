"use client";

import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import type { RecentTable } from "@/app/(dashboard)/[workspace]/tables/known-tables/recent-tables";
import { useRecentTables } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-recent-tables";
import { splitDataset } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-table-origin";
import { useStoring } from "@/app/(dashboard)/[workspace]/tables/new/use-create-table";
import { startTableWorker } from "@/app/(dashboard)/[workspace]/tables/stream/read-table-in-worker";
import { useNow } from "@/components/browser/use-now";
import { openedLater } from "@/components/dialog/opened-later";
import { OpenTableField } from "@/components/object/open-table-field";
import { Button } from "@/components/ui/button";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { shortDigest } from "@/lib/dataset/table-address";
import { formatAgo } from "@/lib/format/relative-time";
import type { Workspace } from "@/lib/workspace/workspace";
import { DatasetList } from "./dataset-list";

const NewTableDialog = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/tables/new/new-table")).NewTableDialog,
);

type TablesStartProps = {
  workspace: Workspace;
  /** With the digest of a row, only that row is shown. */
  onOpen: (digest: string, dataset: string | null, rowDigest: string | null) => void;
};

/** Finds tables by dataset, by digest, or among recently opened tables, since the interface cannot list tables. */
export function TablesStart({ workspace, onOpen }: TablesStartProps) {
  const [isMaking, setIsMaking] = useState(false);
  const recent = useRecentTables(workspace.id);
  const storing = useStoring();
  // The outside system is the worker, whose scripts are to be there before a table is opened.
  useEffect(startTableWorker, []);
  return (
    <>
      <PageHead title="Tables">
        <Button
          size="small"
          {...storing}
          className="ml-auto"
          onClick={() => setIsMaking(true)}
          icon={<Upload size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          Create table from file
        </Button>
      </PageHead>
      {isMaking ? (
        <NewTableDialog
          workspace={workspace}
          onCreated={({ digest, dataset }) => onOpen(digest, dataset, null)}
          onClose={() => setIsMaking(false)}
        />
      ) : null}
      <div className="flex-none pr-3 pb-2.5 pl-4 max-md:px-3">
        <OpenTableField workspace={workspace} onOpen={onOpen} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto border-t border-line">
        {recent.length > 0 ? (
          <RecentTables recent={recent} onOpen={(table) => onOpen(table.digest, table.dataset, null)} />
        ) : null}
        <DatasetList workspace={workspace} onOpen={(digest, dataset) => onOpen(digest, dataset, null)} />
      </div>
      <PageFoot>
        <span>Datasets and recent tables. Other tables open by digest or ref.</span>
      </PageFoot>
    </>
  );
}

type RecentTablesProps = { recent: readonly RecentTable[]; onOpen: (table: RecentTable) => void };

function RecentTables({ recent, onOpen }: RecentTablesProps) {
  const nowMs = useNow();
  return (
    <section aria-label="Opened in this browser" className="flex-none border-b border-line px-4 py-2.5 max-md:px-3">
      <h2 className="mb-1.5 text-micro font-medium text-ink-3">Opened in this browser</h2>
      <ul className="flex flex-wrap gap-1.5">
        {recent.map((table) => (
          <li key={table.digest}>
            <button
              type="button"
              title={table.digest}
              onClick={() => onOpen(table)}
              className="flex h-7 items-center gap-2 rounded-control border border-line-strong bg-surface px-2 text-small hover:bg-hover max-md:h-9"
            >
              <span className="font-medium">{splitDataset(table.dataset)?.name ?? "Table"}</span>
              <span className="text-code text-ink-3">{shortDigest(table.digest)}</span>
              <span className="text-ink-3">{formatAgo(table.openedMs, nowMs)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
