import { quoteValue } from "@/lib/filter/query-text";
import { pathSegment } from "./path-segment";
import { allCallsHref } from "./traces-href";

/** Returns the page that shows a thread as a conversation. */
export function threadHref(slug: string, threadId: string): string {
  return `/${slug}/threads/${pathSegment(threadId)}`;
}

/** Returns the page that lists the calls of threads, over all time. */
export function threadCallsHref(slug: string, ...threadIds: readonly string[]): string {
  return allCallsHref(slug, `thread:${threadIds.map(quoteValue).join(",")}`);
}

/** Returns the page that lists the calls of a run, over all time. */
export function runCallsHref(slug: string, runId: string): string {
  return allCallsHref(slug, `run:${quoteValue(runId)}`);
}
