"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import {
  type ComparedModels,
  comparedModels,
  openedRun,
} from "@/app/(dashboard)/[workspace]/leaderboard/ranking/compared-models";
import { useKeys } from "@/components/keyboard/use-keys";
import { compareHref, evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import type { BoardRank, BoardRow } from "@/lib/evaluation/runs/leaderboard";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { stepIndex } from "@/lib/table/step-index";

/** The model that the keys move to, and the selected models. */
export interface BoardSelection {
  readonly cursor: string | null;
  /** In the order of the table. */
  readonly selected: readonly BoardRow[];
  readonly compared: ComparedModels;
  /** The comparison over the rows that the leaderboard counts; null where there is none. */
  readonly compareHref: string | null;
  readonly toggle: (model: string) => void;
  readonly clear: () => void;
}

/** The keys of a leaderboard. */
export function useBoardKeys(
  slug: string,
  shown: readonly BoardRow[],
  { rank, choice }: { readonly rank: BoardRank; readonly choice: RowChoice },
): BoardSelection {
  const router = useRouter();
  const [cursor, setCursor] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const index = shown.findIndex(({ model }) => model === cursor);
  const selected = shown.filter(({ model }) => chosen.has(model));
  const compared = comparedModels(selected, rank);
  const runIds = compared.kind === "none" ? [] : compared.runs.map(({ id }) => id);
  const comparison = compared.kind === "none" ? null : compareHref(slug, runIds, choice);
  const step = (by: 1 | -1) => setCursor(shown[stepIndex(index, by, shown.length)]?.model ?? null);
  const toggle = (model: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(model)) next.add(model);
      return next;
    });
  const clear = () => {
    setChosen(new Set());
    setCursor(null);
  };
  useKeys("evaluations", {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    x: () => index >= 0 && cursor !== null && toggle(cursor),
    c: () => comparison !== null && router.push(comparison),
    Enter: () => {
      const row = shown[index];
      const run = row === undefined ? null : openedRun(row, rank);
      if (run !== null) router.push(evaluationHref(slug, run.id));
    },
  });
  useKeys("everywhere", { Escape: clear });
  return { cursor, selected, compared, compareHref: comparison, toggle, clear };
}
