/** The members of a trajectory besides its messages that metrics use. */
export interface TrajectoryMetrics {
  readonly reward: number;
  readonly metrics: Readonly<Record<string, unknown>>;
}

/** A group as metrics see it. */
export interface GroupMetrics {
  readonly rewards: readonly number[];
  readonly exceptionCount: number;
  readonly metrics: Readonly<Record<string, unknown>>;
}

/** A sum with its mean; the mean of nothing is undefined. */
class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count += 1;
  }

  get value(): number | undefined {
    return this.#count === 0 ? undefined : this.#sum / this.#count;
  }
}

/**
 * Returns a metric as a number: booleans count as 0 and 1, and other values that are not finite numbers are ignored.
 */
function figureOf(value: unknown): number | undefined {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** √(Σ(rᵢ − m)² / n): the deviation of the sample itself, which is the whole group; not an estimate from it. */
export function metricDeviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
}

/**
 * Metrics of trajectory groups, as public clients compute them when they log. With groups g, trajectories i of a group
 * with rewards r, and exceptions in place of trajectories that failed:
 *
 * - `reward`: mean of r over all trajectories of all groups.
 * - `reward_std_dev`: mean over the groups with at least two trajectories of √(Σ(rᵢ − m_g)² / n_g), the population
 * standard deviation of the group; 0 when there is no such group.
 * - `exception_rate`: exceptions / (trajectories + exceptions).
 * - each `metrics` member of a trajectory, by its name: its mean over the trajectories that have it.
 * - each `metrics` member of a group, as `group_<name>`: its mean over the groups that have it.
 *
 * Booleans count as 0 and 1; other values that are not finite numbers do not count. A metric without values is omitted,
 * so every value is a finite number. A trajectory's metric cannot take the name of one of the first three.
 */
export class SplitMetrics {
  readonly #reward = new Mean();
  readonly #deviation = new Mean();
  readonly #trajectory = new Map<string, Mean>();
  readonly #group = new Map<string, Mean>();
  #trajectories = 0;
  #exceptions = 0;

  addTrajectory({ reward, metrics }: TrajectoryMetrics): void {
    this.#trajectories += 1;
    this.#reward.add(reward);
    addAll(this.#trajectory, metrics, "");
  }

  /** Called after its trajectories were added one by one. */
  addGroup({ rewards, exceptionCount, metrics }: GroupMetrics): void {
    this.#exceptions += exceptionCount;
    if (rewards.length > 1) this.#deviation.add(metricDeviation(rewards));
    addAll(this.#group, metrics, "group_");
  }

  /** All metrics by name, each a finite number. */
  result(): Record<string, number> {
    const samples = this.#trajectories + this.#exceptions;
    const entries: [string, number | undefined][] = [
      ...[...this.#trajectory].map(([name, each]): [string, number | undefined] => [name, each.value]),
      ...[...this.#group].map(([name, each]): [string, number | undefined] => [name, each.value]),
      ["reward", this.#reward.value],
      ["reward_std_dev", this.#trajectories === 0 ? undefined : (this.#deviation.value ?? 0)],
      ["exception_rate", samples === 0 ? undefined : this.#exceptions / samples],
    ];
    return finiteMembers(entries);
  }
}

function addAll(means: Map<string, Mean>, metrics: Readonly<Record<string, unknown>>, prefix: string): void {
  for (const [name, value] of Object.entries(metrics)) {
    const figure = figureOf(value);
    if (figure === undefined) continue;
    const each = means.get(prefix + name) ?? new Mean();
    means.set(prefix + name, each);
    each.add(figure);
  }
}

/** The mean of each member over the records that have it: for the gradient steps of a job. */
export class MeansByName {
  readonly #means = new Map<string, Mean>();

  add(record: Readonly<Record<string, unknown>>): void {
    addAll(this.#means, record, "");
  }

  /** Each a finite number. */
  result(): Record<string, number> {
    return finiteMembers([...this.#means].map(([name, each]) => [name, each.value]));
  }
}

function finiteMembers(entries: readonly (readonly [string, number | undefined])[]): Record<string, number> {
  // Sums of numbers near the largest one overflow, and JSON cannot represent the result.
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1])));
}
