import type { EvaluationTrial } from "@/lib/api/contract/evaluations/results";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";

type TrialMarksProps = {
  trials: readonly EvaluationTrial[];
  scoreId: string;
  kind: "boolean" | "number" | "text";
  /** The scale of bars of numbers. */
  domain: { readonly low: number; readonly high: number };
};

/** More trials are a count and a bar. */
const MAX_MARKS = 8;
const MAX_BAR_PX = 12;

const HATCHED = "bg-[repeating-linear-gradient(135deg,var(--err)_0_2px,transparent_2px_4px)] border border-err";

/** One mark for each trial of an example, in order. */
export function TrialMarks({ trials, scoreId, kind, domain }: TrialMarksProps) {
  const label = trials.map((trial, index) => `trial ${index + 1}: ${trialWords(trial, scoreId)}`).join(", ");
  if (trials.length > MAX_MARKS) return <ManyTrials trials={trials} scoreId={scoreId} label={label} />;
  if (kind === "text") {
    return (
      <span className="truncate" title={label}>
        {trials.map((trial) => trialWords(trial, scoreId)).join(", ")}
      </span>
    );
  }
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex h-3 items-end gap-0.5">
      {trials.map((trial) =>
        kind === "number" && typeof trial.scores[scoreId] === "number" ? (
          <i
            key={trial.call_id}
            className="w-1 rounded-bar bg-vat-5"
            style={{ height: barPx(trial.scores[scoreId], domain) }}
          />
        ) : (
          <i
            key={trial.call_id}
            className={classNames("size-2.5 self-center rounded-[2px]", markClass(trial, scoreId))}
          />
        ),
      )}
    </span>
  );
}

function barPx(value: number, { low, high }: { readonly low: number; readonly high: number }): number {
  const share = high > low ? (value - low) / (high - low) : 1;
  return Math.max(2, Math.round(Math.min(1, Math.max(0, share)) * MAX_BAR_PX));
}

/** Filled for yes, hollow for no, hatched for an error, dotted for no score. */
function markClass(trial: EvaluationTrial, scoreId: string): string {
  if (trial.state === "running") return "border border-dashed border-run";
  const value = trial.scores[scoreId];
  if (value === true) return "bg-vat-6";
  if (value === false) return "border border-ink-3";
  if (
    trial.state === "failed" ||
    trial.failed_scores.some((scorer) => scoreId === scorer || scoreId.startsWith(`${scorer}.`))
  ) {
    return HATCHED;
  }
  return "border border-dotted border-ink-4";
}

/** A trial's result in words. */
export function trialWords(trial: EvaluationTrial, scoreId: string): string {
  const value = trial.scores[scoreId];
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatScore(value);
  if (typeof value === "string") return value;
  if (trial.state === "failed") return "error";
  if (trial.state === "running") return "running";
  return trial.failed_scores.length > 0 ? "scorer failed" : "no score";
}

function ManyTrials({
  trials,
  scoreId,
  label,
}: {
  trials: readonly EvaluationTrial[];
  scoreId: string;
  label: string;
}) {
  const passed = trials.filter(({ scores }) => scores[scoreId] === true).length;
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex items-center gap-1.5">
      {formatCount(passed)}/{formatCount(trials.length)}
      <span className="h-1.5 w-10 rounded-bar bg-active">
        <i className="block h-full rounded-bar bg-vat-5" style={{ width: `${(passed / trials.length) * 100}%` }} />
      </span>
    </span>
  );
}
