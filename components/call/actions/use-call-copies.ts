"use client";

import { useBaseUrl } from "@/components/session/use-base-url";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import { useCopyText } from "@/components/ui/use-copy-text";
import type { CallAddress } from "@/lib/calls/call-address";

/** The copy actions of a call. */
export function useCallCopies({ connectionId, projectId, callId }: CallAddress) {
  const slug = useWorkspaceSlug();
  const copy = useCopyText();
  const baseUrl = useBaseUrl(connectionId);
  const snippet = { baseUrl, projectId, callId };
  const snippets = () => import("@/lib/calls/call-snippets");
  return {
    id: () => copy(callId, "Id copied"),
    link: () => copy(`${window.location.origin}/${slug}/traces/${encodeURIComponent(callId)}`, "Link copied"),
    curl: () => copy(async () => (await snippets()).callCurl(snippet), "Command copied"),
    python: () => copy(async () => (await snippets()).callPython(snippet), "Code copied"),
  };
}
