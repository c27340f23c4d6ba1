"use client";

import { RuledTable, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import type { EvaluationCompareResult } from "@/lib/api/contract/evaluations/comparison";
import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { COUNTING_RULE, countingWords } from "@/lib/evaluation/runs/counting-words";
import type { Workspace } from "@/lib/workspace/workspace";
import { ComparedRun } from "./compared-run";
import type { ComparedScore } from "./compared-score";
import { OtherScoreHead, otherClass, otherScores } from "./other-scores";

type ComparedRunsProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  figures: readonly EvaluationFigures[];
  compared: EvaluationCompareResult;
  score: ScoreFigures | undefined;
  /** All scores of the runs. */
  scores: readonly ScoreFigures[];
  onScore: (id: string) => void;
  /** The index of the run that worse and better mean. */
  focus: number;
  onFocus: (id: string) => void;
  onBaseline: (id: string) => void;
};

/** One line for each run, the baseline first: the score, the paired difference, and examples won and lost. */
export function ComparedRuns({ runs, figures, compared, score, scores, onScore, focus, ...rest }: ComparedRunsProps) {
  const scoreOf = (id: string, scoreId: string | undefined): ComparedScore | undefined =>
    compared.runs.find((run) => run.run_id === id)?.scores.find((each) => each.id === scoreId);
  const reach = reachOf(runs.flatMap(({ id }) => scoreOf(id, score?.id) ?? []));
  const others = otherScores(scores, score?.id);
  const hasTrials = runs.some(({ id }) => scoreOf(id, score?.id)?.pass_at.some(({ k }) => k > 1));
  return (
    <RuledTable
      label="Compared evaluations"
      className="max-h-[42%] flex-none border-t border-line max-2xl:[&_td]:px-1.5 max-2xl:[&_th]:px-1.5"
    >
      <thead>
        <tr>
          {/* Names take the width that the other columns leave, and are cut only where there is none. */}
          <RuledTableHeadCell className="w-full">
            <span className="block min-w-52 max-2xl:min-w-40">Evaluation, model</span>
          </RuledTableHeadCell>
          <RuledTableHeadCell>
            <span title={COUNTING_RULE} className="block max-w-80 truncate max-2xl:max-w-44">
              <span className="text-code">{score?.id ?? "score"}</span>
              {score === undefined || score.kind === "text" ? null : `, ${countingWords(score.kind)}; n`}
            </span>
          </RuledTableHeadCell>
          <RuledTableHeadCell>
            <span title="Paired over the examples that both have, whose number stands beside the bar, with the 95% interval">
              Difference to A, paired; n, 95%
            </span>
          </RuledTableHeadCell>
          <RuledTableHeadCell>
            <span title="Examples won, tied and lost against A">Won, tied, lost</span>
          </RuledTableHeadCell>
          <RuledTableHeadCell isEnd>
            <span title="p, corrected over all comparisons of the page">p, corr.</span>
          </RuledTableHeadCell>
          {hasTrials ? <RuledTableHeadCell isEnd>pass@k, pass^k</RuledTableHeadCell> : null}
          {others.map(({ id }, index) => (
            <OtherScoreHead key={id} id={id} onScore={onScore} className={otherClass(index)} />
          ))}
          <RuledTableHeadCell isEnd>p50</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Cost</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Errors</RuledTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {runs.map((run, index) => (
          <ComparedRun
            key={run.id}
            {...rest}
            run={run}
            index={index}
            isFocus={index === focus}
            figures={figures.find(({ run_id: id }) => id === run.id)}
            score={score}
            own={scoreOf(run.id, score?.id)}
            hasTrials={hasTrials}
            others={others.map((other) => ({ score: other, own: scoreOf(run.id, other.id) }))}
            reach={reach}
          />
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
