import type { Operand } from "@/lib/api/contract/query/query-expression";
import { plainRuns } from "@/service/traces/store/expression/text-search";
import { ANY_NGRAM, hourSql, ngramsOf } from "./ngrams";

/** The columns whose texts are in `call_ngrams`. */
const INDEXED: ReadonlySet<string> = new Set(["inputs", "output"]);

/** More sequences of a text say little more about the hours. */
const MAX_NGRAMS = 16;

/** Of more texts, one is nearly always in an hour. */
const MAX_TEXTS = 8;

/** Completed when a query begins, since the index does not contain the newest calls. */
const FUNCTION = "{in_hours_with_text:Calls}";
const PLACEHOLDER = /\{in_hours_with_text:Calls\}\(([\d,]+)\)/g;

/**
 * Returns SQL that is true for every row of `call_rows` that an expression selects, and false for those of hours without a text
 * that it requires. Null where it requires none.
 */
export function hoursOfTextSql(operand: Operand): string | null {
  const sql = requiredSql(operand);
  return sql === null || sql.split(FUNCTION).length > MAX_TEXTS + 1 ? null : sql;
}

function requiredSql(operand: Operand): string | null {
  if ("$and" in operand) return joined(operand.$and.map(requiredSql).filter(isSql), "AND");
  if ("$or" in operand) {
    const all = operand.$or.map(requiredSql);
    return all.every(isSql) ? joined(all, "OR") : null;
  }
  const ngrams = "$contains" in operand ? searchedNgrams(operand.$contains) : [];
  return ngrams.length === 0 ? null : `${FUNCTION}(${ngrams.join(",")})`;
}

const isSql = (sql: string | null): sql is string => sql !== null;

function joined(conditions: readonly string[], word: "AND" | "OR"): string | null {
  const different = [...new Set(conditions)];
  return different.length === 0 ? null : `(${different.join(` ${word} `)})`;
}

/** The sequences that are in every text in which a search finds something; none where nothing is known of them. */
function searchedNgrams({ input, substr }: Extract<Operand, { $contains: unknown }>["$contains"]): readonly number[] {
  if (!("$getField" in input) || !INDEXED.has(input.$getField)) return [];
  if (!("$literal" in substr) || typeof substr.$literal !== "string") return [];
  const all = [...new Set(plainRuns(substr.$literal).flatMap(ngramsOf))];
  const step = Math.max(1, all.length / MAX_NGRAMS);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

/** How far the index of text reaches when a query begins. */
export interface IndexedCalls {
  /** The index contains the finished calls of commits up to this one; null when it cannot be used. */
  readonly upTo: number | null;
  /** True where a part of the index may be away because of damage. */
  readonly mayBeDamaged: boolean;
}

/** Whether SQL has conditions of {@link hoursOfTextSql}. */
export const searchesText = (sql: string): boolean => sql.includes(FUNCTION);

/** Completes the conditions of {@link hoursOfTextSql}: rows that are not indexed are always read. */
export function completeTextSql(sql: string, { upTo, mayBeDamaged }: IndexedCalls): string {
  return sql.replaceAll(PLACEHOLDER, (_, ngrams: string) =>
    upTo === null
      ? "1"
      : `(call_rows.generation > 0 OR call_rows.commit_number > ${upTo}${mayBeDamaged ? ` OR ${IS_DAMAGED_SQL}` : ""}
    OR ${hourSql("call_rows.started_at")} IN (${hoursSql(ngrams.split(","))}))`,
  );
}

const IS_DAMAGED_SQL =
  "(SELECT count() FROM system.detached_parts WHERE database = currentDatabase() AND table = 'call_ngrams') > 0";

/** The hours that have every sequence, and those with words of which only the length is known. */
function hoursSql(ngrams: readonly string[]): string {
  const hoursOf = (ngram: string | number) => `groupBitOrIf(call_ngrams.hours, ngram = ${ngram})`;
  const all = ngrams.map(hoursOf).reduce((one, other) => `bitAnd(${one}, ${other})`);
  return `SELECT arrayJoin(arrayMap(bit -> toInt64(day) * 24 + bit, bitPositionsToArray(found))) FROM (
      SELECT day, bitOr(${all}, ${hoursOf(ANY_NGRAM)}) AS found FROM call_ngrams
      WHERE project_id = {projectId:String} AND ngram IN (${[...ngrams, ANY_NGRAM].join(", ")}) GROUP BY day)`;
}
