import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { sqlQuery, sqlResult } from "./sql";

const LIMITS = { seconds: 10, rows: 10_000, memory_mb: 512 };

/** A door for SQL over the views of a project; see docs/adr/0117-bounds-of-sql.md. */
export const sqlOperations = {
  "sql.query": defineOperation({
    id: "sql.query",
    title: "Query with SQL",
    summary: "Runs a query over the views of a project: SELECT, SHOW TABLES or DESCRIBE.",
    path: "/sql/query",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: sqlQuery },
    result: { kind: "json", schema: sqlResult },
    standing: "extension",
    gaps: ["sql"],
    example: {
      body: { project_id: "demo/airline", sql: "SELECT op, count() FROM calls GROUP BY op" },
      result: {
        columns: [
          { name: "op", type: "String" },
          { name: "count()", type: "UInt64" },
        ],
        rows: [["search_flights", 640]],
        is_cut: false,
        elapsed_ms: 8,
        rows_read: 640,
        bytes_read: 20_480,
        limits: LIMITS,
      },
    },
  }),
};
