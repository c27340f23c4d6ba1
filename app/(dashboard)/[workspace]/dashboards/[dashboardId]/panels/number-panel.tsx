"use client";

import { useMemo } from "react";
import { ChartFrame } from "@/components/chart/chart-frame";
import { Sparkline } from "@/components/chart/sparkline";
import { DeltaText } from "@/components/ui/delta-text";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import { measuredText } from "@/components/watches/watch-words";
import { tracesHref } from "@/lib/address/traces-href";
import type { MeasuredFigure } from "@/lib/api/contract/measures/measured-figures";
import { type Compared, deltaText, figureParts, periodDelta } from "@/lib/format/period-delta";
import { type PanelData, seriesOf, seriesTable, spansOf } from "./panel-series";
import { panelTitle } from "./panel-words";

/** Figures of which more is worse; of a score and of traffic nobody but its reader knows. */
const WORSE: ReadonlySet<MeasuredFigure> = new Set(["errors", "error_share", "cost_usd"]);

function comparedAs(figure: MeasuredFigure): Compared {
  const worse = WORSE.has(figure) || figure.startsWith("latency") ? "more" : null;
  if (figure === "error_share") return { worse, difference: (difference) => `${(difference * 100).toFixed(2)} pp` };
  return { worse, difference: figure === "score" ? (difference) => difference.toFixed(3) : "relative" };
}

/** A figure of the whole range, with its change and its course. */
export function NumberPanel({ data }: { data: PanelData }) {
  const { panel, measured, scope } = data;
  const table = useMemo(() => seriesTable(spansOf(data), seriesOf(data)), [data]);
  const title = panelTitle(panel);
  const { total, previous } = measured;
  const text = measuredText(panel.figure, total.value);
  const { value, unit } = figureParts(text);
  const delta = periodDelta(comparedAs(panel.figure), total.value, previous?.value ?? null);
  const points = measured.points.map(({ start, value: at }) => ({ timeMs: Date.parse(start), value: at }));
  const isCompared = previous !== null;
  return (
    <ChartFrame
      title={title}
      heading={<span className="block truncate text-micro text-ink-3">{title}</span>}
      summary={`${title} ${text}${isCompared ? `, ${deltaText(delta)}` : ""}.`}
      table={table}
      fileName={title}
      isDrawing={false}
      className="h-full"
    >
      <Link
        href={tracesHref(scope)}
        aria-label={`${title} ${text}${isCompared ? `, ${deltaText(delta)}` : ""}`}
        className="grid min-h-0 flex-1 content-start gap-0.5 pr-3 pb-2.5 pl-4 outline-offset-[-2px] hover:bg-hover max-md:pl-3"
      >
        <span className="truncate text-figure font-medium tracking-[-0.02em]">
          <Quantity text={value} />
          {unit === "" ? null : <span className="ml-1 text-base font-normal tracking-normal text-ink-3">{unit}</span>}
        </span>
        <span className="flex h-5 items-end justify-between gap-2">
          <DeltaText delta={delta} isCompared={isCompared} />
          <Sparkline points={points} isBroken color={delta?.tone === "worse" ? "var(--err)" : "var(--ink-3)"} />
        </span>
      </Link>
    </ChartFrame>
  );
}
