import { IntervalBar } from "@/components/evaluation/interval-bar";
import { Unknown } from "@/components/table/cells";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { countedText } from "@/lib/evaluation/runs/counting-words";
import { formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import type { ComparedScore } from "./compared-score";

type ScoreWithIntervalProps = {
  own: ComparedScore | undefined;
  score: ScoreFigures | undefined;
  /** Of the run. */
  exampleCount: number | undefined;
};

/** The mean of a run's score with its interval, on the axis from 0 to 1 where the score is a share. */
export function ScoreWithInterval({ own, score, exampleCount }: ScoreWithIntervalProps) {
  if (own === undefined || own.mean === null) return <Unknown />;
  const isShare = (score?.minimum ?? 0) >= 0 && (score?.maximum ?? 1) <= 1;
  const domain = isShare ? { low: 0, high: 1 } : { low: score?.minimum ?? 0, high: score?.maximum ?? 1 };
  return (
    <span
      className="inline-flex items-center gap-2"
      title={own.interval === null ? undefined : `95% interval ${formatInterval(own.interval)}`}
    >
      {formatScore(own.mean)}
      <IntervalBar value={own.mean} interval={own.interval} domain={domain} isHollow={own.interval === null} />
      {own.interval === null ? null : (
        <span className="text-micro text-ink-3 max-2xl:sr-only">{formatInterval(own.interval)}</span>
      )}
      {own.example_count == null ? null : (
        <span className="text-micro text-ink-3">
          {countedText(own.example_count, exampleCount ?? own.example_count)}
        </span>
      )}
    </span>
  );
}
