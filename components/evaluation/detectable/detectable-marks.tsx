"use client";

import { usePlotGeometry } from "@/components/chart/use-plot-geometry";
import type { DetectableCurve } from "./prepare-detectable";

type DetectableMarksProps = {
  curve: DetectableCurve;
  /** The differences that the form's settings can show. */
  words: string;
  note: string;
};

/** Room for the words on the right of the point, below which they are on its left. */
const WORDS_WIDTH = 150;

/** The curve, and the point of the form's settings. */
export function DetectableMarks({ curve: { points, planned }, words, note }: DetectableMarksProps) {
  const geometry = usePlotGeometry();
  if (!geometry) return null;
  const line = points.map(({ trials, difference }) => `${geometry.x(trials)} ${geometry.y(difference)}`).join("L");
  const [x, y] = [geometry.x(planned.trials), geometry.y(planned.difference)];
  const right = geometry.left + geometry.width;
  const isLeft = x + WORDS_WIDTH > right;
  return (
    <g fontSize={11}>
      <path
        d={`M${x} ${geometry.top}V${geometry.top + geometry.height}`}
        stroke="var(--ink-3)"
        strokeDasharray="2 3"
        fill="none"
      />
      <path d={`M${line}`} fill="none" stroke="var(--dye-indigo)" strokeWidth={1.6} strokeLinejoin="round" />
      <circle cx={x} cy={y} r={4} fill="var(--bg)" stroke="var(--dye-indigo)" strokeWidth={1.6} />
      <text
        x={isLeft ? x - 8 : x + 8}
        // The curve is higher on the left.
        y={Math.max(geometry.top + 11, y - (isLeft ? 16 : 9))}
        textAnchor={isLeft ? "end" : "start"}
        fill="var(--ink)"
        stroke="var(--bg)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {words}
      </text>
      <text
        x={isLeft ? x - 8 : right}
        y={geometry.top + geometry.height - 6}
        textAnchor="end"
        fill="var(--ink-3)"
        stroke="var(--bg)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {note}
      </text>
    </g>
  );
}
