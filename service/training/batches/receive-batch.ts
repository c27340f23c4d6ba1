import type { z } from "zod";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { TooLargeError, ValidationError } from "@/service/kernel/errors/service-errors";
import type { BlobStore, StagedBlob } from "@/service/traces/store/files/blob-store";
import { type BatchContents, BatchReader } from "./batch-reader";
import { JsonValueTooLarge } from "./json-pieces";

/** A checked body in a temporary file; its owner keeps it or discards it. */
export interface ReceivedBatch {
  readonly blob: StagedBlob;
  readonly contents: BatchContents;
}

/** The bytes checked before other requests get a turn: a chunk may be as large as the body. */
const PIECE_BYTES = 256 * 1024;

async function* passing(body: AsyncIterable<Uint8Array>, reader: BatchReader): AsyncIterable<Uint8Array> {
  const yielder = new EventLoopYielder();
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      reader.push(chunk.subarray(at, at + PIECE_BYTES));
      await yielder.yieldToEventLoop();
    }
    yield chunk;
  }
}

/**
 * Writes a body to disk while it arrives and checks it on the way, one trajectory at a time. The whole body is read,
 * even after a fault, so that the client is still there to read the error.
 *
 * @throws ValidationError with the location of each fault; TooLargeError for a single trajectory that is too large
 */
export async function receiveBatch(
  body: ReadableStream<Uint8Array> | undefined,
  schema: z.ZodObject,
  blobs: BlobStore,
): Promise<ReceivedBatch> {
  const reader = new BatchReader(schema);
  try {
    const blob = await blobs.stage(passing(body ?? new Blob([]).stream(), reader));
    const end = reader.end();
    if ("contents" in end) return { blob, contents: end.contents };
    await blob.discard();
    throw new ValidationError(end.problems);
  } catch (error) {
    if (error instanceof JsonValueTooLarge) throw new TooLargeError("A single trajectory may have at most 32 MiB.");
    throw error;
  }
}

/** Reads a body to its end and drops it: some clients lose a response that arrives before that. */
export async function drain(body: ReadableStream<Uint8Array> | undefined): Promise<void> {
  for await (const _ of body ?? []);
}
