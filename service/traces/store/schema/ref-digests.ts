/**
 * Returns SQL for the digests of objects, ops and tables in the refs of a JSON text, computed once by the engine when
 * it stores the text. The pattern may match text that is not a ref; readers check the matches and exclude it.
 */
const digestsOf = (column: string) =>
  `arrayDistinct(extractAll(${column}, '"weave:\\\\\\\\?/\\\\\\\\?/\\\\\\\\?/[^"/]*/[^"/]*/(?:(?:object|op)\\\\\\\\?/[^"/:]*:|table\\\\\\\\?/)([^"/:\\\\\\\\]+)'))`;

/** A column of the digests in the refs of `val`. */
export const refDigestsColumn = `ref_digests Array(String) MATERIALIZED ${digestsOf("val")}`;

/** Few texts contain refs, so most of a table is skipped. */
export const REF_DIGESTS_INDEX = "INDEX ref_digests_bloom ref_digests TYPE bloom_filter(0.001) GRANULARITY 1";

/**
 * For tables that were created before refs were stored: the engine computes the digests when reading until it merges.
 */
export const addRefDigests = (table: string): readonly string[] => [
  `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${refDigestsColumn}`,
  `ALTER TABLE ${table} ADD ${REF_DIGESTS_INDEX.replace("INDEX", "INDEX IF NOT EXISTS")}`,
];
