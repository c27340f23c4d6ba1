"use client";

import { useMemo } from "react";
import { packLanes } from "@/lib/trace/time/lanes";
import { LaneCanvas, type LaneViewProps } from "./lane-canvas";

const LOOK = { lanePx: 22, blockPx: 16 } as const;

/** Room for the names of groups. */
const GUTTER_PX = 72;

/** The calls of each depth or kind side by side in time. */
export function Timeline(props: LaneViewProps & { grouping: "depth" | "kind" }) {
  const { skeleton, grouping, untilMs } = props;
  const lanes = useMemo(() => packLanes(skeleton, grouping, untilMs), [skeleton, grouping, untilMs]);
  return <LaneCanvas {...props} lanes={lanes} look={LOOK} gutterPx={GUTTER_PX} label="Timeline" />;
}
