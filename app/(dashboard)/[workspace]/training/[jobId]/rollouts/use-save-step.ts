"use client";

import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { openResponse } from "@/lib/api/client/service-client";
import { fileNameOf } from "@/lib/export/file-naming";
import { openLargeFile } from "@/lib/export/file-sink";
import { countOf } from "@/lib/format/count";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";

/** Saves all trajectories of a step, one per line, as they arrive. */
export function useSaveStep(connectionId: string, batch: Batch | null) {
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const toast = useToast();
  const save = async (): Promise<void> => {
    if (batch === null) return;
    const sink = await openLargeFile(await fileNameOf(`rollouts-${batch.id}.jsonl`), "application/x-ndjson");
    if (sink === null) return;
    setIsSaving(true);
    setProblem(null);
    try {
      const answer = await openResponse(connectionId, "trajectories.stream", { body: { batch_id: batch.id } });
      let lines = 0;
      for await (const text of piecesOf(answer)) {
        lines += text.split("\n").length - 1;
        await sink.write(text);
      }
      if (lines < batch.trajectory_count)
        throw new Error(`the response ended after ${countOf(lines, "trajectory", "trajectories")}.`);
      await sink.close();
      toast(`${countOf(lines, "trajectory", "trajectories")} saved`);
    } catch (error) {
      await sink.abandon();
      setProblem(`Could not save the step: ${failureOf(error).message}`);
    } finally {
      setIsSaving(false);
    }
  };
  return { save, isSaving, problem };
}

async function* piecesOf(answer: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterable<string> {
  const reader = answer.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
