"use client";

import { useMemo, useState } from "react";
import type { MatchingCalls } from "@/app/(dashboard)/[workspace]/traces/list/listing";
import type { RowChoice } from "@/app/(dashboard)/[workspace]/traces/list/use-row-moves";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { useHasRole } from "@/components/session/use-role";
import type { Workspace } from "@/lib/workspace/workspace";
import { type CallsSubject, chosenCalls, matchingCalls } from "./read-selected-calls";

/** The action in progress on several calls. */
type BulkTask =
  | { readonly kind: "export"; readonly subject: CallsSubject; readonly what: string }
  | { readonly kind: "log" }
  | { readonly kind: "table"; readonly subject: CallsSubject }
  | { readonly kind: "review"; readonly callIds: readonly string[] }
  | { readonly kind: "delete"; readonly subject: CallsSubject; readonly rows: readonly CallListRow[] | null };

/** The selected calls. */
export interface ChosenCalls {
  readonly rows: readonly CallListRow[];
  readonly ids: readonly string[];
  /** Their number when all matching calls are selected; null when they were selected one by one. */
  readonly allMatching: number | null;
  /** Selects all matching calls; null when they are all selected already. */
  readonly onAllMatching: (() => void) | null;
  readonly clear: () => void;
}

/** The actions that can be started on calls. */
export interface CallActions {
  /** Why the user may not change calls; null when they may. */
  readonly refusal: string | null;
  readonly exportSelected: () => void;
  readonly exportMatching: () => void;
  readonly logCall: () => void;
  readonly addToTable: () => void;
  /** Adds the calls that were selected one by one to a review queue. */
  readonly addToReview: () => void;
  readonly askToDelete: () => void;
}

/** The action that was started on calls, and the ways to end it. */
interface BegunWork {
  readonly work: BulkTask | null;
  /** The calls that are being deleted. */
  readonly deletion: CallsSubject | null;
  readonly close: () => void;
  readonly deleteSubject: (confirmed: CallsSubject) => void;
  readonly endDeletion: () => void;
  readonly undoDeletion: () => void;
}

export interface Bulk extends ChosenCalls, CallActions, BegunWork {}

/** Returns the selected calls, whether one by one or all matching, and the actions on them. */
export function useBulk(workspace: Workspace, listing: MatchingCalls, choice: RowChoice): Bulk {
  const [begun, setWork] = useState<BulkTask | null>(null);
  const [deletion, setDeletion] = useState<CallsSubject | null>(null);
  const isMember = useHasRole("member");
  const { list, counts, selection: compiled } = listing;
  const { selected, isAll } = choice.selection;
  const work = useMemo(() => withCount(begun, counts.matching), [begun, counts.matching]);
  // Selected rows that are not in the list are invisible: no action applies to them.
  const rows = choice.selectedIndexes.flatMap((index) => listing.rowAt(index) ?? []);
  const ids = rows.map(({ id }) => id);
  const matching = () => matchingCalls(workspace, compiled, list.newestAt, counts.matching);
  const subject = () => (isAll ? matching() : chosenCalls(workspace, ids));
  const hasMore = counts.matching !== null && counts.matching > list.calls.length;
  const isWholePage = selected.size > 0 && selected.size >= list.calls.length;
  return {
    rows,
    ids,
    work,
    deletion,
    allMatching: isAll ? counts.matching : null,
    onAllMatching: !isAll && isWholePage && hasMore ? choice.selection.takeWhole : null,
    refusal: isMember === false ? "You have read-only access to calls. Ask an admin for the member role." : null,
    close: () => setWork(null),
    clear: choice.selection.clear,
    exportSelected: () =>
      setWork({ kind: "export", subject: subject(), what: isAll ? "matching calls" : "selected calls" }),
    exportMatching: () => setWork({ kind: "export", subject: matching(), what: "matching calls" }),
    logCall: () => setWork({ kind: "log" }),
    addToTable: () => setWork({ kind: "table", subject: subject() }),
    addToReview: () => setWork({ kind: "review", callIds: ids }),
    askToDelete: () => setWork({ kind: "delete", subject: subject(), rows: isAll ? null : rows }),
    deleteSubject: (confirmed: CallsSubject) => {
      setWork(null);
      setDeletion(confirmed);
    },
    endDeletion: () => {
      setDeletion(null);
      choice.selection.clear();
    },
    undoDeletion: () => setDeletion(null),
  };
}

/** Calls are counted after they are shown: an export that started earlier shows the count once it is loaded. */
function withCount(work: BulkTask | null, matching: number | null): BulkTask | null {
  if (work?.kind !== "export" || work.subject.count !== null) return work;
  return { ...work, subject: { ...work.subject, count: matching } };
}
