import { ChevronDown, Search } from "lucide-react";
import { useState } from "react";
import type { DraftReplacing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { SectionHead } from "@/app/(dashboard)/[workspace]/playground/form/section-head";
import { useNow } from "@/components/browser/use-now";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Quantity } from "@/components/ui/quantity";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatAgo } from "@/lib/format/relative-time";
import { formatFullTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";
import { findRuns, type HistoryRun } from "./history";
import { ShareRun } from "./share-run";
import type { History } from "./use-history";

/** The runs of a workspace, and the draft that a run is restored to. */
interface RestorableHistory extends DraftReplacing {
  readonly workspace: Workspace;
  readonly history: History;
}

type HistoryPaneProps = { playground: RestorableHistory; onClose: () => void };

const CLOCK_INTERVAL_MS = 10_000;

/** Earlier runs: searched by words, restored with a click, shared by a link. */
export function HistoryPane({ playground, onClose }: HistoryPaneProps) {
  const { history, replace } = playground;
  const [text, setText] = useState("");
  const nowMs = useNow(CLOCK_INTERVAL_MS);
  const matchingRuns = findRuns(history.runs, text);
  return (
    <section
      aria-label="History"
      className="flex max-h-60 flex-none flex-col border-t border-line-strong max-lg:max-h-96"
    >
      <SectionHead title="History" fact={`${countOf(history.runs.length, "run")} in this browser`}>
        <Input
          size="small"
          type="search"
          aria-label="Find run"
          placeholder="Find run"
          value={text}
          onChange={(event) => setText(event.target.value)}
          leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
          className="w-40 max-md:w-28"
        />
        <Button kind="ghost" size="small" disabled={history.runs.length === 0} onClick={history.clear}>
          Clear history
        </Button>
        <Button kind="ghost" size="icon-small" aria-label="Close history" onClick={onClose}>
          <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </SectionHead>
      {matchingRuns.length === 0 ? (
        <p className="px-4 pb-3 text-small text-ink-2">
          {history.runs.length === 0 ? "No runs yet." : `No runs match “${text}”.`}
        </p>
      ) : (
        <ul className="min-h-0 overflow-y-auto border-t border-line">
          {matchingRuns.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              nowMs={nowMs}
              workspace={playground.workspace}
              onRestore={() => {
                if (run.draft) replace(run.draft, `the run from ${formatAgo(run.atMs, nowMs)}`);
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type RunRowProps = { run: HistoryRun; nowMs: number; workspace: Workspace; onRestore: () => void };

function RunRow({ run, nowMs, workspace, onRestore }: RunRowProps) {
  return (
    <li className="flex min-w-0 items-center border-b border-line pr-2 last:border-b-0">
      <button
        type="button"
        disabled={run.draft === null}
        title={run.draft === null ? "Too large to save in this browser" : "Restore this request"}
        onClick={onRestore}
        className="grid h-(--row-h) min-w-0 flex-1 grid-cols-[72px_minmax(0,1fr)_minmax(0,220px)_minmax(0,140px)_80px] items-center gap-2 px-4 text-left text-small hover:bg-hover disabled:text-ink-3 max-md:h-11 max-md:grid-cols-[64px_minmax(0,1fr)_64px] max-md:px-3"
      >
        <span className="text-ink-3" title={formatFullTime(run.atMs)}>
          {formatAgo(run.atMs, nowMs)}
        </span>
        <span className="truncate">{run.lastMessage === "" ? "empty prompt" : run.lastMessage}</span>
        <span className="truncate text-code text-ink-2 max-md:hidden">{run.models.join(", ")}</span>
        <span className="truncate text-ink-3 max-md:hidden">{run.changed}</span>
        <span className="text-right">
          {run.failedCount > 0 ? (
            <span className="text-err">
              {run.failedCount === run.models.length ? "failed" : `${run.failedCount} failed`}
            </span>
          ) : (
            <Quantity text={formatDuration(run.durationMs)} />
          )}
        </span>
      </button>
      <ShareRun run={run} workspace={workspace} />
    </li>
  );
}
