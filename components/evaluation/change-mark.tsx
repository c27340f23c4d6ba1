import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { formatDifference } from "@/lib/evaluation/runs/format-score";
import { isImprovement, type ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import { isWithinNoise, verdictWords } from "@/lib/evaluation/runs/verdict-words";
import { classNames } from "@/lib/style/class-names";

type ChangeMarkProps = {
  change: EvaluationComparison;
  direction: ScoreDirection;
  /** The run that it is compared with. */
  againstName: string;
};

/** A difference: an arrow and a colour only where it is more than noise, otherwise `≈`. */
export function ChangeMark({ change, direction, againstName }: ChangeMarkProps) {
  if (change.difference === null) return null;
  const isNoise = isWithinNoise(change);
  const improves = isNoise ? null : isImprovement(change.difference, direction);
  const words = `Compared with ${againstName} on ${change.examples} shared examples. ${verdictWords(change)}`;
  return (
    <span
      title={words}
      className={classNames(
        "relative inline-flex items-center gap-1 text-micro",
        improves === null ? "text-ink-3" : improves ? "text-ok" : "text-err",
      )}
    >
      <span aria-hidden="true">{isNoise ? "≈" : change.difference > 0 ? "↑" : "↓"}</span>
      <span className="sr-only">
        {isNoise ? "within noise" : improves === false ? "worse" : improves ? "better" : "changed"}
      </span>
      {formatDifference(change.difference)}
    </span>
  );
}
