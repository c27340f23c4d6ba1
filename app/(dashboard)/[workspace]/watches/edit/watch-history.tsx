"use client";

import { useQuery } from "@tanstack/react-query";
import { FailureState } from "@/components/state/failure-state";
import { RuledTable, RuledTableCell, RuledTableHead } from "@/components/training/lists/ruled-table";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { WatchEvent } from "@/lib/api/contract/watches/watches";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";

const KINDS: Readonly<Record<WatchEvent["kind"], string>> = {
  firing: "Fired",
  resolved: "Resolved",
  no_data: "No data",
};

/** When a watch fired and resolved, newest first. */
export function WatchHistory({ workspace, watchId }: { workspace: Workspace; watchId: string }) {
  const { connectionId, projectId } = workspace;
  const detail = useQuery({
    ...serviceQuery(connectionId, "watches.read", { project_id: projectId, watch_id: watchId }),
    retry: false,
  });
  const events = detail.data?.events ?? [];
  return (
    <section aria-label="History">
      <h2 className="flex min-h-[42px] items-center px-4 font-semibold max-md:px-3">History</h2>
      {detail.isPending ? <ProgressBar label="Loading the history" /> : null}
      {detail.error ? (
        <FailureState failure={failureOf(detail.error)} onRetry={() => void detail.refetch()} />
      ) : detail.data && events.length === 0 ? (
        <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">It has not fired.</p>
      ) : events.length === 0 ? null : (
        <RuledTable label="Events" className="border-t border-line">
          <RuledTableHead columns={["At", "Event", "Figures"]} />
          <tbody>
            {events.map(({ id, at, kind, sentence }) => (
              <tr key={id}>
                <RuledTableCell>{formatTime(parseTime(at), Date.now())}</RuledTableCell>
                <RuledTableCell className={kind === "firing" ? "text-err" : ""}>{KINDS[kind]}</RuledTableCell>
                <RuledTableCell className="whitespace-normal [overflow-wrap:anywhere]">{sentence}</RuledTableCell>
              </tr>
            ))}
          </tbody>
        </RuledTable>
      )}
    </section>
  );
}
