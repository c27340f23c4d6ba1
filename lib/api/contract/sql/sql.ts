import { z } from "zod";
import { integer, projectId } from "@/lib/api/contract/scalars/scalars";
import { MAX_SQL_LENGTH, SQL_LIMITS } from "./sql-limits";

const limit = ({ usual, most }: { readonly usual: number; readonly most: number }) =>
  integer.pipe(z.number().min(1).max(most)).default(usual);

export const sqlLimits = z.strictObject({
  seconds: limit(SQL_LIMITS.seconds),
  rows: limit(SQL_LIMITS.rows),
  memory_mb: limit(SQL_LIMITS.memory_mb),
});

const parameter = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number()])).max(10_000),
]);

export const sqlQuery = z.strictObject({
  project_id: projectId,
  sql: z.string().min(1).max(MAX_SQL_LENGTH),
  parameters: z.record(z.string().regex(/^[A-Za-z_]\w*$/), parameter).default({}),
  limits: sqlLimits.prefault({}),
});

export const sqlResult = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.unknown())),
  is_cut: z.boolean().describe("More rows than the limit"),
  elapsed_ms: z.number(),
  rows_read: z.number(),
  bytes_read: z.number(),
  limits: sqlLimits,
});
