"use client";

import { usePlotGeometry } from "@/components/chart/use-plot-geometry";
import { separateLabels } from "@/lib/chart/line-points";
import { shiftDecimal } from "@/lib/format/price";
import type { PriceHistory, PriceLine } from "./prepare-price-history";

type MarksProps = { history: PriceHistory; selectedId: string | null; unit: string };

const LABEL_HEIGHT_PX = 13;

/** Decimal places of the price at the end of a line, at least two. */
function endText(price: number, currency: string | null): string {
  const [integer = "0", fraction = ""] = (shiftDecimal(String(price), 0) ?? "0").split(".");
  return `${currency === "USD" ? "$" : ""}${integer}.${fraction.padEnd(2, "0")}`;
}

/** Steps with a ring where a price took effect, and the latest price. */
export function PriceHistoryMarks({ history, selectedId, unit }: MarksProps) {
  const geometry = usePlotGeometry();
  if (!geometry) return null;
  const { top, height } = geometry;
  const right = geometry.left + geometry.width;
  const lines = history.lines.filter(({ steps }) => steps.length > 0);
  const places = separateLabels(
    lines.map(({ steps }) => geometry.y(steps.at(-1)?.price ?? 0)),
    LABEL_HEIGHT_PX,
    top + 4,
    top + height - 4,
  );
  const selected = lines[0]?.steps.find(({ id }) => id === selectedId) ?? null;
  const path = ({ steps }: PriceLine) =>
    `${steps
      .map(({ timeMs, price }, index) => {
        const [x, y] = [geometry.x(timeMs).toFixed(1), geometry.y(price).toFixed(1)];
        return index === 0 ? `M${x} ${y}` : `H${x}V${y}`;
      })
      .join("")}H${right}`;
  const nowX = Math.round(geometry.x(history.nowMs)) + 0.5;
  return (
    <g fontSize={11}>
      {nowX < right - 1 ? (
        <path d={`M${nowX} ${top}V${top + height}`} stroke="var(--ink-3)" strokeDasharray="3 3" />
      ) : null}
      {selected ? (
        <path
          d={`M${Math.round(geometry.x(selected.timeMs)) + 0.5} ${top}V${top + height}`}
          stroke="var(--chart-cross)"
          strokeOpacity={0.35}
        />
      ) : null}
      {lines.map((line, index) => (
        <g key={line.key}>
          <path d={path(line)} fill="none" stroke={line.color} strokeWidth={1.75} />
          {line.steps.map(({ id, timeMs, price }) => (
            <circle
              key={id}
              cx={geometry.x(timeMs)}
              cy={geometry.y(price)}
              r={3}
              fill="var(--bg)"
              stroke={line.color}
              strokeWidth={1.5}
            />
          ))}
          <text x={right + 8} y={(places[index] ?? 0) + 4} fill="var(--ink)">
            {endText(line.steps.at(-1)?.price ?? 0, history.currency)}
            <title>{`${line.key}, ${history.currency ?? "mixed currencies"} per ${unit}`}</title>
          </text>
        </g>
      ))}
    </g>
  );
}
