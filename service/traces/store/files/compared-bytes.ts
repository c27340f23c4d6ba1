import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ContentDamaged } from "@/service/kernel/errors/store-errors";
import { DigestStream } from "@/service/kernel/json/digest";

/** Smaller contents are compared before the first byte is passed on, so that damage is an error and not a cut answer. */
const COMPARED_FIRST_BYTES = 1024 ** 2;

/**
 * Passes the bytes of a blob on, and compares them with its name.
 *
 * @throws ContentDamaged when they are others; a large content ends with it in place of its end
 */
export async function comparedBytes(
  body: Readable,
  name: string,
  sizeBytes: number,
): Promise<ReadableStream<Uint8Array>> {
  const bytes = compared(body, name);
  return sizeBytes > COMPARED_FIRST_BYTES ? bytes : new Blob([await buffer(bytes)]).stream();
}

function compared(body: Readable, name: string): ReadableStream<Uint8Array> {
  const sum = new DigestStream();
  const pieces = body[Symbol.asyncIterator]();
  let sizeBytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done !== true) {
          sum.update(value);
          sizeBytes += value.length;
          controller.enqueue(value);
        } else if (sum.hex() === name) controller.close();
        else controller.error(new ContentDamaged(name, sum.hex(), sizeBytes));
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
}
