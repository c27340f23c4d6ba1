"use client";

import { ChartFrame } from "@/components/chart/chart-frame";
import { useCrosshair } from "@/components/training/metrics/crosshair";
import { PinButton } from "@/components/training/metrics/pin-button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { ChartTable } from "@/lib/chart/chart-table";
import { countOf } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import { classNames } from "@/lib/style/class-names";
import { metricHint } from "@/lib/training/metrics/metric-hints";
import { metricName } from "@/lib/training/metrics/metric-order";
import type { RestartMark } from "@/lib/training/series/restart-mark";
import type { SeriesChart } from "@/lib/training/series/series-chart";
import { valueAt } from "@/lib/training/series/value-at";

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
    chart.hiddenCount > 0 ? `${countOf(chart.hiddenCount, "value")} at or below 0, hidden on a log scale` : null,
    chart.clipped.length > 0 ? `${countOf(chart.clipped.length, "outlier")} beyond the axis` : null,
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

/** The value of each run at the crosshair, or at the end of its line; several runs in their colors. */
function ValuesHere({ chart: { lines, format } }: { chart: SeriesChart }) {
  const { at } = useCrosshair();
  const isOne = lines.length === 1;
  return (
    <span className="flex min-w-0 items-baseline gap-2 overflow-hidden whitespace-nowrap text-micro text-ink-3 tabular-nums">
      {lines.map((line) => {
        const point = valueAt(line, at);
        return (
          <span key={line.id} title={line.label} className="flex items-center gap-1">
            {isOne ? null : (
              <i aria-hidden="true" className="size-[7px] flex-none rounded-full" style={{ background: line.color }} />
            )}
            {isOne ? null : <span className="sr-only">{line.label}</span>}
            <b className="font-medium text-ink">{point === null ? MISSING : format(point.value)}</b>
            {isOne && point !== null && point.raw !== null ? <span>raw {format(point.raw)}</span> : null}
          </span>
        );
      })}
    </span>
  );
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
