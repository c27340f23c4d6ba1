"use client";

import { useQuery } from "@tanstack/react-query";
import { splitProject, type Workspace } from "@/components/layout/use-workspace";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { StatusGlyph } from "@/components/ui/glyph/status-glyph";
import { appQuery } from "@/lib/api/client/app-client";
import { countOf } from "@/lib/format/count";

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
  const { data } = useQuery(appQuery("connections.list", {}));
  const connection = data?.connections.find((candidate) => candidate.id === workspace.connectionId);
  const snippet = firstProgram(connection?.baseUrl ?? "{base_url}", workspace.projectId);
  return (
    <PaneState
      warp="empty"
      title={`No threads in ${splitProject(workspace.projectId).project} yet`}
      extra={
        <>
          <div className="mt-1.5 flex w-full min-w-72 rounded-control bg-sunken py-[7px] pr-1 pl-2.5 text-left max-md:min-w-0">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
            <pre tabIndex={0} className="min-w-0 grow overflow-x-auto text-code leading-4">
              {snippet}
            </pre>
            <CopyButton text={snippet} label="Copy the program" said="Program copied" />
          </div>
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

type NoMatchProps = {
  /** Texts of the filters, as they are typed. */
  filters: readonly string[];
  loadedCount: number;
  rangeName: string;
  isWholeTime: boolean;
  onClearFilters: () => void;
  onAllTime: () => void;
};

/** Nothing matches: which filters, and what is there without them. */
export function NoMatch(props: NoMatchProps) {
  const { filters, loadedCount, rangeName, isWholeTime, onClearFilters, onAllTime } = props;
  const hasFilters = filters.length > 0;
  return (
    <PaneState
      warp="no-match"
      title={hasFilters ? `No threads match ${countOf(filters.length, "filter")}` : "No threads in this range"}
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
      {hasFilters ? (
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
      The range is <b>{rangeName.toLowerCase()}</b>: a thread counts with the turns that began in it.
    </PaneState>
  );
}

/** The part that was asked for begins behind the last thread. */
export function NothingInPart({ onAllThreads }: { onAllThreads: () => void }) {
  return (
    <PaneState
      warp="no-match"
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
export function ThreadsNotOffered({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <PaneState
      warp="not-offered"
      title="This connection does not offer threads"
      actions={
        <Button size="small" onClick={onRetry}>
          Ask again
        </Button>
      }
    >
      <b>{workspace.connectionName}</b> has no <span className="text-code">/threads/stream_query</span>. Calls that
      carry a thread id can be found on the traces page with <span className="text-code">thread:</span>, where it lists
      calls.
    </PaneState>
  );
}
