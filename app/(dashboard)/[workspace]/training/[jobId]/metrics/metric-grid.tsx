import { SERIES_COLORS } from "@/lib/chart/series";
import type { MetricTable } from "@/lib/training/metrics/metric-table";
import { SeriesCard, type WantedCharts } from "./series-card";

type MetricGridProps = {
  paths: readonly string[];
  table: MetricTable;
  wanted: WantedCharts;
  pinned: readonly string[];
  fileName: string;
  onPin: (path: string) => void;
  onZoom: (range: readonly [number, number] | null) => void;
};

/** The colors of the key metrics, the same in every job; the colors of other metrics depend on their names. */
const COLORS: readonly (readonly [name: RegExp, color: string])[] = [
  [/reward/, "var(--dye-indigo)"],
  [/loss/, "var(--dye-walnut)"],
  [/kl/, "var(--dye-orchil)"],
  [/entropy/, "var(--dye-verdigris)"],
  [/grad/, "var(--dye-cochineal)"],
  [/tokens/, "var(--dye-woad)"],
];

function colorOf(path: string): string {
  const known = COLORS.find(([name]) => name.test(path));
  if (known) return known[1];
  const sum = [...path].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return SERIES_COLORS[sum % SERIES_COLORS.length] ?? SERIES_COLORS[0];
}

/** Charts of metrics, three per row. */
export function MetricGrid({ paths, pinned, ...rest }: MetricGridProps) {
  return (
    <div className="grid grid-cols-3 overflow-hidden [&>*]:-mr-px max-xl:grid-cols-2 max-md:grid-cols-1">
      {paths.map((path) => (
        <SeriesCard key={path} path={path} color={colorOf(path)} isPinned={pinned.includes(path)} {...rest} />
      ))}
    </div>
  );
}
