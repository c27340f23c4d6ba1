import { byMedia, MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import type { FieldOf } from "@/service/traces/store/calls/call-expression";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause, type WhereClause } from "@/service/traces/store/calls/call-keys";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import { type EngineTime, engineTimeOf } from "@/service/traces/store/engine/timestamps";
import type { PriceBoundaries } from "@/service/traces/store/prices/default-price";
import { type ProjectPrices, readProjectPrices } from "@/service/traces/store/prices/prices";
import { rangeCondition, START_MICROS_SQL } from "./figures-query";
import { usageOfAncestors } from "./usage-ancestors";
import { costOfTokens, type PricedTokens, priceBoundaries } from "./usage-costs";
import { KnownUsageFacts, MAX_MODELS } from "./usage-facts";
import { keyOfEntry, nodesWithKeys } from "./usage-keys";

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

/** The rates of the models of some calls, as SQL finds them. */
class Rates {
  readonly #boundaries: PriceBoundaries;
  readonly #known: readonly { readonly key: string; readonly rates: readonly number[] }[];

  constructor(models: readonly PricedModel[], prices: ProjectPrices, boundaries: PriceBoundaries) {
    this.#boundaries = boundaries;
    this.#known = models.flatMap(({ model, number, startedAt, inputTokens }) => {
      const costs = COUNTS.map(({ token }) =>
        costOfTokens({ ...NO_TOKENS, ...token, model, startedAt, inputTokens }, prices),
      );
      const rates = costs.map((cost) => (cost ? cost.promptUsd + cost.completionUsd : null));
      return rates.includes(null) ? [] : [{ key: `${number} ${model}`, rates: rates.map(Number) }];
    });
  }

  /** SQL of the position of the rates of an entry `used`, 0 without a price. */
  position(params: SqlParams): string {
    const keys = params.bind(
      this.#known.map(({ key }) => key),
      "Array(String)",
    );
    return `indexOf(${keys}, concat(toString(${priceNumber(this.#boundaries, params)}), ' ', used.model))`;
  }

  /** SQL of the cost of some counts at the rates of a position. */
  cost(position: string, counts: string, params: SqlParams): string {
    const rates = params.bind(
      this.#known.flatMap((each) => each.rates),
      "Array(Float64)",
    );
    const ofPosition = `arraySlice(${rates}, (${position} - 1) * ${COUNTS.length} + 1, ${COUNTS.length})`;
    return `arraySum((count, rate) -> count * rate, ${counts}, ${ofPosition})`;
  }
}

const COUNTS_SQL = `[${COUNTS.map(({ sql }) => sql).join(", ")}]`;

/** Reads the rates of the models of some calls. */
async function readRates({ store, signal }: Reader, prices: ProjectPrices, where: WhereClause): Promise<Rates> {
  const models = await store.read<{ model: string }>({
    sql: `SELECT DISTINCT arrayJoin(model_tokens.model) AS model FROM call_rows WHERE ${where.sql} LIMIT ${MAX_MODELS}`,
    params: where.params,
    signal,
  });
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
  return new Rates(priced, prices, boundaries);
}

/** Roots of OpenTelemetry report no usage: lists show that of their traces. */
const IS_SILENT_ROOT_SQL = "parent_id = '' AND empty(model_tokens)";

/** Costs of traces that one query can compare, the highest. */
const MAX_TRACES = 100_000;

/** The costs of traces by the hashes of their ids, the highest first. */
interface TraceCosts {
  readonly traces: readonly string[];
  readonly usd: readonly number[];
}

const HOUR_MS = 3_600_000;

/**
 * Reads the costs of the traces of the silent roots among some calls, each token once, as figures by trace have them. Calls
 * may start an hour before their root, since clocks differ.
 */
