"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import type { Call } from "@/lib/api/contract/calls/calls";
import { openDownload } from "@/lib/export/file-sink";
import { countOf } from "@/lib/format/count";
import { errorMessage } from "@/lib/guard/error-message";
import { callsByTurn } from "@/lib/thread/calls-by-turn";
import { readSystemPrompt, readTurnMessages } from "@/lib/thread/read-turn-messages";
import { threadFile, threadFileName } from "@/lib/thread/thread-file";
import type { Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";

type ExportThreadProps = { workspace: Workspace; threadId: string; turns: readonly Turn[]; calls: readonly Call[] };

/** Saves the conversation as a line of JSON, with the messages of all turns. */
export function ExportThread(props: ExportThreadProps) {
  const toast = useToast();
  const saving = useMutation({
    mutationFn: () => saveThread(props),
    onSuccess: (text) => toast(text),
    onError: (error) => toast(errorMessage(error), "warning"),
  });
  return (
    <Button
      size="small"
      className="max-md:hidden"
      isBusy={saving.isPending}
      onClick={() => saving.mutate()}
      icon={<Download size={14} strokeWidth={1.7} aria-hidden="true" />}
    >
      Export
    </Button>
  );
}

async function saveThread({ workspace, threadId, turns, calls }: ExportThreadProps): Promise<string> {
  const { connectionId, projectId } = workspace;
  const address = { connectionId, projectId, signal: new AbortController().signal };
  const byTurn = callsByTurn(calls);
  const [first] = turns;
  const [system, messages] = await Promise.all([
    readSystemPrompt(address, first ? [first.firstModelId ?? first.id] : []),
    readTurnMessages(address, new Map(turns.map(({ id }) => [id, byTurn.get(id) ?? []]))),
  ]);
  const spoken = turns.flatMap(({ id }) => messages.get(id) ?? []);
  const { nameOfFile } = await import("@/lib/document/read-incomplete");
  const name = await nameOfFile(workspace, threadFileName(threadId));
  const file = openDownload(name, "application/x-ndjson");
  await file.write(threadFile(threadId, [...(system ? [system] : []), ...spoken]));
  await file.close();
  return `Exported ${countOf(turns.length, "turn")} to ${name}`;
}
