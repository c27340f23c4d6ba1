import { countOf } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import { isMembers } from "@/lib/json/value/members";
import { hasSpread } from "./advantage-rule";
import { type DraftRows, duplicateRows, type GroupRewardFigures } from "./reward-figures";

/** A problem of the draft that blocks the job (`error`) or does not (`warning`), with its exact location. */
export interface DraftProblem {
  readonly level: "error" | "warning";
  /** The location in the request, as the service writes it: `trajectory_groups[3].trajectories[1].reward`. */
  readonly path: string;
  readonly message: string;
  /** The location in the source: `a.jsonl, line 4`. Empty where the problem does not concern one trajectory. */
  readonly place: string;
  /** The affected groups, by index. */
  readonly groups: readonly number[];
  /** The problem in the line of a group, with its figures: `zero variance, all 0`. */
  readonly inGroup?: ((group: number) => string) | undefined;
}

/** Further problems are counted, not listed. */
const MAX_ERRORS = 200;

/** The indexes that groups will have in the request; excluded groups have none. */
export function sentGroups(figures: readonly GroupRewardFigures[]): number[] {
  return figures.flatMap(({ isOut }, index) => (isOut ? [] : [index]));
}

const groupPath = (index: number | undefined) => `trajectory_groups[${index ?? "?"}]`;

function groupsPath(positions: readonly number[]): string {
  const named = positions.slice(0, 2).map((position) => groupPath(position));
  return positions.length > 2 ? `${named.join(", ")} and ${positions.length - 2} more` : named.join(", ");
}

/** Returns the problems of a draft, errors first. Indexes are those of the request that would be sent now. */
export function draftProblems(draft: DraftRows, figures: readonly GroupRewardFigures[]): DraftProblem[] {
  const positionOf = new Map(sentGroups(figures).map((index, position) => [index, position]));
  const at = (groups: readonly number[]) => groupsPath(groups.flatMap((index) => positionOf.get(index) ?? []));
  return [...errorsIn(draft, figures, positionOf), ...warningsIn(draft, figures, at)];
}

function errorsIn(
  { rows, groups, rewards, isOut }: DraftRows,
  figures: readonly GroupRewardFigures[],
  positionOf: ReadonlyMap<number, number>,
): DraftProblem[] {
  const problems: DraftProblem[] = [];
  for (const [index, group] of groups.entries()) {
    const figure = figures[index];
    if (!figure || figure.isOut || (figure.problemCount === 0 && figure.missingRewards === 0)) continue;
    const sent = group.rows.filter((row) => isOut[row] === 0);
    for (const [position, rowIndex] of sent.entries()) {
      const row = rows[rowIndex];
      if (!row) continue;
      const prefix = `${groupPath(positionOf.get(index))}.trajectories[${position}]`;
      const found = [
        ...(Number.isNaN(rewards[rowIndex]) ? [{ path: "reward", message: "Missing; a number is expected" }] : []),
        ...row.problems,
      ];
      for (const { path, message } of found) {
        if (problems.length === MAX_ERRORS) return problems;
        problems.push({ level: "error", path: `${prefix}.${path}`, message, place: row.place, groups: [index] });
      }
    }
  }
  return problems;
}

function warningsIn(
  draft: DraftRows,
  figures: readonly GroupRewardFigures[],
  at: (groups: readonly number[]) => string,
): DraftProblem[] {
  const { rows, groups, isOut } = draft;
  const judged = figures.flatMap((figure, index) => (figure.isOut || figure.missingRewards > 0 ? [] : [index]));
  const flat = judged.filter((index) => {
    const figure = figures[index];
    return figure !== undefined && figure.count > 0 && !hasSpread(figure.spread);
  });
  const usual = usualCount(figures);
  const odd = figures.flatMap((figure, index) => (figure.isOut || figure.count === usual ? [] : [index]));
  const twins = groupsWith(draft, duplicateRows(draft));
  const untrained: number[] = [];
  const left = new Set<string>();
  for (const [index, { choiceCount, leftOut }] of rows.entries()) {
    if (isOut[index] === 1) continue;
    if (choiceCount === 0) untrained.push(index);
    for (const path of leftOut) left.add(path);
  }
  const broken = groups.flatMap(({ exceptions }, index) =>
    exceptions.every((exception) => isMembers(exception)) ? [] : [index],
  );
  const warn = (
    affectedGroups: readonly number[],
    message: string,
    inGroup?: (group: number) => string,
  ): DraftProblem[] =>
    affectedGroups.length === 0
      ? []
      : [{ level: "warning", path: at(affectedGroups), message, place: "", groups: affectedGroups, inGroup }];
  const countIn = (group: number) => countOf(figures[group]?.count ?? 0, "trajectory", "trajectories");
  const isOddShown = odd.length > 0 && odd.length < figures.length / 2;
  return [
    ...warn(flat, "Zero variance: all rewards are equal, no gradient from this group", (group) => {
      const figure = figures[group];
      return figure === undefined || figure.count < 2
        ? "one trajectory, nothing to compare with"
        : `zero variance, all ${formatReward(figure.spread.mean)}`;
    }),
    ...(isOddShown
      ? warn(odd, `Unusual group size (most have ${usual})`, (group) => `${countIn(group)}, others have ${usual}`)
      : []),
    ...warn(twins, "Duplicate trajectory"),
    ...warn(groupsWith(draft, untrained), "No choice: a trainer that trains on choices has no gradient"),
    ...warn(broken, "An exception that is not an object"),
    ...(left.size === 0
      ? []
      : [
          {
            level: "warning" as const,
            path: [...left].slice(0, 4).join(", ") + (left.size > 4 ? ` and ${left.size - 4} more` : ""),
            message: "Not sent: metadata may contain only strings, numbers and booleans",
            place: "",
            groups: [],
          },
        ]),
  ];
}

function groupsWith({ rows, groups }: DraftRows, wanted: readonly number[]): number[] {
  if (wanted.length === 0) return [];
  const isWanted = new Uint8Array(rows.length);
  for (const row of wanted) isWanted[row] = 1;
  return groups.flatMap((group, index) => (group.rows.some((row) => isWanted[row] === 1) ? [index] : []));
}

/** The most common number of trajectories in a group. */
function usualCount(figures: readonly GroupRewardFigures[]): number {
  const counts = new Map<number, number>();
  for (const { count, isOut } of figures) if (!isOut) counts.set(count, (counts.get(count) ?? 0) + 1);
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0] ?? 0;
}
