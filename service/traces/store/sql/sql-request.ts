import type { SqlParameters } from "@/lib/sql/sql-parameter";

/** What a query may use. */
export interface SqlLimits {
  readonly seconds: number;
  readonly rows: number;
  readonly memory_mb: number;
}

export interface SqlRequest {
  readonly projectId: string;
  readonly sql: string;
  readonly parameters: SqlParameters;
  readonly limits: SqlLimits;
}
