import type { RequestOf } from "@/lib/api/contract/operations";
import type { Sort } from "@/lib/table/sort";

/** A query of a table: which rows, in which order. */
export interface TableQuery {
  readonly connectionId: string;
  readonly projectId: string;
  readonly digest: string;
  /** Only rows with these digests; empty means all. */
  readonly rowDigests: readonly string[];
  readonly sort: readonly Sort[];
}

/** Returns the request body for a part of a query's rows. */
export function tableQueryBody(
  { projectId, digest, rowDigests, sort }: TableQuery,
  offset: number,
  limit: number,
): RequestOf<"table.queryStream"> {
  return {
    project_id: projectId,
    digest,
    offset,
    limit,
    ...(rowDigests.length === 0 ? {} : { filter: { row_digests: [...rowDigests] } }),
    ...(sort.length === 0 ? {} : { sort_by: sort.map(({ field, direction }) => ({ field, order: direction })) }),
  };
}
