/** Reads the beginning of an answer as text, and leaves the rest, which may never end. */
export async function beginningOfAnswer(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}
