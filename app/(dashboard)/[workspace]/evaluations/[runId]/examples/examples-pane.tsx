"use client";

import { Search } from "lucide-react";
import type { inferParserType } from "nuqs";
import type { ReactNode } from "react";
import { exampleColumns } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/example-columns";
import type { RunExamples } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/examples/use-run-examples";
import { PassBars } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/figures/pass-bars";
import { Slices } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/figures/slices";
import { FilterButtons } from "@/components/evaluation/results/filter-buttons";
import { NextExampleProblem } from "@/components/evaluation/results/next-example-problem";
import { ResultTable } from "@/components/evaluation/results/result-table";
import { useExampleKeys } from "@/components/evaluation/results/use-example-keys";
import { Input } from "@/components/form/input";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationResultRow, ResultFilter } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { guessExpected } from "@/lib/evaluation/runs/example-columns";
import { conditionsOf } from "@/lib/evaluation/runs/example-selection";
import { prepareScoreColumns } from "@/lib/evaluation/runs/score-columns";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { type evaluationParams, NO_SLICES } from "./evaluation-params";

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
  /** Buttons for the shown examples. */
  actions: ReactNode;
};

const FILTERS: readonly ResultFilter[] = ["all", "failing", "disagreeing", "errors", "slow", "missing"];

/** The examples of a run: filters of one press, slices, and a table of any length. */
export function ExamplesPane(props: ExamplesPaneProps) {
  const { workspace, run, figures, score, params, onParams, examples, onChosen, actions } = props;
  const { request, list, chosen } = examples;
  const conditions = conditionsOf(params);
  const columns = exampleColumns(
    prepareScoreColumns([figures]),
    guessExpected(list.head?.members ?? []),
    score?.id ?? null,
  );
  const problem = useExampleKeys({
    connectionId: workspace.connectionId,
    request,
    list,
    chosen,
    chosenKey: params.row,
    problems: { filter: "failing", name: "failing example" },
    onChosen,
  });
  const filterCount =
    (params.show === "all" ? 0 : 1) + conditions.length + (params.q === "" ? 0 : 1) + (params.passes === null ? 0 : 1);
  const clear = () => onParams({ show: "all", ...NO_SLICES, q: "", passes: null });
  return (
    <section aria-label="Examples" className="flex min-w-0 flex-1 flex-col">
      <div className="@container flex max-h-52 flex-none gap-0 overflow-hidden border-b border-line max-md:hidden">
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
        <NextExampleProblem problem={problem} />
        {filterCount > 0 ? (
          <Button kind="ghost" size="small" onClick={clear}>
            Clear {countOf(filterCount, "filter")}
          </Button>
        ) : null}
        <span className="ml-auto">{actions}</span>
      </div>
      <ResultTable
        columns={columns}
        list={list}
        chosen={chosen}
        listKey={JSON.stringify([params.show, params.q, params.passes, conditions, params.sort, score?.id])}
        sort={params.sort}
        onSort={(sort) => onParams({ sort })}
        onChosen={onChosen}
        empty={
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
        }
      />
      <PageFoot>
        <span>{countOf(list.count, "example")}</span>
        <span>filled: yes, hollow: no, hatched: error, dotted: no score</span>
      </PageFoot>
    </section>
  );
}
