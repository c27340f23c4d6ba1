import { joinQuery, quoteValue } from "@/lib/filter/query-text";

/** Returns the query of exactly the calls of an issue: those of its op whose exceptions have its pattern. */
export const issueCallsQuery = ({ op, pattern }: { readonly op: string; readonly pattern: string }): string =>
  joinQuery(["status:error", `op:${quoteValue(op)}`, `failure:${quoteValue(pattern)}`]);
