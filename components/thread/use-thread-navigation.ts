"use client";

import { useRouter, useSearchParams } from "next/navigation";

/** Members of the address that belong to one thread, not to the list around it. */
const OF_ONE_THREAD = ["turn", "thread"];

/** Ways between a thread and the list that it was opened from: filters, sort and time range go along. */
export function useThreadNavigation(slug: string) {
  const router = useRouter();
  const search = useSearchParams();
  const kept = new URLSearchParams(search);
  for (const name of OF_ONE_THREAD) kept.delete(name);
  const withKept = (path: string) => (kept.size === 0 ? path : `${path}?${kept}`);
  const hrefOf = (threadId: string) => withKept(`/${slug}/threads/${encodeURIComponent(threadId)}`);
  return {
    listHref: withKept(`/${slug}/threads`),
    hrefOf,
    open: (threadId: string) => router.push(hrefOf(threadId)),
    toList: () => router.push(withKept(`/${slug}/threads`)),
    toTrace: (turnId: string) => router.push(`/${slug}/traces/${encodeURIComponent(turnId)}`),
  };
}
