"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { OverviewRequest } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { OperationPath } from "@/components/state/operation-path";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Quantity } from "@/components/ui/quantity";
import { askAgain } from "@/lib/api/client/absent-operations";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { ComparedFilters } from "./compared-filters";
import { storageRequest, totalRequests } from "./prepare-count-requests";

type CountsViewProps = {
  workspace: Workspace;
  question: OverviewRequest;
  compared: readonly string[];
  onComparedChange: (compared: readonly string[]) => void;
  onRetry: () => void;
};

/** The overview for a service without statistics: totals, and filters compared with them. */
export function CountsView({ workspace, question, compared, onComparedChange, onRetry }: CountsViewProps) {
  const { connectionId, connectionName } = workspace;
  const [openedAtMs] = useState(() => Date.now());
  const questions = useMemo(() => totalRequests(question, openedAtMs), [question, openedAtMs]);
  const counts = useQueries({
    queries: questions.map(({ body }) => serviceQuery(connectionId, "calls.queryStats", body)),
  });
  const storage = useQuery(serviceQuery(connectionId, "calls.queryStats", storageRequest(question, openedAtMs)));
  const all = counts[0]?.data?.count ?? null;
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
      <div className="grid max-w-[760px] gap-4 p-4">
        <Callout tone="plain">
          <p>
            <b>{connectionName}</b> does not support <OperationPath id="calls.stats" />, so latency, tokens, cost and
            charts over time are not available here. These counts come from <OperationPath id="calls.queryStats" />,
            which every service supports.
          </p>
          <Button
            size="small"
            onClick={() => {
              askAgain("calls.stats");
              onRetry();
            }}
            className="mt-1.5"
          >
            Refresh
          </Button>
        </Callout>
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
