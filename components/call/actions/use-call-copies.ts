"use client";

import { useBaseUrl } from "@/components/session/use-base-url";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import { useCopyText } from "@/components/ui/use-copy-text";
import type { CallAddress } from "@/lib/calls/call-address";
import { callCurl, callPython } from "@/lib/calls/call-snippets";

/** The copy actions of a call. */
export function useCallCopies({ connectionId, projectId, callId }: CallAddress) {
  const slug = useWorkspaceSlug();
  const copy = useCopyText();
  const baseUrl = useBaseUrl(connectionId);
  const snippet = { baseUrl, projectId, callId };
  return {
    id: () => copy(callId, "Id copied"),
    link: () => copy(`${window.location.origin}/${slug}/traces/${encodeURIComponent(callId)}`, "Link copied"),
    curl: () => copy(callCurl(snippet), "Command copied"),
    python: () => copy(callPython(snippet), "Code copied"),
  };
}
