"use client";

import type { inferParserType } from "nuqs";
import { useState } from "react";
import { FilterButtons } from "@/components/evaluation/results/filter-buttons";
import { NextExampleProblem } from "@/components/evaluation/results/next-example-problem";
import { useNextExample } from "@/components/evaluation/results/use-next-example";
import type { ResultLine, ResultList } from "@/components/evaluation/results/use-results";
import { letterOf } from "@/components/evaluation/run-letter";
import { Select } from "@/components/form/select";
import { useKeys } from "@/components/keyboard/use-keys";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { DataTable } from "@/components/table/data-table";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import type {
  EvaluationFigures,
  EvaluationResultRow,
  EvaluationRun,
  ScoreFigures,
} from "@/lib/api/contract/evaluations/evaluations";
import { guessExpected } from "@/lib/evaluation/runs/example-columns";
import { prepareScoreColumns } from "@/lib/evaluation/runs/score-columns";
import { countOf } from "@/lib/format/count";
import { type ColumnArrangement, firstArrangement } from "@/lib/table/column-arrangement";
import { nextSort } from "@/lib/table/sort";
import { stepIndex } from "@/lib/table/step-index";
import type { Workspace } from "@/lib/workspace/workspace";
import { compareColumns, lineId } from "./compare-columns";
import type { compareParams } from "./compare-params";
import type { ComparedExamples } from "./use-compared-examples";

type Params = inferParserType<typeof compareParams>;

type CompareExamplesProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  figures: readonly EvaluationFigures[];
  score: ScoreFigures | undefined;
  focus: number;
  params: Params;
  onParams: (change: Partial<Params>) => void;
  examples: ComparedExamples;
  onChosen: (row: EvaluationResultRow) => void;
};

const ROW_HEIGHT_PX = 32;
const BY_DIGEST = "content";

/** The examples of all runs side by side, those that got worse first. */
export function CompareExamples(props: CompareExamplesProps) {
  const { workspace, runs, figures, score, focus, params, onParams, examples, onChosen } = props;
  const [widths, setWidths] = useState<ColumnArrangement["widths"]>({});
  const { request, list, chosen, isLowerBetter, asked } = examples;
  const [column] = prepareScoreColumns(figures).filter(({ id }) => id === score?.id);
  const columns = compareColumns(runs, column ?? null, guessExpected(list.head?.members ?? []), isLowerBetter, focus);
  const cursorIndex = chosen.index;
  const step = (by: 1 | -1) => {
    const { row } = list.lineAt(stepIndex(cursorIndex, by, list.count));
    if (row !== null) onChosen(row);
  };
  const next = useNextExample(workspace.connectionId, request, params.row, onChosen);
  useKeys("evaluation", {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    d: () => next.moveTo("disagreeing", "example whose trials disagree"),
    n: () => next.moveTo(asked("worse"), "regression"),
  });
  const counts = list.head?.counts;
  const shown = isLowerBetter && counts ? { ...counts, worse: counts.better ?? 0, better: counts.worse ?? 0 } : counts;
  return (
    <section aria-label="Examples" className="flex min-h-0 min-w-0 flex-1 flex-col border-t border-line">
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <h2 className="text-small font-medium">Examples by {letterOf(focus)} against A</h2>
        <FilterButtons
          filters={["all", "worse", "better", "same", "disagreeing", "unshared"]}
          value={params.show}
          counts={shown}
          onChange={(show) => onParams({ show })}
        />
        <NextExampleProblem problem={next.problem} />
        <AlignBy list={list} align={params.align} onAlign={(align) => onParams({ align })} />
      </div>
      <DataTable<ResultLine>
        label="Examples"
        columns={columns}
        count={list.count}
        rowAt={list.lineAt}
        rowId={(line) => (line.row ?? (line.index === cursorIndex ? chosen.row : null))?.key ?? lineId(line)}
        listKey={JSON.stringify([params.show, params.sort, score?.id, focus, params.align])}
        rowHeightPx={ROW_HEIGHT_PX}
        totalCount={list.head === undefined ? null : list.count}
        sort={params.sort}
        onSortChange={(field) => onParams({ sort: nextSort(params.sort, field) })}
        arrangement={{ ...firstArrangement(columns), widths }}
        onArrange={(arranged) => setWidths(arranged.widths)}
        selected={new Set(chosen.row === null ? [] : [chosen.row.key])}
        cursorIndex={cursorIndex}
        rowTone={() => null}
        onRowPressed={({ row }) => row !== null && onChosen(row)}
        onNearEnd={nothing}
        onRangeChange={list.onRangeChange}
      >
        {list.failure !== null ? (
          <FailureState failure={list.failure} onRetry={list.retry} />
        ) : list.isPending ? (
          <SkeletonRows count={8} rowHeight={ROW_HEIGHT_PX} />
        ) : list.count === 0 ? (
          <PaneState
            kind="no-match"
            title={params.show === "worse" ? "No example got worse" : "No examples match the filter"}
            actions={
              <Button size="small" onClick={() => onParams({ show: "all" })}>
                Show all
              </Button>
            }
          />
        ) : null}
      </DataTable>
      <PageFoot>
        <span>{countOf(list.count, "example")}</span>
        <span>paired by example; bootstrap over examples with a fixed seed; ≈ interval includes 0</span>
        <span>trials are compared in the order of their start</span>
      </PageFoot>
    </section>
  );
}

const nothing = () => undefined;

type AlignByProps = {
  list: ResultList;
  align: readonly string[] | null;
  onAlign: (align: string[] | null) => void;
};

/** How examples meet: by their whole content, by what the model received, or by one member. */
function AlignBy({ list, align, onAlign }: AlignByProps) {
  const members = list.head?.members ?? [];
  const inputs = list.head?.model_inputs ?? [];
  if (list.head === undefined || members.length === 0) return null;
  const only = list.head.only_counts.map((count, index) => `${count} only in ${letterOf(index)}`).join(", ");
  const options = [
    { value: BY_DIGEST, label: "whole content" },
    ...(inputs.length > 0 ? [{ value: inputs.join(","), label: `model inputs (${inputs.join(", ")})` }] : []),
    ...members
      .filter((member) => !(inputs.length === 1 && inputs[0] === member))
      .map((member) => ({ value: member, label: member })),
  ];
  return (
    <span className="ml-auto flex flex-wrap items-center gap-2 text-small text-ink-3">
      <span>
        {countOf(list.head.shared_count, "example")} in all, {only}
      </span>
      <span>aligned by</span>
      <Select
        label="Align examples by"
        value={align === null ? BY_DIGEST : align.join(",")}
        options={options}
        onChange={(value) => onAlign(value === BY_DIGEST ? null : value.split(","))}
        className="h-(--ctl-h-small) text-small"
      />
    </span>
  );
}
