import { memo, useMemo } from "react";
import { useValueInTurn } from "@/components/chart/use-turn";
import { MetricCard } from "@/components/training/metrics/metric-card";
import { type ChartRule, notedChart } from "@/lib/training/metrics/chart-notes";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { type ChartChoices, metricChart, type XMode } from "@/lib/training/metrics/metric-chart";
import { metricLabel, spreadPath } from "@/lib/training/metrics/metric-roles";
import type { MetricTable } from "@/lib/training/metrics/metric-table";
import { limitOf, type MetricLimits, type NotableStep } from "@/lib/training/metrics/notable-steps";

/** The settings of all charts; a new object if the table has grown or a choice has changed. */
export interface WantedCharts {
  readonly version: number;
  readonly choices: ChartChoices;
  readonly limits: MetricLimits;
  readonly notable: readonly NotableStep[];
  /** The mean reward of the base model; null if it is unknown. */
  readonly baseReward: number | null;
}

type SeriesCardProps = {
  table: MetricTable;
  wanted: WantedCharts;
  path: string;
  color: string;
  fileName: string;
  isPinned: boolean;
  onPin: (path: string) => void;
  onZoom: (range: readonly [number, number] | null) => void;
};

const xLabels: Record<XMode, string> = { step: "step", time: "time (ms since 1970)", relative: "time (ms)" };

/** Returns the levels that a metric is compared with: its limit, and for the reward the mean of the base model. */
function rulesOf(path: string, limits: MetricLimits, baseReward: number | null, isCrossed: boolean): ChartRule[] {
  const isReward = metricLabel(path) === "Reward mean";
  const base =
    isReward && baseReward !== null
      ? [{ value: baseReward, label: `base ${formatMetric("reward", baseReward)}`, isCrossed: false }]
      : [];
  const limit = limitOf(path, limits);
  const name = /grad/.test(path) ? "clip" : "target";
  return limit === null ? base : [...base, { value: limit, label: `${name} ${formatMetric(path, limit)}`, isCrossed }];
}

/**
 * The chart of one path. Each chart computes and draws its own line in its turn, so that the page stays responsive
 * between two of them.
 */
export const SeriesCard = memo(function SeriesCard({ table, wanted, path, ...rest }: SeriesCardProps) {
  const drawn = useValueInTurn(wanted);
  const { choices } = drawn;
  const chart = useMemo(() => {
    const plain = metricChart(table, path, choices);
    if (plain === null) return null;
    const { limits, notable, baseReward } = drawn;
    const own = notable.filter((one) => one.path === path);
    return notedChart(plain, table, choices, {
      spreadPath: spreadPath(
        path,
        table.series.map((one) => one.path),
      ),
      rules: rulesOf(path, limits, baseReward, own.length > 0),
      notable: own,
    });
  }, [table, drawn, path, choices]);
  if (chart === null) return null;
  return <MetricCard chart={chart} isLog={choices.isLog} xLabel={xLabels[choices.x]} {...rest} />;
});
