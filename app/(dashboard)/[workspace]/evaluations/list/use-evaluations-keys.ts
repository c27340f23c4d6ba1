"use client";

import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import { MAX_COMPARED_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { compareHref, evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { comparisonProblem, oldestFirst } from "@/lib/evaluation/runs/run-groups";
import { stepIndex } from "@/lib/table/step-index";
import type { Workspace } from "@/lib/workspace/workspace";

type KeysOptions = {
  workspace: Workspace;
  rows: readonly EvaluationRun[];
  cursorId: string | null;
  selected: readonly EvaluationRun[];
  /** The rows that the list counts. */
  choice: RowChoice;
  onMove: (id: string | null) => void;
  onToggle: (id: string) => void;
  onClear: () => void;
  searchBox: RefObject<HTMLInputElement | null>;
};

/** The keys of the list of evaluations. */
export function useEvaluationsKeys({
  workspace,
  rows,
  cursorId,
  selected,
  choice,
  searchBox,
  ...on
}: KeysOptions): void {
  const router = useRouter();
  const cursor = rows.findIndex(({ id }) => id === cursorId);
  const step = (by: 1 | -1) => on.onMove(rows[stepIndex(cursor, by, rows.length)]?.id ?? null);
  useKeys("evaluations", {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    x: () => cursorId !== null && on.onToggle(cursorId),
    c: () => {
      if (comparisonProblem(selected, MAX_COMPARED_RUNS) !== null) return;
      router.push(
        compareHref(
          workspace.slug,
          oldestFirst(selected).map(({ id }) => id),
          choice,
        ),
      );
    },
    Enter: () => cursorId !== null && router.push(evaluationHref(workspace.slug, cursorId)),
  });
  useKeys("everywhere", {
    "/": (event) => {
      event.preventDefault();
      searchBox.current?.focus();
    },
    Escape: on.onClear,
  });
}
