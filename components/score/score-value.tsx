import { Check, X } from "lucide-react";
import type { SubjectScore } from "@/lib/api/contract/feedback/scores";
import { type ScoreDomain, scoreShare, scoreText } from "@/lib/score/score-text";
import { classNames } from "@/lib/style/class-names";

type ScoreValueProps = {
  value: SubjectScore["value"];
  /** The scale of the bar of a number; without it there is none. */
  domain?: ScoreDomain | null;
};

/** The value of a score: a number with a bar, a boolean as a mark with its word, a text as a chip. */
export function ScoreValue({ value, domain = null }: ScoreValueProps) {
  if (typeof value === "boolean") {
    const Mark = value ? Check : X;
    return (
      <span className={classNames("inline-flex items-center gap-1", value ? "text-ok" : "text-err")}>
        <Mark size={12} strokeWidth={2.2} aria-hidden="true" className="flex-none" />
        {scoreText(value)}
      </span>
    );
  }
  if (typeof value === "string") {
    return (
      <span
        className="inline-block h-[18px] max-w-full truncate rounded-[3px] bg-hover px-[5px] align-middle text-micro leading-[18px] text-ink-2"
        title={value}
      >
        {value}
      </span>
    );
  }
  const share = domain && scoreShare(value, domain);
  return (
    <span className="inline-flex items-center justify-end" title={String(value)}>
      <span className="tabular-nums">{scoreText(value)}</span>
      {share === null ? null : (
        <span className="relative ml-2 h-1.5 w-8 flex-none rounded-[1px] bg-vat-0" aria-hidden="true">
          <i
            className="absolute inset-y-0 left-0 rounded-[1px] bg-vat-4"
            style={{ width: `${Math.round(100 * share)}%` }}
          />
        </span>
      )}
    </span>
  );
}
