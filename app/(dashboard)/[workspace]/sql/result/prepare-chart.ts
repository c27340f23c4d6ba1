import type { LinePoint } from "@/lib/chart/line-points";
import { columnKind, valueText, valueTimeMs } from "./column-kinds";
import type { SqlResult } from "./use-sql-run";

/** A value with its label. */
export interface ChartBar {
  readonly label: string;
  readonly value: number;
  /** Of the largest value, from 0 to 1. */
  readonly share: number;
}

export type ResultChart =
  | { readonly kind: "bars"; readonly bars: readonly ChartBar[]; readonly hiddenCount: number }
  | { readonly kind: "line"; readonly points: readonly LinePoint[] }
  | { readonly kind: "none"; readonly reason: string };

/** More bars are a list of names, which the table shows better. */
const MAX_BARS = 30;

/** The columns that can be drawn, and those that are drawn at first. */
export interface ChartColumns {
  readonly labels: readonly number[];
  readonly values: readonly number[];
}

/** Times and texts label a chart, numbers are its values. A column of numbers labels it where there is nothing else. */
export function chartColumns({ columns }: SqlResult): ChartColumns {
  const indexes = columns.map((_, index) => index);
  const kindAt = (index: number) => columnKind(columns[index]?.type ?? "");
  const values = indexes.filter((index) => kindAt(index) === "number");
  const times = indexes.filter((index) => kindAt(index) === "time");
  const texts = indexes.filter((index) => kindAt(index) === "text");
  const labels = [...times, ...texts];
  return labels.length > 0 ? { labels, values } : { labels: values.slice(0, 1), values: values.slice(1) };
}

/** Draws a column of numbers over one of times as a line, over any other as bars. */
export function prepareChart(result: SqlResult, label: number, value: number): ResultChart {
  const type = result.columns[label]?.type;
  if (type === undefined || result.columns[value] === undefined) {
    return { kind: "none", reason: "A chart needs a column of numbers, and a column of times or texts." };
  }
  const pairs = result.rows.map((row) => [row[label], numberOf(row[value])] as const);
  if (columnKind(type) === "time") {
    const points = pairs.flatMap(([at, number]) => {
      const timeMs = valueTimeMs(at);
      return timeMs === null ? [] : [{ timeMs, value: number }];
    });
    return { kind: "line", points: points.sort((left, right) => left.timeMs - right.timeMs) };
  }
  const largest = Math.max(0, ...pairs.map(([, number]) => Math.abs(number ?? 0)));
  const bars = pairs.slice(0, MAX_BARS).flatMap(([name, number]) => {
    if (number === null) return [];
    return [{ label: valueText(name) ?? "null", value: number, share: largest === 0 ? 0 : Math.abs(number) / largest }];
  });
  return { kind: "bars", bars, hiddenCount: Math.max(0, pairs.length - MAX_BARS) };
}

function numberOf(value: unknown): number | null {
  const number = value === null || value === undefined ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}
