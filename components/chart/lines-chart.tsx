"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { durationAxis, timeTicks } from "@/lib/chart/ticks";
import { ChartTooltip, type TooltipPosition } from "./chart-tooltip";
import { LineMarks } from "./line-marks";
import type { LinesChartProps } from "./lines-chart-props";
import { Plot } from "./plot";

const MARGIN = { left: 52, right: 58 } as const;

/** A chart of values over time: of durations on a log scale, or on the given axis. Each time span is a link; arrow keys move between them. */
export function LinesChart(props: LinesChartProps) {
  const { lines, bands } = props;
  const router = useRouter();
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ index: number; position: TooltipPosition } | null>(null);
  const show = useCallback((index: number | null, element: Element | null) => {
    const outer = frame.current?.getBoundingClientRect();
    if (index === null || element === null || !outer) return setShown(null);
    const box = element.getBoundingClientRect();
    const middle = (box.left + box.right) / 2 - outer.left;
    setShown({ index, position: { left: middle, right: middle, top: 14, frameWidthPx: outer.width } });
  }, []);
  const [first, last] = [bands[0], bands.at(-1)];
  if (!first || !last) return null;
  const x = { domain: [first.startMs, last.endMs] as const, ticks: timeTicks(first.startMs, last.endMs, 6) };
  const y = props.yAxis ?? durationAxis(lines.flatMap(({ points }) => points.map(({ value }) => value)));
  const tip = shown === null ? undefined : bands[shown.index]?.tip;
  return (
    <div ref={frame} className="absolute inset-0">
      <Plot x={x} y={y} yScale={props.yAxis ? "linear" : "log"} margin={MARGIN}>
        <LineMarks {...props} shown={shown?.index ?? null} onShow={show} onOpen={(href) => router.push(href)} />
      </Plot>
      {tip && shown ? <ChartTooltip tip={tip} position={shown.position} /> : null}
    </div>
  );
}
