import { useIsPhone } from "@/components/browser/use-is-phone";
import { Sparkline } from "@/components/chart/sparkline";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Link } from "@/components/ui/link";
import type { CallFailure } from "@/lib/api/contract/calls/call-failures";
import { opLabel } from "@/lib/calls/call-facts";
import { formatCount } from "@/lib/format/count";
import { formatListTime, formatTimeAndAge } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";
import { failureKey, failureLabel, partPoints, recentCalls } from "./prepare-failures";

type FailuresTableProps = {
  workspace: Workspace;
  failures: readonly CallFailure[];
  hasUsers: boolean;
  hasThreads: boolean;
  /** Lists the calls of a group. */
  onOpen: (failure: CallFailure) => void;
};

const NUMBER_CLASSES = "text-right tabular-nums";

/**
 * One row for each group. Its exception lists its calls; its first and its last call open as pages. On a phone the op is
 * below the exception, and only the last call has a column.
 */
export function FailuresTable({ workspace, failures, hasUsers, hasThreads, onOpen }: FailuresTableProps) {
  const nowMs = Date.now();
  const isPhone = useIsPhone();
  const hasParts = !isPhone && failures.every((failure) => recentCalls(failure) !== null);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <SmallTable aria-label="Groups of failures" className={isPhone ? "" : "min-w-[720px]"}>
        <thead>
          <tr>
            <SmallTableHeadCell>Exception</SmallTableHeadCell>
            {isPhone ? null : <SmallTableHeadCell className="w-[22%]">Op</SmallTableHeadCell>}
            <SmallTableHeadCell className={`w-16 max-md:w-13 ${NUMBER_CLASSES}`}>Calls</SmallTableHeadCell>
            {hasParts ? (
              <>
                <SmallTableHeadCell className="w-20">Trend</SmallTableHeadCell>
                <SmallTableHeadCell className={`w-16 ${NUMBER_CLASSES}`}>
                  <span title="Calls in the last quarter of the range">Recent</span>
                </SmallTableHeadCell>
              </>
            ) : null}
            {hasUsers ? (
              <SmallTableHeadCell className={`w-16 max-md:w-13 ${NUMBER_CLASSES}`}>Users</SmallTableHeadCell>
            ) : null}
            {hasThreads && !isPhone ? (
              <SmallTableHeadCell className={`w-18 ${NUMBER_CLASSES}`}>Threads</SmallTableHeadCell>
            ) : null}
            {isPhone ? null : <SmallTableHeadCell className="w-28">First call</SmallTableHeadCell>}
            <SmallTableHeadCell className="w-28 max-md:w-26">Last call</SmallTableHeadCell>
          </tr>
        </thead>
        <tbody>
          {failures.map((failure) => (
            <tr key={failureKey(failure)} className="group/row">
              <SmallTableCell className="max-md:py-1.5">
                <button
                  type="button"
                  title={failure.message}
                  onClick={() => onOpen(failure)}
                  className="block max-w-full truncate text-left text-code text-err outline-offset-[-2px] hover:underline"
                >
                  {failureLabel(failure)}
                </button>
                {isPhone ? <span className="block truncate text-code text-ink-2">{opLabel(failure.op)}</span> : null}
              </SmallTableCell>
              {isPhone ? null : (
                <SmallTableCell className="text-code" title={opLabel(failure.op)}>
                  {opLabel(failure.op)}
                </SmallTableCell>
              )}
              <SmallTableCell className={NUMBER_CLASSES}>{formatCount(failure.call_count)}</SmallTableCell>
              {hasParts ? (
                <>
                  <SmallTableCell>
                    <Sparkline points={partPoints(failure)} color="var(--err)" />
                  </SmallTableCell>
                  <SmallTableCell className={NUMBER_CLASSES}>{formatCount(recentCalls(failure) ?? 0)}</SmallTableCell>
                </>
              ) : null}
              {hasUsers ? (
                <SmallTableCell className={NUMBER_CLASSES}>
                  {formatCount(failure.affected_counts[0] ?? 0)}
                </SmallTableCell>
              ) : null}
              {hasThreads && !isPhone ? (
                <SmallTableCell className={NUMBER_CLASSES}>
                  {formatCount(failure.affected_counts[1] ?? 0)}
                </SmallTableCell>
              ) : null}
              {isPhone ? null : (
                <SmallTableCell>
                  <CallLink workspace={workspace} call={failure.first} which="First call" nowMs={nowMs} />
                </SmallTableCell>
              )}
              <SmallTableCell>
                <CallLink workspace={workspace} call={failure.last} which="Last call" nowMs={nowMs} />
              </SmallTableCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </div>
  );
}

type CallLinkProps = { workspace: Workspace; call: CallFailure["first"]; which: string; nowMs: number };

function CallLink({ workspace, call, which, nowMs }: CallLinkProps) {
  const startedMs = parseTime(call.started_at);
  const text = formatListTime(startedMs, nowMs);
  return (
    <Link
      href={`/${workspace.slug}/traces/${encodeURIComponent(call.id)}`}
      aria-label={`${which}, ${text}`}
      title={formatTimeAndAge(startedMs, nowMs)}
      className="text-accent-text hover:underline"
    >
      {text}
    </Link>
  );
}
