"use client";

import { useRouter } from "next/navigation";
import { parseAsArrayOf, parseAsString, useQueryState } from "nuqs";
import { useKeys } from "@/components/keyboard/use-keys";
import { compareJobsHref } from "@/lib/address/compare-jobs-href";
import type { Workspace } from "@/lib/workspace/workspace";

/** The jobs selected in the list, and the link that compares them; the selection is in the URL. */
export interface JobSelection {
  readonly ids: readonly string[];
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
  /** Null while too few or too many are selected. */
  readonly compareHref: string | null;
}

/** X selects the row of the cursor, C compares the selected jobs. */
export function useJobSelection(workspace: Workspace, cursorId: string | null): JobSelection {
  const router = useRouter();
  const [ids, setIds] = useQueryState("sel", parseAsArrayOf(parseAsString).withDefault([]));
  const toggle = (id: string) =>
    void setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const compareHref = compareJobsHref(workspace.slug, ids);
  useKeys("training", {
    x: () => cursorId !== null && toggle(cursorId),
    c: () => compareHref !== null && router.push(compareHref),
  });
  return { ids, toggle, clear: () => void setIds(null), compareHref };
}
