/** A scorer that could not score: the score of that answer is null, which is neither false nor 0. */
export class ScorerError extends Error {
  override readonly name = "ScorerError";
}

/** The values that a scorer sees. */
export interface ScoredAnswer {
  /** What the model answered: text, or a parsed value. */
  readonly output: unknown;
  /** The row of the table. */
  readonly row: Readonly<Record<string, unknown>>;
}
