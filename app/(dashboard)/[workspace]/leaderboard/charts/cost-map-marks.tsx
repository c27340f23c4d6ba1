"use client";

import { type PlotGeometry, usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { positionLabels } from "@/lib/chart/position-labels";
import { formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import { modelLabelText } from "@/lib/evaluation/runs/model-label";
import { formatCallCost } from "@/lib/format/money";
import type { CostMap, CostPoint } from "./prepare-cost-map";

const RADIUS = 4.2;
const FAINT = 0.25;
const NAME_LENGTH = 24;

type CostMapMarksProps = { map: CostMap; found: ReadonlySet<string>; cursor: string | null };

/** The models with their intervals and names, and the frontier of cost and score. The table has the same values. */
export function CostMapMarks({ map, found, cursor }: CostMapMarksProps) {
  const geometry = usePlotGeometry();
  if (!geometry) return null;
  const { left, top, width, height } = geometry;
  const places = map.points.map((point) => ({ point, x: geometry.x(point.costUsd), y: geometry.y(point.value) }));
  // The frontier's names have priority.
  const wishes = [...places]
    .filter(({ point }) => found.has(point.model))
    .sort((one, other) => Number(other.point.isOnFrontier) - Number(one.point.isOnFrontier));
  const labels = positionLabels(
    wishes.map(({ point, x, y }) => ({ id: point.model, x, y, text: modelLabelText(point.model, NAME_LENGTH) })),
    { left: left + 2, right: left + width - 2, top, bottom: top + height - 2 },
  );
  const onFrontier = new Set(map.points.flatMap(({ model, isOnFrontier }) => (isOnFrontier ? [model] : [])));
  return (
    <g fontSize={11}>
      <path d={frontierPath(map.points, geometry)} fill="none" stroke="var(--ink-3)" strokeDasharray="3 3" />
      {labels.map(({ id, left: x, baseline, text }) => (
        <text
          key={id}
          x={x}
          y={baseline}
          fill={onFrontier.has(id) ? "var(--ink)" : "var(--ink-2)"}
          // The ground around a name keeps the frontier from crossing it.
          stroke="var(--bg)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {text}
        </text>
      ))}
      {places.map(({ point, x, y }) => (
        <g key={point.model} opacity={found.has(point.model) ? 1 : FAINT}>
          <title>{pointWords(point)}</title>
          <circle cx={x} cy={y} r={11} fill="transparent" />
          {point.interval === null ? null : (
            <path
              d={`M${x} ${geometry.y(point.interval.low)}V${geometry.y(point.interval.high)}`}
              stroke={colorOf(point)}
              strokeWidth={1.2}
              strokeOpacity={0.5}
            />
          )}
          {point.model === cursor ? (
            <circle cx={x} cy={y} r={RADIUS + 4} fill="none" stroke="var(--ink)" strokeWidth={1.2} />
          ) : null}
          {point.isCheckpoint ? (
            <circle cx={x} cy={y} r={RADIUS} fill={colorOf(point)} />
          ) : (
            <rect x={x - RADIUS} y={y - RADIUS} width={2 * RADIUS} height={2 * RADIUS} fill={colorOf(point)} />
          )}
        </g>
      ))}
    </g>
  );
}

const colorOf = ({ isCheckpoint }: CostPoint) => (isCheckpoint ? "var(--dye-indigo)" : "var(--dye-weld)");

function pointWords({ model, costUsd, value, interval }: CostPoint): string {
  const range = interval === null ? "" : ` (${formatInterval(interval)})`;
  return `${model || "unnamed model"}: ${formatScore(value)}${range}, ${formatCallCost(costUsd)} for a trial`;
}

/** Steps from each model of the frontier to the next dearer one, and on to the edge of the plot. */
function frontierPath(points: readonly CostPoint[], geometry: PlotGeometry): string {
  const steps = points
    .filter(({ isOnFrontier }) => isOnFrontier)
    .map(({ costUsd, value }, index) => {
      const [x, y] = [geometry.x(costUsd), geometry.y(value)];
      return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
    });
  return steps.length === 0 ? "" : `${steps.join("")}H${geometry.left + geometry.width}`;
}
