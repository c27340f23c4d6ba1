import { memo } from "react";
import { classNames } from "@/lib/style/class-names";
import type { GraphLayout } from "./lay-out-graph";
import { edgeMiddle, edgePath, edgeText } from "./prepare-layout";
import type { GraphEdge } from "./trace-graph";

type GraphEdgesProps = {
  edges: readonly GraphEdge[];
  layout: GraphLayout;
  /** The node whose edges stand out; -1 for none. */
  selected: number;
};

/** The looks of edges, each with a head in its own color. */
const looks = {
  follows: { className: "text-ink-3", dash: undefined },
  calls: { className: "text-ink-3", dash: "1 4" },
  loop: { className: "text-accent-text", dash: "6 3" },
} as const;

type EdgeLook = keyof typeof looks;

const lookOf = ({ kind, isLoop }: GraphEdge): EdgeLook => (isLoop ? "loop" : kind);

/** The edges of a graph. Screen readers hear them with the nodes. */
export const GraphEdges = memo(function GraphEdges({ edges, layout, selected }: GraphEdgesProps) {
  const { width, height } = layout;
  return (
    <svg
      width={width}
      height={height}
      fill="none"
      aria-hidden="true"
      className="pointer-events-none absolute top-0 left-0"
    >
      <defs>
        {Object.entries(looks).map(([look, { className }]) => (
          <marker
            key={look}
            id={`graph-head-${look}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
            className={className}
          >
            <path d="M0 .5 8 4 0 7.5z" fill="currentColor" />
          </marker>
        ))}
      </defs>
      {edges.map((edge, index) => {
        const points = layout.edges[index];
        if (points === undefined) return null;
        const middle = edgeMiddle(points);
        const look = lookOf(edge);
        const isNear = edge.from === selected || edge.to === selected;
        const text = edgeText(edge);
        return (
          <g key={`${edge.from}-${edge.to}-${edge.kind}`} className={looks[look].className}>
            <path
              d={edgePath(points, edge.isLoop && edge.from !== edge.to)}
              stroke="currentColor"
              strokeWidth={isNear ? 2.2 : 1.2}
              strokeLinecap="round"
              strokeDasharray={looks[look].dash}
              markerEnd={`url(#graph-head-${look})`}
            />
            {text === "" ? null : (
              <text
                x={middle.x}
                y={middle.y}
                textAnchor="middle"
                dominantBaseline="central"
                stroke="var(--bg)"
                strokeWidth="5"
                strokeLinejoin="round"
                paintOrder="stroke"
                fill="currentColor"
                className={classNames("text-micro tabular-nums", isNear && "font-medium")}
              >
                {text}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
});

const legend: readonly { look: EdgeLook; label: string }[] = [
  { look: "calls", label: "calls" },
  { look: "follows", label: "then" },
  { look: "loop", label: "leads back" },
];

/** The legend of the graph, with the kinds of line that it has. */
export function EdgeLegend({ edges }: { edges: readonly GraphEdge[] }) {
  const drawn = new Set(edges.map(lookOf));
  return (
    <ul aria-label="Lines" className="flex items-center gap-3 max-md:hidden">
      {legend
        .filter(({ look }) => drawn.has(look))
        .map(({ look, label }) => (
          <li key={look} className="flex items-center gap-1.5">
            <svg
              width="24"
              height="8"
              viewBox="0 0 24 8"
              fill="none"
              aria-hidden="true"
              className={looks[look].className}
            >
              <path d="M0 4h17" stroke="currentColor" strokeWidth="1.4" strokeDasharray={looks[look].dash} />
              <path d="M16 .5 24 4l-8 3.5z" fill="currentColor" />
            </svg>
            {label}
          </li>
        ))}
    </ul>
  );
}
