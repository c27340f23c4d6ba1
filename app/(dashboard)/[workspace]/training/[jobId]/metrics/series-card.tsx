import { memo, useMemo } from "react";
import { useValueInTurn } from "@/components/chart/use-turn";
import { MetricCard } from "@/components/training/metrics/metric-card";
import { type ChartChoices, metricChart, type XMode } from "@/lib/training/metrics/metric-chart";
import type { MetricTable } from "@/lib/training/metrics/metric-table";

type SeriesCardProps = {
  table: MetricTable;
  /** What all charts are to show; a new object when the table has grown or a choice has changed. */
  wanted: { readonly version: number; readonly choices: ChartChoices };
  path: string;
  color: string;
  fileName: string;
  isPinned: boolean;
  onPin: (path: string) => void;
  onZoom: (range: readonly [number, number] | null) => void;
};

const xLabels: Record<XMode, string> = { step: "step", time: "time (ms since 1970)", relative: "time (ms)" };

/**
 * The chart of one path. Each chart computes and draws its own line in its turn, so that the page stays responsive
 * between two of them.
 */
export const SeriesCard = memo(function SeriesCard({ table, wanted, path, ...rest }: SeriesCardProps) {
  const drawn = useValueInTurn(wanted);
  const { choices } = drawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table grows in place, and its version says so
  const chart = useMemo(() => metricChart(table, path, choices), [table, drawn, path]);
  if (chart === null) return null;
  return <MetricCard chart={chart} isLog={choices.isLog} xLabel={xLabels[choices.x]} {...rest} />;
});
