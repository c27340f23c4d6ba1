"use client";

import { useSystemPrompt } from "@/app/(dashboard)/[workspace]/threads/[threadId]/conversation/use-system-prompt";
import { messageText } from "@/lib/chat/chat-message";
import { foundPattern } from "@/lib/filter/found-pattern";
import type { Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";

/**
 * True when the system prompt of a thread has a searched text: each model call sends the prompt again, so a search of
 * contents finds every turn, also those in which nobody said it.
 */
export function useIsInSystemPrompt(workspace: Workspace, turns: readonly Turn[], text: string): boolean {
  const pattern = foundPattern(text);
  const prompt = useSystemPrompt(workspace, pattern === null ? undefined : turns[0]);
  return pattern !== null && prompt !== null && pattern.test(messageText(prompt));
}
