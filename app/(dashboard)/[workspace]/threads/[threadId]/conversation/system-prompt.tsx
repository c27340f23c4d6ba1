"use client";

import { TranscriptMessageView } from "@/components/chat/transcript-message";
import type { Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";
import { useSystemPrompt } from "./use-system-prompt";

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The system prompt of the first model call, as one line that can be expanded. */
export function SystemPrompt({ workspace, first }: { workspace: Workspace; first: Turn | undefined }) {
  const message = useSystemPrompt(workspace, first);
  if (message === null) return null;
  return (
    <ol className="px-5 pt-3 [--surface:var(--bg)]">
      <TranscriptMessageView item={{ kind: "message", key: "system", message, stitch: "none" }} names={NO_NAMES} />
    </ol>
  );
}
