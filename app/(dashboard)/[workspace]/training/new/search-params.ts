import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { resultFilterNames } from "@/lib/api/contract/evaluations/evaluation-limits";

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
  /** The run of an evaluation whose examples become groups, the score that is the reward, and the filters of examples. */
  evaluation: parseAsString,
  score: parseAsString,
  examples: parseAsStringLiteral(resultFilterNames).withDefault("all"),
  passes: parseAsInteger,
  slice: parseAsString,
  value: parseAsString,
  slice2: parseAsString,
  value2: parseAsString,
  search: parseAsString.withDefault(""),
  /** The table that trajectories are picked from, `NAME:DIGEST` of its dataset, and digests of rows; none means all. */
  table: parseAsString.withDefault(""),
  dataset: parseAsString,
  rows: parseAsArrayOf(parseAsString).withDefault([]),
  /** The table is added immediately. */
  add: parseAsBoolean.withDefault(false),
  view: parseAsStringLiteral(["groups", "rewards"]).withDefault("groups"),
  model: parseAsString.withDefault(""),
};

/** Sets the params of sources that the draft has to nothing. */
export const NOTHING_TO_ADD = {
  threads: null,
  calls: null,
  picked: null,
  evaluation: null,
  score: null,
  examples: null,
  passes: null,
  slice: null,
  value: null,
  slice2: null,
  value2: null,
  search: null,
  add: null,
} as const;
