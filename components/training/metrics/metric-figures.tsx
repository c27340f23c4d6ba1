import { formatCount } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { MetricChartModel } from "@/lib/training/metrics/metric-chart";
import { changeText } from "@/lib/training/metrics/metric-figures";

/** The values of a metric that has too few, or the same one at every step, for a line. */
export function MetricFigures({ chart, xLabel }: { chart: MetricChartModel; xLabel: string }) {
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
          </dd>
        </div>
      ))}
    </dl>
  );
}
