import { quoteValue } from "@/lib/filter/query-text";

/** Where a thread is read as a conversation. */
export function threadHref(slug: string, threadId: string): string {
  return `/${slug}/threads/${encodeURIComponent(threadId)}`;
}

/** Where the calls of threads are listed, over all time. */
export function threadCallsHref(slug: string, ...threadIds: readonly string[]): string {
  const q = `thread:${threadIds.map(quoteValue).join(",")}`;
  return `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", q })}`;
}

/** Where the calls of a run are listed, over all time. */
export function runCallsHref(slug: string, runId: string): string {
  return `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", q: `run:${quoteValue(runId)}` })}`;
}
