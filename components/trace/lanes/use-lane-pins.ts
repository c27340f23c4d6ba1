"use client";

import { parseAsArrayOf, parseAsString, useQueryState } from "nuqs";
import { useMemo } from "react";
import type { LaneGroup, Lanes } from "@/lib/trace/time/lanes";
import { groupKey, lanesOfGroups } from "@/lib/trace/time/pinned-lanes";

const pinsParam = parseAsArrayOf(parseAsString).withDefault([]).withOptions({ history: "replace" });

/** Lanes in two parts: groups that stay in view at the top, and those that scroll below them. */
export interface PinnedLanes {
  /** Null while nothing is pinned. */
  readonly pinned: Lanes | null;
  readonly others: Lanes;
  readonly isPinned: (group: LaneGroup) => boolean;
  readonly pin: (group: LaneGroup, isPinned: boolean) => void;
}

/** The pinned groups of lanes, by kind or level, from the address. */
export function useLanePins(lanes: Lanes): PinnedLanes {
  const [keys, setKeys] = useQueryState("pin", pinsParam);
  const isPinned = (group: LaneGroup) => keys.includes(groupKey(group) ?? "");
  const parts = useMemo(() => {
    const isTaken = (group: LaneGroup) => keys.includes(groupKey(group) ?? "");
    const pinned = lanesOfGroups(lanes, isTaken);
    if (pinned.count === 0) return { pinned: null, others: lanes };
    return { pinned, others: lanesOfGroups(lanes, (group) => !isTaken(group)) };
  }, [lanes, keys]);
  return {
    ...parts,
    isPinned,
    pin: (group, isWanted) => {
      const key = groupKey(group);
      const rest = keys.filter((other) => other !== key);
      void setKeys(isWanted && key !== null ? [...rest, key] : rest);
    },
  };
}
