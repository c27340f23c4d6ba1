import { quoteValue } from "@/components/filter/query-text";

/** Where a thread is read as a conversation. */
export function threadHref(slug: string, threadId: string): string {
  return `/${slug}/threads/${encodeURIComponent(threadId)}`;
}

/** Where the calls of a thread are listed, over all time. */
export function threadCallsHref(slug: string, threadId: string): string {
  return `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", q: `thread:${quoteValue(threadId)}` })}`;
}

/** Where the calls of a run are listed, over all time. */
export function runCallsHref(slug: string, runId: string): string {
  return `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", q: `run:${quoteValue(runId)}` })}`;
}
