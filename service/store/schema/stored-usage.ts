/**
 * Returns SQL for a call's `summary.usage`, computed once when the end is stored: one entry per model that has tokens.
 * Must agree with `tokensOf` in prices.ts about which members count.
 */
const count = (member: string) => `toFloat64OrNull(members['${member}'])`;
const cachedIn = (details: string) => `toFloat64OrNull(JSONExtractRaw(members['${details}'], 'cached_tokens'))`;

/** Numbers only: a text, a boolean or a negative number is ignored. */
const firstOf = (...candidates: readonly string[]) =>
  `coalesce(${candidates.map((candidate) => `if(${candidate} >= 0, ${candidate}, NULL)`).join(", ")}, 0)`;

const prompt = firstOf(count("prompt_tokens"), count("input_tokens"));
const completion = firstOf(count("completion_tokens"), count("output_tokens"));
const TOTAL_SQL = `if(${count("total_tokens")} >= 0, assumeNotNull(${count("total_tokens")}), ${prompt} + ${completion})`;
const cacheRead = firstOf(
  count("cache_read_input_tokens"),
  cachedIn("prompt_tokens_details"),
  cachedIn("input_tokens_details"),
);

const ENTRIES_SQL = "JSONExtractKeysAndValuesRaw(if(summary_search = '', summary, summary_search), 'usage')";

const ENTRY_LAMBDA_SQL = `(members, model) -> (
    model, ${firstOf(count("requests"))}, ${prompt}, ${completion}, ${TOTAL_SQL}, ${cacheRead}, ${firstOf(count("cache_creation_input_tokens"))})`;

const MEMBERS_LAMBDA_SQL = "entry -> CAST(JSONExtractKeysAndValuesRaw(entry.2), 'Map(String, String)')";

const USAGE_TYPE_SQL =
  "Array(Tuple(model String, requests Float64, prompt Float64, completion Float64, total Float64, cache_read Float64, cache_creation Float64))";

/** The column, which no insert names. */
export const USAGE_COLUMN_SQL = `usage ${USAGE_TYPE_SQL} MATERIALIZED arrayFilter(
  entry -> entry.3 + entry.4 + entry.5 + entry.6 + entry.7 > 0,
  arrayMap(${ENTRY_LAMBDA_SQL}, arrayMap(${MEMBERS_LAMBDA_SQL}, ${ENTRIES_SQL}), arrayMap(entry -> entry.1, ${ENTRIES_SQL})))`;
