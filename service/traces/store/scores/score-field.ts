import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { JsonField } from "@/service/traces/store/expression/fields";
import { type JsonPathSql, jsonPathSql } from "@/service/traces/store/expression/json-path";
import { placesOfScore } from "./score-source";

/** What a score is about, by the ref that feedback stores: a call (a turn is one), or a thread. */
type Subject = "call" | "thread";

/**
 * Returns a SELECT of the subjects that have a score, as `(subject, newest)`: the newest value of each. A newest value of
 * null is no score, whatever the ones before it were.
 * @param form whether a text stands as itself, or as its JSON, which tells it from a number
 */
export function newestScoresSql(
  field: string,
  params: SqlParams,
  form: "text" | "raw" = "text",
): (subject: Subject) => string {
  const places = placesOfScore(field);
  const types = params.bind([...new Set(places.map(({ type }) => type))], "Array(String)");
  const branches = places.map(({ type, path }) => {
    const value = jsonPathSql("payload", path, params);
    return { condition: `feedback_type = ${params.bind(type, "String")} AND ${value.raw} != ''`, value };
  });
  const read = (member: "raw" | "text") =>
    `multiIf(${branches.map(({ condition, value }) => `${condition}, ${value[member]}`).join(", ")}, '')`;
  return (subject) => {
    const prefix = `concat('weave:///', {projectId:String}, '/${subject}/')`;
    // An alias never has the name of a column: it would hide the column from the conditions.
    return `SELECT substring(weave_ref, length(${prefix}) + 1) AS subject, argMax(found.2, (created_at, id)) AS newest FROM (
      SELECT weave_ref, created_at, id, (${read("raw")}, ${read(form)}) AS found FROM feedback FINAL
      WHERE project_id = {projectId:String} AND startsWith(weave_ref, ${prefix}) AND is_purged = 0 AND feedback_type IN ${types})
    WHERE found.1 != '' GROUP BY weave_ref HAVING newest ${form === "raw" ? "NOT IN ('', 'null')" : "!= ''"}`;
  };
}

const NEWEST: JsonPathSql = { raw: "newest", text: "newest", exists: "newest != ''", inside: null };

/**
 * Returns the newest value of a score for each call. Comparisons are decided once for each scored subject, and a call
 * looks up whether it is one of them; where a value itself is needed, as in an order, it is looked up. A comparison with
 * a missing score decides nothing, so a missing score is neither false nor 0, also under `$not`.
 * @param field `score.NAME`, or `score.NAME@SOURCE` where several sources write one name
 * @param threadSql a call's thread, where a score of a thread counts for each of its calls
 * @throws InvalidRequestError for a name that cannot be read
 */
export function scoreField(field: string, params: SqlParams, threadSql: string | null = null): JsonField {
  const newest = newestScoresSql(field, params);
  const subjects: readonly (readonly [string, Subject])[] =
    threadSql === null
      ? [["id", "call"]]
      : [
          ["id", "call"],
          [threadSql, "thread"],
        ];
  const isIn = (condition: string) =>
    subjects.map(([sql, subject]) => `${sql} IN (SELECT subject FROM (${newest(subject)})${condition})`).join(" OR ");
  const arrays = `SELECT (groupArray(subject), groupArray(newest)) FROM (${newest("call")})`;
  const text = `transform(id, tupleElement((${arrays}), 1), tupleElement((${arrays}), 2), '')`;
  const exists = isIn("");
  const decide = (condition: (value: JsonPathSql) => string) =>
    `multiIf(${isIn(` WHERE ${condition(NEWEST)}`)}, true, ${exists}, false, NULL)`;
  return { kind: "json", path: { raw: text, text, exists: `(${exists})`, inside: null, decide } };
}
