import type { CallKeyText } from "@/service/traces/store/figures/call-groups";
import type { Micros } from "@/service/traces/store/figures/figures-query";
import {
  type CallSums,
  isSplitBy,
  type StatsRow,
  type StatsSplit,
  type TokenSums,
} from "@/service/traces/store/figures/stats-query";

/** A requested group. */
export interface CountedGroup {
  /** Null for the group by model. */
  readonly key: CallKeyText | null;
  /** Maximum number of values; the others, those with the fewest calls, are combined. */
  readonly limit: number;
  readonly hasBuckets: boolean;
}

/** The rows of one reading. */
export interface KeySplit extends StatsSplit {
  readonly rows: readonly StatsRow[];
}

/** One set of calls. `groupAt` -1 means all values, `bucket` null all times. */
export interface FiguresRow extends CallSums {
  readonly groupAt: number;
  readonly bucket: Micros | null;
  readonly value: string;
  /** False for the values beyond the limit, which share one row. */
  readonly isShown: boolean;
  readonly valueCount: number;
}

/** The tokens of one model that have one price: one start and one input length represent all of them. */
export interface TokensRow extends TokenSums {
  readonly model: string;
  /** -1 for all calls. */
  readonly groupAt: number;
  /** Which of the group's values, from 1; 0 for values that are not shown. */
  readonly groupCell: number;
  readonly bucket: Micros | null;
  readonly sampleStart: Micros;
  readonly sampleInput: number;
  /** Calls with usage of the model. */
  readonly calls: number;
  readonly errors: number;
}

/** The calls of one model: a call counts under every model whose tokens count at it. */
export interface ModelRow extends CallSums {
  readonly model: string;
}

interface CombinedRows {
  readonly figures: readonly FiguresRow[];
  readonly tokens: readonly TokensRow[];
  readonly models: readonly ModelRow[];
}

/**
 * Distributes the rows of the readings to the requested groups, of which several may have the same key.
 * @param models names by their hashes
 */
export function combinedRows(
  read: readonly KeySplit[],
  groups: readonly CountedGroup[],
  models: ReadonlyMap<string, string>,
): CombinedRows {
  const named = (row: StatsRow): StatsRow => ({ ...row, model: models.get(row.model) ?? "" });
  const splits = read.map((split) => ({ ...split, rows: split.rows.map(named) }));
  const rows = splits.find(({ hasTotals }) => hasTotals)?.rows.filter((row) => !isSplitBy(row, "key")) ?? [];
  const all = { groupAt: -1, valueCount: 0, isShown: true } as const;
  const ofGroups = groups.map(({ key, limit, hasBuckets }, groupAt) => {
    const rows = splits.find((split) => key !== null && split.key?.sql === key.sql)?.rows ?? [];
    const ofGroup = rows.filter((row) => isSplitBy(row, "key") && (hasBuckets || !isSplitBy(row, "bucket")));
    return rowsOfGroup(ofGroup, groupAt, limit);
  });
  return {
    figures: [
      ...rows.filter((row) => !isSplitBy(row, "model")).map((row) => ({ ...row, ...all, bucket: bucketOf(row) })),
      ...ofGroups.flatMap(({ figures }) => figures),
    ],
    tokens: [
      ...rows.filter(isOfTokens).map((row) => ({ ...row, groupAt: -1, groupCell: 0, bucket: bucketOf(row) })),
      ...ofGroups.flatMap(({ tokens }) => tokens),
    ],
    models: rows.filter((row) => isSplitBy(row, "model") && !isOfTokens(row)),
  };
}

const isOfTokens = (row: StatsRow): boolean => isSplitBy(row, "price");
const bucketOf = (row: StatsRow): Micros | null => (isSplitBy(row, "bucket") ? row.bucket : null);

function rowsOfGroup(rows: readonly StatsRow[], groupAt: number, limit: number): Omit<CombinedRows, "models"> {
  const isShown = ({ rank }: StatsRow) => rank > 0 && rank <= limit;
  const others = new Map<Micros | null, StatsRow[]>();
  const figures: FiguresRow[] = [];
  const tokens: TokensRow[] = [];
  for (const row of rows) {
    const bucket = bucketOf(row);
    if (isOfTokens(row)) tokens.push({ ...row, groupAt, groupCell: isShown(row) ? row.rank : 0, bucket });
    else if (isShown(row)) figures.push({ ...row, groupAt, isShown: true, bucket });
    else others.set(bucket, [...(others.get(bucket) ?? []), row]);
  }
  const { valueCount = 0 } = rows[0] ?? {};
  const inOrder = [...others].sort(([left], [right]) => (left ?? 0) - (right ?? 0));
  for (const [bucket, combined] of inOrder) {
    const sums = addSums(combined);
    if (sums) figures.push({ ...sums, groupAt, bucket, value: "", isShown: false, valueCount });
  }
  return { figures, tokens };
}

/** The quantiles are those of the first row: they are meaningful for one row only. */
export function addSums(rows: readonly CallSums[]): CallSums | null {
  const [first] = rows;
  if (first === undefined || rows.length === 1) return first ?? null;
  const maxima = rows.flatMap(({ latencyMax }) => latencyMax ?? []);
  return {
    calls: sumOf(rows, "calls"),
    roots: sumOf(rows, "roots"),
    errors: sumOf(rows, "errors"),
    descendantErrors: sumOf(rows, "descendantErrors"),
    running: sumOf(rows, "running"),
    finished: sumOf(rows, "finished"),
    quantiles: first.quantiles,
    latencySum: rows.reduce((sum, { latencySum }) => sum + (latencySum ?? 0), 0),
    latencyMax: maxima.length === 0 ? null : Math.max(...maxima),
    inputBytes: sumOf(rows, "inputBytes"),
    outputBytes: sumOf(rows, "outputBytes"),
    attributeBytes: sumOf(rows, "attributeBytes"),
    summaryBytes: sumOf(rows, "summaryBytes"),
  };
}

export function sumOf<Member extends string>(
  rows: readonly Readonly<Record<Member, number>>[],
  member: Member,
): number {
  return rows.reduce((sum, row) => sum + row[member], 0);
}
