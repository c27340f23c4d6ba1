import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

const MAX_DIGESTS = 1000;

/** Returns the row counts of tables, in the requested order; unknown tables are omitted. */
export const queryTablesStats: Handler<"table.queryStatsBatch"> = async ({ body }, { tables, signal }) => {
  const digests = [...new Set(body.digests ?? [])];
  if (digests.length > MAX_DIGESTS) throw new InvalidRequestError(`digests has more than ${MAX_DIGESTS} entries.`);
  const headers = await tables.headers(body.project_id, digests, signal);
  const byDigest = new Map(headers.map((header) => [header.digest, header]));
  return {
    tables: digests.flatMap((digest) => {
      const header = byDigest.get(digest);
      if (header === undefined) return [];
      const size = body.include_storage_size ? header.sizeBytes : null;
      return [{ digest, count: header.rowCount, storage_size_bytes: size }];
    }),
  };
};
