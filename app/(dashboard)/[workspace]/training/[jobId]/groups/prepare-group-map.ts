import { hasSpread, rewardSpread } from "@/lib/training/trajectories/advantage-rule";
import type { Batch, GroupSummary } from "@/lib/training/trajectories/trajectory-batch";

/** A step and the groups that were sent in it. */
export interface StepGroups {
  readonly batch: Batch;
  readonly groups: readonly GroupSummary[];
}

interface MapColumn {
  readonly key: string;
  /** The label of the group, or its index. */
  readonly name: string;
}

export interface MapCell {
  /** Index of the group in its step. */
  readonly group: number;
  /** The reward of one trajectory; null where there is none. */
  readonly mean: number | null;
  readonly deviation: number | null;
  readonly count: number;
  readonly exceptionCount: number;
  /** All rewards of the group are equal: it carries no signal. */
  readonly isFlat: boolean;
}

export interface MapRow {
  readonly key: string;
  readonly label: string;
  readonly batchId: string;
  /** The step that the page's job was trained on. */
  readonly isOwn: boolean;
  /** The trajectory of each cell; null where a cell shows the group. */
  readonly trajectory: number | null;
  /** One for each column; null where the step has no such group. */
  readonly cells: readonly (MapCell | null)[];
}

export interface GroupMap {
  readonly columns: readonly MapColumn[];
  readonly rows: readonly MapRow[];
}

/** Identifies the same group in different steps. */
type Matching = "label" | "title" | "index";

function nameOf(group: GroupSummary, matching: Matching): string | null {
  if (matching === "index") return String(group.index);
  return group[matching] ?? null;
}

/** Matches groups by their labels where these are unique, else by position. */
function matchingOf(steps: readonly StepGroups[]): Matching {
  const isTelling = (matching: Matching) =>
    steps.every(({ groups }) => {
      const names = groups.map((group) => nameOf(group, matching));
      return !names.includes(null) && new Set(names).size === names.length;
    });
  return (["label", "title"] as const).find(isTelling) ?? "index";
}

function cellOf({ index, rewards, exception_count }: GroupSummary): MapCell {
  const spread = rewardSpread(rewards);
  return {
    group: index,
    mean: spread.mean,
    deviation: spread.deviation,
    count: rewards.length,
    exceptionCount: exception_count,
    isFlat: !hasSpread(spread),
  };
}

/** Returns groups × steps: a row for each step, the newest last. Columns are in the order of the newest step. */
export function stepMap(steps: readonly StepGroups[], ownId: string | null): GroupMap {
  const matching = matchingOf(steps);
  const columns = new Map<string, MapColumn>();
  for (const { groups } of steps.toReversed()) {
    for (const group of groups) {
      const key = nameOf(group, matching) ?? "";
      if (!columns.has(key)) columns.set(key, { key, name: columnName(group) });
    }
  }
  const rows = steps.map(({ batch, groups }): MapRow => {
    const byKey = new Map(groups.map((group) => [nameOf(group, matching) ?? "", group]));
    return {
      key: batch.id,
      batchId: batch.id,
      isOwn: batch.id === ownId,
      trajectory: null,
      label: batch.step === null ? "no step" : `step ${batch.step}`,
      cells: [...columns.keys()].map((key) => {
        const group = byKey.get(key);
        return group ? cellOf(group) : null;
      }),
    };
  });
  return { columns: [...columns.values()], rows };
}

const MAX_TRIALS = 32;

/** Returns trajectories × groups of one step: a row for each trajectory index. */
export function trialMap({ batch, groups }: StepGroups): GroupMap {
  const most = Math.min(MAX_TRIALS, Math.max(0, ...groups.map(({ rewards }) => rewards.length)));
  const rows = Array.from({ length: most }, (_, trajectory): MapRow => {
    return {
      key: String(trajectory),
      batchId: batch.id,
      isOwn: true,
      trajectory,
      label: `trajectory ${trajectory}`,
      cells: groups.map((group) => {
        const reward = group.rewards[trajectory];
        return reward === undefined ? null : { ...cellOf(group), mean: reward, count: 1 };
      }),
    };
  });
  return { columns: groups.map((group) => ({ key: String(group.index), name: columnName(group) })), rows };
}

function columnName({ index, label, title }: GroupSummary): string {
  return label ?? (title ? `${index} · ${title}` : `group ${index}`);
}

/** Returns the color step of a value, 0 to 7, between the minimum and the maximum of a map. */
export function shadeScale({ rows }: GroupMap): (value: number) => number {
  let low = 0;
  let high = 1;
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (cell?.mean == null) continue;
      low = Math.min(low, cell.mean);
      high = Math.max(high, cell.mean);
    }
  }
  return (value) => Math.round(((value - low) / (high - low)) * 7);
}

/** Returns the last steps, including the job's own. */
export function stepWindow(batches: readonly Batch[], ownId: string | null, most: number): readonly Batch[] {
  const own = batches.findIndex(({ id }) => id === ownId);
  const end = own < 0 || own >= batches.length - most ? batches.length : own + Math.ceil(most / 2);
  return batches.slice(Math.max(0, end - most), end);
}
