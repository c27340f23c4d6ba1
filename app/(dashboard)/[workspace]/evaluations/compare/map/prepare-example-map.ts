import type { EvaluationValues } from "@/lib/api/contract/evaluations/values";

/** An example with its value in each compared run; null where a run has none. */
interface MapExample {
  readonly key: string;
  readonly position: number | null;
  readonly values: readonly (number | null)[];
}

/** Neighbours of the map that are drawn as one column, each run with the mean of its values. */
export interface MapColumn {
  readonly first: MapExample;
  readonly keys: readonly string[];
  readonly values: readonly (number | null)[];
}

export interface MapSection {
  readonly name: "worse" | "same" | "better" | "unshared";
  /** Examples, which may be more than columns. */
  readonly count: number;
  readonly columns: readonly MapColumn[];
}

/** An example by its values in baseline (x) and focused run (y). */
export interface ScatterPoint {
  readonly example: MapExample;
  readonly x: number;
  readonly y: number;
  readonly change: "worse" | "same" | "better";
}

export interface ExampleMap {
  readonly sections: readonly MapSection[];
  /** Examples in a column, at most. */
  readonly perColumn: number;
  readonly points: readonly ScatterPoint[];
  /** The ends of all values. */
  readonly domain: { readonly low: number; readonly high: number };
  /** All values in order where they are few, as of trials that passed or not: the scatter is a grid then. */
  readonly levels: readonly number[] | null;
}

/** Maximum number of columns: more cannot be distinguished in the width of a page. */
const MAX_COLUMNS = 64;
/** A grid of more levels has cells too small for dots. */
const MAX_LEVELS = 6;

type Focus = { readonly focus: number; readonly isLowerBetter: boolean };

/** Returns the examples of compared runs by what became of them in the focused run against the first, the worst first. */
export function prepareExampleMap(
  { keys, positions, values }: EvaluationValues,
  { focus, isLowerBetter }: Focus,
): ExampleMap {
  const examples = keys.map(
    (key, index): MapExample => ({
      key,
      position: positions[index] ?? null,
      values: values.map((run) => run[index] ?? null),
    }),
  );
  const points = examples.flatMap((example): ScatterPoint[] => {
    const [x, y] = [example.values[0] ?? null, example.values[focus] ?? null];
    if (x === null || y === null) return [];
    const change = x === y ? "same" : y > x !== isLowerBetter ? "better" : "worse";
    return [{ example, x, y, change }];
  });
  const sign = isLowerBetter ? -1 : 1;
  const sorted = [...points].sort(
    (left, right) => sign * (left.y - left.x - (right.y - right.x)) || sign * (right.x - left.x),
  );
  const paired = new Set(points.map(({ example }) => example.key));
  const groups = [
    ...(["worse", "same", "better"] as const).map((name) => ({
      name,
      examples: sorted.flatMap((point) => (point.change === name ? [point.example] : [])),
    })),
    { name: "unshared" as const, examples: examples.filter(({ key }) => !paired.has(key)) },
  ].filter((group) => group.examples.length > 0);
  const perColumn = Math.max(1, Math.ceil(examples.length / MAX_COLUMNS));
  const known = examples.flatMap((example) => example.values.filter((value) => value !== null));
  const levels = [...new Set(known)].sort((left, right) => left - right);
  return {
    sections: groups.map((group) => ({
      name: group.name,
      count: group.examples.length,
      columns: columnsOf(group.examples, perColumn, values.length),
    })),
    perColumn,
    points,
    domain: domainOf(levels),
    levels: levels.length > 0 && levels.length <= MAX_LEVELS ? levels : null,
  };
}

function columnsOf(examples: readonly MapExample[], perColumn: number, runCount: number): MapColumn[] {
  return Array.from({ length: Math.ceil(examples.length / perColumn) }, (_, column) => {
    const held = examples.slice(column * perColumn, (column + 1) * perColumn);
    return {
      first: held[0] as MapExample,
      keys: held.map(({ key }) => key),
      values: Array.from({ length: runCount }, (__, run) => meanOf(held.map(({ values }) => values[run] ?? null))),
    };
  });
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Shares are drawn from 0 to 1, all others between their ends. */
function domainOf(levels: readonly number[]): { low: number; high: number } {
  const [low, high] = [levels[0] ?? 0, levels.at(-1) ?? 1];
  return low >= 0 && high <= 1 ? { low: 0, high: 1 } : { low, high };
}

/** Steps of the scale that a value is drawn in, from 0. */
export const HEAT_STEPS = 5;

/** Returns the step of a value on the scale; the ends have a step only for themselves. */
export function heatStep(value: number, { low, high }: ExampleMap["domain"]): number {
  if (high <= low || value >= high) return HEAT_STEPS - 1;
  if (value <= low) return 0;
  return 1 + Math.min(HEAT_STEPS - 3, Math.floor(((value - low) / (high - low)) * (HEAT_STEPS - 2)));
}
