import type { CommonValue, IssueDetail, IssueKind } from "@/lib/api/contract/issues/issues";
import { countOf, formatCount } from "@/lib/format/count";
import { formatShortShare } from "@/lib/format/share";
import { classNames } from "@/lib/style/class-names";

const OTHERS: Readonly<Record<IssueKind, string>> = {
  exception: "that succeeded",
  score: "with another score",
  answer: "with a whole answer",
};

/** What the calls of an issue have more often than those that succeeded: counts, and no causes. */
export function CommonPart({ issue }: { issue: IssueDetail }) {
  const { common, compared_call_count: calls, compared_other_count: others } = issue;
  return (
    <section aria-label="In common" className="border-b border-line py-2.5">
      <h3 className="flex flex-wrap items-baseline gap-x-2 px-4 pb-1 text-small max-md:px-3">
        <span className="font-medium">In common</span>
        <span className="text-ink-3">
          {countOf(calls, "call")} of this issue against {formatCount(others)} {OTHERS[issue.kind]}
        </span>
      </h3>
      {common.length === 0 ? (
        <p className="px-4 text-small text-ink-3 max-md:px-3">
          {calls === 0 || others === 0 ? "Nothing to compare in this range." : "No attribute is more frequent here."}
        </p>
      ) : (
        <ul>
          {common.map((value) => (
            <CommonRow key={`${value.field} ${value.value}`} value={value} calls={calls} others={others} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CommonRow({ value, calls, others }: { value: CommonValue; calls: number; others: number }) {
  const [share, otherShare] = [value.call_count / calls, value.other_count / others];
  const isNoise = value.is_within_noise;
  return (
    <li
      title={`${formatCount(value.call_count)} of ${formatCount(calls)}, and ${formatCount(value.other_count)} of ${formatCount(others)} others`}
      className={classNames(
        "grid min-h-[26px] grid-cols-[minmax(0,1fr)_132px_auto] items-center gap-3 px-4 text-small max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-3",
        isNoise && "text-ink-3",
      )}
    >
      <span className="truncate">
        {value.field.replace(/^attributes\./, "")} <span className="text-code">{value.value}</span>
      </span>
      <span aria-hidden="true" className="grid gap-0.5 max-md:hidden">
        <i className={classNames("h-1.5", isNoise ? "bg-ink-4" : "bg-vat-5")} style={{ width: `${share * 100}%` }} />
        <i className="h-1 bg-line-strong" style={{ width: `${otherShare * 100}%` }} />
      </span>
      <span className="min-w-28 text-right whitespace-nowrap tabular-nums">
        {isNoise ? <span title="Chance alone makes such a difference likely">≈ </span> : null}
        <b className="font-medium">{formatShortShare(share)}</b> against {formatShortShare(otherShare)}
      </span>
    </li>
  );
}
