"use client";

import { ChartFrame } from "@/components/chart/chart-frame";
import { useCrosshair } from "@/components/training/metrics/crosshair";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { formatInterval } from "@/lib/evaluation/runs/format-score";
import { countOf, formatCount } from "@/lib/format/count";
import type { Curve } from "@/lib/training/curves/curve";
import { nearestIndex } from "@/lib/training/metrics/pixel-points";

const CurvePlot = partLoadedLater(async () => (await import("./curve-plot")).CurvePlot);

type CurveCardProps = {
  curve: Curve;
  title: string;
  /** Where the values come from. */
  unit: string;
  color: string;
  xLabel: string;
  fileName: string;
  format: (value: number) => string;
};

/** One curve over gradient steps, with the values under the crosshair. */
export function CurveCard({ curve, title, unit, color, xLabel, fileName, format }: CurveCardProps) {
  const { name, points, open } = curve;
  const best = points.find(({ isBest }) => isBest);
  const hasIntervals = points.some(({ low }) => low !== null);
  return (
    <ChartFrame
      title={title}
      unit={unit}
      legend={<CrossValue curve={curve} xLabel={xLabel} format={format} />}
      summary={`${name} of ${countOf(points.length, "checkpoint")} by ${xLabel}${hasIntervals ? ", with 95% intervals" : ""}. ${
        best ? `The best is ${format(best.value)} at step ${formatCount(best.step)}.` : ""
      } ${open.length > 0 ? `${countOf(open.length, "checkpoint")} without a value.` : ""}`}
      table={{
        head: ["checkpoint", xLabel, name, ...(hasIntervals ? ["low", "high"] : [])],
        rows: points.map(({ step, x, value, low, high }) => [step, x, value, ...(hasIntervals ? [low, high] : [])]),
      }}
      fileName={fileName}
      className="h-[188px] max-md:h-[168px]"
    >
      <div className="relative min-h-0 flex-1">
        {points.length === 0 ? (
          <p className="grid h-full place-items-center px-4 text-center text-small text-ink-3">
            No checkpoint has a value yet.
          </p>
        ) : (
          <CurvePlot curve={curve} color={color} />
        )}
      </div>
    </ChartFrame>
  );
}

/** The value at the crosshair, else the last one. */
function CrossValue({ curve: { points }, xLabel, format }: Pick<CurveCardProps, "curve" | "xLabel" | "format">) {
  const { at } = useCrosshair();
  const index =
    at === null
      ? points.length - 1
      : nearestIndex(
          points.map(({ x }) => x),
          at,
        );
  const point = points[index];
  if (!point) return null;
  const { step, x, value, low, high } = point;
  return (
    <span className="truncate text-micro text-ink-3" title={`Step ${step}, ${xLabel} ${x}`}>
      step {formatCount(step)} <b className="font-medium text-ink tabular-nums">{format(value)}</b>
      {low === null || high === null ? null : ` ${formatInterval({ low, high })}`}
    </span>
  );
}
