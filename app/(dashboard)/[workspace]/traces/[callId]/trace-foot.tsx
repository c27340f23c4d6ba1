import { KeyHint } from "@/components/keyboard/key-hint";
import { StreamProgress } from "@/components/state/stream-progress";
import type { TraceReading } from "@/components/trace/tree/use-trace";
import { PageFoot } from "@/components/ui/page-head";
import { countOf, formatCount } from "@/lib/format/count";
import type { TraceViewName } from "./search-params";

type TraceFootProps = {
  reading: TraceReading;
  viewName: TraceViewName;
  /** Rows that the tree draws. */
  shownCount: number;
  isSearching: boolean;
  isZoomed: boolean;
  onStop: () => void;
};

/** The number of calls and how many of them are drawn, then key hints. */
export function TraceFoot({ reading, viewName, shownCount, isSearching, isZoomed, onStop }: TraceFootProps) {
  const { skeleton, summary, durationMs } = reading;
  const hidden = skeleton.count - shownCount;
  const isTree = viewName === "tree";
  return (
    <PageFoot hints={<Hints viewName={viewName} />}>
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
          {isTree && hidden > 0
            ? `${formatCount(shownCount)} of ${countOf(skeleton.count, "call")} shown${isSearching ? "" : `, ${formatCount(hidden)} collapsed`}`
            : countOf(skeleton.count, "call")}
        </span>
      )}
      {isZoomed ? <span>zoomed</span> : null}
    </PageFoot>
  );
}

function Hints({ viewName }: { viewName: TraceViewName }) {
  if (viewName === "transcript" || viewName === "statistics") {
    return (
      <KeyHint at="everywhere" keys={["Escape"]}>
        traces
      </KeyHint>
    );
  }
  return (
    <>
      {viewName === "tree" ? (
        <>
          <KeyHint at="trace" keys={["ArrowUp", "ArrowDown"]}>
            move
          </KeyHint>
          <KeyHint at="trace" keys={["ArrowLeft", "ArrowRight"]}>
            collapse
          </KeyHint>
        </>
      ) : (
        <>
          <KeyHint at="trace" keys={["ArrowUp", "ArrowDown"]}>
            parent, child
          </KeyHint>
          <KeyHint at="trace" keys={["ArrowLeft", "ArrowRight"]}>
            siblings
          </KeyHint>
        </>
      )}
      <KeyHint at="trace" keys={["n"]}>
        next error
      </KeyHint>
      <KeyHint at="trace" keys={["w", "a", "s", "d"]}>
        zoom, pan
      </KeyHint>
      <KeyHint at="trace" keys={["f"]}>
        zoom to call
      </KeyHint>
      <KeyHint at="trace" keys={["0"]}>
        show all
      </KeyHint>
    </>
  );
}
