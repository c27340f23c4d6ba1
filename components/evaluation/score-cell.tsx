import { Unknown } from "@/components/table/cells";
import type { CountedRows } from "@/lib/api/contract/evaluations/counted-rows";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { countedText } from "@/lib/evaluation/runs/counting-words";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { shortPartWords, trainedWords } from "@/lib/evaluation/runs/row-words";
import { scoreDirection } from "@/lib/evaluation/runs/score-direction";
import { countOf, formatCount } from "@/lib/format/count";
import { formatShare } from "@/lib/format/share";
import { ChangeMark } from "./change-mark";
import { HistogramBars } from "./histogram-bars";
import { IntervalBar } from "./interval-bar";

type ScoreCellProps = {
  score: ScoreFigures | undefined;
  /** Examples of the run, also those without a value. */
  exampleCount: number;
  /** Which rows count, where the cell says it. */
  rows: CountedRows | null | undefined;
  /** The ends of the axis that all cells of the column share. */
  domain: { readonly low: number; readonly high: number };
  isRunning: boolean;
  againstName: string | null;
};

/** A score of a run in one line: its value, its interval or distribution, and its change. */
export function ScoreCell({ score, exampleCount, rows, domain, isRunning, againstName }: ScoreCellProps) {
  if (score === undefined) return <Unknown />;
  if (score.kind === "text") return <TextScore score={score} />;
  if (score.mean === null) return <Unknown />;
  const previous =
    score.change?.difference === null || score.change === null ? null : score.mean - score.change.difference;
  return (
    <span className="inline-flex items-center gap-2">
      <span
        title={[
          `Over ${formatCount(score.example_count)} with a value of ${countOf(exampleCount, "example")}.`,
          loggedWords(score) ?? "",
        ]
          .join(" ")
          .trim()}
      >
        {formatScore(score.mean)}
        {score.logged_differs ? <sup className="text-warn">*</sup> : null}
      </span>
      {score.kind === "number" ? (
        <HistogramBars bins={score.bins} label={`${score.id} in ten bins`} />
      ) : (
        <IntervalBar
          value={score.mean}
          interval={score.interval}
          domain={domain}
          tick={previous}
          isHollow={isRunning || score.interval === null}
        />
      )}
      {score.example_count === exampleCount ? null : (
        <span className="text-micro text-ink-3">n {countedText(score.example_count, exampleCount)}</span>
      )}
      <CountedPartNote rows={rows} exampleCount={exampleCount} />
      {score.change === null || isRunning ? null : (
        <ChangeMark
          change={score.change}
          direction={scoreDirection(score.id, score.kind)}
          againstName={againstName ?? "the run before it"}
        />
      )}
    </span>
  );
}

/** Says which rows a score is over, where its model was trained on some of them. */
function CountedPartNote({ rows, exampleCount }: Pick<ScoreCellProps, "rows" | "exampleCount">) {
  const words = shortPartWords({ rows, example_count: exampleCount });
  if (words === null || !rows) return null;
  return (
    <span title={`The model was ${trainedWords(rows)}.`} className="text-micro text-ink-3">
      {words}
    </span>
  );
}

/** Texts have no mean: the most frequent value and its share. */
function TextScore({ score }: { score: ScoreFigures }) {
  const [most] = score.values;
  if (most === undefined) return <Unknown />;
  const all = score.values.map(({ value, count }) => `${valueWords(value)}: ${count}`).join("\n");
  return (
    <span title={all} className="block max-w-36 truncate">
      <span className="text-code">{valueWords(most.value)}</span>{" "}
      <span className="text-ink-3">{formatShare(most.count / Math.max(1, score.trial_count))}</span>
    </span>
  );
}

const EMPTY: ReadonlyMap<string, string> = new Map([
  ["[]", "empty list"],
  ["{}", "empty object"],
]);

/** A value as JSON, and words for an empty one. */
const valueWords = (value: string): string => EMPTY.get(value) ?? value;

/** What the client itself reported, where it counts in another way. */
export function loggedWords(score: ScoreFigures): string | undefined {
  if (!score.logged_differs || score.logged === null) return undefined;
  return `As logged ${formatScore(score.logged)}: the client counts missing scores or trials in another way.`;
}
