import { LRUCache } from "lru-cache";
import type { CallCondition } from "@/service/traces/store/calls/call-filter";
import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Query, Store } from "@/service/traces/store/engine/store";
import { type EngineTime, engineTimeOf, microsOf } from "@/service/traces/store/engine/timestamps";
import { type FiguresRange, HOUR_MICROS, rangeCondition } from "./figures-query";
import { REPORTERS, type Reporters, reportersSql, requestsSql, withCallsBelow } from "./usage-ancestors";
import { twinsSql } from "./usage-keys";

/** The facts of a project's usage that are needed before its tokens are added up. */
export interface UsageFacts {
  /** The facts are those of the calls up to this commit. */
  readonly committed: number;
  /**
   * False when no call with usage has a call below it, and no request is reported twice. Then no token is repeated,
   * whatever is selected, and nobody has to walk up the trees.
   */
  readonly isNested: boolean;
  readonly reporters: Reporters;
  /** The names of models by their hashes, `MAX_MODELS` at most. */
  readonly models: ReadonlyMap<string, string>;
}

/**
 * Maximum number of model names, more than real projects use: a client that invents names must not cause a response of
 * millions of rows.
 */
export const MAX_MODELS = 1000;

const MAX_KNOWN_RANGES = 500;

type Reader = { readonly store: Store; readonly signal: AbortSignal };

const knownFacts = new WeakMap<Store, LRUCache<string, UsageFacts>>();

/** The range in whole hours, so that what is known of it holds for a page that is opened again. */
function wholeHours({ after, before }: FiguresRange): Pick<FiguresRange, "after" | "before"> {
  const hour = (time: EngineTime, added: number) =>
    engineTimeOf(Math.floor(Number(microsOf(time)) / HOUR_MICROS) * HOUR_MICROS + added);
  return { after: after && hour(after, 0), before: before && hour(before, HOUR_MICROS) };
}

/** The facts of a range and of all selections in it, as they were last read. */
export class KnownUsageFacts {
  readonly #reader: Reader;
  readonly #projectId: string;
  readonly #range: Pick<FiguresRange, "after" | "before">;
  readonly #known: LRUCache<string, UsageFacts>;

  constructor(reader: Reader, projectId: string, range: FiguresRange) {
    this.#reader = reader;
    this.#projectId = projectId;
    this.#range = wholeHours(range);
    this.#known = knownFacts.get(reader.store) ?? new LRUCache({ max: MAX_KNOWN_RANGES });
    knownFacts.set(reader.store, this.#known);
  }

  get #name(): string {
    return JSON.stringify([this.#projectId, this.#range.after, this.#range.before]);
  }

  /** The facts of some earlier commit, or of the newest when none are known. */
  async last(): Promise<UsageFacts> {
    return this.#known.get(this.#name) ?? (await this.read());
  }

  async read(): Promise<UsageFacts> {
    const where = callsWhereClause(this.#projectId, [withCallsBelow(rangeCondition(this.#range))]);
    const [facts] = await this.#ask<FactsRow>(factsQuery(where));
    const { committed = 0, isNested = 1, reporter = 2, names = [], hashes = [] } = facts ?? {};
    const reporters = REPORTERS[reporter] ?? "all";
    const models = new Map(hashes.map((hash, at) => [hash, names[at] ?? ""]));
    const read: UsageFacts = {
      ...{ committed, reporters, models },
      isNested: isNested !== 0 || (reporters !== "none" && (await this.#haveTwins(where, reporters))),
    };
    this.#known.set(this.#name, read);
    return read;
  }

  /** Asked apart, since the engine plans it longer than the other facts. It may see later calls: the facts then are read again. */
  async #haveTwins(where: CallCondition, reporters: Exclude<Reporters, "none">): Promise<boolean> {
    const sql = `SELECT count() > 0 AS haveTwins FROM (${twinsSql(requestsSql(where.sql, reporters))})`;
    const [found] = await this.#ask<{ haveTwins: 0 | 1 }>({ sql, params: where.params });
    return found?.haveTwins !== 0;
  }

  #ask<Row>(query: Omit<Query, "signal">): Promise<Row[]> {
    return this.#reader.store.read<Row>({ ...query, signal: this.#reader.signal });
  }
}

interface FactsRow {
  readonly committed: number;
  /** Whether a call with usage has a call below it. */
  readonly isNested: 0 | 1;
  /** The place in {@link REPORTERS}. */
  readonly reporter: number;
  readonly names: readonly string[];
  readonly hashes: readonly string[];
}

/** An intersection takes three quarters of the time of the condition that an id is in the set of all parents. */
function factsQuery(where: CallCondition): Omit<Query, "signal"> {
  const withUsage = `${where.sql} AND notEmpty(model_tokens.model)`;
  return {
    sql: `SELECT {committed:UInt64} AS committed, (
    SELECT count() > 0 FROM (
      SELECT cityHash64(call_rows.id) AS node FROM call_rows WHERE ${withUsage}
      INTERSECT SELECT cityHash64(parent_id) AS node FROM call_rows WHERE ${where.sql} AND parent_id != ''
    )
  ) AS isNested, ${reportersSql(where.sql)} AS reporter, names, arrayMap(model -> toString(sipHash64(model)), names) AS hashes
FROM (
  SELECT groupArray(name) AS names
  FROM (SELECT DISTINCT arrayJoin(model_tokens.model) AS name FROM call_rows WHERE ${withUsage} LIMIT ${MAX_MODELS})
)`,
    params: where.params,
  };
}
