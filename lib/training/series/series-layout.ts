import type { RunSeriesPage } from "@/lib/api/contract/training-runs/run-series";
import { type MetricSection, metricName, orderMetrics } from "@/lib/training/metrics/metric-order";

type Directory = RunSeriesPage["directory"];

/** A metric with one value in all iterations of all runs. */
interface ConstantMetric {
  readonly key: string;
  readonly value: number;
}

/** The charts of a page. */
export interface SeriesLayout {
  /** Drawn at once: pinned ones, then those that practitioners look at first. */
  readonly main: readonly string[];
  /** The others by prefix. */
  readonly sections: readonly MetricSection[];
  readonly constants: readonly ConstantMetric[];
  /** Each of these has the values of another one, by key. */
  readonly repeated: ReadonlyMap<string, string>;
  readonly count: number;
}

/** A program without usual names still fills the page. */
const MIN_MAIN = 6;

/** Returns the metrics of several runs: a constant is one only where all runs have the same value. */
function union(directories: readonly Directory[]) {
  const keys = new Map<string, { readonly constants: Set<number | null>; readonly same: (string | null)[] }>();
  for (const { key, constant, same_as: same } of directories.flat()) {
    const known = keys.get(key) ?? { constants: new Set(), same: [] };
    known.constants.add(constant ?? null);
    known.same.push(same ?? null);
    keys.set(key, known);
  }
  return keys;
}

/**
 * Returns how the metrics of one or more runs are laid out.
 *
 * @param elsewhere metrics that another part of the page draws; pinned ones have charts of their own too
 */
export function seriesLayout(
  directories: readonly Directory[],
  pinned: readonly string[],
  elsewhere: readonly string[] = [],
): SeriesLayout {
  const all = union(directories);
  const constants: ConstantMetric[] = [];
  const repeated = new Map<string, string>();
  const drawn: string[] = [];
  for (const [key, { constants: values, same }] of all) {
    const [value] = values;
    const [other] = same;
    if (pinned.includes(key)) drawn.push(key);
    else if (elsewhere.includes(key)) continue;
    else if (values.size === 1 && value != null) constants.push({ key, value });
    else if (other != null && same.every((one) => one === other)) repeated.set(key, other);
    else drawn.push(key);
  }
  const { first, sections } = orderMetrics(drawn);
  const others = sections.flatMap(({ keys }) => keys);
  const filled = [...first, ...others.slice(0, Math.max(0, MIN_MAIN - first.length))];
  const main = [...pinned.filter((key) => all.has(key)), ...filled.filter((key) => !pinned.includes(key))];
  return {
    ...{ main, constants, repeated, count: all.size },
    sections: sections
      .map(({ prefix, keys }) => ({ prefix, keys: keys.filter((key) => !main.includes(key)) }))
      .filter(({ keys }) => keys.length > 0),
  };
}

/** Returns the metrics whose name or title has each of the words, constants and repeated ones too. */
export function foundSeries(
  directories: readonly Directory[],
  text: string,
  titleOf: (key: string) => string,
): readonly string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { first, sections } = orderMetrics([...union(directories).keys()]);
  return [...first, ...sections.flatMap(({ keys }) => keys)].filter((key) => {
    const name = `${metricName(key)} ${titleOf(key)}`.toLowerCase();
    return words.every((word) => name.includes(word));
  });
}
