import { IntervalBar } from "@/components/evaluation/interval-bar";
import { Unknown } from "@/components/table/cells";
import type { ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import type { ComparedScore } from "./compared-score";

/** The mean of a run's score with its interval, on the axis from 0 to 1 where the score is a share. */
export function ScoreWithInterval({ own, score }: { own: ComparedScore | undefined; score: ScoreFigures | undefined }) {
  if (own === undefined || own.mean === null) return <Unknown />;
  const isShare = (score?.minimum ?? 0) >= 0 && (score?.maximum ?? 1) <= 1;
  const domain = isShare ? { low: 0, high: 1 } : { low: score?.minimum ?? 0, high: score?.maximum ?? 1 };
  return (
    <span className="inline-flex items-center gap-2">
      {formatScore(own.mean)}
      <IntervalBar value={own.mean} interval={own.interval} domain={domain} isHollow={own.interval === null} />
      {own.interval === null ? null : <span className="text-micro text-ink-3">{formatInterval(own.interval)}</span>}
    </span>
  );
}
