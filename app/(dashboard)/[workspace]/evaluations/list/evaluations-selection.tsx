"use client";

import { GitCompareArrows } from "lucide-react";
import { SelectionBar } from "@/components/table/selection-bar";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { MAX_COMPARED_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { compareHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { comparisonProblem, oldestFirst } from "@/lib/evaluation/runs/run-groups";
import type { Workspace } from "@/lib/workspace/workspace";

type EvaluationsSelectionProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  /** The rows that the list counts. */
  choice: RowChoice;
  onClear: () => void;
};

/** The bar of the selected runs: what can be done with them, or why not. */
export function EvaluationsSelection({ workspace, runs, choice, onClear }: EvaluationsSelectionProps) {
  const problem = comparisonProblem(runs, MAX_COMPARED_RUNS);
  const compared = oldestFirst(runs);
  const label = (
    <>
      <GitCompareArrows size={13} strokeWidth={1.7} aria-hidden="true" />
      Compare {runs.length}
    </>
  );
  return (
    <SelectionBar
      count={`${runs.length} selected`}
      facts={problem ?? `paired by example, ${compared[0]?.name ?? ""} is the baseline`}
      onClear={onClear}
    >
      {problem === null ? (
        <Button asChild kind="primary" size="small">
          <Link
            href={compareHref(
              workspace.slug,
              compared.map(({ id }) => id),
              choice,
            )}
          >
            {label}
          </Link>
        </Button>
      ) : (
        <Button kind="primary" size="small" disabled title={problem}>
          {label}
        </Button>
      )}
    </SelectionBar>
  );
}
