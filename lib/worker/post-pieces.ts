/** Posts the bytes of a stream to a worker as they come. Each piece is handed over, not copied a second time. */
export async function postPieces<Message>(
  worker: Pick<Worker, "postMessage">,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  messageOf: (bytes: Uint8Array<ArrayBuffer>) => Message,
): Promise<void> {
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    // A piece may be a view of a buffer that the stream still uses.
    const bytes = read.value.slice();
    worker.postMessage(messageOf(bytes), [bytes.buffer]);
  }
}
