"use client";

import type { ComponentProps } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useBaseUrl } from "@/components/session/use-base-url";
import { NoMatch } from "@/components/state/no-match";
import { PaneState } from "@/components/state/pane-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Snippet } from "@/components/ui/snippet";
import { countOf } from "@/lib/format/count";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";

/** Returns the shortest program that creates a thread, with the addresses of this workspace. */
function firstProgram(baseUrl: string, projectId: string): string {
  return [
    `# WF_TRACE_SERVER_URL=${baseUrl}`,
    "# WANDB_API_KEY=<a key of the service>",
    "import weave",
    `weave.init("${projectId}")`,
    "@weave.op",
    "def answer(message):",
    '    return "Hello, " + message',
    'with weave.thread("conversation-1"):',
    '    answer("Heddle")',
  ].join("\n");
}

/** Shown when there are no threads yet: explains threads, with a program that creates one. */
export function NoThreads({ workspace, isListening }: { workspace: Workspace; isListening: boolean }) {
  const snippet = firstProgram(useBaseUrl(workspace.connectionId), workspace.projectId);
  return (
    <PaneState
      kind="empty"
      title={`No threads in ${splitProject(workspace.projectId).project} yet`}
      extra={
        <>
          <Snippet text={snippet} noun="program" />
          {isListening ? (
            <span className="mt-1.5 flex items-center gap-1.5 text-small text-accent-text">
              <StatusGlyph status="running" label="" />
              Waiting for the first turn
            </span>
          ) : null}
        </>
      }
    >
      A thread is a conversation: its turns are calls that share a thread id. In OpenTelemetry, this is{" "}
      <span className="text-code">gen_ai.conversation.id</span> or <span className="text-code">session.id</span>.
    </PaneState>
  );
}

type NoThreadsMatchProps = Omit<
  ComponentProps<typeof NoMatch>,
  "things" | "filterCount" | "children" | "actions" | "inRange"
> & {
  /** The filters as typed. */
  filters: readonly string[];
  loadedCount: number;
  /** Lists threads of all sources; absent where they are listed. */
  onAllSources?: (() => void) | undefined;
};

/** Shown when nothing matches: lists the filters and the number of loaded threads. */
export function NoThreadsMatch({ filters, loadedCount, onAllSources, ...rest }: NoThreadsMatchProps) {
  return (
    <NoMatch
      things="threads"
      filterCount={filters.length}
      actions={
        onAllSources === undefined ? null : (
          <Button size="small" kind="ghost" onClick={onAllSources}>
            All sources
          </Button>
        )
      }
      inRange=": a thread counts with the turns that began in it."
      {...rest}
    >
      {filters.length > 0 ? (
        <p>
          {filters.map((filter, index) => (
            <span key={filter}>
              {index > 0 ? " and " : ""}
              <span className="text-code text-ink">{filter}</span>
            </span>
          ))}
          {loadedCount > 0 ? `, in ${countOf(loadedCount, "loaded thread")}.` : "."}
        </p>
      ) : null}
    </NoMatch>
  );
}

/** Shown when the requested part begins after the last thread. */
export function EmptyWindow({ onAllThreads }: { onAllThreads: () => void }) {
  return (
    <PaneState
      kind="no-match"
      title="No threads in this part of the list"
      actions={
        <Button size="small" onClick={onAllThreads}>
          Show all threads
        </Button>
      }
    >
      It begins after the last matching thread.
    </PaneState>
  );
}

/** Shown when the service does not support threads, with another way to find conversations. */
export function ThreadsUnsupported({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <UnsupportedState
      connectionName={workspace.connectionName}
      what="threads"
      operation="threads.streamQuery"
      onRetry={onRetry}
    >
      . Calls with a thread id can be found on the traces page with <span className="text-code">thread:</span>, if the
      service can list calls.
    </UnsupportedState>
  );
}
