import type { Measured } from "@/lib/api/contract/measures/measures";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { LATENCY_EDGES_MS, readLatencyBins } from "@/service/traces/store/figures/latency-bins";
import { readScore, type Selection } from "./read-measure";

type Bin = NonNullable<Measured["bins"]>[number];

/** Returns the bins of latencies from the first to the last with any, those between without any included. */
function latencyBins(found: ReadonlyMap<number, number>): Bin[] {
  const used = LATENCY_EDGES_MS.flatMap((edge, at) => (found.has(edge) ? [at] : []));
  const [first = 0, last = -1] = [used[0], used.at(-1)];
  return LATENCY_EDGES_MS.slice(first, last + 1).map((from, at) => ({
    from,
    to: LATENCY_EDGES_MS[first + at + 1] ?? null,
    label: null,
    count: found.get(from) ?? 0,
  }));
}

/**
 * Reads how the values of a measure are distributed.
 *
 * @throws InvalidRequestError for a figure that is not a value of each call
 */
export async function readBins(selection: Selection): Promise<Bin[]> {
  const { context, projectId, conditions, span, measure } = selection;
  const { figure } = measure;
  if (figure === "score") {
    const { bins, values } = await readScore(selection);
    return [
      ...bins.map(({ from, to, count }) => ({ from, to, label: null, count })),
      ...values.map(({ value, count }) => ({ from: null, to: null, label: value, count })),
    ];
  }
  if (!figure.startsWith("latency"))
    throw new InvalidRequestError(`measure.figure: ${figure} has no distribution; latencies and scores have one`);
  const rows = await readLatencyBins(context.store, { projectId, conditions, range: span.range }, context.signal);
  return latencyBins(new Map(rows.map(({ from, count }) => [from, count])));
}
