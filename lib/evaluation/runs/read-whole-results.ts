import { callOperation } from "@/lib/api/client/service-client";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import type { RequestOf } from "@/lib/api/contract/operations";

/** The service ends a page earlier where its texts are long. */
const PAGE_ROWS = 100;

type Request = Omit<RequestOf<"evaluations.results">, "texts" | "limit" | "offset">;

/**
 * Returns the examples that a request selects page by page, with examples and answers at any length.
 *
 * @throws RequestFailure, AbortError
 */
export async function* readWholeResults(
  connectionId: string,
  request: Request,
  signal?: AbortSignal,
): AsyncGenerator<readonly EvaluationResultRow[]> {
  for (let offset = 0; ; ) {
    const body = { ...request, texts: "whole" as const, limit: PAGE_ROWS, offset };
    const page = await callOperation(connectionId, "evaluations.results", { body, ...(signal ? { signal } : {}) });
    if (page.rows.length > 0) yield page.rows;
    // A page of long texts has fewer rows than its limit.
    offset += page.rows.length;
    if (offset >= page.total_count || page.rows.length === 0) return;
  }
}
