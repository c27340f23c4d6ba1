import { isMembers, type Members } from "@/lib/json/value/members";
import type { SourceGroup, TrajectoryRow } from "./collect-trajectories";

/** The grouping of trajectories. */
export type RowGrouping =
  | { readonly kind: "source" }
  | { readonly kind: "first-message" }
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "all" };

/** Trajectories that are compared with each other. */
export interface TrajectoryGroup {
  /** Stays the same while rewards change and rows are excluded. */
  readonly id: string;
  /** The value that its trajectories share: `task_id 3`; empty where that is only their first message. */
  readonly label: string;
  readonly title: string;
  /** Indexes of rows. */
  readonly rows: readonly number[];
  readonly exceptions: readonly unknown[];
  /** Members of the group in its source, sent while the group is unchanged. */
  readonly members: Members;
}

interface OpenGroup {
  readonly id: string;
  readonly label: string;
  /** Beginning of the first non-empty first message. */
  title: string;
  readonly rows: number[];
  readonly exceptions: unknown[];
  readonly members: Members;
}

const exceptionsOf = ({ members }: SourceGroup): readonly unknown[] =>
  Array.isArray(members.exceptions) ? members.exceptions : [];

/** The shared value of a group's rows, without the texts of its id and label, which are built once per group. */
export function groupKeyOf(row: TrajectoryRow, index: number, grouping: RowGrouping): string | number | undefined {
  switch (grouping.kind) {
    case "all":
      return "";
    case "first-message":
      return row.firstWords;
    case "source":
      return row.sourceGroup ?? index;
    case "path": {
      const value = row.fields[grouping.path];
      return value === undefined ? undefined : String(value);
    }
  }
}

function namesOf(key: string | number | undefined, grouping: RowGrouping): { id: string; label: string } {
  switch (grouping.kind) {
    case "all":
      return { id: "all", label: "all" };
    case "first-message":
      return { id: `first/${key}`, label: "" };
    case "source":
      return { id: typeof key === "number" ? `row/${key}` : `source/${key}`, label: "" };
    case "path": {
      const name = grouping.path.split(".").at(-1) ?? grouping.path;
      return key === undefined
        ? { id: "without", label: `without ${name}` }
        : { id: `value/${key}`, label: `${name} ${key}` };
    }
  }
}

/** Rows moved by hand: the group id of each. */
export type Moves = ReadonlyMap<TrajectoryRow, string>;

const NO_MOVES: Moves = new Map();

/** Ids of groups created by hand. */
const BY_HAND = "hand/";

/**
 * Groups in the order of their first trajectories. Exceptions, which no path leads to, follow the first trajectory of
 * their group in the source; a group that has nothing else stays a group. Rows that were moved come after a group's own
 * rows, and groups created by hand after the others.
 */
export function groupRows(
  rows: readonly TrajectoryRow[],
  sourceGroups: readonly SourceGroup[],
  grouping: RowGrouping,
  moves: Moves = NO_MOVES,
): TrajectoryGroup[] {
  const groups = new Map<string | number | undefined, OpenGroup>();
  const sources = new Map(sourceGroups.map((group) => [group.id, group]));
  const isSource = grouping.kind === "source";
  const open = (key: string | number | undefined, source: SourceGroup | undefined, named?: string): OpenGroup => {
    const openGroup = groups.get(key);
    if (openGroup) return openGroup;
    const { exceptions: _own, ...members } = isSource && source ? source.members : ({} as Members);
    const { id, label } =
      named === undefined ? namesOf(key, grouping) : { id: named, label: named.startsWith(BY_HAND) ? "by hand" : "" };
    const made: OpenGroup = { id, label, title: "", rows: [], exceptions: [], members };
    groups.set(key, made);
    return made;
  };
  /** A group that has no rows of its own left, or that was created by hand. */
  const openById = (id: string): OpenGroup => {
    const [kind, ...rest] = id.split("/");
    const key = rest.join("/");
    if (kind === "hand") return open(`\u0000${id}`, undefined, id);
    if (kind === "without") return open(undefined, undefined);
    return open(key, kind === "source" ? sources.get(key) : undefined);
  };
  const withExceptions = new Set<string>();
  const put = (row: TrajectoryRow, index: number, openGroup?: OpenGroup) => {
    const source = row.sourceGroup === null ? undefined : sources.get(row.sourceGroup);
    const group = openGroup ?? open(groupKeyOf(row, index, grouping), source);
    group.rows.push(index);
    if (group.title === "") group.title = row.title;
    // Exceptions of a source's group stay with that group, even if its rows move.
    if (source === undefined || withExceptions.has(source.id) || (isSource && openGroup)) return;
    withExceptions.add(source.id);
    group.exceptions.push(...exceptionsOf(source));
  };
  const isMoved = moves.size === 0 ? () => false : (row: TrajectoryRow) => moves.has(row);
  for (const [index, row] of rows.entries()) if (!isMoved(row)) put(row, index);
  if (moves.size > 0) {
    const byId = new Map([...groups.values()].map((group) => [group.id, group]));
    for (const [index, row] of rows.entries()) {
      const id = moves.get(row);
      if (id === undefined) continue;
      const group = byId.get(id) ?? openById(id);
      byId.set(id, group);
      put(row, index, group);
    }
  }
  for (const source of sourceGroups) {
    if (withExceptions.has(source.id)) continue;
    if (!isSource && exceptionsOf(source).length === 0) continue;
    const id = `source/${source.id}`;
    open(isSource ? source.id : `\u0000${id}`, source, id).exceptions.push(...exceptionsOf(source));
  }
  const opened = [...groups.values()];
  for (const group of opened) if (group.title === "") group.title = exceptionTitle(group);
  return opened;
}

