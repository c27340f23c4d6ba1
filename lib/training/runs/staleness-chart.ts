import type { Staleness } from "@/lib/api/contract/training-runs/staleness";
import type { ChartTable } from "@/lib/chart/chart-table";
import type { Axis } from "@/lib/chart/ticks";
import { countOf, formatCount } from "@/lib/format/count";
import { stepAxis } from "@/lib/training/curves/curve";

/** The share of the rollouts of a stretch in a band of lags. */
interface StalenessCell {
  readonly band: number;
  /** Above 0, at most 1. */
  readonly share: number;
}

/** A stretch of iterations. */
export interface StalenessColumn {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly StalenessCell[];
}

/** How stale the weights of rollouts were, as a heat map. */
export interface StalenessChart {
  /** The names of the bands: `0`, `1`, `2`, or `0–4`, `5–9`. The first is at the top, at 0 on the axis; the next at -1. */
  readonly bands: readonly string[];
  readonly columns: readonly StalenessColumn[];
  readonly x: Axis;
  readonly y: Axis;
  readonly table: ChartTable;
}

const HALF = 0.5;

const rangeText = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`;

/** Returns a cell for each band of each stretch that has rollouts in it. */
export function stalenessChart({ bands, stretches }: Staleness): StalenessChart {
  const names = bands.map(rangeText);
  return {
    bands: names,
    columns: stretches.map(({ from, to, shares }) => ({
      ...{ from, to },
      cells: shares.flatMap((share, band) => (share > 0 ? [{ band, share }] : [])),
    })),
    x: stepAxis(stretches.flatMap(({ from, to }) => [from - HALF, to + HALF])),
    y: {
      domain: [HALF - names.length, HALF],
      ticks: names.map((label, band) => ({ value: 0 - band, label })),
    },
    table: {
      head: ["first iteration", "last iteration", ...names.map((name) => `${name} steps stale, share`)],
      rows: stretches.map(({ from, to, shares }) => [from, to, ...shares]),
    },
  };
}

/** Returns the figures in one line: `mean 1.9 steps, at most 4, over 1,200 rollouts; 8 do not say it`. */
export function stalenessText({ mean, most, rollouts, unknown }: Staleness): string {
  const over = `over ${countOf(rollouts, "rollout")}`;
  const figures =
    most === 0
      ? `none: ${countOf(rollouts, "rollout")} sampled by the weights that they train`
      : `mean ${mean.toFixed(1)} steps, at most ${formatCount(most)}, ${over}`;
  return unknown === 0 ? figures : `${figures}; ${formatCount(unknown)} do not say it`;
}
