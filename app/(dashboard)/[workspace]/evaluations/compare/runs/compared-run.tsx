import { Pin } from "lucide-react";
import { ModelName } from "@/components/evaluation/model-name";
import { RunLetter } from "@/components/evaluation/run-letter";
import { WinBar } from "@/components/evaluation/win-bar";
import { CostCell, Unknown } from "@/components/table/cells";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { evaluationHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { scoreDirection } from "@/lib/evaluation/runs/score-direction";
import { pText } from "@/lib/evaluation/runs/verdict-words";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { type ComparedScore, pWords } from "./compared-score";
import { OtherScoreCell, otherClass } from "./other-scores";
import { PairedDifference } from "./paired-difference";
import { ScoreWithInterval } from "./score-with-interval";

type ComparedRunProps = {
  workspace: Workspace;
  run: EvaluationRun;
  /** Position among the compared runs; 0 is the baseline. */
  index: number;
  /** True for the run that worse and better mean. */
  isFocus: boolean;
  figures: EvaluationFigures | undefined;
  score: ScoreFigures | undefined;
  own: ComparedScore | undefined;
  /** Whether any run has more than one trial of an example: otherwise there is no pass@k. */
  hasTrials: boolean;
  /** Other scores with what this run has of them. */
  others: readonly { readonly score: ScoreFigures; readonly own: ComparedScore | undefined }[];
  /** Half the width of the axis of differences. */
  reach: number;
  onFocus: (id: string) => void;
  onBaseline: (id: string) => void;
};

/** A run of a comparison: its score, the paired difference to the baseline, examples won and lost, and what it took. */
export function ComparedRun(props: ComparedRunProps) {
  const { workspace, run, index, isFocus, own, reach, score, figures } = props;
  const comparison = own?.comparison ?? null;
  const direction = score === undefined ? null : scoreDirection(score.id, score.kind);
  const most = own?.pass_at.findLast(({ k }) => k > 1);
  return (
    <tr
      aria-current={isFocus ? "true" : undefined}
      className={classNames(isFocus && "bg-accent-tint", index === 0 && "shadow-[inset_2px_0_var(--accent)]")}
    >
      <RuledTableCell className="max-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <RunLetter index={index} />
          {/* One below the other: beside each other both are cut where columns are many. */}
          <span className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
            <Link
              href={evaluationHref(workspace.slug, run.id)}
              className="truncate font-medium text-ink hover:underline"
            >
              {run.name}
            </Link>
            <ModelName name={run.model_name} className="text-micro text-ink-3" />
          </span>
        </span>
      </RuledTableCell>
      <RuledTableCell>
        <ScoreWithInterval own={own} score={score} exampleCount={figures?.example_count} />
      </RuledTableCell>
      <RuledTableCell>
        {index === 0 ? (
          <span className="inline-flex items-center gap-1.5 text-ink-3">
            <Pin size={12} strokeWidth={1.7} aria-hidden="true" /> baseline
          </span>
        ) : (
          <PairedDifference compared={comparison} direction={direction} reach={reach} />
        )}
      </RuledTableCell>
      <RuledTableCell>
        {comparison === null ? (
          <Unknown />
        ) : (
          <button
            type="button"
            aria-label={`Focus ${run.name}`}
            onClick={() => props.onFocus(run.id)}
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
      {props.hasTrials ? (
        <RuledTableCell isEnd>
          {most === undefined ? (
            <Unknown />
          ) : (
            <span title={`Over ${formatCount(most.examples)} examples with ${most.k} trials`}>
              {formatScore(most.any)}, {formatScore(most.all)} <span className="text-ink-3">k={most.k}</span>
            </span>
          )}
        </RuledTableCell>
      ) : null}
      {props.others.map((other, index) => (
        <OtherScoreCell key={other.score.id} {...other} className={otherClass(index)} />
      ))}
      <RuledTableCell isEnd>
        {figures?.latency_ms ? <Quantity text={formatDuration(figures.latency_ms.p50)} /> : <Unknown />}
      </RuledTableCell>
      <RuledTableCell isEnd>
        <CostCell costUsd={figures?.cost_usd ?? null} />
      </RuledTableCell>
      <RuledTableCell isEnd>
        <span className="inline-flex items-center gap-2">
          {formatCount(figures?.error_count ?? null)}
          {index === 0 ? null : (
            <Button
              kind="ghost"
              size="icon-small"
              aria-label={`Make ${run.name} the baseline`}
              onClick={() => props.onBaseline(run.id)}
            >
              <Pin size={12} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          )}
        </span>
      </RuledTableCell>
    </tr>
  );
}