function exceptionTitle({ exceptions: [first] }: OpenGroup): string {
  return isMembers(first) ? String(first.message ?? first.type ?? "") : "";
}

/**
 * Moves a row into a group, into its own group, or back to its original one.
 *
 * @param target index of a group; "own" for a new one; null moves the row back
 */
export function moveRow(
  moves: Moves,
  { rows, groups }: { readonly rows: readonly TrajectoryRow[]; readonly groups: readonly TrajectoryGroup[] },
  row: TrajectoryRow,
  target: number | "own" | null,
): Moves {
  const next = new Map(moves);
  if (target === null) {
    next.delete(row);
    return next;
  }
  const group = target === "own" ? undefined : groups[target];
  if (target !== "own" && group === undefined) return moves;
  // A group of one row has an id from its position, which changes: both groups get a permanent one.
  const isLasting = group !== undefined && !group.id.startsWith("row/");
  const id = isLasting ? group.id : `${BY_HAND}${nextNumber(moves)}`;
  for (const index of isLasting ? [] : (group?.rows ?? [])) {
    const member = rows[index];
    if (member) next.set(member, id);
  }
  next.set(row, id);
  return next;
}

function nextNumber(moves: Moves): number {
  let last = 0;
  for (const id of moves.values()) if (id.startsWith(BY_HAND)) last = Math.max(last, Number(id.slice(BY_HAND.length)));
  return last + 1;
}

/**
 * A path with values in the rows: how many rows have one, how many distinct values there are, and whether all are
 * numbers.
 */
export interface FieldPath {
  readonly path: string;
  readonly count: number;
  readonly distinct: number;
  readonly isNumeric: boolean;
}

/** Returns the paths found in the rows, most common first. A boolean counts as a number: 0 or 1. */
export function fieldPaths(rows: readonly TrajectoryRow[]): FieldPath[] {
  const valuesByPath = new Map<string, { count: number; values: Set<unknown>; isNumeric: boolean }>();
  for (const { fields } of rows) {
    for (const path of Object.keys(fields)) {
      let entry = valuesByPath.get(path);
      if (entry === undefined) {
        entry = { count: 0, values: new Set(), isNumeric: true };
        valuesByPath.set(path, entry);
      }
      const value = fields[path];
      entry.count += 1;
      entry.values.add(value);
      if (typeof value === "string") entry.isNumeric = false;
    }
  }
  return [...valuesByPath]
    .map(([path, { count, values, isNumeric }]) => ({ path, count, distinct: values.size, isNumeric }))
    .sort((left, right) => right.count - left.count || left.path.localeCompare(right.path));
}

/** Answers of reviewers take precedence over logged values. */
export const REVIEW_REWARD = "review.reward";
const REWARDS = [REVIEW_REWARD, "reward", "feedback.reward.value", "attributes.reward"];
const TASKS = ["task_id", "metadata.task_id", "attributes.task_id", "metadata.scenario_id", "scenario_id"];

/** Returns the path whose numbers are most likely rewards; null if there is none. */
export function guessRewardField(paths: readonly FieldPath[]): string | null {
  const numeric = paths.filter(({ isNumeric }) => isNumeric);
  const named = REWARDS.find((path) => numeric.some((candidate) => candidate.path === path));
  return named ?? numeric.find(({ path }) => /reward|score|rating/i.test(path))?.path ?? null;
}

/** Groups as in the source, else by task, else by first message. */
export function guessGrouping(rows: readonly TrajectoryRow[], paths: readonly FieldPath[]): RowGrouping {
  if (rows.some(({ sourceGroup }) => sourceGroup !== null)) return { kind: "source" };
  const task = TASKS.find((path) => paths.some((candidate) => candidate.path === path));
  return task === undefined ? { kind: "first-message" } : { kind: "path", path: task };
}

/** Returns the reward of a row from a path; NaN if there is none. */
export function rewardIn(row: TrajectoryRow, path: string | null): number {
  const value = path === null ? undefined : row.fields[path];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "boolean" ? Number(value) : Number.NaN;
}
