import { parseAsArrayOf, parseAsBoolean, parseAsString } from "nuqs";

/** The runs that the list shows. */
export const runsParams = {
  /** Words of the search. */
  q: parseAsString.withDefault(""),
  tag: parseAsArrayOf(parseAsString).withDefault([]),
  group: parseAsString,
  archived: parseAsBoolean.withDefault(false),
};

/** The choices of tags, group and archived runs. */
export interface RunsFilter {
  readonly tag: readonly string[];
  readonly group: string | null;
  readonly archived: boolean;
}
