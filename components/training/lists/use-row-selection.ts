"use client";

import { useRouter } from "next/navigation";
import { parseAsArrayOf, parseAsString, useQueryState } from "nuqs";
import { useKeys } from "@/components/keyboard/use-keys";

/** The runs or jobs that are selected in a list, and the link that compares them; the selection is in the URL. */
export interface RowSelection {
  readonly ids: readonly string[];
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
  /** Null while too few or too many are selected. */
  readonly compareHref: string | null;
}

/**
 * X selects the row of the cursor, C compares the selected rows.
 *
 * @param hrefOf returns the address of the comparison; null for too few or too many rows
 */
export function useRowSelection(
  cursorId: string | null,
  hrefOf: (ids: readonly string[]) => string | null,
): RowSelection {
  const router = useRouter();
  const [ids, setIds] = useQueryState("sel", parseAsArrayOf(parseAsString).withDefault([]));
  const toggle = (id: string) =>
    void setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const compareHref = hrefOf(ids);
  useKeys("selection", {
    x: () => cursorId !== null && toggle(cursorId),
    c: () => compareHref !== null && router.push(compareHref),
  });
  return { ids, toggle, clear: () => void setIds(null), compareHref };
}
