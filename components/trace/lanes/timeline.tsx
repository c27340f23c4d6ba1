"use client";

import { useMemo } from "react";
import { packLanes } from "@/lib/trace/time/lanes";
import { LaneCanvas, type LaneViewProps } from "./lane-canvas";

const LOOK = { lanePx: 22, blockPx: 16 } as const;

/** Width of the group names. */
const GUTTER_PX = 72;

/** The calls of each depth or kind along the time axis. */
export function Timeline(props: LaneViewProps & { grouping: "depth" | "kind" }) {
  const { skeleton, grouping, untilMs } = props;
  const lanes = useMemo(() => packLanes(skeleton, grouping, untilMs), [skeleton, grouping, untilMs]);
  return <LaneCanvas {...props} lanes={lanes} look={LOOK} gutterPx={GUTTER_PX} label="Timeline" />;
}
