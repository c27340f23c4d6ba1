"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { type MarkPosition, maxColumnTotal } from "@/lib/chart/stacks";
import { countAxis, timeTicks } from "@/lib/chart/ticks";
import { ChartTooltip, type TooltipPosition } from "./chart-tooltip";
import { Plot } from "./plot";
import { StackMarks } from "./stack-marks";
import type { StackedBarsProps } from "./stacked-bars-props";

/** A chart of amounts over time, stacked by series. Each segment is a link; arrow keys move between them. */
export function StackedBarsChart(props: StackedBarsProps) {
  const { columns, textOf, axisOf = countAxis } = props;
  const router = useRouter();
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ mark: MarkPosition; position: TooltipPosition } | null>(null);
  const show = useCallback((mark: MarkPosition | null, element: Element | null) => {
    const outer = frame.current?.getBoundingClientRect();
    if (mark === null || element === null || !outer) return setShown(null);
    const box = element.getBoundingClientRect();
    setShown({
      mark,
      position: {
        left: box.left - outer.left,
        right: box.right - outer.left,
        top: Math.min(box.top - outer.top - 8, outer.height - 110),
        frameWidthPx: outer.width,
      },
    });
  }, []);
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last) return null;
  const x = {
    domain: [first.startMs, last.endMs] as const,
    ticks: timeTicks(first.startMs, last.endMs),
  };
  return (
    <div ref={frame} className="absolute inset-0">
      <Plot x={x} y={axisOf(maxColumnTotal(columns))}>
        <StackMarks {...props} shown={shown?.mark ?? null} onShow={show} onOpen={(href) => router.push(href)} />
      </Plot>
      {shown ? <ChartTooltip tip={textOf(shown.mark).tip} position={shown.position} /> : null}
    </div>
  );
}
