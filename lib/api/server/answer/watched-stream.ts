import { linesIn } from "@/lib/api/contract/audit/read-tally";

/** How a response ended: complete, because the reader left, or broken off by the service. */
export type UpstreamEnd = "complete" | "cancelled" | "cut";

export interface StreamWatch {
  /** Maximum bytes; beyond this the stream breaks off. */
  readonly limitBytes: number;
  /** @param lines that end in these bytes; 0 where they are not counted */
  readonly onEnd: (end: UpstreamEnd, bytes: number, lines: number) => void;
  /** True for a body of lines, which are counted. */
  readonly hasLines?: boolean;
}

/**
 * Forwards a body as fast as it is read, counting bytes. A reader that leaves closes the source; a source that breaks
 * off breaks off here too, so that a part is never mistaken for the whole.
 */
export function watchedStream(body: ReadableStream<Uint8Array>, watch: StreamWatch): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let [bytes, lines] = [0, 0];
  let hasEnded = false;
  const end = (how: UpstreamEnd) => {
    if (!hasEnded) watch.onEnd(how, bytes, lines);
    hasEnded = true;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (hasEnded) return;
          if (done) {
            controller.close();
            end("complete");
            return;
          }
          bytes += value.byteLength;
          if (watch.hasLines) lines += linesIn(value);
          if (bytes > watch.limitBytes) throw new Error(`The response is larger than ${watch.limitBytes} bytes.`);
          controller.enqueue(value);
        } catch (error) {
          controller.error(error);
          end("cut");
          await reader.cancel().catch(() => {
            // The source has already failed; nothing is left to close.
          });
        }
      },
      async cancel(reason) {
        end("cancelled");
        await reader.cancel(reason);
      },
    },
    // Nothing is read ahead of the reader.
    { highWaterMark: 0 },
  );
}
