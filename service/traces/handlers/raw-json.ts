/**
 * JSON that is already text. Handlers return it where values must be returned exactly as stored, or are too many to be
 * built as objects.
 */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Whole lines of JSONL, each ending with a line feed, that are already text. */
export class RawLines {
  constructor(readonly text: string) {}
}
