import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { formatDifference } from "@/lib/evaluation/runs/format-score";
import type { ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import { isWithinNoise } from "@/lib/evaluation/runs/verdict-words";
import { countOf, formatCount } from "@/lib/format/count";

/**
 * `fell`: by more than the tolerance, and the data show it. `held`: the data rule out such a fall. `unclear`: there are not
 * enough rows to tell. `first`: there is no baseline.
 */
export type GateVerdict = "fell" | "held" | "unclear" | "first";

/** What a gate allows a score. */
export interface ScoreRule {
  /** How far the score may fall, in its own unit; 0 or more. */
  readonly tolerance: number;
  /** Which change is a fall. */
  readonly direction: Exclude<ScoreDirection, null>;
}

type Compared = EvaluationComparison & { readonly holm_p: number | null };

interface Judgement {
  readonly verdict: GateVerdict;
  /** With the figures that it rests on. */
  readonly sentence: string;
}

const TOO_FEW: ReadonlySet<EvaluationComparison["verdict"]> = new Set(["none", "too-few-examples"]);

function neededWords({ needed_examples: needed, detectable_difference: detectable }: Compared): string {
  if (needed !== null) return ` About ${formatCount(needed)} rows would show a difference of this size.`;
  return detectable === null ? "" : ` These rows show differences from about ${formatDifference(detectable).slice(1)}.`;
}

/**
 * Judges the paired difference of a score to its baseline. A score fell when the whole 95 % interval of the difference lies
 * below the tolerance, and the difference remains after Holm's correction for the scores beside it; it held when the
 * whole interval lies above.
 */
export function judgeScore(compared: Compared | null, { tolerance, direction }: ScoreRule): Judgement {
  if (compared === null) return { verdict: "first", sentence: "No baseline to compare with." };
  const { interval, examples, difference } = compared;
  const rows = countOf(examples, "shared row");
  if (interval === null || TOO_FEW.has(compared.verdict)) {
    return { verdict: "unclear", sentence: `Not enough rows to tell: ${rows}, 10 needed.` };
  }
  const range = `${formatDifference(difference)}, 95 % interval ${formatDifference(interval.low)} to ${formatDifference(interval.high)}, ${rows}`;
  const [worst, best] = direction === "higher" ? [interval.low, interval.high] : [-interval.high, -interval.low];
  const allowed = tolerance === 0 ? "" : ` of more than ${formatDifference(tolerance).slice(1)}`;
  if (best < -tolerance && !isWithinNoise(compared)) {
    return { verdict: "fell", sentence: `A fall${allowed} is shown: ${range}.` };
  }
  if (worst >= -tolerance) return { verdict: "held", sentence: `A fall${allowed} is ruled out: ${range}.` };
  return {
    verdict: "unclear",
    sentence: `Not enough rows to tell: no fall${allowed} is shown, and none is ruled out (${range}).${neededWords(compared)}`,
  };
}
