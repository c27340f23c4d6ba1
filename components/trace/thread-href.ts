import { quoteValue } from "@/components/filter/query-text";

/** Where the calls of a thread are listed, over all time. */
export function threadHref(slug: string, threadId: string): string {
  return `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", q: `thread:${quoteValue(threadId)}` })}`;
}
