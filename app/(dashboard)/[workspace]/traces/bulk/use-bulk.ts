"use client";

import { useMemo, useState } from "react";
import type { MatchingCalls } from "@/app/(dashboard)/[workspace]/traces/list/listing";
import type { RowChoice } from "@/app/(dashboard)/[workspace]/traces/list/use-row-moves";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { useHasRole } from "@/components/session/use-role";
import type { Workspace } from "@/lib/workspace/workspace";
import { type CallsSubject, chosenCalls, matchingCalls } from "./read-selected-calls";

/** What is being done with several calls. */
type BulkTask =
  | { readonly kind: "export"; readonly subject: CallsSubject; readonly what: string }
  | { readonly kind: "log" }
  | { readonly kind: "table"; readonly subject: CallsSubject }
  | { readonly kind: "delete"; readonly subject: CallsSubject; readonly rows: readonly CallListRow[] | null };

/** The chosen calls. */
export interface ChosenCalls {
  readonly rows: readonly CallListRow[];
  readonly ids: readonly string[];
  /** How many they are where all that match are chosen; null where they were chosen one by one. */
  readonly allMatching: number | null;
  /** Chooses all that match; null where there are no more than those that are chosen. */
  readonly onAllMatching: (() => void) | null;
  readonly clear: () => void;
}

/** What can be begun with calls. */
export interface CallActions {
  /** Why this person may not change calls; null when they may. */
  readonly refusal: string | null;
  readonly exportSelected: () => void;
  readonly exportMatching: () => void;
  readonly logCall: () => void;
  readonly addToTable: () => void;
  readonly askToDelete: () => void;
}

/** What was begun with calls, and how it ends. */
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

/** The chosen calls, whether one by one or all that match, and what is done with them. */
export function useBulk(workspace: Workspace, listing: MatchingCalls, choice: RowChoice): Bulk {
  const [begun, setWork] = useState<BulkTask | null>(null);
  const [deletion, setDeletion] = useState<CallsSubject | null>(null);
  const isMember = useHasRole("member");
  const { list, counts, selection: compiled } = listing;
  const { selected, isAll } = choice.selection;
  const work = useMemo(() => withCount(begun, counts.matching), [begun, counts.matching]);
  // What is chosen and not in the list is not seen: nothing is done with it.
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
    refusal:
      isMember === false ? "You may look at calls here, not change them: ask an admin for the role member" : null,
    close: () => setWork(null),
    clear: choice.selection.clear,
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
      choice.selection.clear();
    },
    undoDeletion: () => setDeletion(null),
  };
}

/** Calls are counted after they are shown: an export that began before tells the count once it is known. */
function withCount(work: BulkTask | null, matching: number | null): BulkTask | null {
  if (work?.kind !== "export" || work.subject.count !== null) return work;
  return { ...work, subject: { ...work.subject, count: matching } };
}
