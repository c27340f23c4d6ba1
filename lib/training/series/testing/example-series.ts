import type { RunSeries, RunSeriesPage } from "@/lib/api/contract/training-runs/run-series";

type Values = Readonly<Record<string, readonly (number | null)[]>>;

/** Returns a series with these values at iterations from 1. */
const exampleSeries = (key: string, values: readonly (number | null)[]): RunSeries => ({
  key,
  x: values.map((_, index) => index + 1),
  last: [...values],
  low: null,
  high: null,
  smooth: null,
});

/** Returns the answer of a service with these metrics, of which it sends those with the keys that it is asked for. */
export function exampleSeriesPage(
  values: Values,
  { keys, first }: { readonly keys: readonly string[]; readonly first: number },
  members: Partial<RunSeriesPage> = {},
): RunSeriesPage {
  const count = Math.max(...Object.values(values).map(({ length }) => length));
  const directory = Object.entries(values).map(([key, own]) => {
    const known = own.flatMap((value) => value ?? []);
    const isConstant = known.length > 1 && known.every((value) => value === known[0]);
    return { key, count: known.length, last: known.at(-1) ?? 0, constant: isConstant ? (known[0] ?? 0) : null };
  });
  const drawn = directory.filter(({ constant }) => constant === null).map(({ key }) => key);
  const sent = new Set([...keys, ...drawn.slice(0, first)]);
  return {
    ...{ iterations: count, axes: ["step"], x: "step", extent: [1, count], restarts: [], directory },
    series: Object.entries(values).flatMap(([key, own]) => (sent.has(key) ? [exampleSeries(key, own)] : [])),
    ...members,
  };
}
