/**
 * JSON that is text already. Handlers answer with it where values must come back exactly as they were stored, or are
 * too many to be built as objects.
 */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Whole lines of JSONL, each ending with a line feed, that are text already. */
export class RawLines {
  constructor(readonly text: string) {}
}
