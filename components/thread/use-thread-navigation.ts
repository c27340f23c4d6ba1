"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { threadHref } from "@/lib/address/thread-href";

/** Search parameters that belong to one thread, not to the surrounding list. */
const OF_ONE_THREAD = ["turn", "thread", "find"];

/** Links between a thread and its list, with the list's filters, sort and time range. */
export function useThreadNavigation(slug: string) {
  const router = useRouter();
  const search = useSearchParams();
  const params = new URLSearchParams(search);
  for (const name of OF_ONE_THREAD) params.delete(name);
  const withParams = (path: string) => (params.size === 0 ? path : `${path}?${params}`);
  const hrefOf = (threadId: string) => withParams(threadHref(slug, threadId));
  return {
    listHref: withParams(`/${slug}/threads`),
    hrefOf,
    open: (threadId: string) => router.push(hrefOf(threadId)),
    toList: () => router.push(withParams(`/${slug}/threads`)),
    toPlayground: (callId: string) => router.push(`/${slug}/playground?call=${encodeURIComponent(callId)}`),
    toTrace: (turnId: string) => router.push(`/${slug}/traces/${encodeURIComponent(turnId)}`),
  };
}
