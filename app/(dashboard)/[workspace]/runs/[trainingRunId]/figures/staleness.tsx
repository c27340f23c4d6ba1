import { useMemo } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { useCrosshair } from "@/components/training/metrics/crosshair";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { Staleness as Stale } from "@/lib/api/contract/training-runs/staleness";
import { type StalenessChart, stalenessChart, stalenessText } from "@/lib/training/runs/staleness-chart";
import { percentText, stretchText } from "@/lib/training/runs/time-chart";
import { heatOpacity } from "./heat-opacity";

const StalenessPlot = partLoadedLater(async () => (await import("./staleness-plot")).StalenessPlot);

const HEAD_PX = 34 + 18 + 8 + 24;
const BAND_PX = 17;
/** The shares that the legend shows. */
const SHADES = [0.1, 0.4, 0.7, 1] as const;

/** How many training steps old the weights were that sampled the rollouts: the share of each number, by iteration. */
export function Staleness({ stale, fileName }: { stale: Stale; fileName: string }) {
  const chart = useMemo(() => stalenessChart(stale), [stale]);
  const text = stalenessText(stale);
  if (stale.most === 0) {
    return (
      <p className="flex min-h-8 flex-none items-center gap-2 border-b border-line px-4 text-small max-md:px-3">
        <span className="flex-none font-medium">Staleness</span>
        <span className="min-w-0 text-micro text-ink-3">{text}</span>
      </p>
    );
  }
  return (
    <div className="flex flex-none border-b border-line" style={{ height: HEAD_PX + BAND_PX * chart.bands.length }}>
      <ChartFrame
        title="Staleness"
        unit={text}
        summary={`Training steps between the weights that sampled rollouts and those that they train: ${text}.`}
        table={chart.table}
        fileName={`${fileName}-staleness`}
        className="flex-1"
      >
        <Shares chart={chart} />
        <div className="relative min-h-0 flex-1">
          <StalenessPlot chart={chart} />
        </div>
      </ChartFrame>
    </div>
  );
}

/** What the shades mean; at the crosshair, the shares there. */
function Shares({ chart: { bands, columns } }: { chart: StalenessChart }) {
  const { at } = useCrosshair();
  const column = at === null ? undefined : columns.find(({ from, to }) => at >= from - 0.5 && at < to + 0.5);
  return (
    <p className="flex h-[18px] flex-none items-center gap-x-3 overflow-hidden px-4 text-micro whitespace-nowrap text-ink-3 tabular-nums max-md:px-3">
      {column === undefined ? (
        <>
          <span>steps stale, by iteration</span>
          <span className="ml-auto flex items-center gap-1">
            share of rollouts
            {SHADES.map((share) => (
              <i
                key={share}
                aria-hidden="true"
                className="size-2.5 rounded-[2px] bg-(--dye-indigo)"
                style={{ opacity: heatOpacity(share) }}
              />
            ))}
            100%
          </span>
        </>
      ) : (
        <>
          {column.cells.map(({ band, share }) => (
            <span key={band}>
              {bands[band]} stale <b className="font-medium text-ink">{percentText(share)}</b>
            </span>
          ))}
          <span className="ml-auto">iteration {stretchText(column)}</span>
        </>
      )}
    </p>
  );
}
