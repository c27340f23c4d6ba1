import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { extremeRollouts } from "./extreme-rollouts";

/** The groups of one prompt in the compared runs; null in a run that did not sample it. */
export interface PromptRow {
  readonly key: string;
  readonly title: string;
  readonly groups: readonly (RolloutGroup | null)[];
  /** In how many of the runs it is. */
  readonly count: number;
  /** True for rollouts of one rank, each of a prompt of its own. */
  readonly isExtreme: boolean;
}

/** Runs number their tasks differently: a prompt is known by its messages, or by its title where they are gone. */
function keysOf(groups: readonly RolloutGroup[]): ReadonlyMap<string, RolloutGroup> {
  const found = new Map<string, RolloutGroup>();
  const seen = new Map<string, number>();
  for (const group of groups) {
    const said = group.messages.map(({ role, content, message }) => [role ?? null, content ?? message ?? null]);
    const text = said.length > 0 ? JSON.stringify(said) : (group.title ?? "");
    const place = seen.get(text) ?? 0;
    seen.set(text, place + 1);
    found.set(place === 0 ? text : `${text} ${place}`, group);
  }
  return found;
}

/**
 * Returns the prompts of several runs: those in the most runs first, otherwise in the order of the first run that has them.
 * Where no prompt is in two of the runs, the best and the worst rollouts of each come before them.
 *
 * @param runs the groups of each run
 */
export function promptRows(runs: readonly (readonly RolloutGroup[])[]): readonly PromptRow[] {
  const byKey = runs.map(keysOf);
  const keys = [...new Set(byKey.flatMap((groups) => [...groups.keys()]))];
  const rows = keys.map((key): PromptRow => {
    const groups = byKey.map((own) => own.get(key) ?? null);
    const title = groups.find((group) => group?.title)?.title ?? "";
    return { key, title, groups, count: countOf(groups), isExtreme: false };
  });
  const isComparable = runs.filter(({ length }) => length > 0).length > 1;
  if (!isComparable || rows.some(({ count }) => count > 1)) return rows.sort((left, right) => right.count - left.count);
  const extremes = extremeRollouts(runs).map((row) => ({ ...row, count: countOf(row.groups), isExtreme: true }));
  return [...extremes, ...rows];
}

const countOf = (groups: PromptRow["groups"]) => groups.filter((group) => group !== null).length;

/** Returns the mean reward of a run minus that of the first one; null where one of them is not known. */
export function rewardDifference({ groups }: PromptRow, index: number): number | null {
  const [first, own] = [groups[0]?.reward_mean ?? null, groups[index]?.reward_mean ?? null];
  return index === 0 || first === null || own === null ? null : own - first;
}
