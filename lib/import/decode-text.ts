import { unpackBytes } from "./unpack-bytes";
import { ImportFileError } from "./values/import-file-error";

/**
 * Decodes the bytes of a file to text, chunk by chunk; those of a compressed file are unpacked first.
 *
 * @throws ImportFileError when the bytes are not UTF-8: replaced characters would be lost forever.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of unpackBytes(bytes)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new ImportFileError("The file is not UTF-8 text.");
    throw error;
  }
}
