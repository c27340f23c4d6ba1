"use client";

import { useMemo } from "react";
import { packLanes } from "@/lib/trace/time/lanes";
import { LaneCanvas } from "./lane-canvas";
import type { LaneViewProps } from "./lane-strip";

const LOOK = { lanePx: 19, blockPx: 18 } as const;

/** As wide as the margin of the page. */
const GUTTER_PX = 16;

/** Each call above its children: wide is long, deep is nested. */
export function FlameGraph(props: LaneViewProps) {
  const { skeleton, untilMs } = props;
  const lanes = useMemo(() => packLanes(skeleton, "nested", untilMs), [skeleton, untilMs]);
  return <LaneCanvas {...props} lanes={lanes} look={LOOK} gutterPx={GUTTER_PX} label="Flame graph" />;
}
