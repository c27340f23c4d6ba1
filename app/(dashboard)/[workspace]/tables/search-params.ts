import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { diffKinds } from "@/app/(dashboard)/[workspace]/tables/diff/prepare-table-diff";
import { parseAsSort } from "@/components/table/sort-param";

const ids = parseAsArrayOf(parseAsString).withDefault([]);

/** All state that changes what the sheet shows is in the address. */
export const tablesParams = {
  /** Digest of the table; without it the page lists tables. */
  digest: parseAsString.withDefault(""),
  /** `NAME:DIGEST` of the object from which the table was opened. */
  dataset: parseAsString,
  /** The first key is the most significant. */
  sort: parseAsArrayOf(parseAsSort).withDefault([]),
  /** Digests of rows, separated by commas. */
  rows: parseAsString.withDefault(""),
  /** Conditions that loaded rows must meet to be shown, as `prepare-conditions.ts` writes them. */
  only: ids,
  find: parseAsString.withDefault(""),
  /** Rows to skip before the first. */
  from: parseAsInteger.withDefault(0),
  /** Maximum number of rows; absent means all. */
  limit: parseAsInteger,
  /** Hidden columns and frozen columns. */
  hide: ids,
  freeze: ids,
  /** Columns that the user moved to the front, in this order. */
  order: ids,
  /** Folded groups, and lists whose items are columns. */
  fold: ids,
  x: ids,
  /** Digest of the table to compare with, which is the earlier side. */
  base: parseAsString.withDefault(""),
  /** Column by which changed rows are paired; absent means the likeliest column, `-` none. */
  key: parseAsString,
  /** Kinds of differences to show. */
  kinds: parseAsArrayOf(parseAsStringLiteral(diffKinds)).withDefault(["added", "removed", "changed", "moved"]),
  /** The cell that is open in the viewer: row number, a space, column. */
  cell: parseAsString,
};
