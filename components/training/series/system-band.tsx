import { ChartFrame } from "@/components/chart/chart-frame";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { type SystemChart, systemCharts, systemTable } from "@/lib/training/system/system-charts";
import type { SystemSource } from "@/lib/training/system/system-names";
import { choicesOf, restartMarks, X_LABELS } from "./series-choices";
import type { SeriesParams } from "./series-params";
import type { LoadedRun } from "./use-run-series";
import { ValuesHere } from "./values-here";

const SeriesPlot = partLoadedLater(async () => (await import("./series-plot")).SeriesPlot);

type SystemBandProps = {
  loaded: readonly LoadedRun[];
  /** What each run says about its machine, in the order of the runs. */
  sources: readonly (readonly SystemSource[])[];
  params: SeriesParams;
  fileName: string;
  onZoom: (range: readonly [number, number] | null) => void;
};

/** As wide as that of the times below it. */
const MARGIN = { left: 54, right: 20 } as const;

/** The use of the machine over the axis of the other charts: a row for each quantity that a run reports, from zero. */
export function SystemBand({ loaded, sources, params, fileName, onZoom }: SystemBandProps) {
  const choices = choicesOf(loaded, params);
  const runs = loaded.flatMap(({ run, series, page }, index) =>
    page?.x === choices.x ? [{ run, series, sources: sources[index] ?? [] }] : [],
  );
  const charts = systemCharts(runs, choices);
  if (charts.length === 0) return null;
  const restarts = restartMarks(loaded);
  return (
    <ChartFrame
      title="System"
      unit="from zero; axis, range and smoothing as above"
      summary={charts.map(summaryOf).join(" ")}
      table={systemTable(charts, X_LABELS[choices.x])}
      fileName={`${fileName}-system`}
      isDrawing={false}
      className="flex-none border-b border-line"
    >
      <ul>
        {charts.map(({ label, note, chart }, index) => {
          const isLast = index === charts.length - 1;
          return (
            <li key={chart.key} className="not-first:pt-2">
              <div className="flex h-4 items-center gap-2 pr-5 pl-4 text-small max-md:px-3">
                <span className="flex-none font-medium">{label}</span>
                <span className="min-w-0 truncate text-micro text-ink-3">{note}</span>
                <span className="ml-auto min-w-0">
                  <ValuesHere chart={chart} />
                </span>
              </div>
              <div className={isLast ? "relative h-[68px]" : "relative h-[48px]"}>
                <SeriesPlot
                  chart={chart}
                  isLog={false}
                  restarts={restarts}
                  onZoom={onZoom}
                  margin={MARGIN}
                  hasXLabels={isLast}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </ChartFrame>
  );
}

function summaryOf({ label, note, chart: { lines, format } }: SystemChart): string {
  const ends = lines.map((line) => {
    const last = line.line.findLast((value) => value !== null) ?? null;
    return `${lines.length === 1 ? "" : `${line.label} `}${last === null ? "unknown" : format(last)}`;
  });
  return `${label}${note === "" ? "" : `, ${note}`}: ${ends.join(", ")}.`;
}
