"use client";

import { type CSSProperties, type ReactNode, useMemo } from "react";
import { HistogramPlot, type HistogramPlotProps } from "./histogram-plot";
import { type Histogram, type Measured, type Part, prepareHistogram } from "./prepare-histogram";

type HistogramChartProps = Omit<HistogramPlotProps, "histogram"> & {
  measured: Measured;
  /** The choice of the measure, before the legend. */
  leading: ReactNode;
};

/** The plot with its legend on top. A phone has room for the plot and the choice. */
export function HistogramChart({ measured, leading, ...props }: HistogramChartProps) {
  const { brush, isPhone } = props;
  const histogram = useMemo(() => prepareHistogram(measured, brush), [measured, brush]);
  if (histogram === null) return null;
  return (
    <>
      <HistogramPlot {...props} histogram={histogram} />
      <div className="pointer-events-none absolute top-px left-[48px] flex items-center gap-3 bg-bg pr-1 text-micro text-ink-2 max-md:left-9">
        {leading}
        {isPhone ? null : <Legend histogram={histogram} />}
      </div>
    </>
  );
}

const hatch = (color: string): CSSProperties => ({
  backgroundImage: `repeating-linear-gradient(135deg, transparent 0 2px, ${color} 2px 4px)`,
});

const LOOKS: Record<Part, CSSProperties> = {
  ok: { background: "var(--vat-5)" },
  error: hatch("var(--err)"),
  running: hatch("var(--run)"),
  median: { background: "var(--vat-4)" },
  p90: { background: "var(--vat-2)" },
  cost: { background: "var(--vat-5)" },
};

function Legend({ histogram }: { histogram: Histogram }) {
  return (
    <p className="flex gap-3">
      {histogram.legend.map(({ part, text }) => (
        <span key={part} className="inline-flex items-center gap-[5px] whitespace-nowrap">
          <i aria-hidden="true" className="size-2 rounded-[2px]" style={LOOKS[part]} />
          {text}
        </span>
      ))}
      <span className="whitespace-nowrap text-ink-3">per {histogram.bucketName}</span>
      {histogram.note === null ? null : <span className="whitespace-nowrap text-ink-3">{histogram.note}</span>}
    </p>
  );
}
