import { quoteValue } from "@/lib/filter/query-text";
import { pathSegment } from "./path-segment";

/** Returns the page that shows a thread as a conversation. */
export function threadHref(slug: string, threadId: string): string {
  return `/${slug}/threads/${pathSegment(threadId)}`;
}

/** Returns the page that lists the calls of threads, over all time. */
export function threadCallsHref(slug: string, ...threadIds: readonly string[]): string {
  const q = `thread:${threadIds.map(quoteValue).join(",")}`;
  return `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", q })}`;
}

/** Returns the page that lists the calls of a run, over all time. */
export function runCallsHref(slug: string, runId: string): string {
  return `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", q: `run:${quoteValue(runId)}` })}`;
}
