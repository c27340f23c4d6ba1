import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import { formatCount } from "@/lib/format/count";

/** Examples and trials of each: `50 × 4`, `50 × 3–4` where examples differ. */
export function formatTrials({ example_count: examples, trials_per_example: trials }: EvaluationFigures): string {
  const { minimum, maximum } = trials;
  return `${formatCount(examples)} × ${minimum === maximum ? maximum : `${minimum}–${maximum}`}`;
}
