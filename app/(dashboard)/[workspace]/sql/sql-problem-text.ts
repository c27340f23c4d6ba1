import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

/** What is wrong with a query, and in which line. */
export interface SqlProblemText {
  readonly text: string;
  /** From 1; null where the service names none. */
  readonly line: number | null;
}

/** Returns what the service says of a query; null for a failure that is not about the query. */
export function sqlProblemText(failure: ServiceFailure | null): SqlProblemText | null {
  if (failure?.kind !== "validation") return null;
  const text = (failure.detail ?? []).map(({ msg }) => msg).join(" ") || failure.message;
  const line = /^Line (\d+), column \d+: /.exec(text)?.[1];
  return { text, line: line === undefined ? null : Number(line) };
}
