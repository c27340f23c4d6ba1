import { type KeyHint, KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { StreamProgress } from "@/components/state/stream-progress";
import type { TraceReading } from "@/components/trace/tree/use-trace";
import { PageFoot } from "@/components/ui/page-head";
import { countOf, formatCount } from "@/lib/format/count";
import type { TraceViewName } from "./search-params";

type TraceFootProps = {
  reading: TraceReading;
  viewName: TraceViewName;
  /** Rows that the tree or the log draws. */
  shownCount: number;
  isSearching: boolean;
  isZoomed: boolean;
  onStop: () => void;
};

/** The number of calls and how many of them are drawn, then key hints. */
export function TraceFoot({ reading, viewName, shownCount, isSearching, isZoomed, onStop }: TraceFootProps) {
  const { skeleton, summary, durationMs } = reading;
  const hidden = skeleton.count - shownCount;
  const isList = viewName === "tree" || viewName === "log";
  return (
    <PageFoot hints={<KeyHints hints={hintsOf[viewName]} />}>
      {summary === null ? (
        <StreamProgress
          rowCount={skeleton.count}
          noun="calls"
          totalCount={null}
          durationMs={durationMs}
          onStop={onStop}
        />
      ) : (
        <span>
          {isList && hidden > 0
            ? `${formatCount(shownCount)} of ${countOf(skeleton.count, "call")} shown${isSearching ? "" : `, ${formatCount(hidden)} collapsed`}`
            : countOf(skeleton.count, "call")}
        </span>
      )}
      {isZoomed ? <span>zoomed</span> : null}
    </PageFoot>
  );
}

const zoomHints = [
  keyHint("trace", ["n"], "next error"),
  keyHint("trace", ["w", "a", "s", "d"], "zoom, pan"),
  keyHint("trace", ["f"], "zoom to call"),
  keyHint("trace", ["0"], "show all"),
];

const laneHints = [
  keyHint("trace", ["ArrowUp", "ArrowDown"], "parent, child"),
  keyHint("trace", ["ArrowLeft", "ArrowRight"], "siblings"),
  ...zoomHints,
];

const textHints = [keyHint("everywhere", ["Escape"], "traces")];

const hintsOf: Readonly<Record<TraceViewName, readonly KeyHint[]>> = {
  tree: [
    keyHint("trace", ["ArrowUp", "ArrowDown"], "move"),
    keyHint("trace", ["ArrowLeft", "ArrowRight"], "collapse"),
    ...zoomHints,
  ],
  timeline: laneHints,
  flame: laneHints,
  graph: [
    keyHint("trace", ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], "move"),
    keyHint("trace", ["Enter"], "select"),
    keyHint("trace", [",", "."], "calls of the step"),
    keyHint("trace", ["w", "s"], "zoom"),
    keyHint("trace", ["0"], "show all"),
  ],
  log: [
    keyHint("trace", ["ArrowUp", "ArrowDown"], "move"),
    keyHint("trace", ["n"], "next error"),
    keyHint("everywhere", ["/"], "search"),
  ],
  transcript: [keyHint("everywhere", ["/"], "search"), ...textHints],
  statistics: textHints,
};
