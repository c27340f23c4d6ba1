"use client";

import { useMemo, useState } from "react";
import { useHasRole } from "@/components/layout/use-role";
import type { Workspace } from "@/lib/workspace/workspace";
import type { CallRow } from "./prepare-call-row";
import type { Listing } from "./prepare-empty";
import { type CallsSubject, chosenCalls, matchingCalls } from "./read-calls";
import type { RowMoves } from "./use-row-moves";

/** What is being done with several calls. */
export type BulkWork =
  | { readonly kind: "export"; readonly subject: CallsSubject; readonly what: string }
  | { readonly kind: "log" }
  | { readonly kind: "table"; readonly subject: CallsSubject }
  | { readonly kind: "delete"; readonly subject: CallsSubject; readonly rows: readonly CallRow[] | null };

/** The chosen calls, whether one by one or all that match, and what is done with them. */
export function useBulk(workspace: Workspace, listing: Listing, moves: RowMoves) {
  const [begun, setWork] = useState<BulkWork | null>(null);
  const [deletion, setDeletion] = useState<CallsSubject | null>(null);
  const isMember = useHasRole("member");
  const { list, counts, selection: compiled } = listing;
  const { selected, isAll } = moves.selection;
  const work = useMemo(() => withCount(begun, counts.matching), [begun, counts.matching]);
  // What is chosen and not in the list is not seen: nothing is done with it.
  const rows = moves.selectedIndexes.flatMap((index) => listing.rowAt(index) ?? []);
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
    onAllMatching: !isAll && isWholePage && hasMore ? moves.selection.takeWhole : null,
    refusal:
      isMember === false ? "You may look at calls here, not change them: ask an admin for the role member" : null,
    close: () => setWork(null),
    clear: moves.selection.clear,
    exportSelected: () =>
      setWork({ kind: "export", subject: subject(), what: isAll ? "all that match" : "the selected ones" }),
    exportMatching: () => setWork({ kind: "export", subject: matching(), what: "all that match" }),
    logCall: () => setWork({ kind: "log" }),
    addToTable: () => setWork({ kind: "table", subject: subject() }),
    askToDelete: () => setWork({ kind: "delete", subject: subject(), rows: isAll ? null : rows }),
    deleteSubject: (confirmed: CallsSubject) => {
      setWork(null);
      setDeletion(confirmed);
    },
    endDeletion: () => {
      setDeletion(null);
      moves.selection.clear();
    },
    undoDeletion: () => setDeletion(null),
  };
}

export type Bulk = ReturnType<typeof useBulk>;

/** Calls are counted after they are shown: an export that began before tells the count once it is known. */
function withCount(work: BulkWork | null, matching: number | null): BulkWork | null {
  if (work?.kind !== "export" || work.subject.count !== null) return work;
  return { ...work, subject: { ...work.subject, count: matching } };
}
