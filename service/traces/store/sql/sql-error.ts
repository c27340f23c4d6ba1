import { readTokens } from "@/lib/sql/read-tokens";
import { placeOf } from "@/lib/sql/sql-problem";
import { ValidationError } from "@/service/kernel/errors/service-errors";
import { StoreError, StoreMemoryLimit, StoreResultLimit, StoreTimeout } from "@/service/kernel/errors/store-errors";
import type { SqlRequest } from "./sql-request";

const MAX_TEXT = 400;

/**
 * Codes of the engine for faults of the service itself: memory of all queries, files, the network, a stopped query. What else it
 * says of a query is about the query.
 */
const OF_SERVICE = new Set([76, 198, 202, 209, 210, 236, 243, 394, 439, 497, 516, 999, 1000, 1001, 1002]);

/** Returns what the engine said of a query as an error of the request; other errors as they are. */
export function asSqlError(error: unknown, { sql, limits }: SqlRequest): unknown {
  if (error instanceof StoreTimeout)
    return reached("seconds", `The query was stopped at its limit of ${limits.seconds} s`);
  if (error instanceof StoreMemoryLimit) {
    return reached("memory_mb", `The query was stopped at its limit of ${limits.memory_mb} MB of memory`);
  }
  if (error instanceof StoreResultLimit) {
    return reached("rows", "The result is larger than 64 MB: select fewer columns, or fewer rows");
  }
  if (!(error instanceof StoreError) || error.name !== "StoreError") return error;
  if (error.engineCode === null || OF_SERVICE.has(error.engineCode)) return error;
  return new ValidationError([{ loc: ["body", "sql"], msg: sentenceOf(error.message, sql), type: "sql" }]);
}

const reached = (limit: string, msg: string) =>
  new ValidationError([
    { loc: ["body", "limits", limit], msg: `${msg}. Read a shorter time, or fewer columns`, type: "sql_limit" },
  ]);

/** What the engine says, without the SQL that it ran, and where the name stands that it complains about. */
function sentenceOf(message: string, sql: string): string {
  const text = message
    .replace(/^(?:Code: \d+\. DB::Exception: )+/, "")
    .replace(/[.:]? ?\b[Ii]n (?:scope|query) [\s\S]*$/, "")
    .replace(/:? ?[Ww]hile executing [\s\S]*$/, "")
    .replace(/(?: ?\(version [^)]*\))?\.?(?: \([A-Z_]+\))?\.?$/, "")
    .slice(0, MAX_TEXT);
  const at = placeOfName(text, sql);
  if (at === null) return text;
  const { line, column } = placeOf(sql, at);
  return `Line ${line}, column ${column}: ${text}`;
}

/** The engine quotes a name, or says which function it is. */
function placeOfName(text: string, sql: string): number | null {
  const name = /(?:`|')([\w.]+)(?:`|')/.exec(text)?.[1] ?? /function (\w+)/.exec(text)?.[1];
  const last = name?.split(".").at(-1)?.toLowerCase();
  if (last === undefined) return null;
  return readTokens(sql).find((token) => token.text.toLowerCase() === last && token.kind !== "string")?.at ?? null;
}
