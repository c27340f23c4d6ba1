import { z } from "zod";
import { limit, offset, sortDirection } from "@/lib/api/contract/query/limit-and-order";
import { integer, jsonObject, longInteger, projectId } from "@/lib/api/contract/scalars/scalars";

/**
 * The interface uses `order`, public servers use `direction`; both are accepted. Defaults to ascending. See
 * docs/develop/spec-gaps.md, table-order.
 */
const tableSortBy = z
  .array(
    z.object({
      field: z.string(),
      order: sortDirection.nullish(),
      direction: sortDirection.nullish(),
    }),
  )
  .nullish();

const tableRowFilter = z.object({ row_digests: z.array(z.string()).nullish() });

export const tableQuery = z.object({
  project_id: projectId,
  digest: z.string(),
  filter: tableRowFilter.nullish(),
  limit,
  offset,
  sort_by: tableSortBy,
});

/** TableRowSchema: `original_index` counts from 0 in the full table, for any page and order. */
export const tableRow = z.looseObject({
  digest: z.string(),
  val: z.unknown().optional(),
  original_index: integer.nullish(),
});

export type TableRow = z.infer<typeof tableRow>;

export const tableQueryResult = z.looseObject({ rows: z.array(tableRow) });

export const tableCreate = z.object({
  table: z.object({ project_id: projectId, rows: z.array(jsonObject), expected_digest: z.string().nullish() }),
});

export const tableCreateResult = z.looseObject({ digest: z.string(), row_digests: z.array(z.string()).optional() });

const tableChange = z.union([
  z.strictObject({ append: z.object({ row: jsonObject }) }),
  z.strictObject({ pop: z.object({ index: integer }) }),
  z.strictObject({ insert: z.object({ index: integer, row: jsonObject }) }),
]);

export const tableUpdate = z.object({
  project_id: projectId,
  base_digest: z.string(),
  updates: z.array(tableChange).describe("Applied in this order to a copy; the base table is unchanged."),
});

export const tableUpdateResult = z.looseObject({
  digest: z.string(),
  updated_row_digests: z.array(z.string()).optional(),
});

export const tableCreateFromDigests = z.object({ project_id: projectId, row_digests: z.array(z.string()) });

export const tableDigestResult = z.looseObject({ digest: z.string() });

export const tableQueryStats = z.object({ project_id: projectId, digest: z.string() });

export const tableStats = z.looseObject({ count: integer });

export const tableQueryStatsBatch = z.object({
  project_id: projectId,
  digests: z.array(z.string()).nullish(),
  include_storage_size: z.boolean().nullish(),
});

export const tableStatsBatch = z.looseObject({
  tables: z.array(z.looseObject({ digest: z.string(), count: integer, storage_size_bytes: longInteger.nullish() })),
});
