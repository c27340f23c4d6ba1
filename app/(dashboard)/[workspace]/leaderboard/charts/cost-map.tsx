"use client";

import { ChartFrame } from "@/components/chart/chart-frame";
import { Plot } from "@/components/chart/plot";
import { countOf } from "@/lib/format/count";
import { CostMapMarks } from "./cost-map-marks";
import type { CostMap } from "./prepare-cost-map";

type CostMapProps = {
  map: CostMap;
  /** What the vertical axis has: a score, or the mean of several. */
  scoreName: string;
  /** The models that the search found: others are drawn faint. */
  found: ReadonlySet<string>;
  /** The model that the keys moved to: it has a ring. */
  cursor: string | null;
};

const MARGIN = { left: 54, right: 16 } as const;

/** Score against the cost of a trial: what a better answer costs. */
export function CostMapChart({ map, scoreName, found, cursor }: CostMapProps) {
  const { points, leftOut } = map;
  const unknown = leftOut.length === 0 ? "" : `, ${countOf(leftOut.length, "model")} without a cost`;
  const best = points.filter(({ isOnFrontier }) => isOnFrontier).map(({ model }) => model);
  return (
    <ChartFrame
      title={`${scoreName} against cost`}
      unit={`cost of one trial, log scale${unknown}`}
      summary={`${countOf(points.length, "model")} by the cost of a trial and by ${scoreName}. No cheaper model does as well as ${best.join(", ") || "none"}.${leftOut.length === 0 ? "" : ` Not drawn, because the cost is zero or not known: ${leftOut.join(", ")}.`}`}
      fileName="leaderboard-cost"
      table={{
        head: ["model", "cost of a trial, USD", scoreName, "low", "high"],
        rows: points.map(({ model, costUsd, value, interval }) => [
          model,
          costUsd,
          value,
          interval?.low ?? null,
          interval?.high ?? null,
        ]),
      }}
      legend={<Legend hasCheckpoints={points.some(({ isCheckpoint }) => isCheckpoint)} />}
      isDrawing={points.length > 0}
      className="min-h-[264px] flex-1 max-lg:h-[264px] max-lg:flex-none"
    >
      {points.length === 0 ? (
        <p className="grid h-full place-items-center px-4 text-center text-small text-ink-3">
          No model has a cost above zero. Add prices on Costs.
        </p>
      ) : (
        <Plot x={map.x} y={map.y} xScale="log" margin={MARGIN} hasVerticalGrid>
          <CostMapMarks map={map} found={found} cursor={cursor} />
        </Plot>
      )}
    </ChartFrame>
  );
}

function Legend({ hasCheckpoints }: { hasCheckpoints: boolean }) {
  return (
    <span className="flex flex-none items-center gap-3 text-micro text-ink-2 max-md:hidden">
      {hasCheckpoints ? (
        <>
          <span className="flex items-center gap-1">
            <i aria-hidden="true" className="size-2 rounded-full bg-dye-indigo" />
            checkpoint
          </span>
          <span className="flex items-center gap-1">
            <i aria-hidden="true" className="size-2 bg-dye-weld" />
            other model
          </span>
        </>
      ) : null}
      <span className="flex items-center gap-1">
        <i aria-hidden="true" className="w-4 border-t border-dashed border-ink-3" />
        frontier
      </span>
    </span>
  );
}
