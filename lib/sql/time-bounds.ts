/** The column by which views of calls are stored in order. */
const TIME_COLUMN = "`started_at`";

/** A comparison of the column with something that names no column and reads nothing. */
const BOUND = /^\((?:(`[^`]*`)\.)?`started_at` ((?:=|<|<=|>|>=|BETWEEN) [^`{]+)\)$/;

/**
 * Returns the conditions on the start of calls with constants, without the name of the column: `>= toDateTime('…')`. The
 * query of a view takes them in: the engine does not carry other conditions into it.
 */
export function boundsIn(conditions: readonly string[], alias: string): readonly string[] {
  return conditions.flatMap((condition) => {
    if (!condition.includes(TIME_COLUMN) || condition.includes("SELECT")) return [];
    const [, of, bound] = BOUND.exec(condition) ?? [];
    return bound === undefined || (of !== undefined && of !== alias) ? [] : [bound];
  });
}
