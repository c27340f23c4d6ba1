"use client";

import { useMemo, useState } from "react";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { BadLinesNote } from "@/components/state/cut-short-band";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { type RowStreamView, useRowStream } from "@/components/table/use-row-stream";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { streamOperation } from "@/lib/api/client/service-client";
import type { CostAuditLine } from "@/lib/api/contract/costs/cost-audit";
import { nameInSentence, type TimeRange, timeRangeName } from "@/lib/filter/time-range";
import { formatCount } from "@/lib/format/count";
import type { RowSource } from "@/lib/stream/row-stream";
import type { Workspace } from "@/lib/workspace/workspace";
import { AuditResult } from "./audit-result";
import { type AuditFindings, auditBody, auditFindings } from "./prepare-audit";

type AuditDialogProps = { workspace: Workspace; range: TimeRange; onClose: () => void };

/** Recomputes tokens and costs of a time range call by call, beside those that the pages show. */
export function AuditDialog({ workspace, range, onClose }: AuditDialogProps) {
  // A relative range ends when the audit begins; each one starts over.
  const [begun, setBegun] = useState(() => ({ nowMs: Date.now(), number: 0 }));
  return (
    <ViewDialog
      title="Check figures"
      description={`Recomputes tokens and costs of all sources call by call, ${nameInSentence(timeRangeName(range, begun.nowMs))}, and compares them with the stored figures.`}
      size="large"
      isFilling
      onClose={onClose}
    >
      <RunningAudit
        key={begun.number}
        workspace={workspace}
        range={range}
        nowMs={begun.nowMs}
        onRestart={() => setBegun(({ number }) => ({ nowMs: Date.now(), number: number + 1 }))}
      />
    </ViewDialog>
  );
}

type RunningAuditProps = { workspace: Workspace; range: TimeRange; nowMs: number; onRestart: () => void };

function RunningAudit({ workspace, range, nowMs, onRestart }: RunningAuditProps) {
  const { connectionId, connectionName, projectId, slug } = workspace;
  const source = useMemo<RowSource<CostAuditLine>>(
    () => (_, signal, onRows) =>
      streamOperation(connectionId, "cost.audit", { body: auditBody(projectId, range, nowMs), signal }, onRows),
    [connectionId, projectId, range, nowMs],
  );
  const stream = useRowStream(source);
  // The rows grow in place; `version` changes with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const findings = useMemo(() => auditFindings(stream.rows), [stream.rows, stream.version]);
  const { failure } = stream;
  if (failure?.kind === "unsupported") {
    return (
      <UnsupportedState connectionName={connectionName} what="cost audits" operation="cost.audit" onRetry={onRestart}>
        , so its figures cannot be checked here.
      </UnsupportedState>
    );
  }
  if (failure) return <FailureState failure={failure} onRetry={onRestart} />;
  if (findings.summary?.after === null) {
    return (
      <PaneState kind="no-match" title="No calls in this range">
        There is nothing to check.
      </PaneState>
    );
  }
  return (
    <>
      <AuditProgress stream={stream} findings={findings} onRestart={onRestart} />
      <ScrollRegion aria-label="Result" className="min-h-0 flex-1 overflow-auto">
        <AuditResult findings={findings} slug={slug} />
      </ScrollRegion>
    </>
  );
}

type AuditProgressProps = {
  stream: RowStreamView<CostAuditLine>;
  findings: AuditFindings;
  onRestart: () => void;
};

/** How far it is, and how it ended before its end. */
function AuditProgress({ stream, findings, onRestart }: AuditProgressProps) {
  const { isStreaming, summary } = stream;
  const { checkedCalls, callCount } = findings;
  if (isStreaming) {
    const share = callCount === null || callCount === 0 ? {} : { share: checkedCalls / callCount };
    return (
      <div className="mb-3 grid flex-none gap-1.5">
        <ProgressBar label="Checking calls" {...share} />
        <div className="flex items-center gap-2 text-small text-ink-2">
          <span role="status">
            {callCount === null
              ? "Reading the figures shown"
              : `${formatCount(checkedCalls)} of about ${formatCount(callCount)} calls checked`}
          </span>
          <Button kind="ghost" size="small" className="ml-auto" onClick={stream.stop}>
            Stop
          </Button>
        </div>
      </div>
    );
  }
  if (summary === null) return null;
  const isWhole = findings.summary !== null;
  const { end } = summary;
  return (
    <>
      {summary.badLines.length > 0 ? <BadLinesNote summary={summary} /> : null}
      <div className="mb-3 flex flex-none items-start gap-2">
        {isWhole ? null : (
          <Callout tone="warn" className="flex-1">
            {end.kind === "stopped" ? "Stopped" : "Cut short"} after {formatCount(checkedCalls)} calls: sums were not
            compared.{end.kind === "cut-short" ? ` ${end.reason}` : ""}
          </Callout>
        )}
        <Button size="small" className="ml-auto" onClick={onRestart}>
          Check again
        </Button>
      </div>
    </>
  );
}
