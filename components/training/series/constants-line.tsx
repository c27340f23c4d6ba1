import { formatMetric } from "@/lib/training/metrics/format-metric";
import { seriesName } from "@/lib/training/series/series-chart";
import type { SeriesLayout } from "@/lib/training/series/series-layout";

/** The metrics with one value in all iterations, in one line: a chart of them is a flat line. */
export function ConstantsLine({ constants }: Pick<SeriesLayout, "constants">) {
  if (constants.length === 0) return null;
  const text = constants
    .map(({ key, value }) => `${seriesName(key)} ${formatMetric(seriesName(key), value)}`)
    .join(", ");
  return (
    <p
      className="flex h-8 flex-none items-center gap-2 border-b border-line px-4 text-small max-md:px-3"
      title={`Constant: ${text}`}
    >
      <span className="flex-none font-medium">Constant</span>
      <span className="min-w-0 truncate text-micro text-ink-3 text-code">{text}</span>
    </p>
  );
}
