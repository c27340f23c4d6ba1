"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ComponentProps } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { NoMatch } from "@/components/state/no-match";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { splitProject } from "@/lib/workspace/workspace";

type NoTracesProps = { workspace: Workspace; isListening: boolean; onShowStart: () => void };

/** The empty state for a user who skipped the first-call guide. */
export function NoTraces({ workspace, isListening, onShowStart }: NoTracesProps) {
  return (
    <PaneState
      kind="empty"
      title={`No traces in ${splitProject(workspace.projectId).project} yet`}
      extra={
        isListening ? (
          <span className="mt-1.5 flex items-center gap-1.5 text-small text-accent-text">
            <StatusGlyph status="running" label="" />
            Waiting for the first call
          </span>
        ) : null
      }
      actions={
        <>
          <Button size="small" onClick={onShowStart}>
            Send your first call
          </Button>
          <Button asChild size="small" kind="ghost">
            <Link href={`/${workspace.slug}/import`}>Import file</Link>
          </Button>
        </>
      }
    >
      Calls logged to <span className="text-code">{workspace.projectId}</span> appear here within a second.
    </PaneState>
  );
}

type NoCallsMatchProps = Omit<ComponentProps<typeof NoMatch>, "things" | "children" | "inRange"> & {
  /** The number of calls in this range without the filters; null while loading. */
  unfiltered: number | null;
};

/** The state for no matches: the number of filters, and how many calls there are without them. */
export function NoCallsMatch({ unfiltered, ...rest }: NoCallsMatchProps) {
  return (
    <NoMatch things="calls" {...rest}>
      {rest.filterCount > 0 && unfiltered !== null
        ? `Without ${rest.filterCount === 1 ? "it" : "them"} there would be ${formatCount(unfiltered)}. `
        : ""}
    </NoMatch>
  );
}

const figures = [
  { label: "Traces", query: "", areRootsOnly: true },
  { label: "All calls", query: "", areRootsOnly: false },
  { label: "Errors", query: "status:error", areRootsOnly: false },
  { label: "Running", query: "status:running", areRootsOnly: false },
] as const;

type TracesUnsupportedProps = {
  workspace: Workspace;
  /** The page's filter, which the counts apply; empty for none. */
  query: string;
  onRetry: () => void;
};

/** A connection with interface operations only, none of which reads calls; calls can still be counted. */
export function TracesUnsupported({ workspace, query, onRetry }: TracesUnsupportedProps) {
  return (
    <UnsupportedState
      connectionName={workspace.connectionName}
      what="reading calls"
      operation="calls.streamQuery"
      onRetry={onRetry}
      extra={
        <dl className="mt-3 grid grid-cols-4 gap-x-6 gap-y-1">
          {figures.map((figure) => (
            <Figure
              key={figure.label}
              workspace={workspace}
              {...figure}
              query={[query.trim(), figure.query].filter((text) => text !== "").join(" ")}
            />
          ))}
        </dl>
      }
    >
      , so calls cannot be listed. These counts come from <span className="text-code">/calls/query_stats</span>, over
      all time{query.trim() === "" ? "" : ", of the calls that match the filter above"}.
    </UnsupportedState>
  );
}

type FigureProps = { workspace: Workspace; label: string; query: string; areRootsOnly: boolean };

function Figure({ workspace, label, query, areRootsOnly }: FigureProps) {
  const selection = compileSelection({
    projectId: workspace.projectId,
    query,
    areRootsOnly,
    fromMs: null,
    toMs: null,
  });
  const count = useQuery({
    ...serviceQuery(workspace.connectionId, "calls.queryStats", callCountBody(workspace.projectId, selection)),
    // Without a term that cannot be sent, the count would be that of other calls.
    enabled: selection.problems.length === 0,
  });
  return (
    <div className="grid justify-items-center">
      <dt className="text-micro text-ink-3">{label}</dt>
      <dd
        className="text-title"
        title={selection.problems[0]?.message ?? (count.isError ? failureOf(count.error).message : undefined)}
      >
        {count.isError || selection.problems.length > 0 ? "–" : formatCount(count.data?.count)}
      </dd>
    </div>
  );
}
