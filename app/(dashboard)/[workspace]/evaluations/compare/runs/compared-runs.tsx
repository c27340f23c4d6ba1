"use client";

import { Pin } from "lucide-react";
import { IntervalBar } from "@/components/evaluation/interval-bar";
import { PairedBar } from "@/components/evaluation/paired-bar";
import { RunLetter } from "@/components/evaluation/run-letter";
import { WinBar } from "@/components/evaluation/win-bar";
import { CostCell, Unknown } from "@/components/table/cells";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import type { EvaluationCompareResult } from "@/lib/api/contract/evaluations/comparison";
import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { formatDifference, formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import { scoreDirection } from "@/lib/evaluation/runs/score-direction";
import { isWithinNoise, verdictWords } from "@/lib/evaluation/runs/verdict-words";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type ComparedScore = EvaluationCompareResult["runs"][number]["scores"][number];

type ComparedRunsProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  figures: readonly EvaluationFigures[];
  compared: EvaluationCompareResult;
  score: ScoreFigures | undefined;
  /** The index of the run that worse and better mean. */
  focus: number;
  onFocus: (id: string) => void;
  onBaseline: (id: string) => void;
};

/** One line for each run, the baseline first: the score, the paired difference, and examples won and lost. */
export function ComparedRuns(props: ComparedRunsProps) {
  const { runs, compared, score } = props;
  const scoreOf = (id: string): ComparedScore | undefined =>
    compared.runs.find((run) => run.run_id === id)?.scores.find((each) => each.id === score?.id);
  const reach = reachOf(runs.flatMap(({ id }) => scoreOf(id) ?? []));
  return (
    <RuledTable label="Compared evaluations" className="max-h-[42%] flex-none border-t border-line">
      <thead>
        <tr>
          <RuledTableHeadCell>Evaluation, model</RuledTableHeadCell>
          <RuledTableHeadCell>
            <span className="text-code">{score?.id ?? "score"}</span>
          </RuledTableHeadCell>
          <RuledTableHeadCell>Difference to A, paired, 95% interval</RuledTableHeadCell>
          <RuledTableHeadCell>Examples won, tied, lost</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>p, corrected</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>pass@k, pass^k</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>p50</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Cost</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Errors</RuledTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run, index) => (
          <ComparedRun key={run.id} {...props} run={run} index={index} own={scoreOf(run.id)} reach={reach} />
        ))}
      </tbody>
    </RuledTable>
  );
}

/** The bars of a column share one axis: the farthest end of any interval. */
function reachOf(scores: readonly ComparedScore[]): number {
  const ends = scores.flatMap(({ comparison }) =>
    comparison === null
      ? []
      : [comparison.difference ?? 0, comparison.interval?.low ?? 0, comparison.interval?.high ?? 0],
  );
  return Math.max(0.01, ...ends.map(Math.abs));
}

type ComparedRunProps = ComparedRunsProps & {
  run: EvaluationRun;
  index: number;
  own: ComparedScore | undefined;
  reach: number;
};

