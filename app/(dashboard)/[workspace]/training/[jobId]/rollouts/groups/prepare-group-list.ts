import type { GroupFilter } from "@/components/training/trajectories/rollout-params";
import { formatReward } from "@/lib/format/reward";
import type { Sort } from "@/lib/table/sort";
import { hasSpread, type RewardSpread, rewardSpread } from "@/lib/training/trajectories/advantage-rule";
import { type GroupName, groupName } from "@/lib/training/trajectories/group-name";
import type { GroupSummary } from "@/lib/training/trajectories/trajectory-batch";

/** A group with its figures. */
export interface GroupListRow {
  readonly index: number;
  /** The title: its label, else the first user message; empty where neither exists. */
  readonly name: string;
  /** The name in the list, the display name first. */
  readonly shown: GroupName;
  readonly rewards: readonly number[];
  readonly exceptionCount: number;
  readonly spread: RewardSpread;
  /** True when its rewards differ; otherwise every advantage is zero. */
  readonly isTrainable: boolean;
}

export function groupRow({ index, label, title, rewards, exception_count }: GroupSummary): GroupListRow {
  const spread = rewardSpread(rewards);
  return {
    index,
    name: [label, title].filter(Boolean).join(" · "),
    shown: groupName({ label, title }),
    rewards,
    exceptionCount: exception_count,
    spread,
    isTrainable: hasSpread(spread),
  };
}

/** Returns why a group is not used for training; null if it is used. */
export function discardReason({ rewards, spread, isTrainable }: GroupListRow): string | null {
  if (isTrainable) return null;
  if (rewards.length === 0) return "discarded: no rewards";
  if (rewards.length === 1) return "discarded: only one reward";
  return `discarded: all rewards are ${formatReward(spread.mean)}`;
}

/** The number of groups per filter. */
export function filterCounts(rows: readonly GroupListRow[]): Readonly<Record<GroupFilter, number>> {
  return {
    all: rows.length,
    trainable: rows.filter(({ isTrainable }) => isTrainable).length,
    exceptions: rows.filter(({ exceptionCount }) => exceptionCount > 0).length,
  };
}

/** The fields the list can be sorted by. */
const sortFields = ["group", "mean", "spread"] as const;

export type SortField = (typeof sortFields)[number];

export function parseGroupSort(field: string): SortField {
  return sortFields.find((candidate) => candidate === field) ?? "spread";
}

/** Missing figures come last in either direction. */
function keyOf(row: GroupListRow, field: SortField): number | null {
  if (field === "group") return row.index;
  return field === "mean" ? row.spread.mean : row.spread.deviation;
}

/** Returns the sections of a list: first groups that can be trained on, then those without spread, each sorted. */
export interface GroupSections {
  readonly trainable: readonly GroupListRow[];
  readonly flat: readonly GroupListRow[];
}

/** Returns the groups that match a filter, sorted. Groups of equal figures keep their original order. */
export function groupSections(
  rows: readonly GroupListRow[],
  { show, sort, only }: { show: GroupFilter; sort: Sort; only: ReadonlySet<number> | null },
): GroupSections {
  const field = parseGroupSort(sort.field);
  const sign = sort.direction === "desc" ? -1 : 1;
  const shown = rows
    .filter((row) => show === "all" || (show === "trainable" ? row.isTrainable : row.exceptionCount > 0))
    .filter(({ index }) => only === null || only.has(index))
    .toSorted((left, right) => {
      const [a, b] = [keyOf(left, field), keyOf(right, field)];
      if (a === null || b === null) return Number(a === null) - Number(b === null) || left.index - right.index;
      return sign * (a - b) || left.index - right.index;
    });
  return {
    trainable: shown.filter(({ isTrainable }) => isTrainable),
    flat: shown.filter(({ isTrainable }) => !isTrainable),
  };
}
