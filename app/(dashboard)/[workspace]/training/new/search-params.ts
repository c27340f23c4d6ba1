import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";

/** The URL params. The draft itself, with its payloads and edits, is not in the URL. */
export const newJobParams = {
  source: parseAsStringLiteral(["files", "threads", "traces", "table"]).withDefault("files"),
  /**
   * Threads or calls to start with, separated by commas, or the name of a list that another page stored. They leave the
   * URL once the draft has them.
   */
  threads: parseAsString,
  calls: parseAsString,
  picked: parseAsString,
  /** The table that trajectories are picked from, `NAME:DIGEST` of its dataset, and digests of rows; none means all. */
  table: parseAsString.withDefault(""),
  dataset: parseAsString,
  rows: parseAsArrayOf(parseAsString).withDefault([]),
  /** The table is added immediately. */
  add: parseAsBoolean.withDefault(false),
  view: parseAsStringLiteral(["groups", "rewards"]).withDefault("groups"),
  model: parseAsString.withDefault(""),
};
