import { useMemo } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { useCrosshair } from "@/components/training/metrics/crosshair";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { TimeSplit as Split } from "@/lib/api/contract/training-runs/time-split";
import { countOf } from "@/lib/format/count";
import { percentText, secondsText, stretchText, type TimeChart, timeChart } from "@/lib/training/runs/time-chart";

const TimePlot = partLoadedLater(async () => (await import("./time-plot")).TimePlot);

/** Where the time of the iterations goes: a column for each, or for each stretch of many, and the share of each phase. */
export function TimeSplit({ split, fileName }: { split: Split; fileName: string }) {
  const chart = useMemo(() => timeChart(split), [split]);
  const mean = chart.phases.reduce((sum, { seconds }) => sum + seconds, 0);
  const unit = split.overlaps
    ? "phases run side by side, so that they exceed the iteration"
    : `${secondsText(mean)} on average over ${countOf(split.iterations, "iteration")}`;
  return (
    <ChartFrame
      title="Time of an iteration"
      unit={unit}
      summary={`${unit}: ${chart.phases.map(({ label, share }) => `${label} ${percentText(share)}`).join(", ")}.`}
      table={chart.table}
      fileName={`${fileName}-time`}
      className="h-[176px] flex-none border-b border-line max-md:h-[196px]"
    >
      <Phases chart={chart} />
      <div className="relative min-h-0 flex-1">
        <TimePlot chart={chart} />
      </div>
    </ChartFrame>
  );
}

/** Each phase with its mean and its share; at the crosshair, with its time there. */
function Phases({ chart: { phases, columns } }: { chart: TimeChart }) {
  const { at } = useCrosshair();
  const column = at === null ? undefined : columns.find(({ from, to }) => at >= from - 0.5 && at < to + 0.5);
  const secondsOf = (phase: string) => {
    const own = column?.segments.find((segment) => segment.phase === phase);
    return own === undefined ? 0 : own.to - own.from;
  };
  return (
    <ul className="flex flex-none flex-wrap gap-x-3.5 px-4 text-micro text-ink-3 tabular-nums max-md:px-3">
      {phases.map(({ phase, label, color, seconds, share }) => (
        <li key={phase} className="flex items-center gap-1.5">
          <i aria-hidden="true" className="size-2 flex-none rounded-[2px]" style={{ background: color }} />
          {label}
          <b className="font-medium text-ink">
            {column === undefined ? percentText(share) : secondsText(secondsOf(phase))}
          </b>
          {column === undefined ? <span>{secondsText(seconds)}</span> : null}
        </li>
      ))}
      {column === undefined ? null : <li className="ml-auto">iteration {stretchText(column)}</li>}
    </ul>
  );
}
