"use client";

import { useMemo, useState } from "react";
import { idOf, rowOfId, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { type FoldRule, foldedAncestors, foldedRows, unfoldedRows, type VisibleRows } from "@/lib/trace/tree/folds";

/** The folds of a trace, with functions to fold by hand. */
export interface Folds {
  readonly folded: Uint8Array;
  readonly visible: VisibleRows;
  readonly fold: (row: number, isFolded: boolean) => void;
}

/** Folds by call id: rows move while a trace grows. */
interface ByHand {
  readonly ruleText: string;
  readonly selectedId: string;
  readonly ids: ReadonlyMap<string, boolean>;
}

/**
 * Folds of a trace by a rule and by hand. A new rule drops manual folds; the ancestors of a newly selected call expand,
 * so that the selection is always visible.
 */
export function useFolds(skeleton: TraceSkeleton, rule: FoldRule, ruleText: string, selectedRow: number): Folds {
  const selectedId = selectedRow < 0 ? "" : idOf(skeleton, selectedRow);
  const [byHand, setByHand] = useState<ByHand>({ ruleText, selectedId: "", ids: new Map() });
  const isNewRule = byHand.ruleText !== ruleText;
  const rows = useMemo(() => rowsByHand(skeleton, byHand.ids), [skeleton, byHand.ids]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says the rule
  const folded = useMemo(() => foldedRows(skeleton, rule, rows), [skeleton, ruleText, rows]);
  const visible = useMemo(() => unfoldedRows(skeleton, folded), [skeleton, folded]);
  if (isNewRule) setByHand({ ruleText, selectedId: "", ids: new Map() });
  else if (selectedId !== "" && byHand.selectedId !== selectedId) {
    const hiding = foldedAncestors(skeleton, folded, selectedRow).map((row) => [idOf(skeleton, row), false] as const);
    setByHand({ ruleText, selectedId, ids: hiding.length === 0 ? byHand.ids : new Map([...byHand.ids, ...hiding]) });
  }
  const fold = (row: number, isFolded: boolean) =>
    setByHand((before) => ({ ...before, ids: new Map(before.ids).set(idOf(skeleton, row), isFolded) }));
  return { folded, visible, fold };
}

function rowsByHand(skeleton: TraceSkeleton, ids: ReadonlyMap<string, boolean>): ReadonlyMap<number, boolean> {
  const rows = new Map<number, boolean>();
  for (const [id, isFolded] of ids) {
    const row = rowOfId(skeleton, id);
    if (row >= 0) rows.set(row, isFolded);
  }
  return rows;
}
