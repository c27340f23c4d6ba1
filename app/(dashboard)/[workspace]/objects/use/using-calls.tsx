"use client";

import { useQuery } from "@tanstack/react-query";
import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { CutShortBand } from "@/components/state/cut-short-band";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { streamOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { Call } from "@/lib/api/contract/calls/calls";
import { callDurationMs, callKind, callName, callStatus } from "@/lib/calls/call-facts";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";
import { MAX_LISTED_CALLS, type Use } from "./prepare-uses";

type CallsOfUseProps = { workspace: Workspace; use: Use; nowMs: number };

/** The calls that use a version in one way: the count, and the newest of them. */
export function CallsOfUse({ workspace, use, nowMs }: CallsOfUseProps) {
  const { connectionId } = workspace;
  const count = useQuery(serviceQuery(connectionId, "calls.queryStats", use.count));
  const calls = useQuery({
    queryKey: serviceQueryKey(connectionId, "calls.streamQuery", use.list),
    queryFn: async ({ signal }) => {
      const rows: Call[] = [];
      const summary = await streamOperation(connectionId, "calls.streamQuery", { body: use.list, signal }, (more) => {
        rows.push(...more);
      });
      return { rows, summary };
    },
  });
  const total = count.data?.count ?? null;
  return (
    <section aria-label={use.title} className="border-t border-line first:border-t-0">
      <h3 className="flex h-8 items-center gap-2 px-4 text-small font-medium">
        {use.title}
        <span className="font-normal text-ink-3">
          {total === null ? "" : formatCount(total)}
          {total !== null && total > MAX_LISTED_CALLS ? ` (latest ${MAX_LISTED_CALLS})` : ""}
        </span>
      </h3>
      {calls.isError ? (
        <div role="alert" className="px-4 pb-3 text-small">
          {failureOf(calls.error).kind === "unsupported" ? (
            <p className="text-ink-2">
              <b>{workspace.connectionName}</b> does not support <span className="text-code">/calls/stream_query</span>,
              so the calls can be counted but not listed.
            </p>
          ) : (
            <>
              <FailureDetails failure={failureOf(calls.error)} />
              <Button size="small" className="mt-2" isBusy={calls.isFetching} onClick={() => void calls.refetch()}>
                Retry
              </Button>
            </>
          )}
        </div>
      ) : calls.data ? (
        <>
          {calls.data.rows.length === 0 && calls.data.summary.end.kind === "complete" ? (
            <p className="px-4 pb-3 text-small text-ink-2">{use.none}</p>
          ) : (
            <ul>
              {calls.data.rows.map((call) => (
                <UsingCall key={call.id} slug={workspace.slug} call={call} nowMs={nowMs} />
              ))}
            </ul>
          )}
          <CutShortBand
            summary={calls.data.summary}
            shownCount={calls.data.rows.length}
            totalCount={total === null ? null : Math.min(total, MAX_LISTED_CALLS)}
            onResume={() => void calls.refetch()}
            isResuming={calls.isFetching}
          />
        </>
      ) : (
        <div className="grid gap-3 px-4 pb-3">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
    </section>
  );
}

function UsingCall({ slug, call, nowMs }: { slug: string; call: Call; nowMs: number }) {
  const startedMs = parseTime(call.started_at);
  return (
    <li className="border-t border-line">
      <Link
        href={`/${slug}/traces/${encodeURIComponent(call.id)}`}
        className="flex h-8 items-center gap-2 px-4 text-small outline-offset-[-2px] hover:bg-hover max-md:h-9"
      >
        <StatusGlyph status={callStatus(call)} />
        <KindGlyph kind={callKind(call)} />
        <span className="min-w-0 grow truncate text-code">{callName(call)}</span>
        <Quantity text={formatDuration(callDurationMs(call, nowMs))} className="flex-none" />
        <span className="w-16 flex-none text-right text-ink-3" title={formatFullTime(startedMs)}>
          {formatAgo(startedMs, nowMs)}
        </span>
      </Link>
    </li>
  );
}
