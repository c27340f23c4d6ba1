"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useMetrics } from "@/app/(dashboard)/[workspace]/overview/metrics/use-metrics";
import type { OverviewRequest } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { OperationPath } from "@/components/state/operation-path";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Quantity } from "@/components/ui/quantity";
import type { TracesScope } from "@/lib/address/traces-href";
import { askAgain } from "@/lib/api/client/absent-operations";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { ComparedFilters } from "./compared-filters";
import { storageRequest, totalRequests } from "./prepare-count-requests";

const MetricsPanels = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/overview/metrics/metrics-panels")).MetricsPanels,
);

type CountsViewProps = {
  workspace: Workspace;
  question: OverviewRequest;
  compared: readonly string[];
  onComparedChange: (compared: readonly string[]) => void;
  onRetry: () => void;
};

/** The overview for a service without statistics: totals, charts where it has metrics, and filters to compare. */
export function CountsView({ workspace, question, compared, onComparedChange, onRetry }: CountsViewProps) {
  const { connectionId, connectionName } = workspace;
  const [openedAtMs] = useState(() => Date.now());
  const questions = useMemo(() => totalRequests(question, openedAtMs), [question, openedAtMs]);
  const counts = useQueries({
    queries: questions.map(({ body }) => serviceQuery(connectionId, "calls.queryStats", body)),
  });
  const storage = useQuery(serviceQuery(connectionId, "calls.queryStats", storageRequest(question, openedAtMs)));
  const all = counts[0]?.data?.count ?? null;
  const metrics = useMetrics(connectionId, question, openedAtMs);
  const { query, areRootsOnly, range } = question;
  const scope = useMemo(
    (): TracesScope => ({ slug: workspace.slug, query, source: "all", areRootsOnly, range }),
    [workspace.slug, query, areRootsOnly, range],
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <dl
        aria-label="Counts"
        className="grid flex-none grid-cols-5 border-y border-line max-lg:grid-cols-3 max-md:grid-cols-2"
      >
        {questions.map(({ id, label }, index) => (
          <Total
            key={id}
            label={label}
            text={formatCount(counts[index]?.data?.count)}
            failure={counts[index]?.error ? failureOf(counts[index].error).message : null}
          />
        ))}
        <Total
          label="Storage"
          text={formatBytes(storage.data?.total_storage_size_bytes)}
          failure={storage.error ? failureOf(storage.error).message : null}
        />
      </dl>
      {metrics.kind === "loaded" ? <MetricsPanels result={metrics.result} scope={scope} /> : null}
      {metrics.kind === "loading" ? (
        <p role="status" className="px-4 py-3 text-small text-ink-2">
          Loading charts…
        </p>
      ) : null}
      <div className="grid max-w-[760px] gap-4 p-4">
        {metrics.kind === "unfit" ? <Callout tone="plain">{metrics.reason}</Callout> : null}
        {metrics.kind === "failed" ? (
          <Callout tone="err">
            <p>Could not load charts over time: {metrics.failure.message}</p>
            <Button size="small" onClick={metrics.retry} className="mt-1.5">
              Retry
            </Button>
          </Callout>
        ) : null}
        {metrics.kind === "loading" ? null : (
          <MissingNote
            connectionName={connectionName}
            hasMetrics={metrics.kind !== "absent"}
            onRetry={() => {
              askAgain("calls.stats");
              askAgain("calls.metrics");
              onRetry();
            }}
          />
        )}
        <ComparedFilters
          connectionId={connectionId}
          question={question}
          openedAtMs={openedAtMs}
          total={all}
          compared={compared}
          onComparedChange={onComparedChange}
        />
      </div>
    </div>
  );
}

type MissingNoteProps = { connectionName: string; hasMetrics: boolean; onRetry: () => void };

/** Names the operation that the service lacks, and where the figures on the page come from. */
function MissingNote({ connectionName, hasMetrics, onRetry }: MissingNoteProps) {
  return (
    <Callout tone="plain">
      {hasMetrics ? (
        <p>
          <b>{connectionName}</b> does not support <OperationPath id="calls.stats" />, so ops, groups and comparisons
          are not available here. Charts come from <OperationPath id="calls.metrics" />, counts from{" "}
          <OperationPath id="calls.queryStats" />.
        </p>
      ) : (
        <p>
          <b>{connectionName}</b> does not support <OperationPath id="calls.stats" />, so latency, tokens, cost and
          charts over time are not available here. These counts come from <OperationPath id="calls.queryStats" />, which
          every service supports.
        </p>
      )}
      <Button size="small" onClick={onRetry} className="mt-1.5">
        Refresh
      </Button>
    </Callout>
  );
}

function Total({ label, text, failure }: { label: string; text: string; failure: string | null }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5 border-r border-line py-2.5 pr-3 pl-4 max-lg:border-b max-md:pl-3">
      <dt className="text-micro font-medium text-ink-3">{label}</dt>
      <dd className="truncate text-figure font-medium tracking-[-0.02em]">
        <Quantity text={text} />
      </dd>
      {failure === null ? null : (
        <dd className="text-micro text-err">
          <span role="alert">{failure}</span>
        </dd>
      )}
    </div>
  );
}
