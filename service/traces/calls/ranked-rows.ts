import { isSplitBy, type SetRow, type StatsRow, type StatsSplit } from "@/service/traces/store/figures/stats-query";
import { addSums, sumOf } from "./stats-rows";

/** Ranks the values by calls and combines those beyond the limits, as the engine does for calls. */
export function rankedRows(rows: readonly SetRow[], { key, limit, bucketLimit }: StatsSplit): StatsRow[] {
  if (key === null) return [...rows];
  const places = placesOf(rows);
  const shown: StatsRow[] = [];
  const others = new Map<string, StatsRow[]>();
  for (const row of rows) {
    const place = places.get(row.key) ?? 0;
    const valueCount = places.size;
    if (!isSplitBy(row, "key")) shown.push(row);
    else if (place <= (isSplitBy(row, "bucket") ? bucketLimit : limit)) shown.push({ ...row, rank: place, valueCount });
    else {
      const set = `${row.splitBy} ${row.bucket} ${row.model} ${row.price}`;
      const other = { ...row, rank: 0, value: "", valueCount };
      others.set(set, [...(others.get(set) ?? []), other]);
    }
  }
  const combined = [...others.values()].flatMap((set) => combinedRow(set) ?? []);
  return [...shown, ...combined].sort(
    (left, right) => left.splitBy - right.splitBy || left.rank - right.rank || left.bucket - right.bucket,
  );
}

/** Returns the place of each value by calls, from 1. */
function placesOf(rows: readonly SetRow[]): ReadonlyMap<string, number> {
  const wholes = rows.filter((row) => isSplitBy(row, "key") && !isSplitBy(row, "bucket") && !isSplitBy(row, "model"));
  const inOrder = [...wholes].sort(
    (left, right) =>
      right.calls - left.calls || compare(left.value, right.value) || Number(BigInt(left.key) - BigInt(right.key)),
  );
  return new Map(inOrder.map((row, at) => [row.key, at + 1]));
}

const compare = (left: string, right: string): number => Buffer.compare(Buffer.from(left), Buffer.from(right));

function combinedRow(rows: readonly StatsRow[]): StatsRow | null {
  const [first] = rows;
  const sums = addSums(rows);
  if (first === undefined || sums === null) return null;
  return {
    ...first,
    ...sums,
    requests: sumOf(rows, "requests"),
    prompt: sumOf(rows, "prompt"),
    completion: sumOf(rows, "completion"),
    total: sumOf(rows, "total"),
    cacheRead: sumOf(rows, "cacheRead"),
    cacheCreation: sumOf(rows, "cacheCreation"),
    uncached: sumOf(rows, "uncached"),
    sampleStart: Math.min(...rows.map(({ sampleStart }) => sampleStart)),
    sampleInput: Math.min(...rows.map(({ sampleInput }) => sampleInput)),
  };
}
