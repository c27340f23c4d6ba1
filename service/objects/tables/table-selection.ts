import type { InputOf } from "@/lib/api/contract/operations";
import { pageOf } from "@/service/kernel/checks/page-limits";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { PositionedRow, RowSelection } from "@/service/traces/store/tables/table-reader";

const MAX_DIGESTS = 1000;

/**
 * The selection that a page and a stream of rows share.
 * @throws InvalidRequestError for a negative limit or offset, or too many digests
 */
export function rowSelectionOf(body: InputOf<"table.query">["body"]): RowSelection {
  const rowDigests = body.filter?.row_digests ?? [];
  if (rowDigests.length > MAX_DIGESTS) {
    throw new InvalidRequestError(`filter.row_digests has more than ${MAX_DIGESTS} entries.`);
  }
  return {
    projectId: body.project_id,
    digest: body.digest,
    rowDigests: rowDigests.length === 0 ? null : rowDigests,
    sortBy: (body.sort_by ?? []).map(({ field, order, direction }) => ({
      field,
      direction: order ?? direction ?? "asc",
    })),
    ...pageOf(body),
  };
}

/** TableRowSchema as JSON text. */
export function rowText({ digest, val, position }: PositionedRow): string {
  return `{"digest":${JSON.stringify(digest)},"val":${val},"original_index":${position}}`;
}
