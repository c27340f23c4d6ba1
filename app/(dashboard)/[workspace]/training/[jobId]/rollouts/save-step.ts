import { openResponse } from "@/lib/api/client/service-client";
import { fileNameOf } from "@/lib/export/file-naming";
import { openLargeFile } from "@/lib/export/file-sink";
import { countOf } from "@/lib/format/count";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";

/**
 * Saves all trajectories of a step, one per line, as they arrive.
 *
 * @param onStart called once the file is chosen
 * @returns their number; null when no file was chosen
 */
export async function saveStep(connectionId: string, batch: Batch, onStart: () => void): Promise<number | null> {
  const sink = await openLargeFile(await fileNameOf(`rollouts-${batch.id}.jsonl`), "application/x-ndjson");
  if (sink === null) return null;
  onStart();
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
    return lines;
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

async function* piecesOf(answer: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterable<string> {
  const reader = answer.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
