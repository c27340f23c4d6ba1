import { memo, useMemo } from "react";
import { MetricCard } from "@/components/training/metrics/metric-card";
import { type ChartChoices, metricChart } from "@/lib/training/metrics/metric-chart";
import type { MetricTable } from "@/lib/training/metrics/metric-table";

type SeriesCardProps = {
  table: MetricTable;
  /** Changes when the table has grown. */
  version: number;
  path: string;
  choices: ChartChoices;
  color: string;
  xLabel: string;
  fileName: string;
  isPinned: boolean;
  onPin: (path: string) => void;
  onZoom: (range: readonly [number, number] | null) => void;
};

/** The chart of one path. Each chart computes its own line, so that the page stays responsive between two. */
export const SeriesCard = memo(function SeriesCard({ table, version, path, choices, ...rest }: SeriesCardProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table grows in place, and its version says so
  const chart = useMemo(() => metricChart(table, path, choices), [table, version, path, choices]);
  return chart === null ? null : <MetricCard chart={chart} isLog={choices.isLog} {...rest} />;
});