async function readTraceCosts(
  reader: Reader,
  projectId: string,
  prices: ProjectPrices,
  where: WhereClause,
): Promise<TraceCosts> {
  const { store, signal } = reader;
  const [first] = await store.read<{ roots: number; startedMs: number }>({
    sql: `SELECT count() AS roots, toUnixTimestamp64Milli(min(call_rows.started_at)) AS startedMs
  FROM call_rows WHERE ${where.sql} AND ${IS_SILENT_ROOT_SQL}`,
    params: where.params,
    signal,
  });
  if (first === undefined || first.roots === 0) return { traces: [], usd: [] };
  const range = { after: engineTimeOf(Math.max(0, first.startedMs - HOUR_MS) * 1000), before: null, buckets: [] };
  const ofTraces: CallCondition = {
    sql: `call_rows.trace_id IN (SELECT trace_id FROM call_rows WHERE ${where.sql} AND ${IS_SILENT_ROOT_SQL})`,
    params: where.params,
  };
  const calls = callsWhereClause(projectId, [ofTraces, rangeCondition(range)]);
  const facts = await new KnownUsageFacts(reader, projectId, range).read();
  const rates = await readRates(reader, prices, calls);
  const walk = facts.isNested ? usageOfAncestors({ projectId, conditions: [], range }, facts.reporters) : null;
  const counts =
    walk === null
      ? ""
      : `AND (cityHash64(call_rows.id), ${keyOfEntry("used.model", "used.family")}) NOT IN (${nodesWithKeys("node", "above")})`;
  const params = new SqlParams("trace_price_");
  const position = rates.position(params);
  const rows = await store.read<{ trace: string; usd: number }>({
    sql: `${walk?.sql ?? ""}
SELECT toString(trace) AS trace, sum(cost) AS usd FROM (
  SELECT trace, ${rates.cost("position", "counts", params)} AS cost FROM (
    SELECT cityHash64(trace_id) AS trace, toUInt32(${position}) AS position, ${COUNTS_SQL} AS counts
    FROM call_rows ARRAY JOIN model_tokens AS used
    WHERE ${calls.sql} ${counts}
  ) WHERE position > 0
) GROUP BY trace ORDER BY usd DESC LIMIT ${MAX_TRACES}`,
    params: { ...walk?.params, ...calls.params, ...params.values() },
    signal,
  });
  return { traces: rows.map(({ trace }) => trace), usd: rows.map(({ usd }) => usd) };
}

/**
 * Reads the prices of the models of all calls of a project. Returns the cost of an entry `used` of `model_tokens`, in US dollars;
 * NULL without a price.
 */
export async function readEntryCosts(reader: Reader, projectId: string): Promise<(params: SqlParams) => string> {
  const prices = await readProjectPrices(reader.store, projectId, { signal: reader.signal });
  const rates = await readRates(reader, prices, callsWhereClause(projectId, []));
  return (params) => {
    const position = rates.position(params);
    return `if(${position} = 0, NULL, ${rates.cost(position, COUNTS_SQL, params)})`;
  };
}

/**
 * Reads the prices of the models of some calls. Returns the cost of a call as a field, in US dollars, as lists show it: that of
 * its own usage, or of its trace for a root that reports none; NULL where no model has a price. Exact for every call that was
 * stored before.
 */
export async function readCallCosts(
  reader: Reader,
  projectId: string,
  conditions: readonly CallCondition[],
): Promise<FieldOf> {
  const where = callsWhereClause(projectId, conditions);
  const prices = await readProjectPrices(reader.store, projectId, { signal: reader.signal });
  const [rates, { traces, usd }] = await Promise.all([
    readRates(reader, prices, where),
    readTraceCosts(reader, projectId, prices, where),
  ]);
  return (params) => {
    const used = `arrayMap(used -> (${rates.position(params)}, ${COUNTS_SQL}), model_tokens)`;
    const priced = `arrayFilter(entry -> entry.1 > 0, ${used})`;
    const sum = `arraySum(entry -> ${rates.cost("entry.1", "entry.2", params)}, ${priced})`;
    const own = `if(empty(${priced}), NULL, ${sum})`;
    if (traces.length === 0) return { kind: "number", sql: own };
    const [ids, costs] = [params.bind(traces, "Array(String)"), params.bind(usd, "Array(Float64)")];
    const ofTrace = `nullIf(transform(toString(cityHash64(trace_id)), ${ids}, ${costs}, toFloat64(-1)), -1)`;
    return { kind: "number", sql: `if(${IS_SILENT_ROOT_SQL}, ${ofTrace}, ${own})` };
  };
}
