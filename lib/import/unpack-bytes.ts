import { ImportFileError } from "./values/import-file-error";

const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

const beginsWith = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte);

/** Yields what was taken from an iterator, then the rest. */
async function* withFirst(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function damaged(format: string): ImportFileError {
  return new ImportFileError(`The file is compressed with ${format}, and is damaged or ends early.`);
}

/** A stream that reads an iterator as it is read itself. */
function streamOf(bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel: async () => void (await bytes.return(undefined)),
  });
}

async function* gunzipped(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = streamOf(bytes).pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch {
    throw damaged("gzip");
  } finally {
    // A stream that failed has nothing left to release.
    await reader.cancel().catch(() => undefined);
  }
}

async function* unzstd(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import("fzstd");
  const ready: Uint8Array[] = [];
  const decompress = new Decompress((chunk) => ready.push(chunk));
  const push = (chunk: Uint8Array, isLast: boolean) => {
    try {
      decompress.push(chunk, isLast);
    } catch {
      throw damaged("Zstandard");
    }
  };
  for await (const chunk of bytes) {
    push(chunk, false);
    yield* ready.splice(0);
  }
  push(new Uint8Array(), true);
  yield* ready.splice(0);
}

/**
 * Yields the bytes of a file without its compression: gzip and Zstandard are recognized by their first bytes.
 *
 * @throws ImportFileError when the compressed data is damaged or ends early
 */
export async function* unpackBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    let first = new Uint8Array();
    while (first.length < ZSTD.length) {
      const { done, value } = await iterator.next();
      if (done) break;
      const joined = new Uint8Array(first.length + value.length);
      joined.set(first);
      joined.set(value, first.length);
      first = joined;
    }
    const all = withFirst(first, iterator);
    if (beginsWith(first, GZIP)) yield* gunzipped(all);
    else if (beginsWith(first, ZSTD)) yield* unzstd(all);
    else yield* all;
  } finally {
    await iterator.return?.();
  }
}
