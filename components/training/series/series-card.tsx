"use client";

import { ChartFrame } from "@/components/chart/chart-frame";
import { PinButton } from "@/components/training/metrics/pin-button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { ChartTable } from "@/lib/chart/chart-table";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { metricHint } from "@/lib/training/metrics/metric-hints";
import { metricName } from "@/lib/training/metrics/metric-order";
import type { RestartMark } from "@/lib/training/series/restart-mark";
import { positionText, type SeriesChart } from "@/lib/training/series/series-chart";
import { ValuesHere } from "./values-here";

const SeriesPlot = partLoadedLater(async () => (await import("./series-plot")).SeriesPlot);

type SeriesCardProps = {
  chart: SeriesChart;
  isLog: boolean;
  /** The header of the first column of the table. */
  xLabel: string;
  fileName: string;
  /** Why the metric is not among the usual charts; null where it is. */
  note: string | null;
  restarts: readonly RestartMark[];
  isPinned: boolean;
  onPin: (key: string) => void;
  onZoom: (range: readonly [number, number] | null) => void;
};

/** A metric of one or more runs: the value of each at the crosshair, and the lines. */
export function SeriesCard({
  chart,
  isLog,
  xLabel,
  fileName,
  note,
  restarts,
  isPinned,
  onPin,
  onZoom,
}: SeriesCardProps) {
  const name = metricName(chart.key);
  const hint = metricHint(name);
  const notes = [
    note,
    gapText(chart),
    chart.hiddenCount > 0 ? `${countOf(chart.hiddenCount, "value")} at or below 0, hidden on a log scale` : null,
    clippedText(chart),
  ].flatMap((text) => text ?? []);
  return (
    <ChartFrame
      title={chart.title}
      heading={
        <span
          className={classNames("block truncate", chart.isName && "text-code")}
          title={`${name}${hint === null ? "" : `. ${hint}`}`}
        >
          {chart.title}
        </span>
      }
      legend={
        <>
          <ValuesHere chart={chart} />
          <PinButton name={chart.title} isPinned={isPinned} onPin={() => onPin(chart.key)} />
        </>
      }
      summary={[summaryOf(chart), ...notes.map((text) => `${text}.`), hint ?? ""].join(" ")}
      table={tableOf(chart, xLabel)}
      fileName={`${fileName}-${name}`}
      className="group border-r border-b border-line"
    >
      {notes.length === 0 ? null : (
        <p className="-mt-1.5 h-4 truncate px-4 text-micro text-ink-3 max-md:px-3">{notes.join("; ")}</p>
      )}
      <div className="relative h-[124px] flex-none">
        <SeriesPlot chart={chart} isLog={isLog} restarts={restarts} onZoom={onZoom} />
      </div>
    </ChartFrame>
  );
}

function clippedText({ clipped, isBounded }: SeriesChart): string | null {
  if (clipped.length === 0) return null;
  return isBounded ? "values beyond the typed range" : `${countOf(clipped.length, "outlier")} beyond the axis`;
}

/** More places of missing values are counted only. */
const MAX_GAPS = 3;

/** Says where values are missing; null where none are. */
function gapText({ gaps, axis }: SeriesChart): string | null {
  if (gaps.length === 0) return null;
  const places = gaps.slice(0, MAX_GAPS).map((at) => positionText(axis, at));
  const more = gaps.length - places.length;
  return `no value near ${places.join(", ")}${more > 0 ? ` and at ${countOf(more, "other place")}` : ""}`;
}

function summaryOf({ title, lines, format }: SeriesChart): string {
  const ends = lines.map((line) => {
    const known = (line.raw ?? line.line).flatMap((value) => value ?? []);
    const [first, last] = [known[0], known.at(-1)];
    const who = lines.length === 1 ? "" : `${line.label} `;
    return first === undefined || last === undefined ? `${who}no values` : `${who}${format(first)} to ${format(last)}`;
  });
  return `${title}: ${ends.join(", ")}.`;
}

/** The points that are drawn, as a table. */
function tableOf({ lines }: SeriesChart, xLabel: string): ChartTable {
  return {
    head: [xLabel, ...lines.flatMap(({ label }) => [label, `${label}, low`, `${label}, high`])],
    get rows() {
      const rows = new Map<number, (number | null)[]>();
      for (const [column, { xs, raw, line, low, high }] of lines.entries()) {
        for (const [at, x] of xs.entries()) {
          const last = (raw ?? line)[at] ?? null;
          if (last === null) continue;
          const row = rows.get(x) ?? lines.flatMap(() => [null, null, null]);
          row.splice(column * 3, 3, last, low?.[at] ?? last, high?.[at] ?? last);
          rows.set(x, row);
        }
      }
      return [...rows].sort(([left], [right]) => left - right).map(([x, values]) => [x, ...values]);
    },
  };
}
