import type { RunSeries, RunSeriesPage } from "@/lib/api/contract/training-runs/run-series";
import { type MetricSection, meaningOf, metricName } from "@/lib/training/metrics/metric-order";

type Directory = RunSeriesPage["directory"];

/**
 * Meanings that are the same quantity in every program. Losses and distances are not: TRL's `kl` is to the reference, verl's
 * `ppo_kl` to the policy that sampled.
 */
const SAME_QUANTITY: ReadonlySet<string> = new Set([
  ...[
    "Entropy",
    "Clip fraction",
    "Gradient norm",
    "Reply length",
    "Truncated",
    "Steps off policy",
    "Tokens per second",
  ],
]);

const quantityOf = (key: string): string | null => {
  const meaning = meaningOf(metricName(key));
  return meaning !== null && SAME_QUANTITY.has(meaning) ? meaning : null;
};

/**
 * Returns, for each run, the metrics under which it reports what is drawn by the name of another program: the name that is
 * drawn, and its own. Of several charts of one quantity the first has the others.
 *
 * @param drawn keys of the charts
 * @param pinned keys that keep charts of their own
 */
export function otherNames(
  drawn: readonly string[],
  directories: readonly (Directory | undefined)[],
  pinned: readonly string[] = [],
): readonly ReadonlyMap<string, string>[] {
  const charts = new Map<string, string>();
  for (const key of drawn) {
    const quantity = quantityOf(key);
    if (quantity !== null && !charts.has(quantity)) charts.set(quantity, key);
  }
  return directories.map((directory = []) => {
    const own = new Map<string, string>();
    for (const { key } of directory) {
      const chart = charts.get(quantityOf(key) ?? "");
      const isApart = chart === undefined || chart === key || pinned.includes(key);
      // A program may report it twice, such as for parts of a batch: the first in the order of the directory counts.
      if (isApart || own.has(chart) || directory.some((entry) => entry.key === chart)) continue;
      own.set(chart, key);
    }
    return own;
  });
}

/** Returns the metrics that need no chart of their own, since each run that has them draws them under another name. */
export function drawnElsewhere(
  names: readonly ReadonlyMap<string, string>[],
  directories: readonly (Directory | undefined)[],
): readonly string[] {
  const isElsewhere = (key: string) =>
    directories.every(
      (directory, run) =>
        !directory?.some((entry) => entry.key === key) || [...(names[run]?.values() ?? [])].includes(key),
    );
  return [...new Set(names.flatMap((own) => [...own.values()]))].filter(isElsewhere);
}

/** Returns runs whose series have the names under which they are drawn, too. */
export function underDrawnNames<Run extends { readonly series: ReadonlyMap<string, RunSeries> }>(
  runs: readonly Run[],
  names: readonly ReadonlyMap<string, string>[],
): readonly Run[] {
  return runs.map((run, index) => {
    const renamed = [...(names[index] ?? [])].flatMap(([drawn, own]): [string, RunSeries][] => {
      const series = run.series.get(own);
      return series === undefined ? [] : [[drawn, { ...series, key: drawn }]];
    });
    return renamed.length === 0 ? run : { ...run, series: new Map([...run.series, ...renamed]) };
  });
}

/** Returns which runs report a drawn metric under another name: `C prime-math: optim/grad_norm`. */
export function namesText(
  runs: readonly { readonly run: { readonly label: string } }[],
  names: readonly ReadonlyMap<string, string>[],
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [index, { run }] of runs.entries()) {
    for (const [drawn, own] of names[index] ?? []) {
      const before = texts.get(drawn);
      texts.set(drawn, `${before === undefined ? "" : `${before}; `}${run.label}: ${metricName(own)}`);
    }
  }
  return texts;
}

/** Returns sections without metrics that are drawn under the name of another one. */
export const withoutKeys = (sections: readonly MetricSection[], keys: readonly string[]): readonly MetricSection[] =>
  sections
    .map(({ prefix, keys: own }) => ({ prefix, keys: own.filter((key) => !keys.includes(key)) }))
    .filter(({ keys: own }) => own.length > 0);
