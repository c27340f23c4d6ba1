"use client";

import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { countOf, formatCount } from "@/lib/format/count";
import { isConfirmed, isTypedConfirmationNeeded } from "./prepare-deletion";
import type { CallsSubject } from "./read-selected-calls";
import { useDeletionCount } from "./use-deletion-count";

type DeleteDialogProps = {
  subject: CallsSubject;
  /** The selected rows; null when all matching calls are selected, whose children are not counted beforehand. */
  rows: readonly CallListRow[] | null;
  onConfirm: () => void;
  onClose: () => void;
};

/**
 * Names what will be deleted: the selected calls and all their descendants. For large deletions the user types the
 * number.
 */
export function DeleteDialog({ subject, rows, onConfirm, onClose }: DeleteDialogProps) {
  const count = useDeletionCount(subject, rows);
  const chosen = subject.count ?? 0;
  const typed = {
    what: formatCount(chosen),
    accepts: (text: string) => isConfirmed(text, chosen),
    inputMode: "numeric",
  } as const;
  return (
    <ConfirmDialog
      title={`Delete ${countOf(chosen, "call")}?`}
      description={<p>{deletedText(chosen, count)} Feedback and files are kept.</p>}
      {...(count !== undefined && isTypedConfirmationNeeded(count) ? { typed } : {})}
      action="Delete"
      isReady={count !== undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}

function deletedText(chosen: number, count: number | null | undefined): string {
  if (count === undefined) return "Counting child calls.";
  if (count === null) return `${countOf(chosen, "call")} and all child calls will be deleted.`;
  const below = count - chosen;
  if (below <= 0) return `${countOf(chosen, "call")} without child calls will be deleted.`;
  return `${countOf(chosen, "call")} and ${countOf(below, "child call")} will be deleted, ${formatCount(count)} in total.`;
}
