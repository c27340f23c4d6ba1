"use client";

import { useRouter } from "next/navigation";
import { openedLater } from "@/components/dialog/opened-later";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { compareCallsHref } from "@/lib/address/compare-href";
import { newJobHref } from "@/lib/address/new-job-href";
import type { ObservedPath } from "@/lib/calls/path-columns";
import type { Sort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import type { Bulk } from "./use-bulk";

const CallsSelectionBar = partLoadedLater(async () => (await import("./calls-selection-bar")).CallsSelectionBar);
/** Loads the bar of the selected calls. */
export const preloadSelectionBar = CallsSelectionBar.preload;

const LogDialog = openedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/traces/log/log-dialog")).LogDialog,
);
const DeletionBand = partLoadedLater(async () => (await import("./deletion-band")).DeletionBand);
const DeleteDialog = openedLater(async () => {
  void DeletionBand.preload();
  return (await import("./delete-dialog")).DeleteDialog;
});
const ExportDialog = openedLater(async () => (await import("./export-dialog")).ExportDialog);
const ReviewDialog = openedLater(async () => (await import("@/components/review/create/review-dialog")).ReviewDialog);
const TableDialog = openedLater(async () => (await import("./table-dialog")).TableDialog);

type BulkPanelsProps = {
  workspace: Workspace;
  bulk: Bulk;
  matchingCount: number | null;
  /** Paths inside the rows on screen. */
  observedPaths: readonly ObservedPath[];
  sort: Sort;
  /** Ids of the shown columns, in order. */
  shown: readonly string[];
  paths: readonly string[];
  onCopyIds: () => void;
  /** Called when a call was logged by hand. */
  onLogged: (id: string) => void;
};

/** The selected calls and the action in progress: the bar above the foot, a deletion, a dialog. */
export function BulkPanels(props: BulkPanelsProps) {
  const { workspace, bulk, sort } = props;
  const { work, deletion } = bulk;
  const router = useRouter();
  return (
    <>
      {deletion === null && bulk.rows.length > 0 ? (
        <CallsSelectionBar
          rows={bulk.rows}
          allMatching={bulk.allMatching}
          onAllMatching={bulk.onAllMatching}
          matchingCount={props.matchingCount}
          compareHref={bulk.allMatching === null ? compareCallsHref(workspace.slug, bulk.ids) : null}
          refusal={bulk.refusal}
          onExport={bulk.exportSelected}
          onTable={bulk.addToTable}
          onGroups={() => router.push(newJobHref(workspace.slug, "calls", bulk.ids))}
          onReview={bulk.addToReview}
          onDelete={bulk.askToDelete}
          onCopyIds={props.onCopyIds}
          onClear={bulk.clear}
        />
      ) : null}
      {deletion === null ? null : (
        <DeletionBand subject={deletion} onUndo={bulk.undoDeletion} onDone={bulk.endDeletion} />
      )}
      {work?.kind === "export" ? (
        <ExportDialog subject={work.subject} what={work.what} shown={props.shown} sort={sort} onClose={bulk.close} />
      ) : null}
      {work?.kind === "table" ? (
        <TableDialog
          workspace={workspace}
          subject={work.subject}
          visiblePaths={props.paths}
          observedPaths={props.observedPaths}
          onClose={bulk.close}
        />
      ) : null}
      {work?.kind === "review" ? (
        <ReviewDialog workspace={workspace} subjects={{ callIds: work.callIds, threadIds: [] }} onClose={bulk.close} />
      ) : null}
      {work?.kind === "log" ? <LogDialog workspace={workspace} onLogged={props.onLogged} onClose={bulk.close} /> : null}
      {work?.kind === "delete" ? (
        <DeleteDialog
          subject={work.subject}
          rows={work.rows}
          onConfirm={() => bulk.deleteSubject(work.subject)}
          onClose={bulk.close}
        />
      ) : null}
    </>
  );
}
