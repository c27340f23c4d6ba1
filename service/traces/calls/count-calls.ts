import type { HandlerContext } from "@/service/traces/handlers/handler";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { ROLLED_QUANTILE_ERROR } from "@/service/traces/store/figures/call-cells";
import type { FiguresRange, FiguresRequest } from "@/service/traces/store/figures/figures-query";
import { readStats, type StatsSplit, type UsageReading } from "@/service/traces/store/figures/stats-query";
import { REPORTERS } from "@/service/traces/store/figures/usage-ancestors";
import { priceBoundaries } from "@/service/traces/store/figures/usage-costs";
import { KnownUsageFacts, MAX_MODELS, type UsageFacts } from "@/service/traces/store/figures/usage-facts";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import { CallFiguresReader } from "./call-figures";
import { readRolled } from "./rolled-calls";
import { type CountedGroup, combinedRows, type KeySplit } from "./stats-rows";

type Reader = Pick<HandlerContext, "calls" | "store" | "signal" | "rollups">;

export interface CountedSelection extends Pick<FiguresRequest, "projectId" | "keyParams"> {
  readonly context: Reader;
  readonly conditions: readonly CallCondition[];
  readonly prices: ProjectPrices;
  /** Rollups answer for as many calls; by default those that take longer to read one by one. */
  readonly leastRolledCalls?: number;
}

/** Counts calls and their tokens in one range, each call once for each key. */
export async function countCalls(
  selection: CountedSelection,
  range: FiguresRange,
  groups: readonly CountedGroup[],
): Promise<CallFiguresReader> {
  const { prices } = selection;
  const { buckets } = range;
  const nothing: SettledRows = { splits: [], models: new Map() };
  const split = splitsOf(groups);
  const rolled = buckets.length === 0 ? nothing : await readRolled({ ...selection, range }, split);
  const { splits, models } = rolled ?? (await readSettled(selection, range, split));
  const quantileError = rolled === null || rolled.splits.length === 0 ? 0 : ROLLED_QUANTILE_ERROR;
  return new CallFiguresReader({ ...combinedRows(splits, groups, models), prices, buckets, quantileError });
}

/**
 * One reading for each key. The totals come with the first key, if it has few values: each cell of a value keeps
 * latencies, and a bucket of each of many values would be one.
 */
function splitsOf(groups: readonly CountedGroup[]): StatsSplit[] {
  const byKey = new Map<string, StatsSplit>();
  for (const { key, limit, hasBuckets } of groups) {
    if (key === null) continue;
    const others = byKey.get(key.sql);
    byKey.set(key.sql, {
      key,
      limit: Math.max(limit, others?.limit ?? 0),
      bucketLimit: Math.max(hasBuckets ? limit : 0, others?.bucketLimit ?? 0),
      hasTotals: false,
      hasModels: false,
    });
  }
  const totals = { hasTotals: true, hasModels: groups.some(({ key }) => key === null) };
  const splits = [...byKey.values()];
  const shared = splits.findIndex(({ key }) => key?.hasFewValues);
  if (shared < 0) return [{ key: null, limit: 0, bucketLimit: 0, ...totals }, ...splits];
  return splits.map((split, at) => (at === shared ? { ...split, ...totals } : split));
}

interface SettledRows {
  readonly splits: readonly KeySplit[];
  readonly models: UsageFacts["models"];
}

/**
 * Reads with the usage facts that were known last, and reads again if newer calls change them: facts hold for the calls
 * up to their commit, and a query may see later ones. This ends, because usage that was nested once remains so, and each
 * other repetition needs a model with another price.
 */
async function readSettled(
  { context, projectId, conditions, keyParams, prices }: CountedSelection,
  range: FiguresRange,
  splits: readonly StatsSplit[],
): Promise<SettledRows> {
  const known = new KnownUsageFacts(context, projectId, range);
  const request: FiguresRequest = { projectId, conditions, range, keyParams };
  for (let facts = await known.last(); ; ) {
    const usage = usageReading(facts, prices);
    const read = await Promise.all(
      splits.map(async (split): Promise<KeySplit> => {
        const { store, signal } = context;
        return { ...split, rows: await readStats(store, request, { split, usage, signal }) };
      }),
    );
    const newest = Math.max(...read.map(({ rows }) => rows[0]?.committed ?? 0));
    if (newest <= facts.committed) return { splits: read, models: facts.models };
    const later = await known.read();
    facts = withEarlier(later, facts);
    if (isSame(usageReading(facts, prices), usage)) return { splits: read, models: facts.models };
  }
}

/** Usage that was nested once remains so, though the calls were deleted; the same holds for those that report requests. */
function withEarlier(later: UsageFacts, earlier: UsageFacts): UsageFacts {
  const placeOf = ({ reporters }: UsageFacts) => REPORTERS.indexOf(reporters);
  const { reporters } = placeOf(earlier) > placeOf(later) ? earlier : later;
  return { ...later, isNested: earlier.isNested || later.isNested, reporters };
}

function usageReading({ isNested, reporters, models }: UsageFacts, prices: ProjectPrices): UsageReading {
  const modelHashes = models.size < MAX_MODELS ? null : [...models.keys()];
  return { isNested, reporters, boundaries: priceBoundaries([...models.values()], prices), modelHashes };
}

/** Which models are distinguished is arbitrary when there are too many. */
function isSame(left: UsageReading, right: UsageReading): boolean {
  const facts = ({ isNested, reporters, boundaries, modelHashes }: UsageReading) => [
    isNested && reporters,
    isNested,
    boundaries,
    modelHashes === null,
  ];
  return JSON.stringify(facts(left)) === JSON.stringify(facts(right));
}
