"use client";

import { useRouter } from "next/navigation";
import { useCallback, useRef, useState } from "react";
import { ChartTooltip, type Tip, type TipPlace } from "./chart-tooltip";
import { Plot } from "./plot";
import type { ChartSeries } from "./prepare-series";
import { type MarkPlace, type StackColumn, tallest } from "./prepare-stacks";
import { countAxis, timeTicks } from "./prepare-ticks";
import { StackMarks } from "./stack-marks";

/** What a mark says and where it leads. */
export interface MarkText {
  readonly tip: Tip;
  readonly href: string;
}

export type StackedBarsProps = {
  label: string;
  columns: readonly StackColumn[];
  series: readonly ChartSeries[];
  /** The series that is drawn hatched. */
  hatchedKey: string;
  textOf: (place: MarkPlace) => MarkText;
  /** The moment that the pointer of a chart of this page is at. */
  crossMs: number | null;
  onCross: (timeMs: number | null) => void;
  onZoom: (range: { fromMs: number; toMs: number } | null) => void;
};

/** Counts over time, stacked by series. Every segment is a link; arrow keys walk from one to the next. */
export function StackedBarsChart(props: StackedBarsProps) {
  const { columns, textOf } = props;
  const router = useRouter();
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<{ mark: MarkPlace; place: TipPlace } | null>(null);
  const show = useCallback((mark: MarkPlace | null, element: Element | null) => {
    const outer = frame.current?.getBoundingClientRect();
    if (mark === null || element === null || !outer) return setShown(null);
    const box = element.getBoundingClientRect();
    setShown({
      mark,
      place: {
        left: box.left - outer.left,
        right: box.right - outer.left,
        top: Math.min(box.top - outer.top - 8, outer.height - 110),
        frameWidth: outer.width,
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
      <Plot x={x} y={countAxis(tallest(columns))}>
        <StackMarks {...props} shown={shown?.mark ?? null} onShow={show} onOpen={(href) => router.push(href)} />
      </Plot>
      {shown ? <ChartTooltip tip={textOf(shown.mark).tip} place={shown.place} /> : null}
    </div>
  );
}
