/** The longest text of a query, in characters. */
export const MAX_SQL_LENGTH = 20_000;

/** The limits of a query that names none, and the highest that one may name. */
export const SQL_LIMITS = {
  seconds: { usual: 10, most: 60 },
  rows: { usual: 10_000, most: 10_000 },
  memory_mb: { usual: 512, most: 2048 },
} as const;
