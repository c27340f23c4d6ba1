/**
 * The digests of objects, ops and tables that the refs in a JSON text name, worked out once by the engine when it stores
 * the text. What the pattern takes for a ref and is none is looked at and left out by whoever asks.
 */
const digestsOf = (column: string) =>
  `arrayDistinct(extractAll(${column}, '"weave:\\\\\\\\?/\\\\\\\\?/\\\\\\\\?/[^"/]*/[^"/]*/(?:(?:object|op)\\\\\\\\?/[^"/:]*:|table\\\\\\\\?/)([^"/:\\\\\\\\]+)'))`;

/** A column of the digests that the refs in `val` name. */
export const refDigestsColumn = `ref_digests Array(String) MATERIALIZED ${digestsOf("val")}`;

/** Few texts hold refs, so most of a table is passed over. */
export const REF_DIGESTS_INDEX = "INDEX ref_digests_bloom ref_digests TYPE bloom_filter(0.001) GRANULARITY 1";

/** For tables that were made before refs were kept: the engine works them out at reading until it merges. */
export const addRefDigests = (table: string): readonly string[] => [
  `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS ${refDigestsColumn}`,
  `ALTER TABLE ${table} ADD ${REF_DIGESTS_INDEX.replace("INDEX", "INDEX IF NOT EXISTS")}`,
];
