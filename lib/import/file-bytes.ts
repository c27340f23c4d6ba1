/**
 * Yields the bytes of a file in the pieces in which the browser reads them; `onBytes` receives the number of bytes so
 * far.
 */
export async function* bytesOf(file: Blob, onBytes: (count: number) => void = () => {}): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  let count = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      count += next.value.length;
      onBytes(count);
      yield next.value;
    }
  } finally {
    // A consumer that stops in the middle needs no more of the file.
    await reader.cancel();
  }
}
