import type { DraftProblem } from "@/lib/training/trajectories/draft-problems";
import type { TrajectoryGroup } from "@/lib/training/trajectories/group-rows";

/** One line of the list: a group, or a trajectory of an open group. */
export type GroupLine =
  | { readonly kind: "group"; readonly group: number }
  | { readonly kind: "trajectory"; readonly group: number; readonly row: number; readonly position: number };

/**
 * Returns the indexes of the groups whose label, title or number contains a text, optionally only of groups with
 * problems.
 */
export function matchingGroups(
  groups: readonly TrajectoryGroup[],
  text: string,
  marked: ReadonlySet<number> | null,
): number[] {
  const wanted = text.trim().toLowerCase();
  return groups.flatMap(({ label, title }, index) => {
    if (marked !== null && !marked.has(index)) return [];
    const isHit = wanted === "" || String(index) === wanted || `${label} ${title}`.toLowerCase().includes(wanted);
    return isHit ? [index] : [];
  });
}

/** Returns the groups, each open one followed by its trajectories. */
export function groupLines(
  groups: readonly TrajectoryGroup[],
  shown: readonly number[],
  open: ReadonlySet<string>,
): GroupLine[] {
  const lines: GroupLine[] = [];
  for (const group of shown) {
    lines.push({ kind: "group", group });
    const { id, rows } = groups[group] ?? { id: "", rows: [] };
    if (!open.has(id)) continue;
    for (const [position, row] of rows.entries()) lines.push({ kind: "trajectory", group, row, position });
  }
  return lines;
}

/** Returns the problem shown in a group's line: the first error, else the first problem. */
export function problemsByGroup(problems: readonly DraftProblem[]): Map<number, DraftProblem> {
  const worstByGroup = new Map<number, DraftProblem>();
  for (const problem of problems) {
    for (const group of problem.groups) if (!worstByGroup.has(group)) worstByGroup.set(group, problem);
  }
  return worstByGroup;
}
