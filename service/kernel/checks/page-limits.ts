import { InvalidRequestError } from "@/service/kernel/errors/service-errors";

/**
 * Returns `limit` and `offset` of a request: null or absent mean no limit and no offset.
 * @throws InvalidRequestError when one is negative
 */
export function pageOf(request: { limit?: number | null | undefined; offset?: number | null | undefined }): {
  readonly limit: number | null;
  readonly offset: number;
} {
  const limit = request.limit ?? null;
  const offset = request.offset ?? 0;
  if (limit !== null && limit < 0) throw new InvalidRequestError("Limit must be a positive integer");
  if (offset < 0) throw new InvalidRequestError("Offset must be a positive integer");
  return { limit, offset };
}
