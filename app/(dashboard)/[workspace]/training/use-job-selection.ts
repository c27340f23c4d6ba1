"use client";

import { useRouter } from "next/navigation";
import { parseAsArrayOf, parseAsString, useQueryState } from "nuqs";
import { useKeys } from "@/components/keyboard/use-keys";
import { compareJobsHref } from "@/lib/address/compare-jobs-href";
import type { Workspace } from "@/lib/workspace/workspace";

/** The jobs that are chosen in the list, and where they can be compared; they stand in the address. */
export interface JobSelection {
  readonly ids: readonly string[];
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
  /** Null while they are too few or too many for it. */
  readonly compareHref: string | null;
}

/** X chooses the row of the cursor, C compares what is chosen. */
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
