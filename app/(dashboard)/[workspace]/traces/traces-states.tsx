"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { Workspace } from "@/components/layout/use-workspace";
import { splitProject } from "@/components/layout/use-workspace";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { StatusGlyph } from "@/components/ui/glyph/status-glyph";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { formatCount } from "@/lib/format/count";
import { compileSelection } from "./prepare-calls-query";
import { countBody } from "./prepare-list-request";

/** The shortest program that logs a call, with the addresses of this workspace. */
function firstProgram(baseUrl: string, projectId: string): string {
  return [
    `// WF_TRACE_SERVER_URL=${baseUrl}`,
    "// WANDB_API_KEY=<a key of the service>",
    'import * as weave from "weave";',
    `await weave.init("${projectId}");`,
    'const hello = weave.op(async function hello(name) { return "Hello, " + name; });',
    'await hello("Heddle");',
  ].join("\n");
}

/** Nothing stored yet: what will appear, and the one program that makes it appear. */
export function NoTraces({ workspace, isListening }: { workspace: Workspace; isListening: boolean }) {
  const { data } = useQuery(appQuery("connections.list", {}));
  const connection = data?.connections.find((candidate) => candidate.id === workspace.connectionId);
  const snippet = firstProgram(connection?.baseUrl ?? "{base_url}", workspace.projectId);
  return (
    <PaneState
      warp="empty"
      title={`No traces in ${splitProject(workspace.projectId).project} yet`}
      extra={
        <>
          <div className="mt-1.5 flex w-full min-w-72 rounded-control bg-sunken py-[7px] pr-1 pl-2.5 text-left">
            <pre className="min-w-0 grow overflow-x-auto text-code leading-4">{snippet}</pre>
            <CopyButton text={snippet} label="Copy the program" said="Program copied" />
          </div>
          {isListening ? (
            <span className="mt-1.5 flex items-center gap-1.5 text-small text-accent-text">
              <StatusGlyph status="running" label="" />
              Listening for the first call
            </span>
          ) : null}
        </>
      }
      actions={
        <Button asChild size="small">
          <Link href={`/${workspace.slug}/import`}>Import a file</Link>
        </Button>
      }
    >
      Send the first call with a Weave SDK and it appears here within a second.
    </PaneState>
  );
}

type NoMatchProps = {
  filterCount: number;
  rangeName: string;
  isWholeTime: boolean;
  /** Calls of the same range without the filters; null while it is not known. */
  unfiltered: number | null;
  onClearFilters: () => void;
  onAllTime: () => void;
};

/** Nothing matches: how many filters, and what dropping them would give. */
export function NoMatch({ filterCount, rangeName, isWholeTime, unfiltered, onClearFilters, onAllTime }: NoMatchProps) {
  const hasFilters = filterCount > 0;
  const title = hasFilters
    ? `No calls match ${filterCount === 1 ? "the filter" : `${filterCount} filters`}`
    : "No calls in this range";
  return (
    <PaneState
      warp="no-match"
      title={title}
      actions={
        <>
          {hasFilters ? (
            <Button size="small" onClick={onClearFilters}>
              Clear all
            </Button>
          ) : null}
          {isWholeTime ? null : (
            <Button size="small" kind={hasFilters ? "ghost" : "plain"} onClick={onAllTime}>
              Show all time
            </Button>
          )}
        </>
      }
    >
      {hasFilters && unfiltered !== null ? `Without them there would be ${formatCount(unfiltered)}. ` : ""}
      The range is <b>{rangeName.toLowerCase()}</b>.
    </PaneState>
  );
}

const figures = [
  { label: "Traces", query: "", areRootsOnly: true },
  { label: "All calls", query: "", areRootsOnly: false },
  { label: "Errors", query: "status:error", areRootsOnly: false },
  { label: "Running", query: "status:running", areRootsOnly: false },
] as const;

/** The service offers only the interface, which has no operation that reads calls: it can still be counted. */
export function TracesNotOffered({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <PaneState
      warp="not-offered"
      title="This connection does not offer reading calls"
      extra={
        <dl className="mt-3 grid grid-cols-4 gap-x-6 gap-y-1">
          {figures.map((figure) => (
            <Figure key={figure.label} workspace={workspace} {...figure} />
          ))}
        </dl>
      }
      actions={
        <Button size="small" onClick={onRetry}>
          Ask again
        </Button>
      }
    >
      <b>{workspace.connectionName}</b> has no <span className="text-code">/calls/stream_query</span>, so calls cannot
      be listed. These counts come from <span className="text-code">/calls/query_stats</span>, over all time.
    </PaneState>
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
  const count = useQuery(
    serviceQuery(workspace.connectionId, "calls.queryStats", countBody(workspace.projectId, selection)),
  );
  return (
    <div className="grid justify-items-center">
      <dt className="text-micro text-ink-3">{label}</dt>
      <dd className="text-title" title={count.isError ? failureOf(count.error).message : undefined}>
        {count.isError ? "–" : formatCount(count.data?.count)}
      </dd>
    </div>
  );
}
