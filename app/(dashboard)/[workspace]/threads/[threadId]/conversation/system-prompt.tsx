"use client";

import { useQuery } from "@tanstack/react-query";
import { TranscriptMessageView } from "@/components/chat/transcript-message";
import { readSystemPrompt } from "@/lib/thread/read-turn-messages";
import type { Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The system prompt of the first model call, as one line that can be expanded. */
export function SystemPrompt({ workspace, first }: { workspace: Workspace; first: Turn | undefined }) {
  const { connectionId, projectId } = workspace;
  const ids = first ? [first.firstModelId ?? first.id] : [];
  const { data } = useQuery({
    queryKey: ["service", connectionId, "threads.systemPrompt", projectId, ids],
    queryFn: ({ signal }) => readSystemPrompt({ connectionId, projectId, signal }, ids),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  return (
    <ol className="px-5 pt-3 [--surface:var(--bg)]">
      <TranscriptMessageView
        item={{ kind: "message", key: "system", message: data, stitch: "none" }}
        names={NO_NAMES}
      />
    </ol>
  );
}
