"use client";

import { Search } from "lucide-react";
import type { inferParserType } from "nuqs";
import { useState } from "react";
import { exampleColumns, lineId } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/example-columns";
import type { RunExamples } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/use-run-examples";
import { PassBars } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/figures/pass-bars";
import { Slices } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/figures/slices";
import { FilterButtons } from "@/components/evaluation/results/filter-buttons";
import { NextExampleProblem } from "@/components/evaluation/results/next-example-problem";
import { useNextExample } from "@/components/evaluation/results/use-next-example";
import type { ResultLine } from "@/components/evaluation/results/use-results";
import { Input } from "@/components/form/input";
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
  ResultFilter,
  ScoreFigures,
} from "@/lib/api/contract/evaluations/evaluations";
import { guessExpected } from "@/lib/evaluation/runs/example-columns";
import { prepareScoreColumns } from "@/lib/evaluation/runs/score-columns";
import { countOf } from "@/lib/format/count";
import { type ColumnArrangement, firstArrangement } from "@/lib/table/column-arrangement";
import { nextSort } from "@/lib/table/sort";
import { stepIndex } from "@/lib/table/step-index";
import type { Workspace } from "@/lib/workspace/workspace";
import type { evaluationParams } from "./evaluation-params";

type Params = inferParserType<typeof evaluationParams>;

type ExamplesPaneProps = {
  workspace: Workspace;
  run: EvaluationRun;
  figures: EvaluationFigures;
  score: ScoreFigures | undefined;
  params: Params;
  onParams: (change: Partial<Params>) => void;
  examples: RunExamples;
  onChosen: (row: EvaluationResultRow) => void;
};

const FILTERS: readonly ResultFilter[] = ["all", "failing", "disagreeing", "errors", "slow", "missing"];
const ROW_HEIGHT_PX = 32;

/** The examples of a run: filters of one press, slices, and a table of any length. */
export function ExamplesPane(props: ExamplesPaneProps) {
  const { workspace, run, figures, score, params, onParams, examples, onChosen } = props;
  const [widths, setWidths] = useState<ColumnArrangement["widths"]>({});
  const { request, list, chosen } = examples;
  const hasSlice = params.slice !== null && params.value !== null;
  const columns = exampleColumns(
    prepareScoreColumns([figures]),
    guessExpected(list.head?.members ?? []),
    score?.id ?? null,
  );
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
    n: () => next.moveTo("failing", "failing example"),
  });
  const filterCount =
    (params.show === "all" ? 0 : 1) + Number(hasSlice) + (params.q === "" ? 0 : 1) + (params.passes === null ? 0 : 1);
  const clear = () => onParams({ show: "all", slice: null, value: null, q: "", passes: null });
  return (
    <section aria-label="Examples" className="flex min-w-0 flex-1 flex-col">
      <div className="flex max-h-52 flex-none gap-0 overflow-hidden border-b border-line max-md:hidden">
        <PassBars score={score} passes={params.passes} onPasses={(passes) => onParams({ passes })} />
        {score === undefined || score.kind === "text" ? null : (
          <Slices workspace={workspace} run={run} score={score} params={params} onParams={onParams} />
        )}
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <Input
          type="search"
          size="small"
          className="w-48"
          aria-label="Search in examples"
          placeholder="Search in examples"
          leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
          defaultValue={params.q}
          onChange={(event) => onParams({ q: event.target.value })}
        />
        <FilterButtons
          filters={FILTERS}
          value={params.show}
          counts={list.head?.counts}
          onChange={(show) => onParams({ show })}
        />
        <NextExampleProblem problem={next.problem} />
        {filterCount > 0 ? (
          <Button kind="ghost" size="small" onClick={clear}>
            Clear {countOf(filterCount, "filter")}
          </Button>
        ) : null}
      </div>
      <DataTable<ResultLine>
        label="Examples"
        columns={columns}
        count={list.count}
        rowAt={list.lineAt}
        rowId={(line) => (line.row ?? (line.index === cursorIndex ? chosen.row : null))?.key ?? lineId(line)}
        listKey={JSON.stringify([
          params.show,
          params.q,
          params.passes,
          params.slice,
          params.value,
          params.sort,
          score?.id,
        ])}
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
          <SkeletonRows count={12} rowHeight={ROW_HEIGHT_PX} />
        ) : list.count === 0 ? (
          <PaneState
            kind={filterCount > 0 ? "no-match" : "empty"}
            title={filterCount > 0 ? "No examples match the filters" : "No trials yet"}
            actions={
              filterCount > 0 ? (
                <Button size="small" onClick={clear}>
                  Clear all
                </Button>
              ) : undefined
            }
          >
            {filterCount > 0 ? null : "Trials appear here as they end."}
          </PaneState>
        ) : null}
      </DataTable>
      <PageFoot>
        <span>{countOf(list.count, "example")}</span>
        <span>filled: yes, hollow: no, hatched: error, dotted: no score</span>
      </PageFoot>
    </section>
  );
}

const nothing = () => undefined;
