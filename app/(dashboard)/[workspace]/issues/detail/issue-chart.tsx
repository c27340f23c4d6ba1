import { IssueBars } from "@/app/(dashboard)/[workspace]/issues/parts/issue-bars";
import { ISSUE_COLORS } from "@/app/(dashboard)/[workspace]/issues/parts/issue-words";
import type { IssueDetail, IssueState } from "@/lib/api/contract/issues/issues";
import { countOf, formatCount } from "@/lib/format/count";
import { formatTime } from "@/lib/format/time";
import { stretchesOf } from "./prepare-stretches";

const STRIP_CLASSES: Readonly<Record<IssueState, string>> = {
  new: "bg-vat-3",
  ongoing: "bg-warn-line",
  resolved: "bg-ok-line",
  regressed: "bg-err",
  ignored: "bg-line-strong",
};

type IssueChartProps = { issue: IssueDetail; fromMs: number; toMs: number; nowMs: number };

/** The calls of an issue over time, with its states below. */
export function IssueChart({ issue, fromMs, toMs, nowMs }: IssueChartProps) {
  const { part_counts: counts, state } = issue;
  const most = Math.max(0, ...counts);
  const stretches = stretchesOf(issue, fromMs, toMs);
  return (
    <section aria-label="Calls over time" className="flex-none border-b border-line px-4 py-2.5 max-md:px-3">
      <h3 className="flex items-baseline gap-2 text-small">
        <span className="font-medium">Calls</span>
        <span className="text-ink-3">at most {formatCount(most)} in one bar</span>
      </h3>
      <p className="sr-only">
        {countOf(issue.call_count ?? 0, "call")} from {formatTime(fromMs, nowMs)} to {formatTime(toMs, nowMs)}, the
        earliest first: {counts.map((count) => formatCount(count)).join(", ")}
      </p>
      <IssueBars counts={counts} color={ISSUE_COLORS[state]} width={600} height={84} className="mt-1 h-[84px] w-full" />
      <div
        role="img"
        aria-label={`States: ${stretches.map((stretch) => stretch.state).join(", ")}`}
        className="relative mt-1.5 h-2 overflow-hidden rounded-[2px]"
      >
        {stretches.map((stretch) => (
          <span
            key={stretch.from}
            title={stretch.state}
            className={`absolute inset-y-0 min-w-px ${STRIP_CLASSES[stretch.state]}`}
            style={{ left: `${stretch.from * 100}%`, width: `${stretch.width * 100}%` }}
          />
        ))}
      </div>
      <p className="flex justify-between pt-1 text-micro text-ink-3">
        <span>{formatTime(fromMs, nowMs)}</span>
        <span className="max-md:hidden">{stretches.map((stretch) => stretch.state).join(", then ")}</span>
        <span>{formatTime(toMs, nowMs)}</span>
      </p>
    </section>
  );
}
