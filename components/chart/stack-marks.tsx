"use client";

import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from "react";
import { adjacentMark, type MarkPosition, type Move } from "@/lib/chart/stacks";
import { CrossLine } from "./cross-line";
import { PlotSurface } from "./plot-surface";
import { StackColumnMarks } from "./stack-column-marks";
import type { StackedBarsProps } from "./stacked-bars-props";
import { usePlotGeometry } from "./use-plot-geometry";

type StackMarksProps = StackedBarsProps & {
  shown: MarkPosition | null;
  onShow: (mark: MarkPosition | null, element: Element | null) => void;
  onOpen: (href: string) => void;
};

const MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "first",
  End: "last",
};

/** The mark of an element. */
function markOf(target: EventTarget): { mark: MarkPosition; link: SVGAElement } | null {
  const link = target instanceof Element ? target.closest<SVGAElement>("a[data-column]") : null;
  if (!link) return null;
  return { mark: { column: Number(link.dataset.column), key: link.dataset.series ?? "" }, link };
}

/** True for a click that the browser must handle itself: a new tab, a new window. */
function isBrowsers(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** The segments in plot coordinates. One of them is in the tab order; arrow keys move to the others. */
export function StackMarks(props: StackMarksProps) {
  const { columns, series, hatchedKey, textOf, shown, onShow, onOpen } = props;
  const geometry = usePlotGeometry();
  const group = useRef<SVGGElement>(null);
  const hatchId = useId();
  const [tabStop, setTabStop] = useState<MarkPosition | null>(null);
  if (!geometry) return null;
  const isThere = tabStop !== null && columns[tabStop.column]?.segments.some(({ key }) => key === tabStop.key);
  const stop = isThere ? tabStop : adjacentMark(columns, { column: 0, key: "" }, "first");
  const show = (target: EventTarget) => {
    const mark = markOf(target);
    onShow(mark?.mark ?? null, mark?.link ?? null);
  };
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    const move = MOVES[event.key];
    const mark = markOf(event.target);
    const next = move && mark && adjacentMark(columns, mark.mark, move);
    if (move) event.preventDefault();
    if (!next) return;
    setTabStop(next);
    const links = group.current?.querySelectorAll<SVGAElement>(`a[data-column="${next.column}"]`) ?? [];
    [...links].find((link) => link.dataset.series === next.key)?.focus();
  };
  return (
    <PlotSurface
      geometry={geometry}
      onCrosshairMove={props.onCrosshairMove}
      onZoom={(range) => props.onZoom(range && { fromMs: range.from, toMs: range.to })}
    >
      <pattern id={hatchId} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(135)">
        <rect width="5" height="5" fill="var(--err-tint)" />
        <path d="M0 0v5" stroke="var(--err)" strokeWidth="3" />
      </pattern>
      {shown === null ? <CrossLine geometry={geometry} timeMs={props.crossMs} /> : null}
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: no HTML element groups marks inside an SVG */}
      {/* biome-ignore lint/a11y/useSemanticElements: HTML group elements cannot be inside an SVG */}
      <g
        ref={group}
        role="group"
        aria-label={props.label}
        onPointerOver={(event) => show(event.target)}
        onPointerLeave={() => onShow(null, null)}
        onFocus={(event) => {
          if (event.target.matches(":focus-visible")) show(event.target);
        }}
        onBlur={() => onShow(null, null)}
        onKeyDown={onKeyDown}
        onDragStart={(event) => event.preventDefault()}
        onClick={(event) => {
          const mark = markOf(event.target);
          if (!mark || isBrowsers(event)) return;
          event.preventDefault();
          onOpen(textOf(mark.mark).href);
        }}
      >
        {columns.map((column) => (
          <StackColumnMarks
            key={column.startMs}
            column={column}
            series={series}
            geometry={geometry}
            hatchedKey={hatchedKey}
            hatchFill={`url(#${hatchId})`}
            textOf={textOf}
            shownKey={shown?.column === column.index ? shown.key : null}
            tabKey={stop?.column === column.index ? stop.key : null}
          />
        ))}
      </g>
    </PlotSurface>
  );
}
