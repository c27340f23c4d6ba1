import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { NOTE_TYPE, SCORE_VALUE_SQL } from "./score-source";

/** The newest records that are read: those of a project with more are a sample, which the response says. */
const MAX_LISTED_RECORDS = 200_000;
/** Members of scorers' answers may be named by data: further names are left out, which the response says. */
export const MAX_LISTED_SCORES = 300;
const MAX_LISTED_VALUES = 20;
/** Longer texts are reasons and the like, not values to choose from. */
const MAX_VALUE_LENGTH = 100;

export interface ProjectScoreRow {
  readonly type: string;
  /** The member of the value, `.within`; empty for the value itself. */
  readonly member: string;
  readonly times: number;
  readonly numbers: number;
  readonly trues: number;
  readonly falses: number;
  readonly least: number | null;
  readonly most: number | null;
  readonly mean: number | null;
  readonly valueTexts: readonly string[];
  readonly valueCounts: readonly number[];
  readonly lastAt: EngineTime;
}

const membersOf = (json: string) => `JSONExtractKeysAndValuesRaw(${json})`;

/** Returns SQL of the members of the objects in a list of (path, raw). A name with a dot cannot be addressed. */
const within = (level: string) =>
  `arrayFlatten(arrayMap(outer -> arrayMap(inner -> (concat(outer.1, '.', inner.1), inner.2),
      arrayFilter(inner -> position(inner.1, '.') = 0 AND inner.1 != '', ${membersOf("outer.2")})),
    arrayFilter(entry -> startsWith(entry.2, '{'), ${level})))`;

/** Columns with the values of `found`: itself, and its members three levels deep. */
export const SCORE_LEVELS_SQL = `[('', found)] AS level0, ${within("level0")} AS level1, ${within("level1")} AS level2,
    ${within("level2")} AS level3`;

/** Lists are not values that are compared, and an object is its members. */
const LIST_SQL = `WITH records AS (
  SELECT feedback_type, created_at, ${SCORE_VALUE_SQL} AS found FROM feedback FINAL
  WHERE project_id = {projectId:String} AND is_purged = 0 AND feedback_type != '${NOTE_TYPE}'
  ORDER BY created_at DESC LIMIT ${MAX_LISTED_RECORDS}),
leaves AS (
  SELECT feedback_type, created_at, ${SCORE_LEVELS_SQL},
    arrayJoin(arrayFilter(leaf -> leaf.2 != '' AND leaf.2 != 'null' AND NOT startsWith(leaf.2, '{') AND NOT startsWith(leaf.2, '['),
      arrayConcat(level0, level1, level2, level3))) AS leaf
  FROM records),
counted AS (
  SELECT feedback_type AS type, leaf.1 AS member, leaf.2 AS raw, count() AS same, max(created_at) AS newestAt,
    NOT startsWith(raw, '"') AND raw NOT IN ('true', 'false') AS isNumber,
    if(isNumber, toFloat64OrNull(raw), NULL) AS value
  FROM leaves GROUP BY type, member, raw)
SELECT type, member, sum(same) AS times, sumIf(same, isNumber) AS numbers, sumIf(same, raw = 'true') AS trues,
  sumIf(same, raw = 'false') AS falses, min(value) AS least, max(value) AS most,
  if(numbers = 0, NULL, sum(value * same) / numbers) AS mean,
  arraySlice(arrayReverseSort(entry -> (entry.2, entry.1), groupArrayIf((raw, same), NOT isNumber AND length(raw) <= ${MAX_VALUE_LENGTH})), 1, ${MAX_LISTED_VALUES}) AS tops,
  arrayMap(entry -> if(startsWith(entry.1, '"'), JSONExtractString(entry.1), entry.1), tops) AS valueTexts,
  arrayMap(entry -> entry.2, tops) AS valueCounts,
  toString(max(newestAt)) AS lastAt
FROM counted GROUP BY type, member ORDER BY times DESC, type, member LIMIT ${MAX_LISTED_SCORES + 1}`;

/** Returns the scores in the newest feedback of a project, and whether there is more feedback than was read. */
export async function readProjectScores(
  store: Store,
  projectId: string,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly ProjectScoreRow[]; readonly hasMoreRecords: boolean }> {
  const params = { projectId };
  const [rows, counts] = await Promise.all([
    store.read<ProjectScoreRow>({ sql: LIST_SQL, params, signal }),
    store.read<{ records: number }>({
      sql: `SELECT count() AS records FROM feedback FINAL
WHERE project_id = {projectId:String} AND is_purged = 0 AND feedback_type != '${NOTE_TYPE}'`,
      params,
      signal,
    }),
  ]);
  return { rows, hasMoreRecords: (counts[0]?.records ?? 0) > MAX_LISTED_RECORDS };
}
