import type { LoadedCalls } from "@/app/(dashboard)/[workspace]/traces/list/listing";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";

/** The number of loaded rows, the load time and incomplete loads; then the keys of the page. */
export function TracesFoot({ listing }: { listing: LoadedCalls }) {
  const { list, counts, shown } = listing;
  const last = Math.min(shown.last + 1, list.calls.length);
  const total = counts.matching ?? (list.hasMore ? null : list.calls.length);
  const isPartial = list.last !== null && list.last.end.kind !== "complete";
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("list", ["j", "k"], "move"),
            keyHint("list", ["x"], "select"),
            keyHint("list", ["Space"], "peek"),
            keyHint("list", ["Enter"], "open"),
            keyHint("list", ["f"], "filter"),
            keyHint("everywhere", ["?"], "all keys"),
          ]}
        />
      }
    >
      {list.calls.length === 0 ? (
        <span className={list.failure ? "text-err" : undefined}>
          {list.failure ? "Could not load calls" : list.isPending ? "Loading" : "No rows"}
        </span>
      ) : (
        <span>
          Rows {formatCount(shown.first + 1)} to {formatCount(last)} of{" "}
          {total === null ? `${formatCount(list.calls.length)} so far` : formatCount(total)}
        </span>
      )}
      {list.durationMs === null ? null : <span>loaded in {formatDuration(list.durationMs)}</span>}
      {isPartial ? (
        <span className="text-warn">stream ended early, {formatCount(list.calls.length)} rows kept</span>
      ) : null}
    </PageFoot>
  );
}
