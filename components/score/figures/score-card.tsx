"use client";

import { useMemo, useState } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { Segmented } from "@/components/form/segmented";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { TracesScope } from "@/lib/address/traces-href";
import type { ScoreOfCalls, ScoresFiguresResult } from "@/lib/api/contract/calls/score-figures";
import { formatCount } from "@/lib/format/count";
import { prepareScoreChart, type ScoreChart } from "./prepare-score-chart";
import { ScoreDistribution } from "./score-distribution";

const LinesChart = partLoadedLater(async () => (await import("@/components/chart/lines-chart")).LinesChart);

interface SharedCrosshair {
  readonly crossMs: number | null;
  readonly onCrosshairMove: (timeMs: number | null) => void;
  readonly onZoom: (range: { fromMs: number; toMs: number } | null) => void;
}

type ScoreCardProps = SharedCrosshair & {
  result: ScoresFiguresResult;
  score: ScoreOfCalls;
  scope: TracesScope;
};

/** One score: its mean or share, its course over time by group, and how its values are distributed. */
export function ScoreCard({ result, score, scope, ...cross }: ScoreCardProps) {
  const [view, setView] = useState<"series" | "distribution">("series");
  const chart = useMemo(() => prepareScoreChart(result, score, scope, Date.now()), [result, score, scope]);
  const hasSeries = chart.axis !== null && chart.hasCourse;
  const shown = hasSeries ? view : "distribution";
  return (
    <ChartFrame
      title={chart.name}
      unit={chart.count}
      summary={chart.summary}
      table={chart.table}
      fileName={`score-${chart.name}`}
      isDrawing={shown === "series"}
      className="h-[232px] border-r border-b border-line"
      legend={
        hasSeries ? (
          <Segmented
            label={`View of ${chart.name}`}
            size="small"
            value={view}
            onChange={setView}
            segments={[
              { value: "series", label: "Series" },
              { value: "distribution", label: "Distribution" },
            ]}
          />
        ) : null
      }
    >
      <p className="flex-none px-4 pb-1 text-base font-medium max-md:px-3">{chart.figure}</p>
      {shown === "series" && chart.axis ? (
        <div className="flex min-h-0 flex-1">
          <div className="relative min-w-0 flex-1">
            <LinesChart
              label={chart.name}
              lines={chart.lines}
              bands={chart.bands}
              yAxis={chart.axis}
              format={chart.format}
              {...cross}
            />
          </div>
          {chart.groups.length > 1 ? <Groups groups={chart.groups} /> : null}
        </div>
      ) : (
        <ScoreDistribution name={chart.name} bars={chart.bars} />
      )}
    </ChartFrame>
  );
}

/** The figure and the number of scored calls of each group. */
function Groups({ groups }: Pick<ScoreChart, "groups">) {
  return (
    <ul aria-label="Groups" className="w-[38%] max-w-48 flex-none overflow-y-auto pr-3 pb-2 text-micro">
      {groups.map(({ key, label, color, text, calls }) => (
        <li key={key} className="grid grid-cols-[8px_minmax(0,1fr)_auto] items-center gap-x-1.5 py-px">
          <i aria-hidden="true" className="size-2 rounded-[2px]" style={{ background: color }} />
          <span className="truncate" title={label}>
            {label}
          </span>
          <span className="whitespace-nowrap">
            {text} <span className="text-ink-3">{formatCount(calls)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