function ComparedRun({
  workspace,
  run,
  index,
  own,
  reach,
  score,
  figures,
  focus,
  onFocus,
  onBaseline,
}: ComparedRunProps) {
  const found = figures.find(({ run_id: id }) => id === run.id);
  const comparison = own?.comparison ?? null;
  const direction = score === undefined ? null : scoreDirection(score.id, score.kind);
  const isShare = (score?.minimum ?? 0) >= 0 && (score?.maximum ?? 1) <= 1;
  const most = own?.pass_at.findLast(({ k }) => k > 1);
  const domain = isShare ? { low: 0, high: 1 } : { low: score?.minimum ?? 0, high: score?.maximum ?? 1 };
  return (
    <tr
      aria-current={index === focus ? "true" : undefined}
      className={classNames(index === focus && "bg-accent-tint", index === 0 && "shadow-[inset_2px_0_var(--accent)]")}
    >
      <RuledTableCell className="max-w-80">
        <span className="flex min-w-0 items-center gap-2">
          <RunLetter index={index} />
          <Link href={evaluationHref(workspace.slug, run.id)} className="truncate font-medium text-ink hover:underline">
            {run.name}
          </Link>
          <span className="truncate text-code text-ink-3">{run.model_name}</span>
        </span>
      </RuledTableCell>
      <RuledTableCell>
        {own === undefined || own.mean === null ? (
          <Unknown />
        ) : (
          <span className="inline-flex items-center gap-2">
            {formatScore(own.mean)}
            <IntervalBar value={own.mean} interval={own.interval} domain={domain} isHollow={own.interval === null} />
            {own.interval === null ? null : (
              <span className="text-micro text-ink-3">{formatInterval(own.interval)}</span>
            )}
          </span>
        )}
      </RuledTableCell>
      <RuledTableCell>
        {index === 0 ? (
          <span className="inline-flex items-center gap-1.5 text-ink-3">
            <Pin size={12} strokeWidth={1.7} aria-hidden="true" /> baseline
          </span>
        ) : comparison === null || comparison.difference === null ? (
          <span className="text-ink-3">no shared scores</span>
        ) : (
          <span className="flex items-center gap-2.5">
            <span className="w-12 text-right">{formatDifference(comparison.difference)}</span>
            <PairedBar compared={comparison} direction={direction} reach={reach} />
            <span
              className={classNames(
                "max-w-72 truncate text-micro",
                isWithinNoise(comparison) ? "text-ink-3" : "text-ink-2",
              )}
              title={verdictWords(comparison)}
            >
              {verdictWords(comparison)}
            </span>
          </span>
        )}
      </RuledTableCell>
      <RuledTableCell>
        {comparison === null ? (
          <Unknown />
        ) : (
          <button
            type="button"
            aria-label={`Focus ${run.name}`}
            onClick={() => onFocus(run.id)}
            className="rounded-chip px-1 hover:bg-hover"
          >
            <WinBar compared={comparison} isLowerBetter={direction === "lower"} />
          </button>
        )}
      </RuledTableCell>
      <RuledTableCell isEnd>
        {index === 0 ? (
          <Unknown />
        ) : (
          <span title={pWords(comparison)}>{comparison?.holm_p == null ? "–" : pText(comparison.holm_p)}</span>
        )}
      </RuledTableCell>
      <RuledTableCell isEnd>
        {most === undefined ? (
          <Unknown />
        ) : (
          <span title={`Over ${formatCount(most.examples)} examples with ${most.k} trials`}>
            {formatScore(most.any)}, {formatScore(most.all)} <span className="text-ink-3">k={most.k}</span>
          </span>
        )}
      </RuledTableCell>
      <RuledTableCell isEnd>
        {found?.latency_ms ? <Quantity text={formatDuration(found.latency_ms.p50)} /> : <Unknown />}
      </RuledTableCell>
      <RuledTableCell isEnd>
        <CostCell costUsd={found?.cost_usd ?? null} />
      </RuledTableCell>
      <RuledTableCell isEnd>
        <span className="inline-flex items-center gap-2">
          {formatCount(found?.error_count ?? null)}
          {index === 0 ? null : (
            <Button
              kind="ghost"
              size="icon-small"
              aria-label={`Make ${run.name} the baseline`}
              onClick={() => onBaseline(run.id)}
            >
              <Pin size={12} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          )}
        </span>
      </RuledTableCell>
    </tr>
  );
}

const MIN_SHOWN_P = 0.001;

const pText = (p: number): string => (p < MIN_SHOWN_P ? "< .001" : p.toFixed(3).replace(/^0/, ""));

function pWords(comparison: ComparedScore["comparison"]): string {
  if (comparison === null) return "No shared scores";
  if (comparison.p === null) return verdictWords(comparison);
  const test = comparison.test === "mcnemar" ? "Exact McNemar test" : "Sign-flip test";
  return `${test}: p ${pText(comparison.p)}, corrected for all comparisons of this page (Holm)`;
}
