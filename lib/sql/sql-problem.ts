/** A query that is not admitted, with the place in its text. */
export class SqlProblem extends Error {
  override readonly name = "SqlProblem";

  /** @param at the offset of the first character that is wrong */
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

/** A line and a column, both from 1. */
export interface SqlPlace {
  readonly line: number;
  readonly column: number;
}

/** Returns the line and the column of an offset in a text. */
export function placeOf(sql: string, at: number): SqlPlace {
  const before = sql.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
}
