import { PaneState } from "@/components/state/pane-state";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatFullTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";

/** The state for a service that has thread statistics but cannot read calls: shows the statistics and the reason. */
export function ConversationUnsupported({ workspace, thread }: { workspace: Workspace; thread: Thread | undefined }) {
  return (
    <PaneState
      kind="not-offered"
      title="This connection does not support reading calls"
      extra={thread ? <Statistics thread={thread} /> : null}
    >
      <b>{workspace.connectionName}</b> has no <span className="text-code">/calls/stream_query</span>, which returns the
      messages of a thread. These statistics come from <span className="text-code">/threads/stream_query</span>.
    </PaneState>
  );
}

function Statistics({ thread }: { thread: Thread }) {
  const facts = [
    ["Turns", formatCount(thread.turn_count)],
    ["p50", formatDuration(thread.p50_turn_duration_ms)],
    ["p99", formatDuration(thread.p99_turn_duration_ms)],
    ["From", formatFullTime(parseTime(thread.start_time))],
    ["Updated", formatFullTime(parseTime(thread.last_updated))],
  ] as const;
  return (
    <dl className="mt-3 grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-left text-small">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
