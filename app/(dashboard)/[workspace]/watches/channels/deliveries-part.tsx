"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { deliveriesQuery } from "@/app/(dashboard)/[workspace]/watches/channels/events/deliveries-query";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { FailureState } from "@/components/state/failure-state";
import { RuledTable, RuledTableCell, RuledTableHead } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { EVENT_LABELS } from "@/components/watches/event-words";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { EventKind } from "@/lib/api/contract/watches/event-kinds";
import type { WatchChannel, WatchDelivery } from "@/lib/api/contract/watches/watch-channels";
import { formatCount } from "@/lib/format/count";
import type { Status } from "@/lib/format/status";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";

const REFRESH_MS = 10_000;

const STATES: Readonly<Record<WatchDelivery["state"], { readonly word: string; readonly status: Status }>> = {
  waiting: { word: "Waiting", status: "queued" },
  sent: { word: "Sent", status: "ok" },
  failed: { word: "Failed", status: "error" },
  skipped: { word: "Not sent: resolved before", status: "cancelled" },
};

const WATCH_KINDS: Readonly<Record<Exclude<WatchDelivery["kind"], EventKind>, string>> = {
  firing: "firing",
  resolved: "resolved",
  no_data: "no data",
  test: "test",
};

const wordOf = (kind: WatchDelivery["kind"]): string => {
  const labels: Readonly<Record<string, string>> = { ...WATCH_KINDS, ...EVENT_LABELS };
  return labels[kind]?.toLowerCase() ?? kind;
};

const timeOf = (time: string): string => formatTime(parseTime(time), Date.now());

type DeliveriesPartProps = { workspace: Workspace; channels: readonly WatchChannel[]; isMember: boolean };

/** What was sent to the channels, newest first, with the answers. */
export function DeliveriesPart({ workspace, channels, isMember }: DeliveriesPartProps) {
  const queries = useQueryClient();
  const { connectionId, projectId } = workspace;
  const query = deliveriesQuery(workspace);
  const list = useQuery({ ...query, refetchInterval: REFRESH_MS });
  const replay = useMutation({
    mutationFn: (id: string) =>
      callOperation(connectionId, "watchChannels.replay", { body: { project_id: projectId, delivery_id: id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const replayAll = useMutation({
    mutationFn: () => callOperation(connectionId, "watchChannels.replayFailed", { body: { project_id: projectId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const failedCount = list.data?.failed_count ?? 0;
  const failedReplay = replay.error ?? replayAll.error;
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const deliveries = list.data?.deliveries ?? [];
  return (
    <div>
      <div className="flex min-h-[42px] items-center gap-2 px-4 max-md:px-3">
        <h2 className="font-semibold">Deliveries</h2>
        {failedCount > 0 ? <span className="text-small text-err">{formatCount(failedCount)} failed</span> : null}
        {isMember && failedCount > 0 ? (
          <Button size="small" className="ml-auto" isBusy={replayAll.isPending} onClick={() => replayAll.mutate()}>
            Send failed again
          </Button>
        ) : null}
      </div>
      {list.isPending ? <ProgressBar label="Loading deliveries" /> : null}
      {failedReplay ? <FailureState failure={failureOf(failedReplay)} /> : null}
      {list.error && deliveries.length === 0 ? (
        <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} />
      ) : list.data && deliveries.length === 0 ? (
        <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">Nothing was sent yet.</p>
      ) : deliveries.length === 0 ? null : (
        <RuledTable label="Deliveries" className="border-t border-line">
          <RuledTableHead columns={["State", "At", "Channel", "Message", "Answer", { end: "Tries" }]} hasActions />
          <tbody>
            {deliveries.map((delivery) => (
              <tr key={delivery.id} className="hover:bg-hover">
                <RuledTableCell>
                  <span className="flex items-center gap-1.5">
                    <StatusGlyph status={STATES[delivery.state].status} label="" />
                    {STATES[delivery.state].word}
                    {delivery.next_at === null ? null : (
                      <span className="text-ink-3">until {timeOf(delivery.next_at)}</span>
                    )}
                  </span>
                </RuledTableCell>
                <RuledTableCell>{timeOf(delivery.created_at)}</RuledTableCell>
                <RuledTableCell>{names.get(delivery.channel_id) ?? "–"}</RuledTableCell>
                <RuledTableCell className="max-w-72 truncate">
                  {delivery.subject}, {wordOf(delivery.kind)}
                </RuledTableCell>
                <RuledTableCell className="max-w-80 truncate">
                  {delivery.status ?? ""} {delivery.answer ?? ""}
                  {delivery.duration_ms === null ? "" : `, ${formatCount(delivery.duration_ms)} ms`}
                </RuledTableCell>
                <RuledTableCell isEnd>{formatCount(delivery.tries)}</RuledTableCell>
                <RuledTableCell>
                  {isMember && delivery.state !== "skipped" ? (
                    <Button
                      size="small"
                      kind="ghost"
                      disabled={replay.isPending}
                      aria-label={`Send ${delivery.subject}, ${wordOf(delivery.kind)}, again`}
                      onClick={() => replay.mutate(delivery.id)}
                    >
                      Send again
                    </Button>
                  ) : null}
                </RuledTableCell>
              </tr>
            ))}
          </tbody>
        </RuledTable>
      )}
    </div>
  );
}
