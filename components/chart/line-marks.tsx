"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { downsamplePoints, joinSingleGaps, lastPoint, lineRuns, separateLabels } from "@/lib/chart/line-points";
import { BandLinks } from "./band-links";
import { CrossLine } from "./cross-line";
import type { LinesChartProps } from "./lines-chart-props";
import { PlotSurface } from "./plot-surface";
import { usePlotGeometry } from "./use-plot-geometry";

type LineMarksProps = LinesChartProps & {
  shown: number | null;
  onShow: (index: number | null, element: Element | null) => void;
  onOpen: (href: string) => void;
};

const LABEL_HEIGHT_PX = 13;

/** Lines in plot coordinates, with the last value at the end of each, and the links over them. */
export function LineMarks(props: LineMarksProps) {
  const { lines, bands, shown, onShow } = props;
  const geometry = usePlotGeometry();
  const group = useRef<SVGGElement>(null);
  const [tabStop, setTabStop] = useState(0);
  if (!geometry) return null;
  const ends = lines.flatMap((line) => {
    const end = line.isDotted ? null : lastPoint(line.points);
    return end ? [{ ...end, key: line.key, color: line.color }] : [];
  });
  const places = separateLabels(
    ends.map(({ value }) => geometry.y(value)),
    LABEL_HEIGHT_PX,
    geometry.top + 4,
    geometry.top + geometry.height - 4,
  );
  const band = shown === null ? undefined : bands[shown];
  const crossMs = band ? (band.startMs + band.endMs) / 2 : props.crossMs;
  const onKeyDown = (event: KeyboardEvent<SVGGElement>) => {
    const at = Math.min(tabStop, bands.length - 1);
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bands.length - 1 };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0 || next >= bands.length) return;
    setTabStop(next);
    group.current?.querySelector<SVGAElement>(`a[data-band="${next}"]`)?.focus();
  };
  return (
    <PlotSurface
      geometry={geometry}
      onCrosshairMove={props.onCrosshairMove}
      onZoom={(range) => props.onZoom(range && { fromMs: range.from, toMs: range.to })}
    >
      <CrossLine geometry={geometry} timeMs={crossMs} />
      <g fill="none" strokeLinejoin="round" pointerEvents="none">
        {lines.map((line) =>
          lineRuns(downsamplePoints(joinSingleGaps(line.points))).map((run) => {
            const [only] = run;
            if (run.length === 1 && only) {
              const [cx, cy] = [geometry.x(only.timeMs), geometry.y(only.value)];
              return <circle key={`${line.key} ${only.timeMs}`} cx={cx} cy={cy} r="2" fill={line.color} />;
            }
            return (
              <path
                key={`${line.key} ${only?.timeMs}`}
                d={`M${run.map(({ timeMs, value }) => `${geometry.x(timeMs).toFixed(1)} ${geometry.y(value).toFixed(1)}`).join("L")}`}
                stroke={line.color}
                strokeWidth={line.width ?? 1.4}
                strokeDasharray={line.isDotted ? "2 3" : "none"}
              />
            );
          }),
        )}
        {ends.map((end) => (
          <circle key={end.key} cx={geometry.x(end.timeMs)} cy={geometry.y(end.value)} r="2.5" fill={end.color} />
        ))}
      </g>
      {ends.map((end, index) => (
        <text
          key={end.key}
          x={geometry.left + geometry.width + 7}
          y={(places[index] ?? 0) + 4}
          fill="var(--ink-2)"
          fontSize={11}
          pointerEvents="none"
        >
          {props.format(end.value)}
        </text>
      ))}
      <BandLinks
        ref={group}
        label={props.label}
        bands={bands}
        geometry={geometry}
        tabStop={Math.min(tabStop, bands.length - 1)}
        onKeyDown={onKeyDown}
        onShow={onShow}
        onOpen={props.onOpen}
      />
    </PlotSurface>
  );
}
