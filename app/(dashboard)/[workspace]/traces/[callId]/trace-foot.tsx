import { StreamProgress } from "@/components/state/stream-progress";
import type { TraceReading } from "@/components/trace/tree/use-trace";
import { KeyHint } from "@/components/ui/key-cap";
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
    return <KeyHint keys={["Esc"]}>traces</KeyHint>;
  }
  return (
    <>
      {viewName === "tree" ? (
        <>
          <KeyHint keys={["↑", "↓"]}>move</KeyHint>
          <KeyHint keys={["←", "→"]}>collapse</KeyHint>
        </>
      ) : (
        <>
          <KeyHint keys={["↑", "↓"]}>parent, child</KeyHint>
          <KeyHint keys={["←", "→"]}>siblings</KeyHint>
        </>
      )}
      <KeyHint keys={["N"]}>next error</KeyHint>
      <KeyHint keys={["W", "A", "S", "D"]}>zoom, pan</KeyHint>
      <KeyHint keys={["F"]}>zoom to call</KeyHint>
      <KeyHint keys={["0"]}>show all</KeyHint>
    </>
  );
}
