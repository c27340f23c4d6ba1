"use client";

import { useState } from "react";
import { LinesChart } from "@/components/chart/lines-chart";
import { Select } from "@/components/form/select";
import { PaneState } from "@/components/state/pane-state";
import type { LinePoint } from "@/lib/chart/line-points";
import { SERIES_COLORS } from "@/lib/chart/series";
import { linearAxis } from "@/lib/chart/ticks";
import { countOf } from "@/lib/format/count";
import { formatFullTime } from "@/lib/format/time";
import { chartColumns, prepareChart } from "./prepare-chart";
import type { SqlResult } from "./use-sql-run";
import { ValueBars } from "./value-bars";

type ResultChartProps = { result: SqlResult; hrefOf: (span: { startMs: number; endMs: number }) => string };

const textOf = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 4 });

/** Two columns of a result: a line over time, or bars. */
export function ResultChart({ result, hrefOf }: ResultChartProps) {
  const columns = chartColumns(result);
  const [label, setLabel] = useState(columns.labels[0] ?? -1);
  const [value, setValue] = useState(columns.values[0] ?? -1);
  const chart = prepareChart(result, label, value);
  const options = (indexes: readonly number[]) =>
    indexes.map((index) => ({ value: String(index), label: result.columns[index]?.name ?? "" }));
  if (chart.kind === "none") {
    return (
      <PaneState kind="empty" title="Nothing to draw">
        {chart.reason}
      </PaneState>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-2 px-4 py-2 text-small text-ink-2 max-md:px-3">
        <Select
          label="Values"
          value={String(value)}
          options={options(columns.values)}
          onChange={(next) => setValue(Number(next))}
        />
        by
        <Select
          label="Labels"
          value={String(label)}
          options={options(columns.labels)}
          onChange={(next) => setLabel(Number(next))}
        />
      </div>
      {chart.kind === "line" ? (
        <TimeLine name={result.columns[value]?.name ?? ""} points={chart.points} hrefOf={hrefOf} />
      ) : (
        <ValueBars
          label={`${result.columns[value]?.name} by ${result.columns[label]?.name}`}
          bars={chart.bars}
          textOf={textOf}
        />
      )}
      {chart.kind === "bars" && chart.hiddenCount > 0 ? (
        <p className="flex-none px-4 py-2 text-small text-ink-3">
          {countOf(chart.hiddenCount, "more row")} in the table.
        </p>
      ) : null}
    </div>
  );
}

type TimeLineProps = { name: string; points: readonly LinePoint[]; hrefOf: ResultChartProps["hrefOf"] };

/** A line whose times lead to the traces that began then. */
function TimeLine({ name, points, hrefOf }: TimeLineProps) {
  const [crossMs, setCrossMs] = useState<number | null>(null);
  const last = points.at(-1);
  const stepMs =
    points.length < 2 || last === undefined ? 60_000 : (last.timeMs - (points[0]?.timeMs ?? 0)) / (points.length - 1);
  const bands = points.map((point, index) => {
    const span = { startMs: point.timeMs, endMs: points[index + 1]?.timeMs ?? point.timeMs + stepMs };
    const value = point.value === null ? "unknown" : textOf(point.value);
    const tip = {
      title: name,
      when: formatFullTime(point.timeMs),
      facts: [{ label: name, value }],
      action: "Open traces",
    };
    return { ...span, tip, href: hrefOf(span) };
  });
  return (
    <div className="relative min-h-[180px] flex-1">
      <LinesChart
        label={name}
        lines={[{ key: name, label: name, color: SERIES_COLORS[0], points }]}
        bands={bands}
        yAxis={linearAxis(Math.max(...points.map(({ value }) => value ?? 0)), textOf)}
        format={textOf}
        crossMs={crossMs}
        onCrosshairMove={setCrossMs}
        onZoom={() => undefined}
      />
    </div>
  );
}
