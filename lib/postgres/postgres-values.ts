import { types } from "pg";

const BOOLEAN = 16;
const BIGINT = 20;
const NUMERIC = 1700;

function exactNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`The number ${text} in the database is too large to be read exactly.`);
  }
  return value;
}

/** Reads values as SQLite returns them: numbers as numbers, and comparisons as 1 or 0. */
export const valuesAsInSqlite = {
  getTypeParser: (type: number, format?: "text" | "binary") => {
    if (type === BOOLEAN) return (text: string) => (text === "t" ? 1 : 0);
    if (type === BIGINT || type === NUMERIC) return exactNumber;
    return types.getTypeParser(type, format);
  },
};
