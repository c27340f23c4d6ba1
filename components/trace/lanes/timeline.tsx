"use client";

import { useMemo } from "react";
import { packLanes } from "@/lib/trace/time/lanes";
import { LaneCanvas } from "./lane-canvas";
import type { LaneViewProps } from "./lane-strip";
import { useLanePins } from "./use-lane-pins";

/** A lane is as high as the least target for a finger: its name is a button. */
const LOOK = { lanePx: 24, blockPx: 18 } as const;

/** Width of the group names. */
const GUTTER_PX = 78;

/** The calls of each depth or kind along the time axis. */
export function Timeline(props: LaneViewProps & { grouping: "depth" | "kind" }) {
  const { skeleton, grouping, untilMs } = props;
  const lanes = useMemo(() => packLanes(skeleton, grouping, untilMs), [skeleton, grouping, untilMs]);
  const pins = useLanePins(lanes);
  return <LaneCanvas {...props} lanes={lanes} pins={pins} look={LOOK} gutterPx={GUTTER_PX} label="Timeline" />;
}
