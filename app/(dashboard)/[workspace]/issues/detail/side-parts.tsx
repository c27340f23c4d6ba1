import { eventText } from "@/app/(dashboard)/[workspace]/issues/parts/issue-words";
import { useUserNames } from "@/components/session/use-user-names";
import type { IssueDetail, IssueKind } from "@/lib/api/contract/issues/issues";
import { formatCount } from "@/lib/format/count";
import { formatListTime, formatTimeAndAge } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";

const PART_CLASS = "border-b border-line px-4 py-2.5 text-small max-md:px-3";

/** The users with the most calls of an issue. */
export function UsersPart({ issue }: { issue: IssueDetail }) {
  const most = issue.users[0]?.call_count ?? 0;
  if (most === 0) return null;
  return (
    <section aria-label="Users" className={PART_CLASS}>
      <h3 className="pb-1">
        <span className="font-medium">Users</span>{" "}
        <span className="text-ink-3">{formatCount(issue.user_count)}, most calls first</span>
      </h3>
      <ul>
        {issue.users.map(({ user, call_count }) => (
          <li key={user} className="grid h-[22px] grid-cols-[minmax(0,1fr)_64px_auto] items-center gap-2">
            <span className="truncate text-code" title={user}>
              {user}
            </span>
            <i aria-hidden="true" className="h-1.5 bg-vat-5" style={{ width: `${(call_count / most) * 100}%` }} />
            <span className="min-w-6 text-right tabular-nums">{formatCount(call_count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const SHARES: Readonly<Record<IssueKind, string>> = {
  exception: "failed of all calls",
  score: "false of scored calls",
  answer: "of all answers",
};

/** The releases in which calls of an issue failed, the newest first. */
export function ReleasesPart({ issue }: { issue: IssueDetail }) {
  if (issue.releases.length === 0) return null;
  return (
    <section aria-label="Releases" className={PART_CLASS}>
      <h3 className="pb-1">
        <span className="font-medium">Releases</span> <span className="text-ink-3">{SHARES[issue.kind]}</span>
      </h3>
      <ul>
        {issue.releases.map(({ release, call_count, op_call_count }) => (
          <li key={release} className="flex h-[22px] items-center gap-2">
            <span className="truncate text-code" title={release}>
              {release}
            </span>
            <span className="ml-auto whitespace-nowrap tabular-nums">
              {formatCount(call_count)} <span className="text-ink-3">of {formatCount(op_call_count)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What happened to an issue, the newest first. */
export function ActivityPart({ issue, nowMs }: { issue: IssueDetail; nowMs: number }) {
  const names = useUserNames();
  return (
    <section aria-label="Activity" className={PART_CLASS}>
      <h3 className="pb-1 font-medium">Activity</h3>
      <ul>
        {issue.events.map((event) => {
          const timeMs = parseTime(event.at);
          const by = event.user_id === null ? "" : ` by ${names.get(event.user_id) ?? event.user_id}`;
          return (
            <li key={`${event.at} ${event.kind}`} className="flex min-h-[22px] items-baseline gap-2">
              <span className="[overflow-wrap:anywhere]">
                {eventText(event, names.get(event.detail) ?? event.detail)}
                {by}
              </span>
              <span className="ml-auto whitespace-nowrap text-ink-3" title={formatTimeAndAge(timeMs, nowMs)}>
                {formatListTime(timeMs, nowMs)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
