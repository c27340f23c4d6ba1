import type { GroupFilter } from "@/components/training/trajectories/rollout-params";
import type { Sort } from "@/lib/table/sort";
import { hasSpread, type RewardSpread, rewardSpread } from "@/lib/training/trajectories/advantage-rule";
import type { GroupSummary } from "@/lib/training/trajectories/trajectory-batch";

/** A group with its figures. */
export interface GroupListRow {
  readonly index: number;
  /** What it is about: its label, then what a user says first; empty where nothing is known. */
  readonly name: string;
  readonly rewards: readonly number[];
  readonly exceptionCount: number;
  readonly spread: RewardSpread;
  /** Whether its trajectories can be told apart by their rewards; else every advantage is zero. */
  readonly isTrainable: boolean;
}

export function groupRow({ index, label, title, rewards, exception_count }: GroupSummary): GroupListRow {
  const spread = rewardSpread(rewards);
  return {
    index,
    name: [label, title].filter(Boolean).join(" · "),
    rewards,
    exceptionCount: exception_count,
    spread,
    isTrainable: hasSpread(spread),
  };
}

/** How many groups each filter would show. */
export function filterCounts(rows: readonly GroupListRow[]): Readonly<Record<GroupFilter, number>> {
  return {
    all: rows.length,
    trainable: rows.filter(({ isTrainable }) => isTrainable).length,
    exceptions: rows.filter(({ exceptionCount }) => exceptionCount > 0).length,
  };
}

/** What the list can be sorted by. */
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

/** Groups of a list: first those that can be trained on, then those without spread, each sorted. */
export interface GroupSections {
  readonly trainable: readonly GroupListRow[];
  readonly flat: readonly GroupListRow[];
}

/** The groups that a filter leaves, sorted. Groups of equal figures keep the order in which they came. */
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
