"use client";

import type { inferParserType } from "nuqs";
import { FilterButtons } from "@/components/evaluation/results/filter-buttons";
import { NextExampleProblem } from "@/components/evaluation/results/next-example-problem";
import { ResultTable } from "@/components/evaluation/results/result-table";
import { useCarriedExamples } from "@/components/evaluation/results/use-carried-examples";
import { useExampleKeys } from "@/components/evaluation/results/use-example-keys";
import { letterOf } from "@/components/evaluation/run-letter";
import { Switch } from "@/components/form/switch";
import { useHasRole } from "@/components/session/use-role";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { PageFoot } from "@/components/ui/page-head";
import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { guessExpected } from "@/lib/evaluation/runs/example-columns";
import { prepareScoreColumns } from "@/lib/evaluation/runs/score-columns";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { AlignBy } from "./align-by";
import { compareColumns } from "./compare-columns";
import type { compareParams } from "./compare-params";
import type { ComparedExamples } from "./use-compared-examples";

type Params = inferParserType<typeof compareParams>;

type CompareExamplesProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  figures: readonly EvaluationFigures[];
  /** The methods of the comparisons in words. */
  methods: string;
  score: ScoreFigures | undefined;
  focus: number;
  params: Params;
  onParams: (change: Partial<Params>) => void;
  examples: ComparedExamples;
  onChosen: (row: EvaluationResultRow) => void;
};

/** The examples of all runs side by side, those that got worse first. */
export function CompareExamples(props: CompareExamplesProps) {
  const { workspace, runs, figures, methods, score, focus, params, onParams, examples, onChosen } = props;
  const { request, list, chosen, isLowerBetter, asked } = examples;
  const [column] = prepareScoreColumns(figures).filter(({ id }) => id === score?.id);
  const columns = compareColumns(runs, column ?? null, guessExpected(list.head?.members ?? []), isLowerBetter, focus);
  const problem = useExampleKeys({
    connectionId: workspace.connectionId,
    request,
    list,
    chosen,
    chosenKey: params.row,
    problems: { filter: asked("worse"), name: "regression" },
    onChosen,
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
        {score === undefined || score.kind === "text" ? null : (
          <span className="text-small max-md:hidden">
            <Switch label="Map" isOn={params.map} onChange={(map) => onParams({ map })} />
          </span>
        )}
        <NextExampleProblem problem={problem} />
        <EvaluateExamples workspace={workspace} run={runs[0]} examples={examples} />
        <AlignBy list={list} align={params.align} onAlign={(align) => onParams({ align })} />
      </div>
      <ResultTable
        columns={columns}
        list={list}
        chosen={chosen}
        listKey={JSON.stringify([params.show, params.sort, score?.id, focus, params.align, params.rows])}
        sort={params.sort}
        onSort={(sort) => onParams({ sort })}
        onChosen={onChosen}
        empty={
          <PaneState
            kind="no-match"
            title={params.show === "worse" ? "No example got worse" : "No examples match the filter"}
            actions={
              <Button size="small" onClick={() => onParams({ show: "all" })}>
                Show all
              </Button>
            }
          />
        }
      />
      <PageFoot>
        <span>{countOf(list.count, "example")}</span>
        <span>{["paired by example", ...(methods === "" ? [] : [methods]), "≈ may be chance"].join("; ")}</span>
        <span>trials are compared in the order of their start</span>
      </PageFoot>
    </section>
  );
}

type EvaluateExamplesProps = {
  workspace: Workspace;
  run: EvaluationRun | undefined;
  examples: ComparedExamples;
};

/** Takes the shown examples to a new evaluation. */
function EvaluateExamples({ workspace, run, examples }: EvaluateExamplesProps) {
  const { list, request } = examples;
  const isViewer = useHasRole("member") === false;
  const { carry, isBusy, message } = useCarriedExamples(workspace, {
    name: `${run?.dataset_name || "evaluation"}-${request.show ?? "examples"}`,
    request,
    count: list.count,
  });
  if (list.count === 0 || list.isPrevious) return null;
  return (
    <>
      <Button
        size="small"
        disabled={isViewer}
        isBusy={isBusy}
        onClick={carry}
        aria-label={`Evaluate ${countOf(list.count, "example")}`}
        title={isViewer ? "You have read-only access." : "Start a new evaluation of the shown examples"}
      >
        Evaluate
      </Button>
      {message === null ? null : (
        <Callout tone="err" className="max-w-[360px] py-1">
          {message}
        </Callout>
      )}
    </>
  );
}
