import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { formatCount } from "@/lib/format/count";

type WinBarProps = { compared: EvaluationComparison; isLowerBetter: boolean };

/** Examples won, tied and lost, as a bar and in numbers. */
export function WinBar({ compared, isLowerBetter }: WinBarProps) {
  const { higher, lower, same, examples } = compared;
  const [won, lost] = isLowerBetter ? [lower, higher] : [higher, lower];
  const share = (count: number) => `${(count / Math.max(1, examples)) * 100}%`;
  const label = `${formatCount(won)} won, ${formatCount(same)} tied, ${formatCount(lost)} lost`;
  return (
    <span className="relative inline-flex items-center gap-2" title={label}>
      <span aria-hidden="true" className="flex h-2 w-20 overflow-hidden rounded-bar bg-active">
        <i className="bg-vat-6" style={{ width: share(won) }} />
        <i className="ml-auto bg-dye-madder" style={{ width: share(lost) }} />
      </span>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">
        <span className="text-ok">{formatCount(won)}</span>, {formatCount(same)},{" "}
        <span className="text-err">{formatCount(lost)}</span>
      </span>
    </span>
  );
}
