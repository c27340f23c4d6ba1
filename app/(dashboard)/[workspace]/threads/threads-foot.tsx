import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { StreamProgress } from "@/components/state/stream-progress";
import { MAX_SEARCHED_THREADS, type ThreadRows } from "@/components/thread/use-thread-rows";
import type { ThreadsStream } from "@/components/thread/use-threads";
import { PageFoot } from "@/components/ui/page-head";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";

type ThreadsFootProps = {
  list: ThreadsStream;
  rows: ThreadRows;
  isFiltered: boolean;
  isSearching: boolean;
  /** False for a query that cannot be asked: what has loaded is not its answer. */
  isAskable: boolean;
};

/** The number of loaded threads, the loading time and what is partial; then the keys of the list. */
export function ThreadsFoot({ isAskable, ...loaded }: ThreadsFootProps) {
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("list", ["j", "k"], "move"),
            keyHint("list", ["x"], "select"),
            keyHint("list", ["Space"], "peek"),
            keyHint("list", ["Enter"], "open thread"),
            keyHint("everywhere", ["?"], "all keys"),
          ]}
        />
      }
    >
      {isAskable ? <LoadedThreads {...loaded} /> : null}
    </PageFoot>
  );
}

function LoadedThreads({ list, rows, isFiltered, isSearching }: Omit<ThreadsFootProps, "isAskable">) {
  const { stream } = list;
  const count = stream.rows.length;
  return (
    <>
      {stream.isStreaming ? (
        <StreamProgress
          rowCount={count}
          noun="threads"
          totalCount={null}
          durationMs={stream.durationMs}
          onStop={stream.stop}
        />
      ) : stream.failure && count === 0 ? (
        <span className="text-err">threads could not be loaded</span>
      ) : (
        <span>
          {countOf(count, "thread")} in {formatDuration(stream.durationMs)}
        </span>
      )}
      {stream.summary && stream.summary.end.kind !== "complete" && !stream.isStreaming ? (
        <span className="text-warn">
          {stream.summary.end.kind === "stopped" ? "stopped by you" : "stream ended early"}, {formatCount(count)} kept
        </span>
      ) : null}
      {isFiltered ? <span>{formatCount(rows.matching.length)} match</span> : null}
      {isSearching ? <SearchReach count={count} rows={rows} /> : null}
    </>
  );
}

/** Shows the scope of the search, which is limited to loaded data. */
function SearchReach({ count, rows }: { count: number; rows: ThreadRows }) {
  if (!rows.hasMessages) return <span className="text-warn">only ids are searched</span>;
  if (rows.leftToSearch > 0) return <span>loading messages, {formatCount(rows.leftToSearch)} left</span>;
  const reach = Math.min(count, MAX_SEARCHED_THREADS);
  return (
    <span className={count > MAX_SEARCHED_THREADS ? "text-warn" : undefined}>
      searched first and last messages of {formatCount(reach)}
      {count > MAX_SEARCHED_THREADS ? ` of ${formatCount(count)}` : ""}
    </span>
  );
}
