import { KindGlyph } from "@/components/glyph/kind-glyph";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { countOf, formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Point } from "./lay-out-graph";
import { NODE_HEIGHT_PX, NODE_WIDTH_PX } from "./prepare-layout";
import { nodeFigures } from "./prepare-node-text";
import type { GraphNode } from "./trace-graph";

type GraphNodeButtonProps = {
  node: GraphNode;
  index: number;
  middle: Point;
  /** The text for screen readers. */
  label: string;
  isSelected: boolean;
  /** Whether a call of it matches the search. */
  isMatch: boolean;
  /** Whether Tab leads to it: one node of a graph has the focus, arrows move it. */
  isTabStop: boolean;
  onFocus: (index: number) => void;
  onPress: (index: number) => void;
};

/** A node of the graph: the op, the number of its calls, and what they took. */
export function GraphNodeButton(props: GraphNodeButtonProps) {
  const { node, index, middle, isSelected, isMatch } = props;
  const { kind, name, callCount, errorCount, runningCount } = node;
  return (
    <button
      type="button"
      data-node={index}
      tabIndex={props.isTabStop ? 0 : -1}
      aria-label={props.label}
      aria-current={isSelected}
      title={name}
      onFocus={() => props.onFocus(index)}
      onClick={() => props.onPress(index)}
      style={{
        width: NODE_WIDTH_PX,
        height: NODE_HEIGHT_PX,
        left: middle.x - NODE_WIDTH_PX / 2,
        top: middle.y - NODE_HEIGHT_PX / 2,
      }}
      className={classNames(
        "absolute flex flex-col justify-center gap-0.5 rounded-control border bg-surface px-2.5 text-left hover:bg-hover",
        errorCount > 0 ? "border-err-line" : "border-line-strong",
        isMatch && "bg-warn-tint",
        isSelected && "border-accent bg-accent-tint shadow-[0_0_0_1px_var(--accent)] hover:bg-accent-tint",
      )}
    >
      <span className="flex min-w-0 items-center gap-1.5">
        <KindGlyph kind={kind} />
        <span className="min-w-0 truncate text-code">{name}</span>
        <span className="ml-auto flex flex-none items-center gap-1.5 pl-1 text-micro">
          {runningCount > 0 ? <StatusGlyph status="running" label="" /> : null}
          {callCount > 1 ? <span className="font-medium text-ink">{formatCount(callCount)}×</span> : null}
        </span>
      </span>
      <span className="flex min-w-0 gap-2 text-micro text-ink-2">
        <span className="min-w-0 truncate">{nodeFigures(node).join(" · ")}</span>
        {errorCount > 0 ? (
          <span className="ml-auto flex flex-none items-center gap-1 text-err">
            <StatusGlyph status="error" label="" />
            {callCount > 1 ? countOf(errorCount, "error") : "failed"}
          </span>
        ) : null}
      </span>
    </button>
  );
}
