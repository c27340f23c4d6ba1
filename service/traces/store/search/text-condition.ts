import type { Operand } from "@/lib/api/contract/query/query-expression";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import { plainRuns } from "@/service/traces/store/expression/text-search";
import { ANY_NGRAM, hourSql, NGRAM_LENGTH, ngramsSql } from "./ngrams";

/** The columns whose texts are in `call_ngrams`. */
const INDEXED: ReadonlySet<string> = new Set(["inputs", "output"]);

/** A longer one says no more about the hours. */
const MAX_TEXT = 128;

/** Of more texts, one is nearly always in an hour. */
const MAX_TEXTS = 8;

/** Completed when a query begins, since the index does not contain the newest calls. */
const FUNCTION = "{in_hours_with_text:Calls}";
const PLACEHOLDER = /\{in_hours_with_text:Calls\}\((\{\w+:String\})\)/g;

/**
 * Returns SQL that is true for every row of `call_rows` that an expression selects, and false for those of hours without a text
 * that it requires. Null where it requires none.
 */
export function hoursOfTextSql(operand: Operand, params: SqlParams): string | null {
  const texts = new Map<string, string>();
  const sql = requiredSql(operand, (text) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const placeholder = `${FUNCTION}(${params.bind(text, "String")})`;
    texts.set(text, placeholder);
    return placeholder;
  });
  return texts.size > MAX_TEXTS ? null : sql;
}

function requiredSql(operand: Operand, placeholderOf: (text: string) => string): string | null {
  if ("$and" in operand)
    return joined(operand.$and.map((each) => requiredSql(each, placeholderOf)).filter(isSql), "AND");
  if ("$or" in operand) {
    const all = operand.$or.map((each) => requiredSql(each, placeholderOf));
    return all.every(isSql) ? joined([...new Set(all)], "OR") : null;
  }
  const text = "$contains" in operand ? searchedText(operand.$contains) : null;
  return text === null ? null : placeholderOf(text);
}

const isSql = (sql: string | null): sql is string => sql !== null;

const joined = (conditions: readonly string[], word: "AND" | "OR"): string | null =>
  conditions.length === 0 ? null : `(${conditions.join(` ${word} `)})`;

/** The parts of a searched text that must be inside words, separated by spaces; null without any. */
function searchedText({ input, substr }: Extract<Operand, { $contains: unknown }>["$contains"]): string | null {
  if (!("$getField" in input) || !INDEXED.has(input.$getField)) return null;
  if (!("$literal" in substr) || typeof substr.$literal !== "string") return null;
  const runs = plainRuns(substr.$literal).filter((run) => run.length >= NGRAM_LENGTH);
  return runs.length === 0 ? null : runs.join(" ").slice(0, MAX_TEXT).toLowerCase();
}

/** What the index of text contains when a query begins. */
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
  return sql.replaceAll(PLACEHOLDER, (_, text: string) =>
    upTo === null
      ? "1"
      : `(call_rows.generation > 0 OR call_rows.commit_number > ${upTo}${mayBeDamaged ? ` OR ${IS_DAMAGED_SQL}` : ""}
    OR ${hourSql("call_rows.started_at")} IN (${hoursSql(text)}))`,
  );
}

const IS_DAMAGED_SQL =
  "(SELECT count() FROM system.detached_parts WHERE database = currentDatabase() AND table = 'call_ngrams') > 0";

/** The hours in which every sequence of a text is, and those with words of which only the length is known. */
function hoursSql(text: string): string {
  const ngrams = `arrayDistinct(arrayFlatten(arrayMap(word -> ${ngramsSql("word")}, splitByNonAlpha(${text}))))`;
  return `SELECT arrayJoin(arrayMap(bit -> toInt64(day) * 24 + bit, bitPositionsToArray(hours))) FROM (
      SELECT day, bitOr(if(countIf(ngram != ${ANY_NGRAM}) = length(${ngrams}), groupBitAndIf(found, ngram != ${ANY_NGRAM}), 0),
        groupBitOrIf(found, ngram = ${ANY_NGRAM})) AS hours
      FROM (
        SELECT day, ngram, groupBitOr(call_ngrams.hours) AS found FROM call_ngrams
        WHERE project_id = {projectId:String} AND ngram IN (SELECT arrayJoin(arrayPushBack(${ngrams}, toUInt32(${ANY_NGRAM}))))
        GROUP BY day, ngram)
      GROUP BY day)`;
}
