import { isMembers, type Members } from "@/lib/json/value/members";
import type { SourceGroup, TrajectoryRow } from "./collect-trajectories";

/** What makes trajectories a group. */
export type RowGrouping =
  | { readonly kind: "source" }
  | { readonly kind: "first-message" }
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "all" };

/** Trajectories that are compared with each other. */
export interface TrajectoryGroup {
  /** Stays the same while rewards change and rows are left out. */
  readonly id: string;
  /** What its trajectories share: `task_id 3`; empty where that is only their first message. */
  readonly label: string;
  readonly title: string;
  /** Indexes of rows. */
  readonly rows: readonly number[];
  readonly exceptions: readonly unknown[];
  /** Members of the group in its source, sent along while it is that group. */
  readonly members: Members;
}

interface OpenGroup {
  readonly id: string;
  readonly label: string;
  /** Beginning of what the first row says that says anything. */
  title: string;
  readonly rows: number[];
  readonly exceptions: unknown[];
  readonly members: Members;
}

const exceptionsOf = ({ members }: SourceGroup): readonly unknown[] =>
  Array.isArray(members.exceptions) ? members.exceptions : [];

/** What rows of a group share, without the texts of its id and label, which are made once for a group. */
function keyOf(row: TrajectoryRow, index: number, grouping: RowGrouping): string | number | undefined {
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

/** Rows that a person put into another group: the id of the group that each is in. */
export type Moves = ReadonlyMap<TrajectoryRow, string>;

const NO_MOVES: Moves = new Map();

/** Ids of groups that were made by hand. */
const BY_HAND = "hand/";

/**
 * Groups in the order in which their first trajectories came. Exceptions, which no path leads to, follow the first
 * trajectory of their group in the source; a group that has nothing else stays a group.
 * Rows that were moved come after those that a group has by itself, and groups made by hand after the others.
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
    const found = groups.get(key);
    if (found) return found;
    const { exceptions: _own, ...members } = isSource && source ? source.members : ({} as Members);
    const { id, label } =
      named === undefined ? namesOf(key, grouping) : { id: named, label: named.startsWith(BY_HAND) ? "by hand" : "" };
    const made: OpenGroup = { id, label, title: "", rows: [], exceptions: [], members };
    groups.set(key, made);
    return made;
  };
  /** A group that no row has by itself any more, or that was made by hand. */
  const openById = (id: string): OpenGroup => {
    const [kind, ...rest] = id.split("/");
    const key = rest.join("/");
    if (kind === "hand") return open(`\u0000${id}`, undefined, id);
    if (kind === "without") return open(undefined, undefined);
    return open(key, kind === "source" ? sources.get(key) : undefined);
  };
  const withExceptions = new Set<string>();
  const put = (row: TrajectoryRow, index: number, found?: OpenGroup) => {
    const source = row.sourceGroup === null ? undefined : sources.get(row.sourceGroup);
    const group = found ?? open(keyOf(row, index, grouping), source);
    group.rows.push(index);
    if (group.title === "") group.title = row.title;
    // Exceptions of a source's group stay with that group, whatever is moved out of it.
    if (source === undefined || withExceptions.has(source.id) || (isSource && found)) return;
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
 * Puts a row into a group, into a group of its own, or back to where the grouping has it.
 *
 * @param target index of a group; "own" for a new one; null takes the row back
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
  // A row that is a group by itself has an id that says where it stands, which changes: both get a lasting one.
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

/** A path that rows have values under: how many have one, how many values there are, and whether all are numbers. */
export interface FieldPath {
  readonly path: string;
  readonly count: number;
  readonly distinct: number;
  readonly isNumeric: boolean;
}

/** The paths found in the rows, most common first. A truth value counts as a number: 0 or 1. */
export function fieldPaths(rows: readonly TrajectoryRow[]): FieldPath[] {
  const found = new Map<string, { count: number; values: Set<unknown>; isNumeric: boolean }>();
  for (const { fields } of rows) {
    for (const path of Object.keys(fields)) {
      let entry = found.get(path);
      if (entry === undefined) {
        entry = { count: 0, values: new Set(), isNumeric: true };
        found.set(path, entry);
      }
      const value = fields[path];
      entry.count += 1;
      entry.values.add(value);
      if (typeof value === "string") entry.isNumeric = false;
    }
  }
  return [...found]
    .map(([path, { count, values, isNumeric }]) => ({ path, count, distinct: values.size, isNumeric }))
    .sort((left, right) => right.count - left.count || left.path.localeCompare(right.path));
}

const REWARDS = ["reward", "feedback.reward.value", "attributes.reward"];
const TASKS = ["task_id", "metadata.task_id", "attributes.task_id", "metadata.scenario_id", "scenario_id"];

/** The path whose numbers are most likely rewards; null where none is. */
export function guessRewardField(paths: readonly FieldPath[]): string | null {
  const numeric = paths.filter(({ isNumeric }) => isNumeric);
  const named = REWARDS.find((path) => numeric.some((candidate) => candidate.path === path));
  return named ?? numeric.find(({ path }) => /reward|score|rating/i.test(path))?.path ?? null;
}

/** As the source groups them, else by task, else by what was said first. */
export function guessGrouping(rows: readonly TrajectoryRow[], paths: readonly FieldPath[]): RowGrouping {
  if (rows.some(({ sourceGroup }) => sourceGroup !== null)) return { kind: "source" };
  const task = TASKS.find((path) => paths.some((candidate) => candidate.path === path));
  return task === undefined ? { kind: "first-message" } : { kind: "path", path: task };
}

/** The reward that a path gives a row; NaN where it gives none. */
export function rewardIn(row: TrajectoryRow, path: string | null): number {
  const value = path === null ? undefined : row.fields[path];
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "boolean" ? Number(value) : Number.NaN;
}
