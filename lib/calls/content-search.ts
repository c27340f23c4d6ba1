import { streamOperation } from "@/lib/api/client/service-client";
import type { CallsFilter } from "@/lib/api/contract/calls/calls";
import type { Operand, QueryExpression } from "@/lib/api/contract/query/query-expression";

/** A search reads no more ids than this; a reader steps through tens of them. */
const MAX_MATCHES = 10_000;

/** A call whose content has a searched text. */
export interface ContentMatch {
  readonly id: string;
  /** Null for a call outside of turns. */
  readonly turnId: string | null;
}

/** The result of a search of contents. */
export interface ContentMatches {
  /** In the order of their starts. */
  readonly matches: readonly ContentMatch[];
  /** True when there may be more than were read. */
  readonly isCut: boolean;
}

interface ContentSearchAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}

/** Inputs, output and error contain the text, ignoring case. */
function contentQuery(text: string): QueryExpression {
  const contains = (path: string): Operand => ({
    $contains: { input: { $getField: path }, substr: { $literal: text }, case_insensitive: true },
  });
  return { $expr: { $or: [contains("inputs"), contains("output"), contains("exception")] } };
}

/**
 * Finds the calls of a filter whose content has the text, in the order of their starts, up to
 * {@link MAX_MATCHES}.
 *
 * @throws RequestFailure, also when the response was cut off; AbortError.
 */
export async function searchContents(
  { connectionId, projectId, signal }: ContentSearchAddress,
  filter: CallsFilter,
  text: string,
): Promise<ContentMatches> {
  const matches: ContentMatch[] = [];
  const body = {
    project_id: projectId,
    filter,
    query: contentQuery(text),
    columns: ["id", "turn_id"],
    sort_by: [{ field: "started_at", direction: "asc" as const }],
    limit: MAX_MATCHES,
  };
  const summary = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, (rows) => {
    for (const { id, turn_id: turnId } of rows) matches.push({ id, turnId: turnId ?? null });
  });
  if (summary.end.kind === "stopped") throw new DOMException("stopped", "AbortError");
  if (summary.end.kind === "cut-short") throw new Error(`The search was cut short: ${summary.end.reason}`);
  return { matches, isCut: matches.length >= MAX_MATCHES };
}
