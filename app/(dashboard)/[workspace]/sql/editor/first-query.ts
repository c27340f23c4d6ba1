/** What the editor begins with. */
export const FIRST_QUERY = `-- Ops of the time range, the slowest first
SELECT
  op,
  count() AS calls,
  countIf(status = 'error') AS errors,
  round(100 * errors / calls, 2) AS error_pct,
  round(quantile(0.95)(duration_ms)) AS p95_ms
FROM calls
WHERE started_at BETWEEN {from} AND {to}
GROUP BY op
ORDER BY p95_ms DESC
LIMIT 100`;

/** Queries that show what can be asked. */
export const EXAMPLES: readonly { readonly name: string; readonly sql: string }[] = [
  { name: "Slow and failing ops", sql: FIRST_QUERY },
  {
    name: "Cost by hour",
    sql: `SELECT toStartOfHour(started_at) AS hour, round(sum(cost_usd), 4) AS cost_usd
FROM usage
WHERE started_at BETWEEN {from} AND {to}
GROUP BY hour
ORDER BY hour`,
  },
  {
    name: "Tokens by model",
    sql: `SELECT model, sum(requests) AS requests, sum(tokens_in) AS tokens_in, sum(tokens_out) AS tokens_out
FROM usage
WHERE started_at BETWEEN {from} AND {to}
GROUP BY model
ORDER BY tokens_in DESC`,
  },
  {
    name: "Scores of failing threads",
    sql: `WITH failing AS (SELECT id FROM threads WHERE errors > 0)
SELECT s.name, count() AS scored, round(avg(s.number), 3) AS mean
FROM scores s
JOIN calls c ON c.id = s.call_id
WHERE c.thread_id IN (SELECT id FROM failing)
GROUP BY s.name
ORDER BY scored DESC`,
  },
];
