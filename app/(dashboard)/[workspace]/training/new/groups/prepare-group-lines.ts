import type { DraftProblem } from "@/lib/training/trajectories/draft-problems";
import type { TrajectoryGroup } from "@/lib/training/trajectories/group-rows";

/** One line of the list: a group, or a trajectory of a group that is open. */
export type GroupLine =
  | { readonly kind: "group"; readonly group: number }
  | { readonly kind: "trajectory"; readonly group: number; readonly row: number; readonly position: number };

/** Indexes of the groups whose label, title or number holds a text, of those that are marked where that is asked. */
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

/** Groups, and under those that are open their trajectories. */
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

/** The problem that a group's line names: the first that stops the job, else the first. */
export function problemsByGroup(problems: readonly DraftProblem[]): Map<number, DraftProblem> {
  const found = new Map<number, DraftProblem>();
  for (const problem of problems) {
    for (const group of problem.groups) if (!found.has(group)) found.set(group, problem);
  }
  return found;
}
