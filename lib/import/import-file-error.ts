/** A file that cannot be read at all; the message says why and where. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
}
