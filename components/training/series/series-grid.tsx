import { SERIES_COLORS } from "@/lib/chart/series";
import { rangeAround } from "@/lib/training/metrics/metric-chart";
import { metricName } from "@/lib/training/metrics/metric-order";
import type { RestartMark } from "@/lib/training/series/restart-mark";
import { seriesChart, seriesFormat, seriesTitle, seriesTitles } from "@/lib/training/series/series-chart";
import { SeriesCard } from "./series-card";
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

const X_LABELS = { step: "iteration", tokens: "tokens", time: "seconds" } as const;

/** Returns the visible range of x: the chosen one, otherwise all iterations of all runs. */
function rangeOf(loaded: readonly LoadedRun[], { zoom: [from, to] }: SeriesParams): readonly [number, number] {
  if (from !== undefined && to !== undefined) return [from, to];
  const ends = loaded.flatMap(({ page }) => page?.extent ?? []);
  return ends.length === 0 ? [0, 1] : rangeAround([Math.min(...ends), Math.max(...ends)]);
}

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
  const x = loaded.find(({ page }) => page)?.page?.x ?? "step";
  const choices = { x, isLog: params.log, isClipped: params.clip, range: rangeOf(loaded, params) };
  const restarts = loaded.flatMap(({ run, page }) =>
    (page?.restarts ?? []).map((at) => restartOf(at, run, loaded.length > 1)),
  );
  const titles = seriesTitles(keys);
  return (
    <div className="grid grid-cols-3 overflow-hidden [&>*]:-mr-px max-xl:grid-cols-2 max-md:grid-cols-1">
      {keys.map((key) => {
        const own = loaded.flatMap(({ run, series, page }) => {
          const found = series.get(key);
          return found && page?.x === x ? [{ run: drawnRun(run, loaded.length, key), series: found }] : [];
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

/** Of several runs each has marks of its own color, and with its name. */
const restartOf = (at: number, { id, label, color }: LoadedRun["run"], isNamed: boolean): RestartMark => ({
  ...{ id, x: at, color: isNamed ? color : "var(--warn)" },
  text: isNamed ? `${label} began again here` : "Began again here",
});

/** The colors of the usual metrics of a single run, the same in every run; several runs have a color each. */
const COLORS: readonly (readonly [name: RegExp, color: string])[] = [
  [/reward/, "var(--dye-indigo)"],
  [/loss/, "var(--dye-walnut)"],
  [/kl/, "var(--dye-orchil)"],
  [/entropy/, "var(--dye-verdigris)"],
  [/grad/, "var(--dye-cochineal)"],
  [/tokens|signal/, "var(--dye-woad)"],
  [/eval|acc|pass/, "var(--dye-weld)"],
];

const drawnRun = (run: LoadedRun["run"], count: number, key: string): LoadedRun["run"] =>
  count > 1 ? run : { ...run, color: COLORS.find(([name]) => name.test(key))?.[1] ?? SERIES_COLORS[0] };

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
