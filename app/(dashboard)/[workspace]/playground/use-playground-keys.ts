"use client";

import { columnOf, withCopiedColumn } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { useKeys } from "@/components/keyboard/use-keys";

/** Overlays have keys of their own. */
const isOutsideDialogs = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest("[role=dialog]") !== null;

/** The column whose answer has the focus, or whose own request is edited; null for all columns. */
function targetColumn({ target }: KeyboardEvent, { draft, scope }: ScopedEditing): string | null {
  const answer = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null;
  return answer?.dataset.column ?? columnOf(draft, scope)?.key ?? null;
}

/**
 * Handles the keys of the page.
 *
 * @param run runs one column, or all of them for null
 */
export function usePlaygroundKeys(playground: ScopedEditing, run: (columnKey: string | null) => void): void {
  useKeys("playground", {
    "Mod+Enter": (event) => {
      if (!isOutsideDialogs(event)) run(targetColumn(event, playground));
    },
    "Mod+Shift+Enter": (event) => {
      if (!isOutsideDialogs(event)) run(null);
    },
    "Mod+d": (event) => {
      const key = targetColumn(event, playground) ?? playground.draft.columns.at(-1)?.key;
      if (key !== undefined && !isOutsideDialogs(event)) playground.change((before) => withCopiedColumn(before, key));
    },
  });
}
