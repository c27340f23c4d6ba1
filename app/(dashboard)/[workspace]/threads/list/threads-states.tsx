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

/** The shortest program that makes a thread, with the addresses of this workspace. */
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

/** No threads yet: what they are, and the one program that makes one. */
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
              Listening for the first turn
            </span>
          ) : null}
        </>
      }
    >
      A thread is a conversation: its turns are calls that share a thread id. OpenTelemetry names it{" "}
      <span className="text-code">gen_ai.conversation.id</span> or <span className="text-code">session.id</span>.
    </PaneState>
  );
}

type NoThreadsMatchProps = Omit<ComponentProps<typeof NoMatch>, "things" | "filterCount" | "children" | "inRange"> & {
  /** Texts of the filters, as they are typed. */
  filters: readonly string[];
  loadedCount: number;
};

/** Nothing matches: which filters, and what is there without them. */
export function NoThreadsMatch({ filters, loadedCount, ...rest }: NoThreadsMatchProps) {
  return (
    <NoMatch
      things="threads"
      filterCount={filters.length}
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
          {loadedCount > 0 ? `, out of ${countOf(loadedCount, "loaded thread")}.` : "."}
        </p>
      ) : null}
    </NoMatch>
  );
}

/** The part that was asked for begins behind the last thread. */
export function EmptyWindow({ onAllThreads }: { onAllThreads: () => void }) {
  return (
    <PaneState
      kind="no-match"
      title="No threads in this part"
      actions={
        <Button size="small" onClick={onAllThreads}>
          All threads
        </Button>
      }
    >
      As many threads are skipped as match, or more.
    </PaneState>
  );
}

/** The service does not know threads: what is missing, and what tells of conversations instead. */
export function ThreadsUnsupported({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <UnsupportedState
      connectionName={workspace.connectionName}
      what="threads"
      operation="threads.streamQuery"
      onRetry={onRetry}
    >
      . Calls that carry a thread id can be found on the traces page with <span className="text-code">thread:</span>,
      where it lists calls.
    </UnsupportedState>
  );
}
