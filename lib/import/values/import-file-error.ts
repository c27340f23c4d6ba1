/** A file that cannot be read at all; the message gives the reason and the position. */
export class ImportFileError extends Error {
  override readonly name = "ImportFileError";
}
