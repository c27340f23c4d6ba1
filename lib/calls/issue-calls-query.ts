import type { Issue } from "@/lib/api/contract/issues/issues";
import { joinQuery, quoteField, quoteValue } from "@/lib/filter/query-text";

/**
 * Returns the query of exactly the calls of an issue: those of its op whose exceptions have its pattern, or those of
 * production whose score is false, or whose answer has the problem.
 */
export function issueCallsQuery({ kind, op, pattern }: Pick<Issue, "kind" | "op" | "pattern">): string {
  const ofOp = `op:${quoteValue(op)}`;
  if (kind === "answer") return joinQuery(["source:production", ofOp, `answer:${quoteValue(pattern)}`]);
  return kind === "score"
    ? joinQuery(["source:production", ofOp, `${quoteField(pattern)}:false`])
    : joinQuery(["status:error", ofOp, `failure:${quoteValue(pattern)}`]);
}
