"use client";

import { useQuery } from "@tanstack/react-query";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { readSystemPrompt } from "@/lib/thread/read-turn-messages";
import type { Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";

/** The system prompt of the first model call of a thread; null without one, and until it is read. */
export function useSystemPrompt(workspace: Workspace, first: Turn | undefined): ChatMessage | null {
  const { connectionId, projectId } = workspace;
  const ids = first ? [first.firstModelId ?? first.id] : [];
  const { data } = useQuery({
    queryKey: ["service", connectionId, "threads.systemPrompt", projectId, ids],
    queryFn: ({ signal }) => readSystemPrompt({ connectionId, projectId, signal }, ids),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
