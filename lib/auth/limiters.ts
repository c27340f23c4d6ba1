import { CompiledQuery, PostgresAdapter } from "kysely";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from "rate-limiter-flexible";
import type { AppDatabase } from "@/lib/database/app-database";
import { secretDigest } from "@/lib/database/secret-digest";

/** A number of requests within a time. */
export interface RateLimit {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

/** Counts the requests of callers against one limit. */
export type Limiter = Pick<RateLimiterAbstract, "points" | "duration" | "consume" | "delete" | "get" | "set">;

/**
 * Creates the limiter of a name. Limiters of one name share their counts: within the process, or among all dashboards
 * on one database.
 */
export type CreateLimiter = (name: string, limit: RateLimit) => Limiter;

/** Counts in the memory of this process. */
export const limiterInMemory: CreateLimiter = (_name, limit) => new RateLimiterMemory(limit);

/** Keys are hashed: they contain addresses of people, and may exceed the maximum length of a key. */
class HashedKeys implements Limiter {
  constructor(private readonly limiter: RateLimiterAbstract) {}

  get points(): number {
    return this.limiter.points;
  }

  get duration(): number {
    return this.limiter.duration;
  }

  consume(key: string | number) {
    return this.limiter.consume(secretDigest(String(key)));
  }

  delete(key: string | number) {
    return this.limiter.delete(secretDigest(String(key)));
  }

  get(key: string | number) {
    return this.limiter.get(secretDigest(String(key)));
  }

  set(key: string | number, points: number, seconds: number) {
    return this.limiter.set(secretDigest(String(key)), points, seconds);
  }
}

/** Returns the limiters of a database: in PostgreSQL all dashboards count together; with SQLite there is only one. */
export function limitersOf(database: AppDatabase): CreateLimiter {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return limiterInMemory;
  const storeClient = {
    query: async ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) => {
      const { rows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
      return { rows, rowCount: rows.length };
    },
  };
  const storeType = "client";
  return (keyPrefix, limit) =>
    new HashedKeys(
      new RateLimiterPostgres({
        ...limit,
        storeClient,
        storeType,
        keyPrefix,
        tableName: "rate_limit",
        tableCreated: true,
      }),
    );
}
