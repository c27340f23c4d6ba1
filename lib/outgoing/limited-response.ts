/** More than any answer with images and videos in it has; what reads one holds it in memory. */
const MAX_ANSWER_BYTES = 100 * 1024 ** 2;

/** Of one event of a stream: readers of events look through all that they have for its end, again with each piece. */
const MAX_EVENT_BYTES = 8 * 1024 ** 2;

/** Empty lines, which end an event. */
const EVENT_ENDS = ["\n\n", "\r\r", "\r\n\r\n"];
const MAX_END_BYTES = 4;

/** A service answers with more than anyone may send. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLarge";
}

const mebibytes = (bytes: number) => `${bytes / 1024 ** 2} MiB`;

/** Counts the bytes of events that have not ended. */
class EventBytes {
  #bytes = 0;
  /** The last bytes: the end of an event may come in pieces. */
  #rest = Buffer.alloc(0);

  /** Returns the bytes since the last end, with those of a piece. */
  add(piece: Uint8Array): number {
    const bytes = Buffer.concat([this.#rest, piece]);
    const end = Math.max(...EVENT_ENDS.map((text) => bytes.lastIndexOf(text)));
    this.#bytes = end === -1 ? this.#bytes + piece.byteLength : bytes.byteLength - end;
    this.#rest = bytes.subarray(1 - MAX_END_BYTES);
    return this.#bytes;
  }
}

/**
 * Returns an answer whose body breaks off as soon as it has too many bytes, as they are once unpacked, with
 * `AnswerTooLargeError`: nobody knows before how long it will be.
 */
export function limitedResponse(response: Response): Response {
  if (response.body === null) return response;
  const isOfEvents = response.headers.get("content-type")?.includes("event-stream") === true;
  const event = isOfEvents ? new EventBytes() : null;
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > MAX_ANSWER_BYTES)
        throw new AnswerTooLargeError(`The answer has more than ${mebibytes(MAX_ANSWER_BYTES)}.`);
      if (event !== null && event.add(piece) > MAX_EVENT_BYTES)
        throw new AnswerTooLargeError(`An event of the answer has more than ${mebibytes(MAX_EVENT_BYTES)}.`);
      controller.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(counting), response);
}
