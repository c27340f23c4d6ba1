import { SERIES_COLORS } from "@/lib/chart/series";
import { metricName } from "@/lib/training/metrics/metric-order";
import { seriesChart, seriesFormat, seriesTitle, seriesTitles } from "@/lib/training/series/series-chart";
import { SeriesCard } from "./series-card";
import { choicesOf, restartMarks, X_LABELS } from "./series-choices";
import type { SeriesParams } from "./series-params";
import type { LoadedRun } from "./use-run-series";

export type SeriesGridProps = {
  keys: readonly string[];
  loaded: readonly LoadedRun[];
  params: SeriesParams;
  pinned: readonly string[];
  /** Metrics with the values of another one. */
  repeated: ReadonlyMap<string, string>;
  /** By the key of a metric, the rows that its values are computed over. */
  notes: ReadonlyMap<string, string> | undefined;
  fileName: string;
  onPin: (key: string) => void;
  onZoom: (range: readonly [number, number] | null) => void;
};

/** Charts of metrics, three in a row. */
export function SeriesGrid({
  keys,
  loaded,
  params,
  pinned,
  repeated,
  notes,
  fileName,
  onPin,
  onZoom,
}: SeriesGridProps) {
  const choices = choicesOf(loaded, params);
  const { x } = choices;
  const restarts = restartMarks(loaded);
  const titles = seriesTitles(keys);
  return (
    <div className="grid grid-cols-3 overflow-hidden [&>*]:-mr-px max-xl:grid-cols-2 max-md:grid-cols-1">
      {keys.map((key) => {
        const own = loaded.flatMap(({ run, series, page }) => {
          const found = series.get(key);
          return found && page?.x === x ? [{ run: drawnRun(run, key), series: found }] : [];
        });
        const chart = seriesChart(key, own, choices);
        if (chart === null) return own.length === 0 ? <Waiting key={key} metric={key} /> : null;
        return (
          <SeriesCard
            key={key}
            chart={{ ...chart, ...titles.get(key) }}
            isLog={params.log}
            xLabel={X_LABELS[x]}
            fileName={fileName}
            note={notes?.get(key) ?? noteOf(key, loaded, repeated)}
            restarts={restarts}
            isPinned={pinned.includes(key)}
            onPin={onPin}
            onZoom={onZoom}
          />
        );
      })}
    </div>
  );
}

/** The colors of the usual metrics of a single run, the same in every run; a run among several has its own in all charts. */
const COLORS: readonly (readonly [name: RegExp, color: string])[] = [
  [/reward/, "var(--dye-indigo)"],
  [/loss/, "var(--dye-walnut)"],
  [/kl/, "var(--dye-orchil)"],
  [/entropy/, "var(--dye-verdigris)"],
  [/grad/, "var(--dye-cochineal)"],
  [/tokens|signal/, "var(--dye-woad)"],
  [/eval|acc|pass/, "var(--dye-weld)"],
];

const drawnRun = (run: LoadedRun["run"], key: string): LoadedRun["run"] =>
  run.letter !== undefined ? run : { ...run, color: COLORS.find(([name]) => name.test(key))?.[1] ?? SERIES_COLORS[0] };

/** Returns why a metric that the search found is not among the usual charts. */
function noteOf(key: string, loaded: readonly LoadedRun[], repeated: ReadonlyMap<string, string>): string | null {
  const other = repeated.get(key);
  if (other !== undefined) return `the same values as ${seriesTitle(other).title}`;
  const constants = loaded.map(({ page }) => page?.directory.find((entry) => entry.key === key)?.constant ?? null);
  const [first] = constants;
  return first != null && constants.every((value) => value === first)
    ? `constant: ${seriesFormat(key)(first)} in every iteration`
    : null;
}

/** The place of a chart whose values are still loading. */
function Waiting({ metric }: { metric: string }) {
  return (
    <div className="h-[158px] truncate border-r border-b border-line px-4 py-2 text-small text-ink-3">
      {metricName(metric)}
    </div>
  );
}
