"use client";

import type { ReactNode } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { useCrosshair } from "@/components/training/metrics/crosshair";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { formatInterval } from "@/lib/evaluation/runs/format-score";
import { countOf, formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Curve } from "@/lib/training/curves/curve";
import { nearestIndex } from "@/lib/training/metrics/pixel-points";
import { MAX_FIGURES, PointFigures } from "./point-figures";

const CurvePlot = partLoadedLater(async () => (await import("./curve-plot")).CurvePlot);

type CurveCardProps = {
  curve: Curve;
  title: string;
  /** Replaces the title where it is too long for the card, or a control. */
  heading?: ReactNode;
  /** Where the values come from. */
  unit: string;
  color: string;
  xLabel: string;
  fileName: string;
  format: (value: number) => string;
  /** The noun for a point: a checkpoint or an iteration. */
  noun?: "checkpoint" | "iteration";
  /** The meaning of low and high; null where there are none. */
  band?: string | null;
  /** Shows one or two values as figures, since a line through them adds nothing. */
  hasFigures?: boolean;
  className?: string;
};

/** One curve over gradient steps or iterations, with the values under the crosshair. */
export function CurveCard(props: CurveCardProps) {
  const { curve, title, unit, color, xLabel, fileName, format, noun = "checkpoint", band = "95% interval" } = props;
  const { name, points, open } = curve;
  const best = points.find(({ isBest }) => isBest);
  const hasIntervals = points.some(({ low }) => low !== null);
  return (
    <ChartFrame
      title={title}
      heading={props.heading}
      unit={unit}
      legend={<CrossValue curve={curve} xLabel={xLabel} format={format} noun={noun} />}
      summary={`${name} of ${countOf(points.length, noun)} by ${xLabel}${hasIntervals && band !== null ? `, with ${band}s` : ""}. ${
        best ? `The best is ${format(best.value)} at step ${formatCount(best.step)}.` : ""
      } ${open.length > 0 ? `${countOf(open.length, noun)} without a value.` : ""}`}
      table={{
        head: [noun, xLabel, name, ...(hasIntervals ? ["low", "high"] : [])],
        rows: points.map(({ step, x, value, low, high }) => [step, x, value, ...(hasIntervals ? [low, high] : [])]),
      }}
      fileName={fileName}
      className={classNames("h-[188px] max-md:h-[168px]", props.className)}
    >
      <div className="relative min-h-0 flex-1">
        {points.length === 0 ? (
          <p className="grid h-full place-items-center px-4 text-center text-small text-ink-3">
            No {noun} has a value yet.
          </p>
        ) : props.hasFigures && points.length <= MAX_FIGURES ? (
          <PointFigures
            noun={noun === "checkpoint" ? "step" : noun}
            points={points.map(({ step, value }) => ({ at: formatCount(step), value: format(value) }))}
          />
        ) : (
          <CurvePlot curve={curve} color={color} />
        )}
      </div>
    </ChartFrame>
  );
}

type CrossValueProps = Pick<CurveCardProps, "curve" | "xLabel" | "format"> & { noun: "checkpoint" | "iteration" };

/** The value at the crosshair with its position, else the last one. */
function CrossValue({ curve: { points }, xLabel, format, noun }: CrossValueProps) {
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
    <span
      className="truncate text-micro text-ink-3"
      title={noun === "iteration" ? `Iteration ${step}` : `Step ${step}, ${xLabel} ${x}`}
    >
      {at === null ? null : `${noun === "iteration" ? "iteration" : "step"} ${formatCount(step)} `}
      <b className="font-medium text-ink tabular-nums">{format(value)}</b>
      {low === null || high === null ? null : ` ${formatInterval({ low, high })}`}
    </span>
  );
}
