import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { ChartNotes } from "@/lib/training/metrics/chart-notes";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { MetricChartModel } from "@/lib/training/metrics/metric-chart";
import { changeText } from "@/lib/training/metrics/metric-figures";

type MetricFiguresProps = { chart: MetricChartModel; notes: ChartNotes; xLabel: string };

/** Shows a metric with too few values for a line, or the same value at every step, and the levels to compare with. */
export function MetricFigures({ chart, notes, xLabel }: MetricFiguresProps) {
  const { path, values, xs } = chart;
  const [first, last] = [values[0], values[values.length - 1]];
  const isPair = values.length === 2 && first !== last;
  const change = isPair ? changeText(path, first, last) : null;
  const at = (index: number) => (xLabel === "step" ? `step ${formatCount(xs[index] ?? 0)}` : "");
  return (
    <dl className="flex h-full items-center gap-8 px-4 max-md:px-3">
      {(isPair ? [0, 1] : [values.length - 1]).map((index) => (
        <div key={index} className="flex min-w-0 flex-col-reverse">
          <dt className="truncate text-micro text-ink-3">
            {isPair || values.length === 1 ? at(index) : `the same at all ${formatCount(values.length)} values`}
          </dt>
          <dd className="text-figure leading-[26px] font-medium tabular-nums">
            {formatMetric(path, values[index])}
            {change !== null && index === 1 ? (
              <span className="ml-2 text-micro font-normal text-ink-3">{change}</span>
            ) : null}
            {index === values.length - 1 ? <SpreadText path={path} notes={notes} /> : null}
          </dd>
        </div>
      ))}
      {notes.rules.map(({ value, label, isCrossed }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse">
          <dt className={classNames("truncate text-micro", isCrossed ? "text-warn" : "text-ink-3")}>{label}</dt>
          <dd className="text-base leading-[26px] font-medium tabular-nums">{changeText(path, value, last)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The spread around the newest value. */
function SpreadText({ path, notes: { band } }: { path: string; notes: ChartNotes }) {
  const point = band.at(-1);
  if (point === undefined) return null;
  return (
    <span className="ml-2 text-micro font-normal text-ink-3">± {formatMetric(path, (point.high - point.low) / 2)}</span>
  );
}
