"use client";

import { ArrowLeft, ArrowLeftRight } from "lucide-react";
import type { ReactNode } from "react";
import { RowSwitch } from "@/components/evaluation/rows/row-switch";
import { SliceControl } from "@/components/evaluation/rows/slice-control";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import type { EvaluationCompareResult } from "@/lib/api/contract/evaluations/comparison";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

type CompareHeadProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  compared: EvaluationCompareResult;
  scores: readonly ScoreFigures[];
  scoreId: string | null;
  onScore: (id: string) => void;
  onSwap: () => void;
  /** The rows that count. */
  choice: RowChoice;
  onChoice: (choice: Partial<RowChoice>) => void;
  /** More that the comparison can show. */
  children: ReactNode;
};

/** The title, how many examples met, the compared score, and what makes the comparison doubtful. */
export function CompareHead({
  workspace,
  runs,
  compared,
  scores,
  scoreId,
  onScore,
  onSwap,
  choice,
  onChoice,
  children,
}: CompareHeadProps) {
  const most = Math.max(...compared.example_counts);
  return (
    <>
      <div className="flex min-h-(--head-h) flex-none flex-wrap items-center gap-x-2.5 gap-y-1 py-1 pr-3 pl-3">
        <Button asChild kind="ghost" size="icon-small">
          <Link href={`/${workspace.slug}/evaluations`} aria-label="All evaluations">
            <ArrowLeft size={14} strokeWidth={1.7} aria-hidden="true" />
          </Link>
        </Button>
        <h1 className="text-title font-semibold tracking-[-0.01em]">Compare {runs.length} evaluations</h1>
        <span className="min-w-0 truncate text-small text-ink-3">
          <span className="text-code">{runs[0]?.dataset_name}</span>, {formatCount(compared.shared_count)} of{" "}
          {formatCount(most)} examples in all runs
        </span>
        <RowSwitch rows={compared.rows} part={choice.rows} onPart={(rows) => onChoice({ rows })} />
        <SliceControl
          workspace={workspace}
          runId={runs[0]?.id ?? null}
          sameRowsAs={runs.map(({ id }) => id)}
          scoreId={scoreId}
          choice={choice}
          onSlice={onChoice}
        />
        <span className="ml-auto flex items-center gap-1.5">
          {scores.length > 1 && scoreId !== null ? (
            <Select
              label="Compared score"
              value={scoreId}
              options={scores.map(({ id }) => ({ value: id, label: id }))}
              onChange={onScore}
              className="h-(--ctl-h-small) text-small"
            />
          ) : null}
          {children}
          <Button
            size="small"
            onClick={onSwap}
            icon={<ArrowLeftRight size={13} strokeWidth={1.7} aria-hidden="true" />}
          >
            Swap A and B
          </Button>
        </span>
      </div>
      {compared.warnings.length === 0 ? null : (
        <div className="flex-none px-4 pb-2 max-md:px-3">
          <Callout tone="warn">{compared.warnings.join(" ")}</Callout>
        </div>
      )}
    </>
  );
}
