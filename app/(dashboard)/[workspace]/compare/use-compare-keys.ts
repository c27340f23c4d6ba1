"use client";

import type { Aligned } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { useKeys } from "@/components/keyboard/use-keys";
import type { CompareActions } from "./use-compare-actions";

type CompareKeys = { aligned: Aligned; actions: CompareActions; onSelectOnly: () => void };

/** Handles the keys of the comparison, as its foot lists them. */
export function useCompareKeys({ aligned, actions, onSelectOnly: onOnly }: CompareKeys): void {
  const hasRows = aligned.rows.length > 0;
  useKeys("compare", {
    j: () => actions.step(1),
    ArrowDown: () => actions.step(1),
    k: () => actions.step(-1),
    ArrowUp: () => actions.step(-1),
    ArrowLeft: () => actions.foldSelected(true),
    ArrowRight: () => actions.foldSelected(false),
    n: () => actions.stepDifference(1),
    "Shift+n": () => actions.stepDifference(-1),
    d: onOnly,
    s: () => hasRows && actions.swap(),
  });
  useKeys("everywhere", { Escape: actions.leave });
}
