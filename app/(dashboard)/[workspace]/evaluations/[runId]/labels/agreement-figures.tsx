import { countOf } from "@/lib/format/count";
import type { JudgeAgreement } from "@/lib/review/judge-agreement";
import { MIN_SHARED_ITEMS } from "@/lib/review/question-agreement";

/** The figures of one question in a line: how many labels, how many equal ones, and the agreement beyond chance. */
export function AgreementFigures({ agreement }: { agreement: JudgeAgreement }) {
  const { question, labelled, left, percent } = agreement;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <h3 className="font-medium">{question}</h3>
      <span className="text-small tabular-nums">
        {Math.round(percent * 100)}% equal of {countOf(labelled, "labelled answer")}
      </span>
      <span className="text-small text-ink-2 tabular-nums">{measureText(agreement)}</span>
      {left === 0 ? null : (
        <span className="text-small text-ink-3">
          {countOf(left, "label")} excluded: a tie, or not of the score's kind
        </span>
      )}
    </div>
  );
}

function measureText({ labelled, measure, value, interval }: JudgeAgreement): string {
  if (labelled < MIN_SHARED_ITEMS) return `kappa from ${MIN_SHARED_ITEMS} labels`;
  if (value === null) return "no kappa: all answers are equal";
  const range = interval === null ? "" : `, 95% interval ${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`;
  return `${measure === "kappa" ? "Cohen's κ" : "Krippendorff's α"} ${value.toFixed(2)}${range}`;
}
