import { byMedia, MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import type { FieldOf } from "@/service/traces/store/calls/call-expression";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import type { PriceBoundaries } from "@/service/traces/store/prices/default-price";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { START_MICROS_SQL } from "./figures-query";
import { costOfTokens, type PricedTokens, priceBoundaries } from "./usage-costs";
import { MAX_MODELS } from "./usage-facts";

type Counts = Omit<PricedTokens, "model" | "startedAt" | "inputTokens">;

/** The counts of an entry of `model_tokens` that have a price each, and one token of each. */
const COUNTS: readonly { readonly sql: string; readonly token: Partial<Counts> }[] = [
  { sql: "used.prompt - used.cache_read - used.cache_creation", token: { uncached: 1 } },
  { sql: "used.cache_read", token: { cacheRead: 1 } },
  { sql: "used.cache_creation", token: { cacheCreation: 1 } },
  { sql: "used.cache_hour", token: { cacheHour: 1 } },
  { sql: "used.completion", token: { completion: 1 } },
  ...MEDIA_TOKENS.map(({ kind, column }) => ({ sql: `used.${column}`, token: { [kind]: 1 } })),
];

const NO_TOKENS: Counts = {
  requests: 1,
  prompt: 0,
  completion: 0,
  total: 0,
  cacheRead: 0,
  cacheCreation: 0,
  cacheHour: 0,
  uncached: 0,
  ...byMedia("kind", () => 0),
};

/** Models times changes of prices; real projects have tens. Those of most calls are known. */
const MAX_PRICES = 10_000;

const INPUT_SQL = "used.prompt / greatest(used.requests, 1)";

/** SQL for the number of the price that an entry has: it changes where a price of one of the models does. */
function priceNumber({ datesMs, secondsOfDay, inputTokens }: PriceBoundaries, params: SqlParams): string {
  const passed = (changes: readonly number[], condition: string) =>
    changes.length === 0 ? "0" : `arrayCount(change -> ${condition}, ${params.bind(changes, "Array(Float64)")})`;
  const micros = datesMs.map((ms) => Math.round(ms * 1000));
  const dates = passed(micros, `change <= ${START_MICROS_SQL}`);
  const times = passed(secondsOfDay, "change <= toUnixTimestamp(call_rows.started_at) % 86400");
  const lengths = passed(inputTokens, `${INPUT_SQL} > change`);
  return `toUInt32(${dates} * 1000000 + ${times} * 1000 + ${lengths})`;
}

/** A model between two changes of prices, and one start and one input that have this price. */
interface PricedModel {
  readonly model: string;
  readonly number: number;
  readonly startedAt: EngineTime;
  readonly inputTokens: number;
}

type Reader = { readonly store: Store; readonly signal: AbortSignal };

/**
 * Reads the prices of the models of some calls. Returns the cost of a call as a field: that of its own usage, in US dollars, as
 * `costOfTokens` computes it; NULL where no model of the call has a price. Exact for every call that was stored before.
 */
export async function readCallCosts(
  { store, signal }: Reader,
  projectId: string,
  conditions: readonly CallCondition[],
): Promise<FieldOf> {
  const where = callsWhereClause(projectId, conditions);
  const [prices, models] = await Promise.all([
    readProjectPrices(store, projectId, { signal }),
    store.read<{ model: string }>({
      sql: `SELECT DISTINCT arrayJoin(model_tokens.model) AS model FROM call_rows WHERE ${where.sql} LIMIT ${MAX_MODELS}`,
      params: where.params,
      signal,
    }),
  ]);
  const boundaries = priceBoundaries(
    models.map(({ model }) => model),
    prices,
  );
  const params = new SqlParams("price_");
  const priced = await store.read<PricedModel>({
    sql: `SELECT used.model AS model, ${priceNumber(boundaries, params)} AS number,
    toString(min(call_rows.started_at)) AS startedAt, min(${INPUT_SQL}) AS inputTokens
  FROM call_rows ARRAY JOIN model_tokens AS used WHERE ${where.sql}
  GROUP BY model, number ORDER BY count() DESC LIMIT ${MAX_PRICES}`,
    params: { ...where.params, ...params.values() },
    signal,
  });
  return costField(priced, prices, boundaries);
}

function costField(models: readonly PricedModel[], prices: ProjectPrices, boundaries: PriceBoundaries): FieldOf {
  const known = models.flatMap(({ model, number, startedAt, inputTokens }) => {
    const costs = COUNTS.map(({ token }) =>
      costOfTokens({ ...NO_TOKENS, ...token, model, startedAt, inputTokens }, prices),
    );
    const rates = costs.map((cost) => (cost ? cost.promptUsd + cost.completionUsd : null));
    return rates.includes(null) ? [] : [{ key: `${number} ${model}`, rates: rates.map(Number) }];
  });
  return (params) => {
    const keys = params.bind(
      known.map(({ key }) => key),
      "Array(String)",
    );
    const rates = params.bind(
      known.flatMap((each) => each.rates),
      "Array(Float64)",
    );
    const at = `indexOf(${keys}, concat(toString(${priceNumber(boundaries, params)}), ' ', used.model))`;
    const counts = COUNTS.map(({ sql }) => sql).join(", ");
    const priced = `arrayFilter(entry -> entry.1 > 0, arrayMap(used -> (${at}, [${counts}]), model_tokens))`;
    const rate = `arraySlice(${rates}, (entry.1 - 1) * ${COUNTS.length} + 1, ${COUNTS.length})`;
    const sum = `arraySum(entry -> arraySum((count, rate) -> count * rate, entry.2, ${rate}), ${priced})`;
    return { kind: "number", sql: `if(empty(${priced}), NULL, ${sum})` };
  };
}
